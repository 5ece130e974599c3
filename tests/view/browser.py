# SPDX-License-Identifier: MIT
"""Pages of genmedia in headless Chromium."""
import shutil

REASON = ""  # why there is none
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError:
    REASON = "no Selenium (package python3-selenium)"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    REASON = REASON or "no Chromium or no driver of it (packages chromium, chromium-driver)"


class Browser:
    """One window, of which a page at a time is asked."""

    def __init__(self, width=1400, height=900, scheme="light"):
        options = Options()
        options.binary_location = CHROMIUM
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--window-size={width},{height}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_script_timeout(60)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def close(self):
        self.driver.quit()

    def call(self, method, **parameters):
        """Of the browser's own protocol."""
        return self.driver.execute_cdp_cmd(method, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, seconds=20):
        """Until a condition of JavaScript holds in the page."""
        done = self.driver.execute_async_script(
            "const [text, seconds, done] = arguments, end = performance.now() + 1000 * seconds;"
            "const holds = new Function('return ' + text);"
            "const ask = () => holds() ? done(true) : performance.now() > end ? done(false) : setTimeout(ask, 10);"
            "ask();", condition, seconds)
        assert done, f"not within {seconds} s: {condition}; {self.complaints()}"

    def open(self, page):
        self.driver.get("about:blank")
        self.complaints()
        self.driver.get(page.resolve().as_uri())
        self.wait("performance.getEntriesByName('first-picture').length > 0")

    def complaints(self):
        """What the console got since the last call."""
        return [line["message"] for line in self.driver.get_log("browser")]

    def serious_findings(self, axe):
        """What axe, whose script that is, finds to keep people from using the page."""
        self.run(axe.read_text())
        return self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(found.violations"
            ".filter(({impact}) => ['serious', 'critical'].includes(impact))"
            ".map(({id, nodes}) => [id, nodes.map(({html}) => html).join(' ')])))")

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).innerText", name)

    def click(self, name):
        """A press of the mouse on the element's middle."""
        self.press(*self.run(
            "const e = document.getElementById(arguments[0]); e.scrollIntoView({block: 'nearest'});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]", name))

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, x, y):
        self.move(x, y)
        for kind in "mousePressed", "mouseReleased":
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, x, y, dx, dy):
        self.move(x, y)
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx / 2, y=y + dy / 2, button="left")
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx, y=y + dy, button="left")
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button="left", clickCount=1)

    def wheel(self, x, y, dy):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=dy)

    def key(self, key, code=0):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def numbers(self):
        """What is said of the block under the pointer, as it is read."""
        return self.run("return Object.fromEntries([...document.querySelectorAll('#numbers td')]"
                        ".map((cell) => [cell.id.slice(2), cell.innerText]))")

    def frame(self, number):
        """Types the number of a frame, and waits until it is shown with its numbers."""
        self.run("const f = document.getElementById('frame'); f.value = arguments[0];"
                 "f.dispatchEvent(new Event('change'))", number)
        self.wait(f"document.getElementById('canvas').dataset.frame === '{number}'")

    def place_of(self, width, height, x, y):
        """Where pixel (x, y) of a picture is that is shown whole: in the middle, with a small margin."""
        left, top, w, h = self.run("const r = document.getElementById('canvas').getBoundingClientRect();"
                                   "return [r.x, r.y, r.width, r.height]")
        scale = min(w / width, h / height) * 0.98
        return left + (w - width * scale) / 2 + (x + 0.5) * scale, top + (h - height * scale) / 2 + (y + 0.5) * scale
