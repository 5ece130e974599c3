// SPDX-License-Identifier: MIT
// The order of macroblocks that wait for their neighbours, and the values from which they are predicted.
#pragma once

#include "pictures.h"

#include <CL/cl_platform.h>

#include <algorithm>
#include <vector>

namespace example {

// Diagonal after diagonal: a macroblock's left and upper neighbours are on the previous diagonal.
inline std::vector<cl_ushort2> diagonals(const Frame& frame) {
    std::vector<cl_ushort2> order;
    for (int sum = 0; sum < frame.columns() + frame.rows() - 1; sum++) {
        for (int row = std::max(0, sum - frame.columns() + 1); row <= std::min(sum, frame.rows() - 1);
             row++) {
            order.push_back({{static_cast<cl_ushort>(sum - row), static_cast<cl_ushort>(row)}});
        }
    }
    return order;
}

inline int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

}  // namespace example
