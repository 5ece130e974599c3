#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That outside.py tells what is as its list says from what is not, with a suite of four tests.   outside_test.py OUTSIDE"""
import contextlib
import io
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
folder = tempfile.mkdtemp()
os.environ["OUTSIDE_LISTS"] = folder
import outside  # noqa: E402
import suite  # noqa: E402
import suites  # noqa: E402
from suite import ALONE, FAIL, PASS, SKIP, NotRun, Outcome  # noqa: E402

OUTCOMES = [Outcome("right", PASS), Outcome("wrong", FAIL, "3, expected 4"), Outcome("of_pocl", ALONE, "as without"),
            Outcome("elsewhere", SKIP, "on Windows alone")]
AS_THEY_ARE = "# What is made up\nfail wrong: a cause\nalone of_pocl: PoCL's\nskip elsewhere: on Windows alone\n"


def made_up(of):
    yield from (outcome for outcome in OUTCOMES if of.only in outcome.test)


def not_run(of):
    raise NotRun("no compiler")
    yield


suites.SUITES = {"made-up": suites.Entry("made-up", made_up), "not-run": suites.Entry("not-run", not_run)}


def expect(status, *texts, words=("made-up", folder), listed=AS_THEY_ARE):
    with open(os.path.join(folder, "made-up.txt"), "w") as file:
        file.write(listed)
    said = io.StringIO()
    sys.argv[1:] = [*words[:-2], "/bin", os.path.join(folder, "work"), *words[-2:]]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        was = outside.main()
    missing = [text for text in texts if text not in said.getvalue()]
    if was != status or missing:
        sys.exit(f"status {was}, expected {status} and {missing} in:\n{said.getvalue()}")


expect(0, "made-up: 1 pass, 1 fail, 1 alone, 1 skip")
expect(1, "DIFFERS: wrong: fail (3, expected 4); expected pass", listed=AS_THEY_ARE.replace("fail wrong: a cause\n", ""))
expect(1, "DIFFERS: right: pass; expected fail", listed=AS_THEY_ARE + "fail right: a cause\n")
expect(1, "DIFFERS: gone: not there; expected skip", listed=AS_THEY_ARE + "skip gone: a cause\n")
expect(0, "made-up: 1 pass, 0 fail", words=("--only", "right", "made-up", folder), listed="")
expect(1, "no test passed", words=("--only", "wrong", "made-up", folder))
expect(77, "SKIPPED: not-run, no compiler", words=("not-run", folder))
expect(77, "SKIPPED: made-up, no folder /nowhere", words=("made-up", "/nowhere"))
os.environ.pop("GENMEDIA_OUTSIDE", None)
expect(77, "SKIPPED: made-up, GENMEDIA_OUTSIDE names no folder of clones", words=("made-up", "-"))
expect(2, "no suite other", words=("other", folder))
with contextlib.suppress(ValueError):
    expect(0, listed="fail wrong\n")
    sys.exit("a row without a cause was taken")

# The list is written anew: what it said of causes stays, what it lacked comes.
expect(0, words=("--write", "made-up", folder), listed="# A comment\nfail wrong: a cause\nfail right: mended\n")
with open(os.path.join(folder, "made-up.txt")) as file:
    written = file.read()
if written != "# A comment\nskip  elsewhere: on Windows alone\nalone of_pocl: as without\nfail  wrong: a cause\n":
    sys.exit(f"wrote {written!r}")

expect(0, words=("--write", "--only", "right", "made-up", folder), listed="fail wrong: stays\nfail right: mended\n")
with open(os.path.join(folder, "made-up.txt")) as file:
    written = file.read()
if written != "fail  wrong: stays\n":
    sys.exit(f"--only wrote {written!r}")

# What is judged: the outcome of a program with genmedia and, where that is wrong, without.
of = suite.Suite(folder, os.path.join(folder, "work"), "/bin")
of.with_genmedia = lambda *command, **how: of.run(*command, **how)
of.alone = lambda *command, **how: of.run("sh", "-c", of.without, **how)
for command, without, outcome in (("exit 0", "exit 1", PASS), ("echo no error; exit 3", "exit 0", FAIL),
                                  ("exit 3", "exit 3", ALONE), ("kill -11 $$", "exit 0", FAIL), ("sleep 9", "exit 0", FAIL)):
    of.without = without
    was = of.judged("test", ["sh", "-c", command], seconds=2)
    if was.outcome != outcome:
        sys.exit(f"{command}: {was}, expected {outcome}")
if of.judged("test", ["sh", "-c", "kill -11 $$"]).reason != "ended by SIGSEGV":
    sys.exit("a signal is not named")
# A test that fails with genmedia and does not apply without it is about what genmedia adds.
of.without = "echo does not apply"
applies = {"skipped": lambda run: "why" if "does not apply" in run.output else None}
was = of.judged("test", ["sh", "-c", "exit 3"], **applies)
if was.outcome != FAIL:
    sys.exit(f"what applies with genmedia alone: {was}, expected {FAIL}")

# Where parts of a test fail, each of them must fail alone, too.
failed = {"parts": lambda run: {(line,) for line in run.output.splitlines() if line.startswith("FAILED")}}
for without, outcome in (("echo FAILED 1; exit 1", FAIL), ("echo FAILED 1; echo FAILED 2; exit 1", ALONE)):
    of.without = without
    was = of.judged("test", ["sh", "-c", "echo FAILED 2; exit 1"], **failed)
    if was.outcome != outcome:
        sys.exit(f"FAILED 2, alone {without}: {was}, expected {outcome}")
