#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That the questions separate rules, that genmedia answers them, and that experiment.py compares answers.

    experiment_test.py GENMEDIA
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import experiment
from question_table import QUESTIONS
from question_types import NOT_TOLD, Answer

HERE = os.path.dirname(os.path.abspath(__file__))
GENMEDIA = ""


class Table(unittest.TestCase):
    def test_rules_predict_different_answers(self):
        for question in QUESTIONS:
            predictions = list(question.rules.values())
            self.assertGreaterEqual(len(predictions), 2, question.name)
            self.assertEqual(len(predictions), len(set(predictions)), question.name)

    def test_each_question_has_its_kernel(self):
        for file in {question.file for question in QUESTIONS}:
            with open(os.path.join(HERE, file), encoding="utf-8") as text:
                kernels = re.findall(r"^QUESTION\((\w+)\)", text.read(), re.M)
            self.assertEqual(sorted(kernels), sorted(q.name for q in QUESTIONS if q.file == file), file)


class Experiment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.answers = experiment.ask(GENMEDIA, os.path.join(cls.work.name, "asked"))
        cls.about, cls.told = experiment.read_answers(cls.answers)

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def changed(self, change):
        """The answers as another file."""
        path = os.path.join(self.work.name, "changed.txt")
        with open(self.answers, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as to:
            to.write(change(file.read()))
        return path

    def report(self, path):
        return subprocess.run([sys.executable, os.path.join(HERE, "experiment.py"), "--answers", path, GENMEDIA],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    def test_genmedia_answers_all(self):
        self.assertEqual([question.name for question in QUESTIONS], list(self.told))
        refused = [name for name, answer in self.told.items() if not isinstance(answer, Answer)]
        self.assertEqual(refused, [])

    def test_a_rule_predicts_each_answer(self):
        for question in QUESTIONS:
            answer = self.told[question.name]
            value, rule = experiment.told(question, answer)
            self.assertIsNotNone(rule, f"{question.name}: {value}, expected one of {question.rules}")
            values = value if isinstance(value, tuple) else (value,)
            self.assertNotIn(NOT_TOLD, values, question.name)

    def test_its_own_answers_agree(self):
        done = self.report(self.answers)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("(genmedia)", done.stdout)
        self.assertIn(f"{len(QUESTIONS)} questions agree, 0 differ, 0 have no answer", done.stdout)

    def test_what_differs_is_named(self):
        words = self.told["mix_rounding"].words
        other = "answer mix_rounding " + " ".join(f"{word:x}" for word in (*words[:48], 0, *words[49:]))
        done = self.report(self.changed(lambda text: re.sub("(?m)^answer mix_rounding .*", other, text)
                                        .replace("answer tie_16x8", "answer other")))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"differs +mix_rounding .*: truncated \(0\); genmedia: rounded \(256\)")
        self.assertRegex(done.stdout, r"(?m)^ +tie_16x8 .*: no answer: not asked$")

    def test_damaged_answers(self):
        done = self.report(self.changed(lambda text: text[:text.index("answer tie_8x4") + 20]))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("is no answer of 68 words", done.stdout)
        done = self.report(os.path.join(self.work.name, "nowhere.txt"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("nowhere.txt", done.stdout)

    def test_the_page_names_them(self):
        with open(os.path.join(HERE, "..", "..", "..", "docs", "fidelity.md"), encoding="utf-8") as page:
            text = page.read()
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        names = {question.name for question in QUESTIONS}
        named = {name for row in rows for name in re.findall(r"`(\w+)`", row)} & names
        self.assertEqual(names - named, set())
        guesses = [row for row in rows if "| guess" in row]
        self.assertIn(f"There are {len(guesses)} guesses", text)
        for row in guesses:
            experiment_of = row[row.index("| guess"):]
            self.assertTrue(names & set(re.findall(r"`(\w+)`", experiment_of)) or "; a CM " in experiment_of
                            or ": a CM " in experiment_of or "; a kernel " in experiment_of, row)

    def test_a_folder_that_is_there_stays(self):
        done = subprocess.run([sys.executable, os.path.join(HERE, "experiment.py"), "--questions", self.work.name],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("is there already; expected the name of a new folder", done.stdout)


if __name__ == "__main__":
    GENMEDIA = sys.argv.pop(1)
    unittest.main()
