# SPDX-License-Identifier: MIT
"""Compiles codegen_kernel.cpp and looks at the machine code: objects live in registers, so kernels have no calls, no
loops and few instructions, and what is for SIMD control flow is gone where none is used. The limits are about twice what
clang 14 takes for the smaller vectors of AVX2.   check_codegen.py CLANGXX INCLUDE SOURCE"""
import re
import subprocess
import sys

clang, include, source = sys.argv[1:4]
LIMITS = {"mean": 1200, "saturated_sum": 16, "exchange": 36, "gray": 256, "inverse_roots": 30}
wrong = []
for machine in ("x86-64-v3", "x86-64-v4"):
    command = [clang, "-std=c++17", "-O3", "-march=" + machine, "-fno-math-errno", "-fno-strict-aliasing", "-S",
               "-I", include, source, "-o", "-"]
    assembly = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    for name in ("cm_simd_used", "detail4simd"):
        if name in assembly:
            wrong.append(f"{machine}: {name} is still there")
    for name, limit in LIMITS.items():
        body = re.search(rf"^{name}:.*?\n\.Lfunc_end", assembly, re.S | re.M)[0]
        instructions = re.findall(r"^\t([a-z]\w*)(.*)$", body, re.M)
        jumps = [op for op, _ in instructions if op.startswith(("call", "j", "rep"))]
        if jumps:
            wrong.append(f"{machine}: {name} has {jumps}")
        if len(instructions) > limit:
            wrong.append(f"{machine}: {name} has {len(instructions)} instructions")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
