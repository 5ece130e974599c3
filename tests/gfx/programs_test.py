# SPDX-License-Identifier: MIT
"""Compiles the programs of programs/ and examples/gfx with gfxcc and runs them: programs_test.py GFXCC FOLDER

A program returns 0, or the number of the check that failed. C is compiled as C and as C++. Comments say what else is
expected: `// stderr: TEXT` and `// dies: SIGNAL` of a run, `// error: TEXT` of the compiler on that line, and none on
other lines."""
import concurrent.futures
import os
import re
import signal
import subprocess
import sys

GFXCC, FOLDER = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = [os.path.join(HERE, "programs"), os.path.join(HERE, "..", "..", "examples", "gfx")]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=FOLDER, timeout=600)


def expected(text, what):
    """(line, text) of the comments."""
    return [(number, match[1].strip()) for number, line in enumerate(text.splitlines(), 1)
            if (match := re.search(rf"// {what}: (.*)", line))]


def judge_errors(path, language, wanted):
    """What is wrong with the compiler's errors."""
    done = run(GFXCC, "-x", language, "-c", path, "-o", os.path.join(FOLDER, "wrong.o"))
    found = re.findall(rf"{re.escape(path)}:(\d+):\d+: error: (.*)", done.stderr)
    if done.returncode == 0:
        yield "compiles"
    for line, text in wanted:
        if not any(int(number) == line and text in message for number, message in found):
            yield f"line {line}: no error with {text!r}"
    for number, message in found:
        if int(number) not in [line for line, _ in wanted]:
            yield f"line {number}: unexpected error {message!r}"


def judge_run(path, language, text):
    program = os.path.join(FOLDER, os.path.basename(path) + ("_cpp" if language == "c++" else "_c"))
    built = run(GFXCC, "-O2", "-Wall", "-x", language, os.path.relpath(path, FOLDER), "-o", program)
    if built.returncode != 0:
        yield f"does not compile: {built.stderr}"
        return
    done = run(program)
    dies = [getattr(signal, name) for _, name in expected(text, "dies")]
    if done.returncode != (-dies[0] if dies else 0):
        yield f"returns {done.returncode}: {done.stderr}"
    says = expected(text, "stderr")
    for _, words in says:
        if done.stderr.count(words) != 1:
            yield f"does not say once {words!r}: {done.stderr}"
    if not says and done.stderr:
        yield f"says {done.stderr}"


def judge(job):
    path, language = job
    with open(path, encoding="utf-8") as file:
        text = file.read()
    wanted = expected(text, "error")
    wrong = list(judge_errors(path, language, wanted) if wanted else judge_run(path, language, text))
    return [f"{os.path.basename(path)} as {language}: {each}" for each in wrong]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    paths = [os.path.join(folder, name) for folder in FOLDERS for name in sorted(os.listdir(folder))]
    jobs = [(path, language) for path in paths
            for language in (["c", "c++"] if path.endswith(".c") else ["c++"])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [each for found in pool.map(judge, jobs) for each in found]
    print("\n".join(wrong) or f"{len(jobs)} programs are as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
