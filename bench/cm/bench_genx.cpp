// SPDX-License-Identifier: MIT
#include "../../examples/cm/integral/integral_genx.cpp"

extern "C" _GENX_MAIN_ void empty() {}

// The integral image, with work in each block that is worth a core.
extern "C" _GENX_MAIN_ void heavy_integral(SurfaceIndex source, SurfaceIndex target, int rounds,
                                           ushort zero) {
    integral_block(source, target, rounds, zero);
}
