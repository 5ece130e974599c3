#!/usr/bin/env python3
"""motion_page_test.py GENMEDIA docs/motion.md: types what the page shows, in a folder with the clips that it names.

Lines that begin with `genmedia` or `ffmpeg` are run by a shell, the block that begins with `import` by Python.
Exit status 77: skipped, without ffmpeg to make the clips or numpy to read the results.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def blocks(page):
    """Runs of lines that are indented by four, without their indent."""
    return ["\n".join(line[4:] for line in block.splitlines()) for block in
            re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)]


def make_clips(folder):
    source = ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i"]
    subprocess.run([*source, "testsrc2=s=176x144:d=0.4", "-pix_fmt", "yuv420p", "clip.mp4"], cwd=folder, check=True)
    subprocess.run([*source, "testsrc2=s=1920x1080:d=0.24", "-f", "rawvideo", "-pix_fmt", "nv12", "clip.yuv"],
                   cwd=folder, check=True)


def main():
    tool, page = sys.argv[1:]
    if not shutil.which("ffmpeg"):
        print("SKIPPED: no ffmpeg to make the clips with")
        return 77
    if subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True).returncode != 0:
        print("SKIPPED: this Python has no NumPy")
        return 77
    typed = 0
    with tempfile.TemporaryDirectory() as folder:
        make_clips(folder)
        os.symlink(os.path.abspath(tool), pathlib.Path(folder) / "genmedia")
        environment = {**os.environ, "PATH": folder + ":" + os.environ["PATH"]}
        for block in blocks(pathlib.Path(page).read_text()):
            if block.startswith("import"):
                commands = [[sys.executable, "-c", block]]
            else:
                commands = [["sh", "-c", line] for line in block.splitlines() if re.match("genmedia|ffmpeg", line)]
            for command in commands:
                print("==", command[-1], flush=True)
                subprocess.run(command, cwd=folder, env=environment, check=True, stdin=subprocess.DEVNULL)
                typed += 1
    if typed < 5:
        print(f"only {typed} commands were found on the page, expected at least 5")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
