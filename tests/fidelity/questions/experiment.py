#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An experiment for a GPU with a real unit: writes it, asks genmedia the same, and compares the answers.

    experiment.py --questions DIR                writes the experiment into a new folder
    experiment.py --answers FILE GENMEDIA        answers.txt of a GPU against what GENMEDIA, the program, answers

Exit status of --answers: 1 where an answer that rules explain differs from genmedia's, or none explains one.
"""
import os
import shutil
import subprocess
import sys
import tempfile

from question_table import QUESTIONS
from question_types import SIZE_OF_ANSWER, Answer

HERE = os.path.dirname(os.path.abspath(__file__))
README = """These questions ask a motion estimation unit what genmedia (a model of it) can only guess.
Each is one macroblock. All together take a minute, nothing is installed, and nothing is sent.

You need Linux, a GPU of Intel's generations 8 to 11 (Broadwell to Ice Lake), its OpenCL driver
(Debian: intel-opencl-icd), a C compiler, and OpenCL's headers and loader (Debian: ocl-icd-opencl-dev). In this folder:

    cc questions.c -o questions -lOpenCL && ./questions

Please send back answers.txt. It has the names of the device and its driver, and for each question the numbers that the
unit returned. The last questions ask for values that are not allowed. If the program stops there, answers.txt has all
answers before.
"""


class Failed(Exception):
    pass


def self_contained(path):
    """The file's text with what it includes."""
    with open(os.path.join(HERE, path), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(HERE, "question.h"), encoding="utf-8") as file:
        return text.replace('#include "question.h"\n', file.read())


def write_questions(folder):
    os.makedirs(folder)
    numbers = {}

    def number(picture):
        return -1 if picture is None else numbers.setdefault(picture.samples, len(numbers))
    lines = []
    for question in QUESTIONS:
        pictures = question.source, question.forward, question.backward or question.forward, question.chroma
        lines.append(" ".join([question.name, question.file, *(str(number(picture)) for picture in pictures)]))
    files = {"questions.txt": "\n".join(lines) + "\n", "README": README,
             **{name: self_contained(name) for name in {question.file for question in QUESTIONS}}}
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(folder, "pictures.gray"), "wb") as file:
        file.write(b"".join(numbers))
    shutil.copy(os.path.join(HERE, "questions.c"), folder)


def read_answers(path):
    """The device's lines, and {question: Answer, or why there is none}."""
    about, answers = [], {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            kind, _, rest = line.rstrip("\n").partition(" ")
            name, *words = rest.split()[:SIZE_OF_ANSWER + 2] or [""]
            if kind in ("device", "driver", "version"):
                about.append(f"{kind}: {rest}")
            elif kind == "failed":
                answers[name] = " ".join(words)
            elif kind == "answer" and len(words) == SIZE_OF_ANSWER:
                answers[name] = Answer(tuple(int(word, 16) for word in words))
            else:
                raise Failed(f"{path}, line {number}: {line[:40]!r} is no answer of {SIZE_OF_ANSWER} words")
    return about, answers


def ask(genmedia, folder):
    """Writes the experiment into a folder, and has genmedia answer it; the path of its answers."""
    write_questions(folder)
    for command in ([os.environ.get("CC", "cc"), "questions.c", "-o", "questions", "-lOpenCL"],
                    [os.path.abspath(genmedia), "cl", "--", "./questions"]):
        done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr}")
    return os.path.join(folder, "answers.txt")


def told(question, answer):
    """What decides, and the rule that predicts it; None where none does."""
    value = question.reads(answer)
    return value, next((rule for rule, predicted in question.rules.items() if predicted == value), None)


def compare(question, theirs, ours):
    """A line of the report, and whether they agree; None where there is nothing to compare."""
    if not isinstance(theirs, Answer):
        return f"no answer: {theirs}", None
    value, rule = told(question, theirs)
    text = f"{rule or 'no rule that was thought of'} ({value})"
    if not isinstance(ours, Answer):
        return f"{text}; genmedia has no answer: {ours}", False
    our_value, our_rule = told(question, ours)
    if value == our_value:
        return f"{text}, as genmedia", True
    return f"{text}; genmedia: {our_rule or 'no rule that was thought of'} ({our_value})", False


def report(path, genmedia):
    about, theirs = read_answers(path)
    with tempfile.TemporaryDirectory() as work:
        ours = read_answers(ask(genmedia, os.path.join(work, "asked")))[1]
    print("\n".join(about))
    agreements = []
    for question in QUESTIONS:
        line, agrees = compare(question, theirs.get(question.name, "not asked"), ours[question.name])
        print(f"{'differs' if agrees is False else '':8}{question.name:22}{question.decides}: {line}")
        agreements.append(agrees)
    print(f"{agreements.count(True)} questions agree, {agreements.count(False)} differ, "
          f"{agreements.count(None)} have no answer")
    return 1 if False in agreements else 0


def main(arguments):
    try:
        if len(arguments) == 2 and arguments[0] == "--questions":
            if os.path.exists(arguments[1]):
                raise Failed(f"{arguments[1]} is there already; expected the name of a new folder")
            write_questions(arguments[1])
            print(f"{len(QUESTIONS)} questions are in {arguments[1]}; its README says how to ask them")
            return 0
        if len(arguments) == 3 and arguments[0] == "--answers":
            return report(*arguments[1:])
    except (Failed, OSError) as error:
        sys.exit(f"experiment: {error}")
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
