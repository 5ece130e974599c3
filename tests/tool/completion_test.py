#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""completion_test.py GENMEDIA: what bash, zsh and fish complete with the scripts of `genmedia completion`. Lines are typed
into real shells on a terminal, where a program in the place of genmedia writes down what it is called with."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

GENMEDIA = os.path.abspath(sys.argv.pop(1))
SHELLS = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]}
# Where `make install` puts scripts, and how a new shell reads them from there.
READ = {
    "bash": ". {file}",
    "zsh": "fpath=({folder} $fpath); autoload -U compinit && compinit -u -D",
    "fish": "source {file}",
}
NAMES = {"bash": "genmedia", "zsh": "_genmedia", "fish": "genmedia.fish"}
# What is typed (a tab completes), and the arguments that come of it.
TYPED = [
    ("mot\t", ["motion"]),
    ("motion --wind\tsm\t", ["motion", "--window", "small"]),
    ("motion --outp\tday\\ \t", ["motion", "--output", "day 2"]),
    ("motion -o day\t --csv clip\t", ["motion", "-o", "day 2", "--csv", "clip one.mp4"]),
    ("motion --partitions 8x16,16x8,16x1\t", ["motion", "--partitions", "8x16,16x8,16x16"]),
    ("encode --decis\tmot\t", ["encode", "--decisions", "motion.npz"]),
    ("encode --without hier\t", ["encode", "--without", "hierarchy"]),
    ("interpolate --preset be\t", ["interpolate", "--preset", "best"]),
    ("completion zs\t", ["completion", "zsh"]),
    ("doctor --js\t", ["doctor", "--json"]),
    ("motion --threads cli\t", ["motion", "--threads", "cli"]),  # a number is no file
]
GIVE_UP = int(os.environ.get("GIVE_UP", "1200"))  # a minute, in steps
PROGRAM = [("cl --lo\terr\t -- genmed\t mo\t", ["cl", "--log", "error", "--", "genmedia", "motion"]),
           ("va -- genmed\t mo\t", ["va", "--", "genmedia", "motion"])]


def script(shell):
    return subprocess.run([GENMEDIA, "completion", shell], check=True, capture_output=True, text=True).stdout


def offered(*command):
    """The flags of --help."""
    text = subprocess.run([GENMEDIA, *command, "--help"], check=True, capture_output=True, text=True).stdout
    columns = re.findall(r"^  (-\S.*?)(?=  |$)", text, re.MULTILINE)
    return {flag for column in columns for flag in re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", column)}


def commands():
    text = subprocess.run([GENMEDIA, "--help"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^  (\w+) ", text.partition("Subcommands:")[2], re.MULTILINE)


class Terminal:
    """A shell that somebody types into."""

    def __init__(self, shell, folder):
        self.folder, self.seen = folder, b""
        environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8",
                       "CALLED": str(folder / "called")}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder / "work")
            os.execvpe(shell, [shell, *SHELLS[shell]], environment)

    def wait(self, is_done, what):
        for _ in range(GIVE_UP):
            if select.select([self.terminal], [], [], 0.05)[0]:
                self.seen += os.read(self.terminal, 65536)
            if is_done():
                return
        raise TimeoutError(f"{what}; the terminal has\n{self.seen.decode(errors='replace')[-2000:]}")

    def arguments(self, typed):
        """Types a line; what the program was called with."""
        called = self.folder / "called"
        called.unlink(missing_ok=True)
        os.write(self.terminal, f"genmedia {typed}\n".encode())
        self.wait(called.exists, typed)
        return called.read_text().split("\0")[:-1]

    def run(self, line):
        (self.folder / "ready").unlink(missing_ok=True)
        os.write(self.terminal, f"{line}\ntouch {self.folder}/ready\n".encode())
        self.wait((self.folder / "ready").exists, line)

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


class Completion(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="genmedia-completion-")
        self.addCleanup(temporary.cleanup)
        self.dir = pathlib.Path(temporary.name)
        for name in "bin", "work/day 2", "scripts":
            (self.dir / name).mkdir(parents=True)
        for name in "clip one.mp4", "motion.npz":
            (self.dir / "work" / name).touch()
        stub = self.dir / "bin/genmedia"
        stub.write_text("#!/bin/sh\nprintf '%s\\0' \"$@\" >\"$CALLED.new\" && mv \"$CALLED.new\" \"$CALLED\"\n")
        stub.chmod(0o755)

    def needs(self, shell):
        if not shutil.which(shell):
            self.skipTest(f"no {shell} (package {shell})")
        file = self.dir / "scripts" / NAMES[shell]
        file.write_text(script(shell))
        return file

    def type_into(self, shell, lines, *before):
        file = self.needs(shell)
        terminal = Terminal(shell, self.dir)
        self.addCleanup(terminal.close)
        for line in (*before, READ[shell].format(file=file, folder=file.parent)):
            terminal.run(line)
        for typed, expected in lines:
            with self.subTest(shell=shell, typed=typed):
                words = [part for word in terminal.arguments(typed)
                         for part in (word.split("=", 1) if word.startswith("--") else [word])]
                self.assertEqual([word.rstrip(" /") for word in words], expected)

    def test_bash(self):
        self.type_into("bash", TYPED)

    def test_bash_with_bash_completion(self):
        loader = "/usr/share/bash-completion/bash_completion"
        if not os.path.exists(loader):
            self.skipTest("no bash_completion (package bash-completion)")
        self.type_into("bash", [*TYPED, *PROGRAM], f". {loader}")

    def test_zsh(self):
        self.type_into("zsh", [*TYPED, *PROGRAM])

    def test_fish(self):
        self.type_into("fish", [*TYPED, *PROGRAM])

    def test_bash_has_the_flags_of_help(self):
        file = self.needs("bash")
        for name in commands():
            line = f"COMP_WORDS=(genmedia {name} -); COMP_CWORD=2; _genmedia; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            done = subprocess.run(["bash", "--norc", "-c", f". {file}; {line}"], capture_output=True, text=True, check=True)
            self.assertEqual(set(done.stdout.split()), offered(name), name)

    def test_fish_has_the_flags_of_help(self):
        file = self.needs("fish")
        for name in commands():
            done = subprocess.run(["fish", "--no-config", "-c", f"source {file}; complete -C 'genmedia {name} -'"],
                                  capture_output=True, text=True, check=True, env={**os.environ, "HOME": str(self.dir)})
            found = {line.split("\t")[0] for line in done.stdout.splitlines()}
            self.assertEqual({flag for flag in found if re.fullmatch(r"-\w|--[\w-]+", flag)}, offered(name), name)

    def test_zsh_has_the_flags_of_help(self):
        file = self.needs("zsh")
        for name in commands():
            done = subprocess.run(["zsh", "-f", "-c", "compdef() {}; _arguments() { print -rl -- \"$@\" }; "
                                   f"source {file}; words=(genmedia {name} -); CURRENT=3; _genmedia"],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(set(re.findall(r"^(--?[A-Za-z][\w-]*)[=+]?\[", done.stdout, re.MULTILINE)), offered(name), name)

    def test_a_shell_that_is_not_known(self):
        for words in (["csh"], []):
            done = subprocess.run([GENMEDIA, "completion", *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
        done = subprocess.run([GENMEDIA, "completion", "csh"], capture_output=True, text=True)
        self.assertIn("'csh', expected one of bash, zsh, fish", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
