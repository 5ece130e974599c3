# SPDX-License-Identifier: MIT
"""clone_test.py SOURCE [CASE...]: what somebody meets who has just cloned SOURCE: the Makefile, the README, packages."""
import ast
import os
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = sys.argv.pop(1)


# These tests may run below `make check`, which is not what its reader types.
TYPED = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def run(*command, env=TYPED):
    return subprocess.run(command, cwd=SOURCE, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=env)


class Make(unittest.TestCase):
    def test_each_target_installs_what_it_needs(self):
        with open(os.path.join(SOURCE, "Makefile")) as file:
            targets = re.search(r"^\.PHONY: (.*)$", file.read(), re.MULTILINE)[1].split()
        for target in set(targets) - {"help", "clean", "uninstall"}:
            first = run("make", "-n", target).stdout.splitlines()[0]
            self.assertRegex(first, r"^scripts/(install-deps \w+|fuzz \d+)$", target)

    def test_a_prefix_with_a_space(self):
        typed = run("make", "-n", "install", "PREFIX=/tmp/a b").stdout
        self.assertIn('-DCMAKE_INSTALL_PREFIX="$(realpath -m -- "/tmp/a b")"', typed)
        self.assertIn('scripts/install build/release "/tmp/a b"', typed)
        self.assertIn('scripts/install --remove "/tmp/a b"', run("make", "-n", "uninstall", "PREFIX=/tmp/a b").stdout)

    def test_help_names_each_target(self):
        told = re.findall(r"^make (\w+)", run("make", "-s", "help").stdout, re.MULTILINE)
        with open(os.path.join(SOURCE, "Makefile")) as file:
            targets = re.search(r"^\.PHONY: (.*)$", file.read(), re.MULTILINE)[1].split()
        self.assertEqual(set(told), set(targets) - {"help"})


class Readme(unittest.TestCase):
    def test_indented_lines_are_commands(self):
        script = run("scripts/newcomer", "--print").stdout
        self.assertEqual(run("bash", "-n", "-c", script).stderr, "")
        commands = [line for line in script.splitlines() if not line.startswith(("printf ", "echo "))]
        self.assertEqual([line.split("#")[0].strip() for line in commands[:3]], ["make demo", "make install", "make check"])
        self.assertNotRegex("\n".join(commands), r"#include|\w::\w|;$")

    def test_python_lines_are_python(self):
        programs = re.findall(r"^python3 - <<'END'\n(.*?)^END$", run("scripts/newcomer", "--print").stdout, re.MULTILINE | re.DOTALL)
        self.assertTrue(programs)
        for program in programs:
            ast.parse(program)


class Names(unittest.TestCase):
    def test_nobody_is_told_to_install_another_project(self):
        """On PyPI `genmedia` is somebody else's."""
        other = re.compile(r"(pip3?|uv|pipx)\b[^\n]* (install|add|download|wheel)\b[^\n]*[ '\"]genmedia(?![\w.-])|"
                           r"(?<![\w./-])genmedia\[[a-z]|[Pp]ypi\.org/\w+/genmedia(?![\w.-])")
        faults = []
        for folder, below, names in os.walk(SOURCE):
            below[:] = [name for name in below if name not in (".git", "build", "demo", "out")]
            for name in names:
                path = os.path.join(folder, name)
                if os.path.islink(path) or name == "clone_test.py":
                    continue
                with open(path, encoding="utf-8", errors="replace") as file:
                    faults += [f"{path}: {line.strip()}" for line in file if len(line) < 2000 and other.search(line)]
        self.assertEqual(faults, [])
        with open(os.path.join(SOURCE, "pyproject.toml")) as file:
            self.assertIn('\nname = "genmedia-vme"', file.read())


# As apt-get and dpkg-query behave on a machine that has nothing.
APT = """#!/bin/sh
for word; do [ "$word" != --print-uris ] || { echo "'http://x/y.deb' y.deb 2000000 MD5Sum:0"; exit; }; done
i=0; while [ $i -lt 500 ]; do echo "Get:$i of apt's words"; i=$((i + 1)); done
exit $APT_STATUS
"""
SUDO = '#!/bin/sh\n[ "$1" != -n ] || shift\nexec "$@"\n'


class InstallDeps(unittest.TestCase):
    def install(self, status):
        with tempfile.TemporaryDirectory() as folder:
            scripts = os.path.join(folder, "scripts")
            os.mkdir(scripts)
            programs = {"apt-get": APT, "sudo": SUDO, "dpkg-query": "#!/bin/sh\nexit 1\n"}
            with open(os.path.join(SOURCE, "scripts/install-deps")) as file:
                programs["scripts/install-deps"] = file.read()
            for name, text in programs.items():
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
                os.chmod(os.path.join(folder, name), 0o755)
            return run(os.path.join(scripts, "install-deps"), "build",
                       env={**TYPED, "PATH": f"{folder}:{os.environ['PATH']}", "APT_STATUS": str(status)})

    def test_apt_is_not_heard_when_all_is_well(self):
        done = self.install(0)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\Ainstall-deps: 1 packages, 2 MB to fetch.*\n\Z")
        self.assertEqual(done.stderr, "")

    def test_apt_is_heard_when_it_fails(self):
        done = self.install(100)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Get:499 of apt's words", done.stderr)
        self.assertRegex(done.stderr, "could not be installed: .*cmake")

    def test_unknown_set_is_refused(self):
        done = run("scripts/install-deps", "everything")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("usage: scripts/install-deps build|", done.stderr)


# A program that writes what `scripts/demo` looks for; an ffmpeg that writes its last argument.
GENMEDIA = """#!/bin/sh
for file in overlay.mp4 overlay.png motion.npz motion.csv stats.json; do mkdir -p demo/out && echo x >demo/out/$file; done
"""
FFMPEG = "#!/bin/sh\nfor file; do :; done\necho drawn >$file\n"


class Demo(unittest.TestCase):
    def test_draws_a_clip_where_the_package_cannot_be_had(self):
        with tempfile.TemporaryDirectory() as tree:
            programs = {"build/release/bin/genmedia": GENMEDIA, "bin/ffmpeg": FFMPEG, "bin/apt-get": "#!/bin/sh\necho no network; exit 100\n"}
            for name, text in programs.items():
                os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
                with open(os.path.join(tree, name), "w") as file:
                    file.write(text)
                os.chmod(file.name, 0o755)
            os.mkdir(os.path.join(tree, "scripts"))
            with open(os.path.join(SOURCE, "scripts/demo")) as script, open(os.path.join(tree, "scripts/demo"), "w") as copy:
                copy.write(script.read())
            os.mkdir(os.path.join(tree, "tmp"))
            done = run("bash", os.path.join(tree, "scripts/demo"),
                       env={**TYPED, "PATH": os.path.join(tree, "bin") + ":" + TYPED["PATH"], "TMPDIR": os.path.join(tree, "tmp")})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("demo: no network", done.stderr)
            self.assertIn("drawing one", done.stdout)
            with open(os.path.join(tree, "demo/clip.mp4")) as clip:
                self.assertEqual(clip.read(), "drawn\n")
            self.assertEqual(sorted(os.listdir(tree)), ["bin", "build", "demo", "scripts", "tmp"])
            self.assertEqual(os.listdir(os.path.join(tree, "tmp")), [])


class Install(unittest.TestCase):
    def test_refuses_no_prefix(self):
        done = run("scripts/install", "build/release", "")
        self.assertEqual(done.returncode, 2)
        self.assertIn("usage: scripts/install BUILD_TREE PREFIX", done.stderr)


if __name__ == "__main__":
    unittest.main()
