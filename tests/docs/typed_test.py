"""typed_test.py SOURCE DOCUMENT FOLDER...: types the C for Metal lines of a document, with programs from the folders.

A block of indented lines is a file where the text before it ends with its name, `NAME.cpp`:, and else it is lines for
a shell. What a line is to print stands behind it as a comment, where it is not PASSED.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SECTIONS = {"docs/cm.md": "## From a kernel file to a running program", "README.md": "## C for Metal programs"}
RUN = "genmedia cm -- "


def section(text, title):
    after = text.split(title + "\n", 1)[1]
    return re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]


def blocks(text):
    """Pairs: the text before a block, the block."""
    parts = re.split(r"((?:^    .*\n(?:[ ]*\n(?=    ))*)+)", text, flags=re.MULTILINE)
    for before, block in zip(parts[::2], parts[1::2]):
        yield before.strip(), re.sub(r"^    ", "", block, flags=re.MULTILINE)


def type_line(line, folder, environment):
    command, _, comment = line.partition("    # ")
    done = subprocess.run(["bash", "-c", command + ' && pwd > "$WHERE"'], cwd=folder, env=environment, capture_output=True, text=True)
    print("$", line, done.stdout, done.stderr, sep="\n")
    if done.returncode != 0:
        sys.exit(f"FAILED: {line}: status {done.returncode}")
    if command.startswith(RUN):
        expected = comment or "PASSED"
        if expected not in done.stdout.split():
            sys.exit(f"FAILED: {line}: printed {done.stdout!r}; expected {expected}")
    with open(environment["WHERE"], encoding="utf-8") as where:
        return where.read().strip()


def says_what_fails(host, folder):
    """Without genmedia, and without its kernel file, the host ends with a message rather than by a signal."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LD_")}
    os.remove(host + "_genx.isa")
    done = subprocess.run([host], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 1 or not re.search("CreateCmDevice|LoadProgram", done.stderr):
        sys.exit(f"FAILED: {host} alone: status {done.returncode}, says {done.stderr!r}")


def main():
    source, document, *folders = sys.argv[1:]
    with open(os.path.join(source, document), encoding="utf-8") as file:
        text = section(file.read(), SECTIONS[document])
    ran = 0
    with tempfile.TemporaryDirectory() as empty:
        here = os.path.join(empty, "here")
        if document == "README.md":  # is read in the folder of the sources
            for folder in ("examples", "include"):
                shutil.copytree(os.path.join(source, folder), os.path.join(here, folder))
        os.makedirs(here, exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LD_")}
        environment.update(PATH=":".join(folders + [os.environ["PATH"]]), WHERE=os.path.join(empty, "where"))
        for before, block in blocks(text):
            name = re.search(r"`([\w.]+\.cpp)`:$", before)
            if name:
                with open(os.path.join(here, name[1]), "w", encoding="utf-8") as file:
                    file.write(block)
                continue
            for line in block.splitlines():
                here = type_line(line, here, environment)
                ran += line.startswith(RUN)
        if document == "docs/cm.md":
            says_what_fails(os.path.join(here, "twice"), here)
    if ran != 1:
        sys.exit(f"FAILED: {document} has {ran} lines that begin with {RUN!r}; expected 1")


main()
