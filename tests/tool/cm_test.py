# SPDX-License-Identifier: MIT
"""cm_test.py GENMEDIA RUNTIME [HOST FILE.isa]: what genmedia cm hands on to the program that it starts.

RUNTIME is the library that a program is to find; HOST was linked to Debian's library, and has a path to it in itself.
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from checks import call, check

genmedia, runtime, *host = sys.argv[1:]


def cm(*arguments, **environment):
    return call(genmedia, "cm", *arguments, env=environment)


def names(output):
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)


status, out, err = cm("--", "env", LD_LIBRARY_PATH="/theirs", LD_PRELOAD="")
check(status == 0, status, err)
check(names(out)["LD_LIBRARY_PATH"] == os.path.dirname(runtime) + ":/theirs", out)
check(names(out)["LD_PRELOAD"] == runtime and os.path.exists(runtime), out)
check("GENMEDIA_CM_LOG" not in names(out), out)
check(names(cm("--log", "debug", "--", "env")[1])["GENMEDIA_CM_LOG"] == "debug")
check(cm("printf", "%s,", "--log", "-x", "a b")[1] == "--log,-x,a b,", "the program's arguments")
check(cm("--", "printf", "%s,", "--", "[a,b]", "", "--version")[1] == "--,[a,b],,--version,", "the program's arguments")
check(cm("--", "sh", "-c", "exit 5")[0] == 5, "its status")
check(cm("--", "sh", "-c", "kill -TERM $$")[0] == -15, "its signal")
for arguments, expected, message in ((["/no/such"], 127, "genmedia: cm: /no/such: No such file or directory"),
                                     (["/etc/passwd"], 126, "genmedia: cm: /etc/passwd: Permission denied"),
                                     ([], 2, "genmedia: cm: no program given"),
                                     (["--log", "loud", "--", "env"], 2, "loud"),
                                     (["--lgo", "debug", "env"], 2, "--lgo"), (["--lgo", "--", "env"], 2, "--lgo")):
    status, _, err = cm(*arguments)
    check(status == expected and message in err and err.count("\n") == 1, arguments, status, err)
status, out, err = cm("--", "env", GENMEDIA_CM_LOG="loud")
check((status, out) == (2, "") and err == 'genmedia: cm: GENMEDIA_CM_LOG is "loud"; expected off, error, warn, info or debug\n', status, err)
status, out, err = cm("--", *host)
check(status == 0 and "a host linked to Debian's library ran" in out, "a path in the host came first:", status, out, err)
