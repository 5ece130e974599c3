# SPDX-License-Identifier: MIT
"""The scripts of docs/vapoursynth.md make frames."""
import pathlib
import re
import shutil
import subprocess

import pytest
import vapoursynth as vs
from conftest import core, pan

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/vapoursynth.md").read_text()
BLOCKS = [re.sub("^    ", "", block, flags=re.MULTILINE).strip()
          for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE, re.MULTILINE)]
SCRIPTS = [block for block in BLOCKS if block.endswith(".set_output()")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    if not shutil.which("ffmpeg"):
        pytest.skip("no ffmpeg to make the clip")
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=176x144:d=0.4", "-pix_fmt", "yuv420p",
                    "clip.mp4"],
                   cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)


def test_the_page_has_scripts():
    assert len(SCRIPTS) >= 6 and sum("video_in" in script for script in SCRIPTS) == 1


@pytest.mark.parametrize("script", SCRIPTS, ids=range(len(SCRIPTS)))
def test_a_script_makes_frames(script, folder):
    if "core.bs" in script and not hasattr(core, "bs"):
        pytest.skip("no BestSource (pip install vapoursynth-bestsource)")
    if "vsdenoise" in script:
        pytest.importorskip("vsdenoise", reason="no vs-jetpack (pip install vsjetpack)")
    vs.clear_outputs()
    exec(compile(script, "docs/vapoursynth.md", "exec"), {"video_in": pan(vs.YUV420P8, frames=10), "container_fps": 25.0})
    made = vs.get_output(0).clip
    assert made.num_frames >= 10
    for n in (0, 3, made.num_frames - 1):
        frame = made.get_frame(n)
        assert frame.width in (176, 346) and frame.format.id == vs.YUV420P8
