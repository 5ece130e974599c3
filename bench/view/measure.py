#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""measure.py GENMEDIA CLIP...: how long `genmedia view` takes beside `genmedia motion` (the best of three), how large its pages
are, and how soon and how fast headless Chromium shows them, without a GPU."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/view"))
import browser  # noqa: E402

WINDOW = 1600, 1000
DRAWN = "return [performance.now(), Number(document.getElementById('canvas').dataset.drawn)]"
CLICKED = """window.took = [];
document.addEventListener("pointerdown", (event) => {
    const look = () => document.getElementById("pin-pixel") && !document.getElementById("pinned").hidden ? took.push(performance.now() - event.timeStamp) : setTimeout(look, 1);
    look();
}, true)"""


def best(*command):
    times = []
    for _ in range(3):
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.monotonic() - start)
    return min(times)


def first_picture(page):
    """Milliseconds from the start of opening, the middle of three."""
    b = browser.Browser(*WINDOW)
    times = []
    for _ in range(3):
        b.open(page)
        times.append(b.run("return performance.getEntriesByName('first-picture')[0].startTime"))
    b.close()
    return statistics.median(times)


def click(page):
    """Milliseconds from a click to the numbers of the pinned block, the middle of five."""
    b = browser.Browser(*WINDOW)
    b.open(page)
    b.run(CLICKED)
    for i in range(5):
        b.press(300 + 40 * i, 300)
        time.sleep(0.3)
        b.key("Escape")
        time.sleep(0.2)
    times = b.run("return took")
    b.close()
    return statistics.median(times)


def pictures_a_second(page):
    """With all layers that are on at first, without waiting for any picture's time."""
    b = browser.Browser(*WINDOW)
    b.open(page)
    b.run("const speed = document.getElementById('speed'); speed.value = '0'; speed.dispatchEvent(new Event('change'))")
    b.click("play")
    time.sleep(2)
    before = b.run(DRAWN)
    time.sleep(5)
    after = b.run(DRAWN)
    b.close()
    return 1000 * (after[1] - before[1]) / (after[0] - before[0])


def main():
    genmedia, *clips = sys.argv[1:]
    print("| clip | motion, s | view, s | page, MB | first picture, ms | click, ms | pictures a second |")
    for clip in clips:
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            motion = best(genmedia, "motion", clip, "-o", os.path.join(folder, "out"))
            view = best(genmedia, "view", clip, "-o", str(page))
            print(f"| {os.path.basename(clip)} | {motion:.2f} | {view:.2f} | {page.stat().st_size / 1e6:.1f} | {first_picture(page):.0f} | "
                  f"{click(page):.0f} | {pictures_a_second(page):.0f} |", flush=True)
    print("load", *os.getloadavg())


if __name__ == "__main__":
    if browser.REASON:
        sys.exit(browser.REASON)
    main()
