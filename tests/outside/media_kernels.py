# SPDX-License-Identifier: MIT
"""Intel's own C for Metal kernels: those of its video driver and of its Media SDK. A test compiles a file."""
import glob
import os

from suite import FAIL, PASS, SKIP, NotRun, Outcome

NOT_MEANT = {  # what cmc says of files that it need not compile, and why it need not
    "defined nowhere": "calls what another file defines: the driver links such parts at run time",
    "has no kernel": "has kernels on Windows alone",
}


def compiled(suite, files, march, includes, *options):
    """Outcomes of files, each compiled for this machine's processor."""
    def compile_one(file):
        test = os.path.relpath(file, suite.folder)
        kernel = os.path.join(suite.work, test.replace("/", "_") + ".isa")
        folders = (f"-I{folder}" for folder in includes(file))
        run = suite.run(os.path.join(suite.bin, "cmc"), f"-march={march}", *options, *folders, file, "-o", kernel)
        if run.status == 0:
            os.remove(kernel)
            return Outcome(test, PASS)
        reason = next((reason for text, reason in NOT_MEANT.items() if text in run.output), None)
        return Outcome(test, SKIP if reason else FAIL, reason or run.reason())
    yield from suite.judge_all(compile_one, suite.wanted(files))


def kernels_below(folder):
    files = []
    for file in sorted(glob.glob(os.path.join(folder, "**", "*.cpp"), recursive=True)):
        with open(file, encoding="latin-1") as text:
            if "_GENX_MAIN_" in text.read():
                files.append(file)
    if not files:
        raise NotRun(f"no kernel below {folder}")
    return files


def media_driver(suite):
    for place, march, *options in (
            ("media_driver/agnostic/gen12_tgllp/vp/kernel_free/Source", "tgllp"),
            ("media_driver/agnostic/gen11/codec/kernel_free/Source", "icllp"),
            ("media_softlet/agnostic/Xe_R/Xe_HPG_Base/vp/kernel_free/Source", "tgllp",
             "-DBUILD_DSCALE_BUF4_BUF5_ROTATION_KERNEL")):
        source = suite.path(place)
        rooms = [source, *(os.path.join(source, room) for room in ("Common", "Components", "Core_Kernels"))]
        yield from compiled(suite, kernels_below(source), march, lambda file, rooms=rooms: rooms, *options)


def media_sdk(suite):
    source = suite.path("_studio", "mfx_lib", "genx")
    yield from compiled(suite, kernels_below(source), "skl",
                        lambda file: [os.path.dirname(file), os.path.join(os.path.dirname(file), "..", "include")])
