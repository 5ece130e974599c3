# SPDX-License-Identifier: MIT
"""Has gfxcc rewrite the programs of programs/ and examples/gfx, as C and as C++, and run nothing: rewritten_test.py GFXCC FOLDER

For sanitizers, which the programs themselves are not linked to. gfxcc ends with a text or with errors of its own."""
import glob
import os
import subprocess
import sys

gfxcc, folder = sys.argv[1:3]
os.makedirs(folder, exist_ok=True)
here = os.path.dirname(os.path.abspath(__file__))
paths = sorted(path for where in ("programs", "../../examples/gfx") for path in glob.glob(os.path.join(here, where, "*.c*")))
texts = 0
for path in paths:
    for language in ("c", "c++")[path.endswith(".cpp"):]:
        out = os.path.join(folder, "rewritten")
        done = subprocess.run([gfxcc, "-x", language, "--rewritten", path, "-o", out], capture_output=True, text=True, errors="replace")
        if done.returncode not in (0, 1) or "Sanitizer" in done.stderr or "runtime error" in done.stderr:
            sys.exit(f"{path} as {language}: status {done.returncode}\n{done.stderr}")
        texts += done.returncode == 0
if texts < len(paths) // 2:
    sys.exit(f"{texts} of {len(paths)} programs were rewritten; expected most of them")
