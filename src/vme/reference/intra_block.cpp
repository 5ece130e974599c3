// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"
#include "vme/reference/reference_functions.h"

namespace genmedia::vme::reference {
namespace {

// Calls found(mode, distortion) for each prediction of a block whose neighbours are there.
template <class Found>
void try_modes(const Edges& edges, int size, Distortion kind, const uint8_t* source, const Found& found) {
    for (int m = 0; m < kLumaModeCount; m++) {
        const auto mode = static_cast<LumaMode>(m);
        if (!is_available(mode, edges)) continue;
        Pixels prediction;
        predict_luma(mode, edges, size, prediction.data(), kBlockStride);
        found(static_cast<size_t>(m),
              block_distortion(kind, source, kBlockStride, prediction.data(), kBlockStride, size, size));
    }
}

}  // namespace

void intra_8x8(const Edges& edges, Distortion kind, const uint8_t* source,
               std::array<uint32_t, kLumaModeCount>& distortions) {
    try_modes(edges, 8, kind, source, [&](size_t mode, uint32_t value) { distortions[mode] = value; });
}

void intra_4x4(const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions) {
    for (int i = 0; i < 16; i++) {
        const int x = i % 4 * 4, y = i / 4 * 4;
        const Block block{static_cast<uint8_t>(x), static_cast<uint8_t>(y), 4, 4};
        try_modes(around.of(block), 4, kind, around.source.data() + y * kBlockStride + x,
                  [&](size_t mode, uint32_t value) {
                      distortions[mode][static_cast<size_t>(i)] = static_cast<uint16_t>(value);
                  });
    }
}

}  // namespace genmedia::vme::reference
