# SPDX-License-Identifier: MIT
"""cl_test.py GENMEDIA LAYER HOST DRIVER.icd: how genmedia cl has programs see the device, and what it says.

HOST is cl_host.cpp; DRIVER.icd names PoCL's library.
"""
import os
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from checks import call, check

genmedia, layer, host, driver = sys.argv[1:]
POCL = {"OCL_ICD_VENDORS": driver}
for variable in "OPENCL_LAYERS", "GENMEDIA_CL_AS", "GENMEDIA_LOG", "POCL_MAX_PTHREAD_COUNT":
    os.environ.pop(variable, None)


def cl(*arguments, **environment):
    return call(genmedia, "cl", *arguments, env={**POCL, **environment})


def names(output):
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)


def one_line(err, *parts):
    check(err.count("\n") == 1 and all(part in err for part in parts), repr(err), parts)


# The environment of the program, and its own arguments and status.
status, out, err = cl("--", "env", OPENCL_LAYERS="/theirs.so")
check(status == 0 and err == "", status, err)
check(names(out)["OPENCL_LAYERS"] == "/theirs.so:" + layer and os.path.exists(layer), out)
check(names(out)["GENMEDIA_CL_AS"] == "intel", out)
check(names(cl("--as", "pocl", "--", "env")[1])["GENMEDIA_CL_AS"] == "pocl")
check(names(cl("--as=pocl", "env")[1])["GENMEDIA_CL_AS"] == "pocl")
check(names(cl("--", "env", GENMEDIA_CL_AS="pocl")[1])["GENMEDIA_CL_AS"] == "pocl", "the variable")
check(names(cl("--as", "intel", "--", "env", GENMEDIA_CL_AS="pocl")[1])["GENMEDIA_CL_AS"] == "intel", "the flag first")
check(names(cl("--log", "debug", "--as", "pocl", "env")[1])["GENMEDIA_LOG"] == "debug")
check(cl("printf", "%s,", "--as", "-x", "a b")[1] == "--as,-x,a b,", "the program's arguments")
check(cl("--", "printf", "%s,", "--", "[a,b]", "", "--version")[1] == "--,[a,b],,--version,", "the program's arguments")
check(cl("--", "sh", "-c", "exit 5")[0] == 5, "its status")

# Wrong values: one error that names the value and what was expected.
status, _, err = cl("--as", "amd", "--", "env")
check(status == 2, status)
one_line(err, "--as", "amd", "intel", "pocl")
for arguments in ("--sa", "pocl", "env"), ("--sa", "--", "env"):
    status, out, err = cl(*arguments)
    check((status, out) == (2, ""), arguments, status, out)
    one_line(err, "--sa")
status, _, err = cl("--", "env", GENMEDIA_CL_AS="amd")
check(status == 1, status)
one_line(err, "genmedia: cl: GENMEDIA_CL_AS is \"amd\"; expected intel or pocl")
status, out, err = cl("--", "env", GENMEDIA_LOG="loud")
check((status, out) == (2, ""), status, out)
one_line(err, 'genmedia: cl: GENMEDIA_LOG is "loud"; expected off, error, warn, info or debug')
for home in "/proc/nowhere", "/dev/null":
    status, out, err = cl("--", "env", HOME=home, POCL_CACHE_DIR="", XDG_CACHE_HOME="")
    check(status == 0, status)
    one_line(err, f"genmedia: cl: warning: HOME is '{home}', in which PoCL cannot keep what it compiles; POCL_CACHE_DIR")
    check(cl("--", "true", HOME=home, POCL_CACHE_DIR="/tmp")[2] == "", "a folder that is named")
status, out, err = cl("--", "env", GENMEDIA_BACKEND="mmx")  # kernels would leave their results at 0
check((status, out) == (1, ""), status, out)
one_line(err, "genmedia: cl: GENMEDIA_BACKEND is \"mmx\", which is no backend; expected one of ")
for arguments, expected, message in ((["/no/such"], 127, "genmedia: cl: /no/such: No such file or directory"),
                                     ([], 2, "genmedia: cl: no program given")):
    status, _, err = cl(*arguments)
    check(status == expected, arguments, status)
    one_line(err, message)

# The layer without genmedia cl: intel, too.
alone = {**POCL, "OPENCL_LAYERS": layer}
status, out, err = call(host, "name", env=alone)
check((status, out, err) == (0, "Intel(R) OpenCL HD Graphics\n", ""), status, out, err)
check(call(host, "name", env={**alone, "GENMEDIA_CL_AS": "pocl"})[1] == "Portable Computing Language\n")
status, out, err = call(host, "name", env={**alone, "GENMEDIA_CL_AS": "amd"})
check((status, out) == (0, "Intel(R) OpenCL HD Graphics\n"), status, out)
one_line(err, "GENMEDIA_CL_AS is \"amd\"; expected intel or pocl")

# Only a program that ends without a device is told what there was.
for view, name, hint in (("intel", "Intel(R) OpenCL HD Graphics", ""),
                         ("pocl", "Portable Computing Language", "GENMEDIA_CL_AS is pocl; expected intel")):
    status, out, err = cl("--as", view, "--", host, "name", "0")
    check((status, out, err) == (0, name + "\n", ""), status, out, err)
    for arguments, expected in ((("name", "3"), 3), (("search", "0"), 0), (("search", "4"), 4)):
        status, _, err = cl("--as", view, "--", host, *arguments)
        check(status == expected, status)
        one_line(err, "ended with status %d and without a device" % expected, "'" + name + "'", hint)
    check(cl("--as", view, "--log", "off", "--", host, "name", "3")[2] == "")
status, _, err = cl("--", host, "accelerator")
check(status == 1, status)
one_line(err, "without a device")
status, _, err = cl("--as", "pocl", "--", host, "units")
check((status, err) == (0, ""), status, err)

# Without PoCL no layer is loaded, so genmedia cl reports it; the program runs all the same.
with tempfile.TemporaryDirectory() as folder:
    status, _, err = cl("--", "sh", "-c", "exit 6", OCL_ICD_VENDORS=folder)
    check(status == 6, status)
    one_line(err, "genmedia: cl: no driver of PoCL in " + folder, "pocl-opencl-icd")
    with open(os.path.join(folder, "other.icd"), "w") as file:
        file.write("libother.so\n")
    one_line(cl("--", "true", OCL_ICD_VENDORS=folder)[2], "no driver of PoCL")
    with open(os.path.join(folder, "mine.icd"), "w") as file:
        file.write("libpocl.so.2\n")
    check(cl("--", "true", OCL_ICD_VENDORS=folder)[2] == "")

# Units and their division are those of PoCL without the layer, though PoCL has more threads.
plain = call(host, "units", env=POCL)
check(plain[0] == 0 and plain[1].startswith("units %d, " % os.cpu_count()), plain)
for view in "intel", "pocl":
    check(cl("--as", view, "--", host, "units") == plain, view, cl("--as", view, "--", host, "units"), plain)
more = [int(call(host, "threads", env=environment)[1]) for environment in (POCL, alone)]
check(more[1] >= 1 + 7 * os.cpu_count(), more)
