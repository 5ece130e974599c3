# SPDX-License-Identifier: MIT
"""limits_test.py CTEST BUILD_TREE: no test has a limit of its own below the tree's, which is there for what hangs; on a
busy machine a shorter one ends what is only slow."""
import json
import re
import subprocess
import sys
import tempfile

ctest, tree = sys.argv[1:3]
LEAST = 1500  # seconds, ctest's own default

with open(f"{tree}/DartConfiguration.tcl") as file:
    default = float(re.search(r"^TimeOut: (\S+)$", file.read(), re.MULTILINE)[1])
# From another folder: ctest writes its log where it is, and the tree's is that of the run which this is a test of.
with tempfile.TemporaryDirectory() as folder:
    with open(f"{folder}/CTestTestfile.cmake", "w") as file:
        file.write(f'subdirs("{tree}")\n')
    listed = subprocess.run([ctest, "--show-only=json-v1"], cwd=folder, check=True, capture_output=True, text=True).stdout
tests = json.loads(listed)["tests"]
limits = {test["name"]: prop["value"] for test in tests for prop in test.get("properties", []) if prop["name"] == "TIMEOUT"}
short = {name: limit for name, limit in limits.items() if limit < default}
print(f"{len(tests)} tests, limit {default} s, of their own: {limits or 'none'}")
sys.exit(not tests or default < LEAST or bool(short))
