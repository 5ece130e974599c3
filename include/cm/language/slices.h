// SPDX-License-Identifier: MIT
// Parts of objects, by the macros of Intel's encoder kernels. Most of these kernels define them again.
#pragma once

#define SLICE(v, from, size, stride) ((v).select<size, stride>(from))
#define SLICE1(v, from, size) SLICE(v, from, size, 1)
#define SELECT_N_ROWS(m, from, rows) (m).select<rows, 1, m.COLS, 1>(from)
#define SELECT_N_COLS(m, from, cols) (m).select<m.ROWS, 1, cols, 1>(0, from)
