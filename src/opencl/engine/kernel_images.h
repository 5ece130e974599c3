// SPDX-License-Identifier: MIT
// The images of a running kernel. Handles that the kernel holds find them; their numbers are its parameters'.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"
#include "opencl/engine/launch_record.h"

namespace genmedia::opencl {

class KernelImages {
public:
    explicit KernelImages(const abi::gm_group& group) : group_(group) {}

    const Launch& launch() const {
        return *static_cast<const Launch*>(reinterpret_cast<const abi::gm_launch*>(group_.launch));
    }

    // The pixels, in place. The image must have one channel of 8 bits; with `chroma` it must be NV12.
    Status view(uint64_t handle, bool chroma, ImageView& view) const;

    Status same_size(uint64_t source, uint64_t reference) const;

    // The forward or backward image of the id-th pair after the source; 0: the kernel has none.
    uint64_t reference(uint64_t source, unsigned id, bool backward) const;
    // The inverse: the id of a reference. 0 if it cannot be told.
    uint8_t reference_id(uint64_t source, uint64_t reference) const;

private:
    int parameter(uint64_t handle) const;  // -1: not a parameter
    std::string name(uint64_t handle) const;

    const abi::gm_group& group_;
};

}  // namespace genmedia::opencl
