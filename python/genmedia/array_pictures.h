// SPDX-License-Identifier: MIT
// What both halves of the module share: pictures, and errors.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace genmedia {

namespace nb = nanobind;

// (H, W) bytes; the lines are wherever the first stride says, the bytes of a line one after the other.
using Picture = nb::ndarray<const uint8_t, nb::ndim<2>, nb::device::cpu>;

inline PlaneView view_of(const std::optional<Picture>& picture) {
    if (!picture) return {};
    return {.data = picture->data(),
            .width = static_cast<int32_t>(picture->shape(1)),
            .height = static_cast<int32_t>(picture->shape(0)),
            .stride = static_cast<ptrdiff_t>(picture->stride(0))};
}

// What the library says of its options and requests, by the names of the arguments.
inline std::string in_words_of_arguments(std::string message) {
    for (const std::string_view owner : {"MotionOptions.", "MotionRequest."})
        for (size_t at = 0; (at = message.find(owner, at)) != std::string::npos;)
            message.erase(at, owner.size());
    return message;
}

inline void raise_unless_ok(const Status& status) {
    if (status.ok()) return;
    const std::string message = in_words_of_arguments(status.message());
    if (status.code() == StatusCode::invalid_argument) throw nb::value_error(message.c_str());
    if (status.code() == StatusCode::exhausted) throw std::bad_alloc();
    throw std::runtime_error(message);
}

}  // namespace genmedia
