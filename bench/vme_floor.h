// SPDX-License-Identifier: MIT
// What this processor can do at best: see vme_floor.cpp.
#pragma once

#include <cstdint>

namespace genmedia::bench {

bool floor_supported();  // AVX-512 with BW and VL

// Both read a 16x16 source and a 48x40 window of pictures of one stride. They return a value that depends on
// all their work.
uint32_t floor_sads(const uint8_t* source, const uint8_t* window, int stride);  // variant 1
uint32_t floor_search(const uint8_t* source, const uint8_t* window, int stride,
                      const uint16_t (&costs)[24][32]);  // variant 2

}  // namespace genmedia::bench
