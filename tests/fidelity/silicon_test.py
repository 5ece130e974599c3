#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That silicon.py tells frames that agree from frames that do not, and from frames that are not there.

    silicon_test.py SILICON GENMEDIA PIPELINES
"""
import os
import subprocess
import sys
import tempfile

WIDTH, HEIGHT = 176, 144


def main(silicon, genmedia, pipelines):
    without = {name: value for name, value in os.environ.items() if name != "GENMEDIA_SILICON"}
    with tempfile.TemporaryDirectory() as folder:
        def write(name, frame):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(frame)

        def expect(status, *texts, **variables):
            done = subprocess.run([sys.executable, silicon, genmedia, pipelines, folder, "motion.intra_frame"],
                                  env={**without, **variables}, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            missing = [text for text in texts if text not in done.stdout]
            if done.returncode != status or missing:
                sys.exit(f"status {done.returncode}, expected {status} and {missing} in:\n{done.stdout}")

        expect(77, "SKIPPED: motion.intra_frame, no file foreman_176x144.yuv in " + folder)
        grey = bytearray([128]) * (WIDTH * HEIGHT * 3 // 2)
        write("foreman_176x144.yuv", grey)
        expect(77, "not made: no file intra_foreman_176x144.yuv or intra_frame_00.yuv")

        write("intra_frame_00.yuv", grey[:-1])
        expect(77, "not made: intra_frame_00.yuv has no frame to compare with")

        # Each macroblock of a grey picture is predicted whole, so its border is drawn.
        for i in range(WIDTH * HEIGHT):
            if i % WIDTH % 16 == 0 or i // WIDTH % 16 == 0:
                grey[i] = 180
        write("intra_frame_00.yuv", grey)
        expect(0, " 1   0\n")
        grey[18 * WIDTH + 40] = 180
        write("intra_frame_00.yuv", grey)
        expect(1, " 1   1: first in frame 0, macroblock (2, 1)\n")

        expect(77, "no file foreman_176x144.yuv in " + os.sep, GENMEDIA_SILICON=os.sep)
        expect(1, "which is no folder", GENMEDIA_SILICON=os.path.join(folder, "nowhere"))


if __name__ == "__main__":
    main(*sys.argv[1:])
