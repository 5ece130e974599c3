# SPDX-License-Identifier: MIT
"""What tests of programs share: run one, look at what it says."""
import os
import subprocess
import sys

SANITIZED = {"ASAN_OPTIONS": "detect_leaks=0"}


def call(*command, env=None):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **SANITIZED, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def check(condition, *what):
    if not condition:
        print("FAILED:", *what)
        sys.exit(1)


def write(name, text):
    with open(name, "w") as file:
        file.write(text)
