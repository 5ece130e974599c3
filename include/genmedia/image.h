// SPDX-License-Identifier: MIT
// Views of pictures that the caller owns: luma, with chroma interleaved as in NV12 or as planes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace genmedia {

// Which lines of a picture a request means. The lines of one field are numbered without gaps: line y
// of the top field is picture line 2y, line y of the bottom field is picture line 2y + 1.
enum class Scan : uint8_t { progressive, top_field, bottom_field };

// A plane of bytes. `width` counts samples, and a sample is `bytes_per_sample` bytes: 1 where it has 8 bits,
// 2 where it has more, and 2 (Cb, then Cr) in the chroma plane of NV12. `stride` is in bytes and may be
// negative.
struct PlaneView {
    const uint8_t* data = nullptr;
    int32_t width = 0;
    int32_t height = 0;
    ptrdiff_t stride = 0;
    int32_t bytes_per_sample = 1;

    bool empty() const { return data == nullptr; }                      // there is no such plane
    const uint8_t* line(int32_t y) const { return data + y * stride; }  // its first byte
};

// Luma, and where chroma is estimated the chroma plane at half its width and height (rounded up).
struct ImageView {
    PlaneView luma;
    PlaneView chroma;
};

// Luma, and chroma as planes of luma's sides or half of them, rounded up: 4:4:4, 4:2:2, 4:4:0 or 4:2:0. Both
// chroma planes may be missing: 4:0:0.
struct YuvView {
    PlaneView luma, cb, cr;
    // Of a sample: 8..16. More than 8 take two bytes (PlaneView::bytes_per_sample is 2), in the processor's
    // order, the lowest bit in the lowest place.
    int bits = 8;
};

// 8-bit 4:2:0: chroma at half of luma's width and height, rounded up. Where a function says so, both chroma
// planes may be missing.
struct Yuv420View {
    PlaneView luma, cb, cr;

    operator YuvView() const { return {luma, cb, cr, 8}; }  // the same
};

// The lines of one field as a plane of their own; the plane itself for Scan::progressive.
inline PlaneView scan_lines(const PlaneView& plane, Scan scan) {
    if (scan == Scan::progressive || plane.empty()) return plane;
    const int32_t first = scan == Scan::top_field ? 0 : 1;
    return {plane.data + first * plane.stride, plane.width, (plane.height + 1 - first) / 2, plane.stride * 2,
            plane.bytes_per_sample};
}

// The same of luma and chroma.
inline ImageView scan_lines(const ImageView& image, Scan scan) {
    return {scan_lines(image.luma, scan), scan_lines(image.chroma, scan)};
}

}  // namespace genmedia
