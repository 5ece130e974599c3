// SPDX-License-Identifier: MIT
// The defaults that a kernel reads: OpenCL C and C++ compile this file.
#pragma once

#include "kernel_records.h"

struct SliceDefaults {
    uint64_t inter_shape;
    uint32_t vector_table[2];
    uint32_t intra_luma_shape;
    uint8_t base_multi_reference;
    uint8_t direction;
    uint8_t intra_luma_mode;
    uint8_t zero;
};

struct GeneralDefaults {
    uint32_t high[2], medium[2], low[2];
    uint32_t non_dc_luma;
    uint32_t chroma_mode;
};
