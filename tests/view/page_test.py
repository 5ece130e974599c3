#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""page_test.py GENMEDIA [AXE]: pages in a browser: what one does there, odd input, two runs; and what axe, a checker of
accessibility, finds. AXE: its script."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser
import numpy as np
from page_clips import moving_clip

GENMEDIA = sys.argv[1] if len(sys.argv) > 1 else "genmedia"
AXE = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else None
WIDTH, HEIGHT = 160, 96


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.clip = moving_clip(cls.dir / "clip.yuv", WIDTH, HEIGHT, 20)
        cls.browser = browser.Browser(1000, 760)
        cls.page = cls.view(cls.clip, "--size", f"{WIDTH}x{HEIGHT}", name="page.html")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    @classmethod
    def view(cls, *arguments, name="odd.html"):
        done = subprocess.run([GENMEDIA, "view", *map(str, arguments), "-o", str(cls.dir / name)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return cls.dir / name

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def shown(self):
        return int(self.browser.run("return document.getElementById('canvas').dataset.frame"))

    def pixels(self, name="canvas"):
        """How many colours a canvas has, up to 100."""
        return self.browser.run(
            "const c = document.getElementById(arguments[0]), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "const seen = new Set(); for (let i = 0; i < d.length && seen.size < 100; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);"
            "return seen.size", name)

    def picture(self):
        """The canvas's colours, to be compared."""
        self.browser.wait("true")
        return self.browser.run("return new Promise((done) => requestAnimationFrame(() => setTimeout(() => {"
                                "const c = document.getElementById('canvas'); done(c.toDataURL()) }, 60)))")

    # ---- What one does there

    def test_pictures_are_shown(self):
        self.browser.open(self.page)
        self.assertEqual(self.pixels(), 100)
        self.assertEqual(self.browser.text("name"), "clip.yuv")
        self.assertIn("160x96, 20 pictures", self.browser.text("facts"))

    def test_pictures_are_those_of_the_clip(self):
        """Pixel by pixel, each frame; black is 16 and white 235 in the clip."""
        b = self.browser
        b.open(self.view(self.clip, "--size", f"{WIDTH}x{HEIGHT}", "--quality", "0"))
        for layer in "distortion", "partitions", "arrows":
            b.click("layer-" + layer)
        b.run("const dim = document.getElementById('dim'); dim.value = 0; dim.dispatchEvent(new Event('input'))")
        luma = np.fromfile(self.clip, np.uint8).reshape(20, -1)[:, :WIDTH * HEIGHT].reshape(20, HEIGHT, WIDTH)
        spots = [(x, y) for y in range(2, HEIGHT, 13) for x in range(3, WIDTH, 17)]
        for number in 19, 0, 7, 8:  # forward, back, and on
            b.frame(number)
            self.picture()
            left, top = b.run("const r = document.getElementById('canvas').getBoundingClientRect(); return [r.x, r.y]")
            places = [[u - left, v - top] for u, v in (b.place_of(WIDTH, HEIGHT, x, y) for x, y in spots)]
            seen = b.run("const from = document.getElementById('canvas'), copy = document.createElement('canvas');"
                         "copy.width = from.width; copy.height = from.height;"
                         "const c = copy.getContext('2d', {willReadFrequently: true}); c.drawImage(from, 0, 0);"
                         "return arguments[0].map(([x, y]) => c.getImageData(x, y, 1, 1).data[1])", places)
            wanted = [min(255, max(0, (int(luma[number, y, x]) - 16) * 255 / 219)) for x, y in spots]
            self.assertLess(max(abs(a - w) for a, w in zip(seen, wanted)), 4, f"frame {number}")

    def test_steps_jumps_and_plays(self):
        b = self.browser
        b.open(self.page)
        self.assertEqual(self.shown(), 1)
        for name, frame in ("forward", 2), ("forward", 3), ("back", 2), ("last", 19), ("first", 0):
            b.click(name)
            b.wait(f"document.getElementById('canvas').dataset.frame === '{frame}'")
        for key, frame in ("End", 19), ("ArrowLeft", 18), ("PageUp", 8), ("Home", 0), ("ArrowRight", 1):
            b.key(key)
            b.wait(f"document.getElementById('canvas').dataset.frame === '{frame}'")
        b.frame(13)
        b.click("play")
        b.wait("Number(document.getElementById('canvas').dataset.frame) > 16")
        b.click("play")
        self.assertEqual(b.run("return document.getElementById('play').ariaLabel"), "Play")

    def test_time_line_is_clicked(self):
        b = self.browser
        b.open(self.page)
        left, top, width, height = b.run("const r = document.getElementById('timeline').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]")
        for index in 0, 7, 19:
            b.press(left + (index + 0.5) / 20 * width, top + height / 2)
            b.wait(f"document.getElementById('canvas').dataset.frame === '{index}'")
        self.assertEqual(b.run("return document.getElementById('timeline').getAttribute('aria-valuenow')"), "19")

    def test_zooms_and_pans(self):
        b = self.browser
        b.open(self.page)
        x, y = b.place_of(WIDTH, HEIGHT, 70, 40)
        b.move(x, y)
        self.assertEqual(b.numbers()["pixel"], "70, 40")
        for _ in range(4):
            b.wheel(x, y, -200)
        b.wait("parseInt(document.getElementById('zoom-level').innerText) > 1000")
        b.move(x + 1, y)
        b.move(x, y)
        self.assertEqual(b.numbers()["pixel"], "70, 40")  # it stayed under the pointer
        b.drag(x, y, 120, 60)
        b.move(x + 120, y + 60)
        self.assertEqual(b.numbers()["pixel"], "70, 40")  # and went with it
        b.click("zoom-fit")
        b.move(x, y)
        self.assertEqual(b.numbers()["pixel"], "70, 40")

    def test_block_is_pinned(self):
        b = self.browser
        b.open(self.page)
        b.press(*b.place_of(WIDTH, HEIGHT, 70, 40))
        b.wait("!document.getElementById('pinned').hidden && document.getElementById('match-name').innerText === 'in frame 0'")
        self.assertEqual(b.text("pin-pixel"), "70, 40")
        self.assertGreater(self.pixels("match-here"), 10)
        self.assertGreater(self.pixels("match-there"), 10)
        b.key("ArrowRight")
        b.wait("document.getElementById('match-name').innerText === 'in frame 1'")
        b.key("Escape")
        b.wait("document.getElementById('pinned').hidden")

    def test_keyboard_alone_reads_numbers(self):
        b = self.browser
        b.open(self.page)
        b.key("d")
        b.key("s")
        self.assertEqual(b.numbers()["macroblock"], "1, 1")
        b.key("Enter", 13)
        b.wait("!document.getElementById('pinned').hidden")
        self.assertEqual(b.text("pin-macroblock"), "1, 1")

    def test_each_layer_and_picture_changes_what_is_seen(self):
        b = self.browser
        b.open(self.page)
        before = self.picture()
        for layer in "distortion", "partitions", "arrows", "colors":
            b.click("layer-" + layer)
            after = self.picture()
            self.assertNotEqual(before, after, layer)
            before = after
        for name in "gray", "compensated", "difference", "none":
            b.run("document.querySelector(`#pictures input[value=${arguments[0]}]`).click()", name)
            after = self.picture()
            if name != "gray":  # the clip has no colours
                self.assertNotEqual(before, after, name)
            before = after

    # ---- Odd input

    def test_names_are_text(self):
        name = '<img src=x onerror="document.title=1">\'&amp;"</script><script>alert(1)</script>'.replace("/", "\u2215")
        clip = self.dir / (name + ".yuv")
        clip.write_bytes(self.clip.read_bytes())
        self.browser.open(self.view(clip, "--size", f"{WIDTH}x{HEIGHT}", "--frames", "0:3"))
        self.assertEqual(self.browser.text("name"), clip.name)
        self.assertEqual(self.browser.driver.title, clip.name)
        self.assertEqual(self.browser.run("return document.images.length"), 0)
        self.assertEqual(self.browser.run("return document.scripts.length - document.querySelectorAll('script[id]').length"), 1)

    def test_no_motion_at_all(self):
        self.browser.open(self.view(self.clip, "--size", f"{WIDTH}x{HEIGHT}", "--frames", "0:1"))
        self.assertEqual(self.pixels() > 10, True)
        self.browser.move(*self.browser.place_of(WIDTH, HEIGHT, 70, 40))
        self.assertEqual(self.browser.numbers()["known"], "none: no picture was searched")
        self.browser.press(*self.browser.place_of(WIDTH, HEIGHT, 70, 40))
        self.browser.wait("document.getElementById('match-name').innerText === 'no match'")

    def test_sizes(self):
        for width, height, scale in (16, 16, 1), (17, 33, 1), (2, 2, 1), (WIDTH, HEIGHT, 3), (8192, 48, 1):
            with self.subTest(f"{width}x{height}, a {scale}th"):
                clip = moving_clip(self.dir / "sized.yuv", width, height, 3)
                self.browser.open(self.view(clip, "--size", f"{width}x{height}", "--scale", scale))
                self.assertGreater(self.pixels(), 3)
                x, y = width - 1, height - 1
                self.browser.move(*self.browser.place_of(width, height, x, y))
                if width < 1000:  # else pixels are smaller than those of the screen
                    self.assertEqual(self.browser.numbers()["pixel"], f"{x}, {y}")
                self.assertEqual(self.browser.run("return document.getElementById('notice').hidden"), True)
                self.assertEqual(self.browser.complaints(), [])

    # ---- Two runs

    def test_two_runs(self):
        b, size = self.browser, ["--size", f"{WIDTH}x{HEIGHT}"]
        for name, flags in ("a", []), ("b", ["--cost", "none", "--qp", "40"]):
            subprocess.run([GENMEDIA, "motion", self.clip, *size, "-o", self.dir / name, *flags], check=True, capture_output=True)
        b.open(self.view(self.dir / "a", self.dir / "b", *size))
        arrays = [np.load(self.dir / name / "motion.npz") for name in "ab"]
        b.frame(5)
        b.move(*b.place_of(WIDTH, HEIGHT, 70, 40))
        said = b.numbers()
        for name, arrays_of in zip(("best", "best-b"), arrays):
            self.assertEqual(said[name], str(arrays_of["best_distortion"][4, 2, 4]))
        seen = set()
        for mode in "b", "both", "difference", "a":
            b.run("document.querySelector(`#modes input[value=${arguments[0]}]`).click()", mode)
            seen.add(self.picture())
        self.assertEqual(len(seen), 4)

    # ---- Records

    def test_records_are_those_of_each_shape_alone(self):
        b, size = self.browser, ["--size", f"{WIDTH}x{HEIGHT}"]
        b.open(self.view(self.clip, *size, "--frames", "3:5", "--records"))
        b.frame(4)
        chosen = self.searched("chosen", size)
        alone = {shape: self.searched(shape, size, "--partitions", shape) for shape in ("16x16", "16x8", "8x16", "8x8", "8x4", "4x8", "4x4")}
        firsts = {"16x16": [0], "16x8": [0, 8], "8x16": [0, 4], "8x8": [0, 4, 8, 12], "8x4": [0, 2, 4, 6, 8, 10, 12, 14],
                  "4x8": [0, 1, 4, 5, 8, 9, 12, 13], "4x4": range(16)}
        for column, row in (0, 0), (3, 2), (9, 5), (5, 4):
            b.press(*b.place_of(WIDTH, HEIGHT, 16 * column + 9, 16 * row + 2))
            b.wait(f"document.getElementById('pin-macroblock')?.innerText === '{column}, {row}'")
            b.wait("document.getElementById('pin-shape-4x4') !== null")
            said = b.run("return Object.fromEntries([...document.querySelectorAll('#shapes tr')].map((r) => [r.cells[0].innerText, r.cells[1].innerText]))")
            wanted = {}
            for shape, arrays in alone.items():
                best = int(arrays["best_distortion"][3, row, column])
                more = best - int(chosen["best_distortion"][3, row, column])
                blocks = [(*arrays["motion_vectors"][3, row, column, e], arrays["distortions"][3, row, column, e]) for e in firsts[shape]]
                wanted[f"{shape}: {best} ({'+' if more > 0 else ''}{more})"] = "\n".join(f"{x}, {y}: {d}" for x, y, d in blocks)
            self.assertEqual(said, wanted)

    def searched(self, name, size, *flags):
        subprocess.run([GENMEDIA, "motion", self.clip, *size, "-o", self.dir / name, "--force", *flags], check=True, capture_output=True)
        return dict(np.load(self.dir / name / "motion.npz"))

    # ---- Inside another page

    def test_page_in_a_frame(self):
        """As the notebook shows it."""
        outer = self.dir / "outer.html"
        text = self.page.read_text().replace("&", "&amp;").replace('"', "&quot;")
        outer.write_text(f'<!DOCTYPE html><title>x</title><iframe srcdoc="{text}" width="900" height="700"></iframe>')
        b = self.browser
        b.driver.get(outer.resolve().as_uri())
        b.driver.switch_to.frame(0)
        b.wait("performance.getEntriesByName('first-picture').length > 0")
        self.assertEqual(self.pixels(), 100)
        b.driver.switch_to.default_content()

    # ---- Accessibility

    @unittest.skipUnless(AXE, "no axe (scripts/python-env fetches axe-selenium-python)")
    def test_axe_finds_nothing_serious(self):
        b = self.browser
        two = self.view(self.clip, self.clip, "--size", f"{WIDTH}x{HEIGHT}", "--frames", "0:4", "--intra")
        for scheme in "light", "dark":
            b.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for page in self.page, two:
                b.open(page)
                b.press(*b.place_of(WIDTH, HEIGHT, 70, 40))
                b.wait("!document.getElementById('pinned').hidden")
                self.assertEqual(b.serious_findings(AXE), [], scheme)

if __name__ == "__main__":
    if browser.REASON:
        print("SKIPPED:", browser.REASON)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
