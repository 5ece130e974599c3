#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_test.py GENMEDIA DOCS: what commands print with --json is JSON Lines, with the keys of docs/json.md."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from motion_test import HEIGHT, WIDTH, clip, setUpModule  # noqa: F401
from without_sanitizers import values

GENMEDIA, DOCS = os.path.abspath(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1))
RAW = ["--size", f"{WIDTH}x{HEIGHT}"]
OTHER_FORMAT = {"registers"}  # one document; gen.registers.* read it


def text_of(*arguments, status=0, **variables):
    done = subprocess.run([GENMEDIA, *map(str, arguments)], env={**os.environ, **variables}, capture_output=True, check=False)
    assert done.returncode == status, (arguments, done)
    return done.stdout


def objects_of(*arguments, **options):
    return [json.loads(line) for line in text_of(*arguments, "--json", **options).decode("utf-8").splitlines()]


def table():
    """Keys by command."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (.*) \|$", (DOCS / "json.md").read_text(), re.MULTILINE)
    return {command: re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", keys)) for command, keys in rows}


class JsonLines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="genmedia-json-")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.clip = self.dir / "clip.yuv"
        self.clip.write_bytes(clip(4))

    def keys_are(self, command, objects):
        self.assertGreater(len(objects), 0)
        for one in objects:
            self.assertEqual(list(one), table()[command])

    def test_every_command_with_the_flag_is_in_the_table(self):
        commands = re.findall(r"^  (\w+) ", text_of("--help").decode().partition("Subcommands:")[2], re.MULTILINE)
        self.assertIn("motion", commands)
        have = {name for name in commands if b"--json" in text_of(name, "--help")} - OTHER_FORMAT
        self.assertEqual(have, set(table()))

    def test_backends(self):
        objects = objects_of("backends")
        self.keys_are("backends", objects)
        self.assertEqual([one["name"] for one in objects], re.findall(r"^(\S+)", text_of("backends").decode(), re.MULTILINE))
        self.assertEqual([one["in_use"] for one in objects].count(True), 1)
        forced = objects_of("backends", GENMEDIA_BACKEND="reference")
        self.assertEqual([one["name"] for one in forced if one["in_use"]], ["reference"])

    def test_devices(self):
        objects = objects_of("devices")
        self.keys_are("devices", objects)
        self.assertEqual((objects[0]["number"], objects[0]["kind"]), (0, "cpu"))

    def test_settings(self):
        objects = objects_of("settings", GENMEDIA_LOG="info \"x\"\n", GENMEDIA_CM_LOG="")
        self.keys_are("settings", objects)
        values = {one["name"]: one["value"] for one in objects}
        self.assertEqual((values["GENMEDIA_LOG"], values["GENMEDIA_CM_LOG"]), ("info \"x\"\n", None))

    @values
    def test_doctor(self):
        objects = objects_of("doctor", GENMEDIA_CLANG="/not/there")
        self.keys_are("doctor", objects)
        named = re.search(r"`part` \((.*?)\)", (DOCS / "json.md").read_text())[1]
        self.assertEqual([one["part"] for one in objects], re.findall(r"\w+", named))
        works = {one["part"]: one["works"] for one in objects}
        self.assertEqual((works["unit"], works["video"], works["cmc"]), (True, True, False))

    def test_motion(self):
        out = self.dir / "out"
        objects = objects_of("motion", self.clip, "-o", out, *RAW, "--stats")
        self.keys_are("motion", objects)
        (one,) = objects
        self.assertEqual((one["input"], one["output"], one["exit_status"], one["error"]), (str(self.clip), str(out), 0, None))
        self.assertEqual(one["stats"], json.loads((out / "stats.json").read_text()))
        self.assertEqual(sorted(one["files"]), sorted(str(out / name) for name in ("motion.npz", "frames.csv", "stats.json")))

    def test_motion_of_many(self):
        gone = self.dir / "gone.yuv"
        name = os.path.join(os.fsencode(self.dir), b"\xe9.yuv")
        with open(name, "wb") as file:
            file.write(clip(4))
        odd = os.fsdecode(name)
        self.clip.write_bytes(clip(4)[:-10])
        objects = objects_of("motion", gone, self.clip, odd, "-o", self.dir / "out", *RAW, status=1)
        self.keys_are("motion", objects)
        self.assertEqual([one["exit_status"] for one in objects], [1, 3, 0])
        self.assertIn("no such file", objects[0]["error"])
        self.assertEqual((objects[0]["stats"], objects[0]["files"], objects[1]["error"]), (None, [], None))
        self.assertEqual([one["stats"]["frames"] for one in objects[1:]], [2, 3])
        self.assertTrue(objects[2]["input"].endswith("/\ufffd.yuv"))

    def test_interpolate(self):
        out = self.dir / "out.mkv"
        command = ["interpolate", self.clip, "-o", out, *RAW, "--rate", "x2"]
        objects = objects_of(*command)
        self.keys_are("interpolate", objects)
        self.assertEqual({key: objects[0][key] for key in ("exit_status", "frames_read", "rate_read", "frames", "rate")},
                         {"exit_status": 0, "frames_read": 4, "rate_read": "25", "frames": 8, "rate": "50"})
        failed = objects_of("interpolate", self.dir / "gone.mp4", "-o", out, "--rate", "x2", status=1)
        self.keys_are("interpolate", failed)
        self.assertIn("no such file", failed[0]["error"])
        self.assertEqual(text_of("interpolate", self.clip, "-o", "-", *RAW, "--rate", "x2", "--json", status=2), b"")

    def test_encode(self):
        out = self.dir / "out.264"
        objects = objects_of("encode", self.clip, "-o", out, *RAW)
        self.keys_are("encode", objects)
        self.assertEqual((objects[0]["frames"], objects[0]["files"]), (4, [str(out)]))
        self.assertLessEqual(abs(objects[0]["bytes"] - out.stat().st_size), 64)  # parameter sets
        failed = objects_of("encode", self.dir / "gone.mp4", "-o", out, status=1)
        self.keys_are("encode", failed)
        self.assertEqual((failed[0]["frames"], failed[0]["files"]), (0, []))


if __name__ == "__main__":
    unittest.main(verbosity=2)
