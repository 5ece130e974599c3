#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare an .npz with the formulas of made_up_field() in test_files.h.

usage: check_npz.py FILE FRAMES ROWS COLUMNS BACKWARD INTRA FIRST_IS_INTRA_ONLY TRUE_FIELD   (the last four 0 or 1)

Frames are numbered from 5. Exit status 0 equal, 1 different, 77 where NumPy is missing.
"""
import sys

try:
    import numpy as np
except ImportError:
    print("this Python has no NumPy")
    sys.exit(77)

path = sys.argv[1]
frames, rows, columns, backward, intra, intra_only, true_field = map(int, sys.argv[2:])
f = np.arange(5, 5 + frames).reshape(-1, 1, 1)
m = np.arange(rows * columns).reshape(1, rows, columns)
f4, m4, k4 = f[..., None], m[..., None], np.arange(16).reshape(1, 1, 1, 16)
q4 = np.arange(4).reshape(1, 1, 1, 4)
zero, zero4 = 0 * (f + m), 0 * (f4 + m4 + k4)

number = f.reshape(-1)
value = 1000 * f4 + 20 * m4 + k4
wanted = {
    "frame": (np.int32, number),
    "pts": (np.int64, 2**40 + 512 * number),
    "time": (np.float64, 0.5 * number),
    "damaged": (np.uint8, number % 2 + 2 * (number % 3 == 0)),
    "missing_before": (np.int32, np.where(number % 4 == 1, number - 6, 0)),
    "scene_cut": (np.uint8, number % 3 == 2),
    "time_base": (np.int32, np.array([1, 12800])),
    "motion_vectors": (np.int16, np.stack([value, -value], axis=-1)),
    "distortions": (np.uint16, 50000 + 20 * m4 + k4 + zero4),
    "best_distortion": (np.uint16, 40000 + 100 * f + m),
    "major_shape": (np.uint8, m % 4 + zero),
    "minor_shapes": (np.uint8, (m4 + q4) % 4 + 0 * f4),
    "directions": (np.uint8, ((m4 + q4) % 3 if backward else 0 * (m4 + q4)) + 0 * f4),
}
if backward:
    wanted["backward_vectors"] = (np.int16, np.stack([value + 7, 3 + 0 * value], axis=-1))
if true_field:
    wanted["confidence"] = (np.uint8, (3 * f4 + m4 + k4) % 256)
    wanted["occluded"] = (np.uint8, (f4 + m4 + k4) % 2)
if intra_only:
    for name, (_, array) in wanted.items():
        if array.ndim > 1:
            array[0] = 65535 if "distortion" in name else 0
if intra:
    wanted["intra_distortion"] = (np.uint16, 41000 + m + zero)
    wanted["intra_shape"] = (np.uint8, m % 3 + zero)
    wanted["intra_modes"] = (np.uint8, (m4 + k4) % 9 + zero4)

found = np.load(path)
problems = [] if set(found.files) == set(wanted) else [f"arrays {sorted(found.files)}, expected {sorted(wanted)}"]
for name in set(found.files) & set(wanted):
    kind, array = wanted[name]
    if found[name].dtype != kind or found[name].shape != array.shape:
        problems.append(f"{name}: {found[name].dtype}{found[name].shape}, expected {kind.__name__}{array.shape}")
    elif not np.array_equal(found[name], array):
        problems.append(f"{name}: values differ")
print("\n".join(problems) or "equal")
sys.exit(1 if problems else 0)
