// SPDX-License-Identifier: MIT
// Samples between samples of a reference picture, as decoders make them. [8.4.2.2]
#pragma once

#include "genmedia/image.h"

#include <cstdint>

namespace genmedia::encode {

// A block whose upper left sample lies at (x, y) quarter samples of the luma plane; sides are 4, 8 or 16.
// Outside the picture its nearest sample is repeated. [8.4.2.2.1]
void predict_luma(const PlaneView& reference, int x, int y, int width, int height, uint8_t* to,
                  int to_stride);

// The same at (x, y) eighths of a sample of a chroma plane; sides are 2, 4 or 8. [8.4.2.2.2]
void predict_chroma(const PlaneView& reference, int x, int y, int width, int height, uint8_t* to,
                    int to_stride);

}  // namespace genmedia::encode
