// SPDX-License-Identifier: MIT
// Planes side by side in one piece of memory, as kernels see them.
#pragma once

#include "genmedia/vme.h"
#include "vme/opencl/records.h"

#include <map>
#include <tuple>
#include <vector>

namespace genmedia::vme::opencl {

class Pictures {
public:
    // A plane that was added before is not added again. An empty one gives an empty record.
    PlaneRecord add(const PlaneView& plane, Scan scan);

    const std::vector<uint8_t>& samples() const { return samples_; }

private:
    using Key = std::tuple<const uint8_t*, int32_t, int32_t, ptrdiff_t, int32_t>;

    std::vector<uint8_t> samples_;
    std::map<Key, PlaneRecord> records_;
};

}  // namespace genmedia::vme::opencl
