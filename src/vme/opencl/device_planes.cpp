// SPDX-License-Identifier: MIT
#include "vme/opencl/device_planes.h"

namespace genmedia::vme::opencl {

PlaneRecord Pictures::add(const PlaneView& plane, Scan scan) {
    if (plane.empty()) return {};
    const PlaneView lines = scan_lines(plane, scan);
    const auto [found, is_new] = records_.try_emplace(
        Key{lines.data, lines.width, lines.height, lines.stride, lines.bytes_per_sample});
    if (!is_new) return found->second;
    const int32_t bytes = lines.width * lines.bytes_per_sample, stride = (bytes + 15) / 16 * 16;
    found->second = {static_cast<uint32_t>(samples_.size()), lines.width, lines.height, stride};
    for (int32_t y = 0; y < lines.height; y++) {
        samples_.insert(samples_.end(), lines.line(y), lines.line(y) + bytes);
        samples_.insert(samples_.end(), static_cast<size_t>(stride - bytes), samples_.back());
    }
    return found->second;
}

}  // namespace genmedia::vme::opencl
