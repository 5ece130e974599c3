# SPDX-License-Identifier: MIT
"""What a suite of others has to work with: its folder, a folder to build in, and programs run with and without genmedia."""
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import threading
from typing import NamedTuple

# What became of a test. ALONE: it fails, and so it does on PoCL without genmedia.
PASS, FAIL, SKIP, ALONE = "pass", "fail", "skip", "alone"
CORES = os.cpu_count() or 1
MOST_SECONDS = 600  # of a test
# Programs see PoCL's platform alone. Elsewhere "the first platform" would be a driver without a device.
POCL = {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd"}


class NotRun(Exception):
    """A suite that cannot be run here, and why."""


class Outcome(NamedTuple):
    test: str
    outcome: str
    reason: str = ""


class Run(NamedTuple):
    """How a program ended. status: as of a shell; negative, the signal; None where it took too long."""
    status: int | None
    output: str

    def reason(self):
        """One line that says why: its first complaint, the last that it wrote, or how it ended."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        if self.status is None:
            return "not finished in time"
        if self.status < 0:
            return f"ended by {signal.Signals(-self.status).name}"
        wrong = [line for line in lines if re.search(r"\b(error|failed|failure|assertion|cannot)\b", line, re.IGNORECASE)]
        return (wrong[:1] or lines[-1:] or [f"status {self.status}"])[0][:160]


class Suite:
    """folder: the clone, which is left as it is. work: what is built and written. bin: genmedia's programs."""

    def __init__(self, folder, work, bin_folder, only=""):
        self.folder, self.work, self.bin, self.only = folder, work, bin_folder, only
        self.lock = threading.Lock()
        os.makedirs(work, exist_ok=True)

    def path(self, *names):
        """A file or folder of the clone."""
        path = os.path.join(self.folder, *names)
        if not os.path.exists(path):
            raise NotRun(f"no {os.path.join(*names)} in {self.folder}")
        return path

    def beside(self, name, what):
        """Another clone that the suite needs: `what`, in the folder that has this one."""
        path = os.path.join(os.path.dirname(self.folder), name)
        if not os.path.isdir(path):
            raise NotRun(f"needs {what} as {path}")
        return path

    @staticmethod
    def program(name, package):
        path = shutil.which(name)
        if not path:
            raise NotRun(f"needs {name}; Debian's package {package} has it")
        return path

    def wanted(self, tests):
        return [test for test in tests if self.only in test]

    def run(self, *command, cwd=None, env=None, seconds=MOST_SECONDS):
        """Runs a program to its end. Processes that it leaves behind end with it."""
        process = subprocess.Popen(command, cwd=cwd or self.work, env={**os.environ, **POCL, **(env or {})}, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, errors="replace")
        try:
            output, _ = process.communicate(timeout=seconds)
            return Run(process.returncode, output)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return Run(None, process.communicate()[0])

    def with_genmedia(self, *command, **how):
        """An OpenCL program on PoCL's device, through genmedia's layer."""
        return self.run(os.path.join(self.bin, "genmedia"), "cl", "--", *command, **how)

    def alone(self, *command, env=None, **how):
        """The same on PoCL's device without genmedia, which is called a GPU there, too."""
        return self.run(*command, env={**(env or {}), "OPENCL_LAYERS": self.gpu_type()}, **how)

    def gpu_type(self):
        """The layer of gpu_type.c, built once."""
        with self.lock:
            layer = os.path.join(self.work, "gpu_type.so")
            if not os.path.exists(layer):
                source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu_type.c")
                done = self.run("cc", "-shared", "-fPIC", source, "-o", layer)
                if done.status != 0:
                    raise NotRun(f"gpu_type.c does not compile: {done.reason()}")
            return layer

    def built(self, *commands, cwd=None):
        """Runs the commands of a build; what they say is in build.log."""
        for command in commands:
            done = self.run(*command, cwd=cwd, seconds=6 * 3600)
            with open(os.path.join(self.work, "build.log"), "a", errors="replace") as log:
                log.write(f"$ {' '.join(command)}\n{done.output}\n")
            if done.status != 0:
                raise NotRun(f"it does not build: {done.reason()} (all of it in {self.work}/build.log)")

    @staticmethod
    def compiler_cache():
        """CMake's options for ccache, where there is one."""
        return [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX") if shutil.which("ccache")]

    def judged(self, test, command, passed=lambda run: run.status == 0, skipped=lambda run: None, added=False,
               parts=lambda run: set(), **how):
        """The outcome of a program that checks its own results. What fails is run once more without genmedia, unless it
        is about what genmedia adds. `parts` names what failed inside of a test: all of that must fail alone, too."""
        run = self.with_genmedia(*command, **how)
        reason = skipped(run) if run.status is not None else None
        if reason:
            return Outcome(test, SKIP, reason)
        if run.status is not None and passed(run):
            return Outcome(test, PASS)
        if added:
            return Outcome(test, FAIL, run.reason())
        # What does not apply without genmedia says nothing about PoCL: it is about what genmedia adds.
        without = self.alone(*command, **how)
        right_alone = without.status is not None and (skipped(without) or passed(without))
        outcome = self.failed(test, run, right_alone)
        ended = run.status is not None and without.status is not None
        ours = sorted(parts(run) - parts(without)) if ended else []
        return outcome._replace(outcome=FAIL, reason=f"right alone: {' '.join(ours[0])}"[:200]) if ours else outcome

    @staticmethod
    def failed(test, run, passes_alone):
        return Outcome(test, FAIL if passes_alone else ALONE, run.reason())

    def judge_all(self, judge, tests):
        """Outcomes of many tests, as many at a time as there are processors."""
        with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
            yield from pool.map(judge, tests)
