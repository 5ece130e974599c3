// SPDX-License-Identifier: MIT
// How a picture must be turned to stand upright: phones write it beside the pixels. Inside src/media only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

struct AVFrame;
struct AVStream;

namespace genmedia::media {

struct Orientation {
    bool transpose = false;                   // columns become rows
    bool mirror_x = false, mirror_y = false;  // after that, of the transposed picture

    bool upright() const { return !transpose && !mirror_x && !mirror_y; }
};

// By a display matrix, or by EXIF's number, 1 to 8; empty: it does not say. Angles that are no multiple of 90
// degrees count as upright.
std::optional<Orientation> orientation_of(const AVStream& stream);
std::optional<Orientation> orientation_of(const AVFrame& frame);
std::optional<Orientation> orientation_of_exif(int number);

// libavutil/display.h's.
using DisplayMatrix = std::array<int32_t, 9>;
DisplayMatrix display_matrix_of(const Orientation& orientation);

// Turns `width` x `height` elements of T; `to` has the sides swapped where the orientation transposes.
template <class T>
void turn(Orientation orientation, const uint8_t* from, ptrdiff_t from_stride, int32_t width, int32_t height,
          uint8_t* to, ptrdiff_t to_stride) {
    const int32_t columns = orientation.transpose ? height : width,
                  rows = orientation.transpose ? width : height;
    for (int32_t y = 0; y < rows; y++) {
        const int32_t v = orientation.mirror_y ? rows - 1 - y : y;
        T* line = reinterpret_cast<T*>(to + y * to_stride);
        for (int32_t x = 0; x < columns; x++) {
            const int32_t u = orientation.mirror_x ? columns - 1 - x : x;
            const int32_t column = orientation.transpose ? v : u, row = orientation.transpose ? u : v;
            line[x] = reinterpret_cast<const T*>(from + row * from_stride)[column];
        }
    }
}

}  // namespace genmedia::media
