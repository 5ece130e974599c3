#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the Python package costs over the C++ API: pictures of 1920x1080 by both, in turns, in one process.

    cmake --preset release -DGENMEDIA_BENCH=ON && cmake --build --preset release --target _genmedia bench_python_overhead
    PYTHONPATH=build/release/python/tree build/python-env/bin/python bench/python_overhead.py

Prints milliseconds a picture of the fastest round, which other programs disturb least, and how much more the calls of Python
take than the C++ API's. Of a machine with nothing else to do also the median of the ratios of calls that follow each other.
"""
import argparse
import ctypes
import os
import pathlib
import statistics
import time

import genmedia
import numpy

WIDTH, HEIGHT = 1920, 1080
CALLS = {
    "estimate()": lambda field: field,
    "and .vectors": lambda field: field.vectors,
    "and .flow()": lambda field: field.flow(),
}


def pictures():
    """Two waves that move, with a little noise."""
    y, x = numpy.mgrid[:HEIGHT, :WIDTH].astype(float)
    random = numpy.random.default_rng(1)
    for t in (0, 1):
        u, v = x + 2.75 * t, y - 1.5 * t
        waves = 128 + 50 * numpy.sin(u / 23 + v / 61) + 45 * numpy.cos((v + u / 3) / 17)
        yield (waves + random.integers(0, 8, waves.shape)).clip(0, 255).astype(numpy.uint8)


def library(path):
    lib = ctypes.CDLL(str(path))
    lib.make_search.restype, lib.run_search.restype = ctypes.c_void_p, ctypes.c_double
    lib.delete_search.argtypes = [ctypes.c_void_p]
    lib.run_search.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    lib.has_vectors.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    return lib


def measure(lib, options, cores, rounds):
    """Seconds of the C++ API, and of each of CALLS, of all rounds."""
    previous, current = pictures()
    fast, true_motion = options.get("preset") == "fast", options.get("field") == "true"
    search = lib.make_search(fast, true_motion, cores)
    estimator = genmedia.Estimator(threads=cores, **options)
    taken = {name: [] for name in ("C++", *CALLS)}
    for _ in range(rounds):
        taken["C++"].append(lib.run_search(search, current.ctypes.data, previous.ctypes.data, WIDTH, HEIGHT))
        for name, use in CALLS.items():
            begin = time.perf_counter()
            field = estimator.estimate(current, previous)
            use(field)
            taken[name].append(time.perf_counter() - begin)
    vectors = numpy.ascontiguousarray(field.arrays()["motion_vectors"])
    if not lib.has_vectors(search, vectors.ctypes.data):
        raise SystemExit("python_overhead: the two found different vectors")
    lib.delete_search(search)
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default=pathlib.Path("build/release/bench/libbench_python_overhead.so"), type=pathlib.Path)
    parser.add_argument("--rounds", default=60, type=int)
    flags = parser.parse_args()
    lib = library(flags.library.resolve())
    all_cores = sorted(os.sched_getaffinity(0))
    for cores in (1, 2):
        if len(all_cores) < cores:
            continue
        os.sched_setaffinity(0, all_cores[:cores])
        for options in ({}, {"preset": "fast"}, {"field": "true"}):
            rounds = flags.rounds if "field" not in options else max(flags.rounds // 4, 1)
            taken = measure(lib, options, cores, rounds)
            name = ", ".join(f'{key}="{value}"' for key, value in options.items()) or "default"
            fastest = min(taken["C++"])
            print(f"{cores} core{'s' * (cores > 1)}, {name}: C++ {1000 * fastest:.2f} ms")
            for call in CALLS:
                over = statistics.median(a / b for a, b in zip(taken[call], taken["C++"], strict=True)) - 1
                least = min(taken[call])
                more = 100 * (least / fastest - 1)
                print(f"    {call:<13} {1000 * least:7.2f} ms  {more:+5.1f} %  (median {100 * over:+5.1f} %)")


if __name__ == "__main__":
    main()
