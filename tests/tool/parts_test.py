# SPDX-License-Identifier: MIT
"""parts_test.py GENMEDIA PART=ON|OFF...: a subcommand says so where its part is not in this build, and only there."""
import subprocess
import sys

COMMANDS = {
    "OPENCL": ("no OpenCL layer (GENMEDIA_OPENCL=OFF)", [["cl"], ["cl", "--help"], ["cl", "--", "true"]]),
    "CM": ("no C for Metal (GENMEDIA_CM=OFF)", [["cm"], ["cm", "--log", "debug", "--", "true", "-x"]]),
    "VA": ("no VA-API driver (GENMEDIA_VA=OFF)", [["va"], ["va", "--", "true", "-x"]]),
    "GEN": ("no Gen code (GENMEDIA_GEN=OFF)", [["registers"], ["registers", "--json", "k.cpp"]]),
}
genmedia, *parts = sys.argv[1:]
for part in parts:
    name, state = part.split("=")
    lack, calls = COMMANDS.pop(name)
    for arguments in calls:
        done = subprocess.run([genmedia, *arguments], capture_output=True, text=True)
        said = (done.returncode, done.stdout, done.stderr) == (2, "", f"genmedia: this build has {lack}\n")
        if said != (state == "OFF"):
            sys.exit(f"FAILED: {name} is {state}: {arguments}: status {done.returncode}, {done.stdout!r}, {done.stderr!r}")
    listed = subprocess.run([genmedia, "--help"], capture_output=True, text=True).stdout
    if (f"this build has {lack}" in " ".join(listed.split())) != (state == "OFF"):
        sys.exit(f"FAILED: {name} is {state}: genmedia --help: {listed}")
if COMMANDS:
    sys.exit(f"FAILED: not told of {', '.join(COMMANDS)}")
