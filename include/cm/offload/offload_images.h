// SPDX-License-Identifier: MIT
// Blocks of images in kernels: media block messages, between an image and an array of the loop's own.
#pragma once

#include "offload_memory.h"

struct gfxcc_image;

namespace cm::offload {

template <>
struct named_memory<gfxcc_image*> {
    using type = SurfaceIndex;
};

// The bytes of an array, rows one behind the other.
template <int Width, int Height, class A>
CM_INLINE auto rows_of(A& array) {
    using E = std::remove_cv_t<std::remove_all_extents_t<A>>;
    static_assert(
        std::is_array_v<A> && is_scalar<E>,
        "a block of an image and what is no array of numbers of the loop's own is not supported in a kernel");
    static_assert(Width * Height <= sizeof(A), "a block of an image that is larger than its array");
    return vector_ref<uchar, Width * Height>(
        region{const_cast<char*>(reinterpret_cast<const char*>(&array)), long{sizeof array}, 0, 1, 0});
}
// A guess: the image has the array's elements. The message wants bytes, and no kernel knows an image's
// format.
template <class A>
inline constexpr int kColumnBytes = sizeof(std::remove_all_extents_t<A>);

template <int Width, int Height, class A>
CM_INLINE void read_image_block(SurfaceIndex image, int column, int row, A& to) {
    matrix<uchar, Height, Width> block;
    ::read(image, column * kColumnBytes<A>, row, block);
    rows_of<Width, Height>(to) = block.template format<uchar>();
}
template <int Width, int Height, class A>
CM_INLINE void write_image_block(SurfaceIndex image, int column, int row, const A& from) {
    matrix<uchar, Height, Width> block;
    block.template format<uchar>() = rows_of<Width, Height>(from);
    ::write(image, column * kColumnBytes<A>, row, block);
}

// The host's version of a kernel function is compiled beside the kernel, and never runs.
template <int, int, class A>
void read_image_block(const gfxcc_image*, int, int, A&);
template <int, int, class A>
void write_image_block(const gfxcc_image*, int, int, const A&);

}  // namespace cm::offload
