// SPDX-License-Identifier: MIT
#include "opencl/engine/kernel_images.h"

#include <CL/cl.h>
#include <algorithm>
#include <string>

namespace genmedia::opencl {

int KernelImages::parameter(uint64_t handle) const {
    const auto* found = std::find(std::begin(group_.image), std::end(group_.image), handle);
    return found == std::end(group_.image) ? -1 : static_cast<int>(found - std::begin(group_.image));
}

std::string KernelImages::name(uint64_t handle) const {
    const int index = parameter(handle);
    return index < 0 ? "image" : "image parameter " + std::to_string(index);
}

Status KernelImages::same_size(uint64_t source, uint64_t reference) const {
    const auto& expected = *reinterpret_cast<const abi::gm_image*>(source);
    const auto& image = *reinterpret_cast<const abi::gm_image*>(reference);
    if (image.width == expected.width && image.height == expected.height) return {};
    const auto size = [](const abi::gm_image& of) {
        return std::to_string(of.width) + "x" + std::to_string(of.height);
    };
    return {StatusCode::invalid_argument, name(reference) + " has " + size(image) + " pixels; expected " +
                                              size(expected) + ", as its source, " + name(source)};
}

Status KernelImages::view(uint64_t handle, bool chroma, ImageView& view) const {
    const auto& image = *reinterpret_cast<const abi::gm_image*>(handle);
    if (image.channel_order != CL_R || image.channel_type != CL_UNORM_INT8)
        return {StatusCode::invalid_argument,
                name(handle) + ": channel order and type are not CL_R, CL_UNORM_INT8, nor NV12"};
    view.luma = {reinterpret_cast<const uint8_t*>(image.data), static_cast<int32_t>(image.width),
                 static_cast<int32_t>(image.height), static_cast<ptrdiff_t>(image.row_pitch), 1};
    if (!chroma) return {};
    const PlanarParameter& plane = launch().planar(static_cast<size_t>(parameter(handle)));
    if (plane.chroma == nullptr)
        return {StatusCode::invalid_argument,
                name(handle) +
                    ": chroma intra estimation needs a CL_NV12_INTEL image, and this one has luma alone"};
    view.chroma = {plane.chroma, static_cast<int32_t>(plane.width), static_cast<int32_t>(plane.height),
                   static_cast<ptrdiff_t>(plane.pitch), 2};
    return {};
}

uint64_t KernelImages::reference(uint64_t source, unsigned id, bool backward) const {
    const int first = parameter(source);
    const int index = first + 1 + 2 * static_cast<int>(id) + (backward ? 1 : 0);
    return first < 0 || index >= abi::GM_IMAGES ? 0 : group_.image[index];
}

uint8_t KernelImages::reference_id(uint64_t source, uint64_t reference) const {
    const int first = parameter(source), index = parameter(reference);
    if (first < 0 || index <= first) return 0;
    return static_cast<uint8_t>(std::min((index - first - 1) / 2, 15));
}

}  // namespace genmedia::opencl
