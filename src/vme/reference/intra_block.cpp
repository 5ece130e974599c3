// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"
#include "vme/reference/functions.h"

namespace genmedia::vme::reference {

void intra_block(const Edges& edges, int size, Distortion kind, const uint8_t* source,
                 std::array<uint32_t, kLumaModeCount>& distortions) {
    for (int m = 0; m < kLumaModeCount; m++) {
        const auto mode = static_cast<LumaMode>(m);
        if (!is_available(mode, edges)) continue;
        Pixels prediction;
        predict_luma(mode, edges, size, prediction.data(), kBlockStride);
        distortions[static_cast<size_t>(m)] =
            block_distortion(kind, source, kBlockStride, prediction.data(), kBlockStride, size, size);
    }
}

}  // namespace genmedia::vme::reference
