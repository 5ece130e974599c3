# SPDX-License-Identifier: MIT
"""What a page in Markdown has for the reader to type: commands, files, Python, and what commands print."""
import dataclasses
import re
import shutil


@dataclasses.dataclass
class Item:
    kind: str      # "command", "file", "python", "doctest", "output", "fence" or "path": one that a page names
    text: str      # the command without its comment, the file's or the program's text, the output, the path
    line: int
    told: str = ""  # the comment behind a command; the file's name; the command that gives the output; a fence's language

    @property
    def key(self):
        """What a list of exceptions calls it: the command, or a block's first line."""
        return self.text.split("\n", 1)[0].strip()


PROGRAMS = {"apt-get", "clang-format", "cmake", "cmc", "ctest", "ffmpeg", "g++", "gdb", "genmedia", "genmedia-check", "gfxcc", "git",
            "make", "man", "ocloc", "perf", "pip", "pkg-config", "python3", "sudo"}
FOLDERS = r"(scripts|build|bench|tests)/"


def words_of(command):
    """Without variables that are set before it."""
    words = command.split()
    while words and re.match(r"\w+=", words[0]):
        words.pop(0)
    return words


def is_command(span):
    """A span of code within a sentence is a command where a program comes first, and something behind it."""
    words = words_of(span)
    if not words or span.endswith(":"):
        return False
    if words[0].startswith("./"):
        return True
    known = words[0] in PROGRAMS or re.match(FOLDERS, words[0]) or \
        (re.fullmatch(r"[a-z][a-z0-9+.-]+", words[0]) and shutil.which(words[0]))
    return bool(known) and len(words) > 1


def spans(text, line):
    for span in re.finditer(r"`([^`]+)`", text):
        code, at = " ".join(span[1].split()), line + text[:span.start()].count("\n")
        if is_command(code):
            yield Item("command", code, at)
        elif re.fullmatch(FOLDERS + r"[\w./-]*", code):
            yield Item("path", code, at)


def block_items(before, block, line):
    """A block of indented lines; the sentence before it says what it is."""
    file = re.search(r"`([\w.]+\.\w+)`:$", before)
    answer = re.search(r"`([^`]+)` (?:says|prints)[^`]*:$", before)
    if block.startswith(">>>"):
        yield Item("doctest", block, line)
    elif block.startswith(("import ", "from ")):
        yield Item("python", block, line)
    elif file:
        yield Item("file", block, line, file[1])
    elif answer and is_command(" ".join(answer[1].split())):
        yield Item("output", block, line, " ".join(answer[1].split()))
    else:
        yield Item("block", block, line)


def commands_of(block):
    for number, text in enumerate(block.text.splitlines()):
        command, _, comment = text.partition(" # ")
        if command.strip():
            yield Item("command", command.rstrip(), block.line + number, comment.strip())


def items(page):
    """All of a page, in its order. A block that is neither a file nor Python nor an answer has the kind "block"."""
    line = 1
    for index, part in enumerate(re.split(r"(^```.*?^```$)", page, flags=re.MULTILINE | re.DOTALL)):
        if index % 2 == 0:
            yield from items_without_fences(part, line)
        else:
            first, _, text = part.removesuffix("```").partition("\n")
            yield Item("fence", text, line, first.removeprefix("```"))
        line += part.count("\n")


def items_without_fences(page, line):
    before = ""
    for index, part in enumerate(re.split(r"((?:^    .*\n(?:[ ]*\n(?=    ))*)+)", page, flags=re.MULTILINE)):
        if index % 2 == 0:
            yield from spans(part, line)
            before = part.strip()
        else:
            yield from block_items(before, re.sub(r"^    ", "", part, flags=re.MULTILINE), line)
        line += part.count("\n")
