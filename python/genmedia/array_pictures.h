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

inline void raise_unless_ok(const Status& status) {
    if (status.ok()) return;
    if (status.code() == StatusCode::invalid_argument) throw nb::value_error(status.message().c_str());
    if (status.code() == StatusCode::exhausted) throw std::bad_alloc();
    throw std::runtime_error(status.message());
}

}  // namespace genmedia
