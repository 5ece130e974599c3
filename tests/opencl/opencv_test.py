#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# OpenCV's own OpenCL kernels through the layer, as its T-API chooses them for Intel's GPU, against its CPU path.
#     genmedia cl -- python3 opencv_test.py
# Left out is what OpenCV's kernels get wrong on any device: the last row of a 5x5 Gaussian blur of bytes, and
# separable filters of more than 9 rows, which move lines of local memory without a barrier between.
import os
import sys

os.environ["OPENCV_OPENCL_ABORT_ON_BUILD_ERROR"] = "1"  # instead of taking the CPU for it
os.environ["OPENCV_OPENCL_RAISE_ERROR"] = "1"
os.environ["OPENCV_OPENCL_CACHE_ENABLE"] = "false"  # its cache of binaries is the user's

try:
    import cv2
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing} in {sys.executable}; scripts/python-env has both")
    sys.exit(0)

random = np.random.default_rng(1)
noise = random.integers(0, 256, (90, 130), np.uint8)
smooth = cv2.resize(random.integers(0, 256, (6, 8), np.uint8), (130, 90), interpolation=cv2.INTER_CUBIC)
odd = random.random((45, 75)).astype(np.float32)
affine = np.float32([[0.9, 0.1, 5], [-0.1, 1.1, 3]])
perspective = np.float32([[0.9, 0.1, 5], [-0.1, 1.1, 3], [1e-4, 2e-4, 1]])
template = cv2.UMat(np.ascontiguousarray(noise[20:25, 30:37]))

# What OpenCV does, and by how much at most a value may differ from the CPU's: of integers the last digit, as the two
# paths round in other places; of floats a millionth of the largest. Canny's ties between neighbours fall differently, so
# there a share of the pixels may.
CASES = [
    ("Sobel", noise, lambda x: cv2.Sobel(x, cv2.CV_16S, 1, 0), 0),
    ("GaussianBlur 7x7", noise, lambda x: cv2.GaussianBlur(x, (7, 7), 1.5), 1),
    ("GaussianBlur 9x9 of floats", odd, lambda x: cv2.GaussianBlur(x, (9, 9), 2), 1e-6),
    ("Canny", smooth, lambda x: cv2.Canny(x, 20, 60), "0.1%"),
    ("resize", noise, lambda x: cv2.resize(x, (71, 67)), 1),
    ("warpAffine", smooth, lambda x: cv2.warpAffine(x, affine, (120, 80), borderMode=cv2.BORDER_REPLICATE), 1),
    ("warpPerspective", smooth,
     lambda x: cv2.warpPerspective(x, perspective, (120, 80), borderMode=cv2.BORDER_REPLICATE), 1),
    ("erode", noise, lambda x: cv2.erode(x, np.ones((5, 5), np.uint8)), 0),
    ("morphological gradient", noise, lambda x: cv2.morphologyEx(x, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), 0),
    ("matchTemplate", noise, lambda x: cv2.matchTemplate(x, template, cv2.TM_SQDIFF), 1e-6),
    ("integral", noise, lambda x: cv2.integral(x), 0),
    ("dft of 45x75", odd, lambda x: cv2.dft(x, flags=cv2.DFT_COMPLEX_OUTPUT), 1e-6),
]


def fault(got, want, most):
    """What is wrong with an array, or an empty string."""
    if got.shape != want.shape or got.dtype != want.dtype:
        return f"{got.dtype} {got.shape}, expected {want.dtype} {want.shape}"
    difference = np.abs(got.astype(np.float64) - want)
    if most == "0.1%":
        share = np.count_nonzero(difference) / difference.size
        return f"{share:.2%} of the pixels differ, expected at most {most}" if share > 0.001 else ""
    limit = most if isinstance(most, int) else most * np.abs(want).max()
    if difference.max() <= limit:
        return ""
    at = np.unravel_index(difference.argmax(), difference.shape)
    return f"{np.count_nonzero(difference > limit)} values differ, most {got[at]} at {at}, expected {want[at]}"


cv2.ocl.setUseOpenCL(True)
if not cv2.ocl.useOpenCL():
    sys.exit("opencv_test: OpenCV uses no OpenCL; expected Intel's GPU of `genmedia cl`")
device = cv2.ocl.Device_getDefault()
if not device.isIntel():
    sys.exit(f"opencv_test: OpenCV's device is {device.name()}; expected Intel's")
failures = 0
for name, picture, work, most in CASES:
    want = work(picture)
    want = want.get() if isinstance(want, cv2.UMat) else want
    message = fault(work(cv2.UMat(picture)).get(), want, most)
    print(f"{name}: {message or 'equal'}", flush=True)
    failures += bool(message)
sys.exit(1 if failures else 0)
