// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/formats.h"

#include <cm/dataport/surface_format.h>

#include <algorithm>
#include <utility>

namespace genmedia::runtime {
namespace {

using cm_abi::PixelLayout;

constexpr Format one(CM_SURFACE_FORMAT id, const char* name, UINT bytes) { return {id, name, bytes}; }

constexpr Format packed(CM_SURFACE_FORMAT id, const char* name, PixelLayout layout) {
    return {id, name, 2, layout, 1, 1, 1, 1, 2, 1};
}

// Formats with luma and interleaved chroma.
constexpr Format two(CM_SURFACE_FORMAT id, const char* name, UINT bytes, UINT rows_by, UINT height_step) {
    return {id, name, bytes, PixelLayout::planes, 2, 1, rows_by, 2 * bytes, 2, height_step};
}

constexpr Format three(CM_SURFACE_FORMAT id, const char* name, UINT columns_by, UINT rows_by) {
    return {id, name, 1, PixelLayout::planes, 3, columns_by, rows_by, 1, std::max(columns_by, 2U), 2};
}

// Chroma planes narrower than luma have rows as long as luma's, except in I420, YV12 and 411R.
constexpr Format kTable[] = {
    one(VA_CM_FMT_A8R8G8B8, "A8R8G8B8", 4),
    one(VA_CM_FMT_X8R8G8B8, "X8R8G8B8", 4),
    one(VA_CM_FMT_A8B8G8R8, "A8B8G8R8", 4),
    one(VA_CM_FMT_A2B10G10R10, "R10G10B10A2", 4),
    one(VA_CM_FMT_R16G16UN, "R16G16_UNORM", 4),
    one(VA_CM_FMT_R32U, "R32_UINT", 4),
    one(VA_CM_FMT_R32S, "R32_SINT", 4),
    one(VA_CM_FMT_R32F, "R32F", 4),
    one(VA_CM_FMT_AYUV, "AYUV", 4),
#if VA_CHECK_VERSION(1, 13, 0)
    one(VA_CM_FMT_XYUV, "XYUV", 4),
#endif
    one(VA_CM_FMT_Y210, "Y210", 4),
#if VA_CHECK_VERSION(1, 9, 0)
    one(VA_CM_FMT_Y212, "Y212", 4),
    one(VA_CM_FMT_Y412, "Y412", 8),
#endif
    one(VA_CM_FMT_Y216, "Y216", 4),
    one(VA_CM_FMT_Y410, "Y410", 4),
    one(VA_CM_FMT_Y416, "Y416", 8),
    one(VA_CM_FMT_A16B16G16R16, "A16B16G16R16", 8),
    one(VA_CM_FMT_A16B16G16R16F, "A16B16G16R16F", 8),
    one(VA_CM_FMT_R32G32B32A32F, "R32G32B32A32F", 16),
    one(VA_CM_FMT_A8P8, "A8P8", 2),
    one(VA_CM_FMT_R8G8UN, "R8G8_UNORM", 2),
    one(VA_CM_FMT_A8L8, "R16_SINT", 2),
    one(VA_CM_FMT_R16U, "R16_UINT", 2),
    one(VA_CM_FMT_R16UN, "R16_UNORM", 2),
    one(VA_CM_FMT_R16F, "R16_FLOAT", 2),
    one(VA_CM_FMT_V8U8, "V8U8", 2),
    one(VA_CM_FMT_D16, "D16", 2),
    one(VA_CM_FMT_L16, "L16", 2),
    one(VA_CM_FMT_A8, "A8", 1),
    one(VA_CM_FMT_P8, "P8", 1),
    one(VA_CM_FMT_L8, "L8", 1),
    one(VA_CM_FMT_R8U, "R8_UINT", 1),
    one(VA_CM_FMT_R8UN, "R8_UNORM", 1),
    one(VA_CM_FMT_Y8UN, "Y8_UNORM", 1),
    one(VA_CM_FMT_IA44, "IA44", 1),
    one(VA_CM_FMT_AI44, "AI44", 1),
    one(VA_CM_FMT_400P, "400P", 1),
    packed(VA_CM_FMT_YUY2, "YUY2", PixelLayout::yuyv),
    packed(VA_CM_FMT_UYVY, "UYVY", PixelLayout::uyvy),
    two(VA_CM_FMT_NV12, "NV12", 1, 2, 1),
    two(VA_CM_FMT_P010, "P010", 2, 2, 2),
    two(VA_CM_FMT_P012, "P012", 2, 2, 2),
    two(VA_CM_FMT_P016, "P016", 2, 2, 2),
    two(VA_CM_FMT_P208, "P208", 1, 1, 1),
    two(VA_CM_FMT_P216, "P216", 2, 1, 1),
    three(VA_CM_FMT_444P, "444P", 1, 1),
    three(VA_CM_FMT_RGBP, "RGBP", 1, 1),
    three(VA_CM_FMT_BGRP, "BGRP", 1, 1),
    three(VA_CM_FMT_411P, "411P", 1, 1),
    three(VA_CM_FMT_411R, "411R", 4, 1),
    three(VA_CM_FMT_422H, "422H", 1, 1),
    three(VA_CM_FMT_422V, "422V", 1, 2),
    three(VA_CM_FMT_IMC3, "IMC3", 1, 2),
    three(VA_CM_FMT_YV12, "YV12", 2, 2),
    three(VA_CM_FMT_I420, "I420", 2, 2),
};

// Kernels have their own numbers for formats.
template <class... Pair>
constexpr bool agree(Pair... pairs) {
    return ((static_cast<uint32_t>(pairs.first) == pairs.second) && ...);
}
static_assert(agree(
    std::pair(VA_CM_FMT_A8R8G8B8, cm_abi::format_a8r8g8b8),
    std::pair(VA_CM_FMT_X8R8G8B8, cm_abi::format_x8r8g8b8), std::pair(VA_CM_FMT_A8, cm_abi::format_a8),
    std::pair(VA_CM_FMT_A8B8G8R8, cm_abi::format_a8b8g8r8),
    std::pair(VA_CM_FMT_R16G16UN, cm_abi::format_r16g16_unorm),
    std::pair(VA_CM_FMT_A16B16G16R16, cm_abi::format_a16b16g16r16),
    std::pair(VA_CM_FMT_R32U, cm_abi::format_r32_uint), std::pair(VA_CM_FMT_L8, cm_abi::format_l8),
    std::pair(VA_CM_FMT_R16UN, cm_abi::format_r16_unorm), std::pair(VA_CM_FMT_R8UN, cm_abi::format_r8_unorm),
    std::pair(VA_CM_FMT_R32S, cm_abi::format_r32_sint), std::pair(VA_CM_FMT_L16, cm_abi::format_l16),
    std::pair(VA_CM_FMT_R16F, cm_abi::format_r16_float),
    std::pair(VA_CM_FMT_A16B16G16R16F, cm_abi::format_a16b16g16r16f),
    std::pair(VA_CM_FMT_R32F, cm_abi::format_r32f), std::pair(VA_CM_FMT_NV12, cm_abi::format_nv12),
    std::pair(VA_CM_FMT_P010, cm_abi::format_p010), std::pair(VA_CM_FMT_P016, cm_abi::format_p016),
    std::pair(VA_CM_FMT_YUY2, cm_abi::format_yuy2), std::pair(VA_CM_FMT_UYVY, cm_abi::format_uyvy)));

}  // namespace

std::span<const Format> formats() { return kTable; }

const Format* find_format(uint32_t id) {
    const auto found = std::ranges::find(kTable, static_cast<CM_SURFACE_FORMAT>(id), &Format::id);
    return found == std::end(kTable) ? nullptr : found;
}

INT validate_2d(UINT width, UINT height, CM_SURFACE_FORMAT id) {
    if (width < CM_MIN_SURF_WIDTH || width > CM_MAX_2D_SURF_WIDTH) return CM_INVALID_WIDTH;
    if (height < CM_MIN_SURF_HEIGHT || height > CM_MAX_2D_SURF_HEIGHT) return CM_INVALID_HEIGHT;
    const Format* format = find_format(id);
    if (format == nullptr) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    if (width % format->width_step != 0) return CM_INVALID_WIDTH;
    if (height % format->height_step != 0) return CM_INVALID_HEIGHT;
    return CM_SUCCESS;
}

PlanePlace plane_place(const Format& format, UINT width, UINT height, UINT pitch, UINT rows, UINT plane) {
    if (plane == 0) return {0, width * format.pixel_bytes, height, pitch, format.pixel_bytes};
    const uint32_t chroma_pitch = pitch / format.columns_by;
    const uint64_t chroma_plane = uint64_t{chroma_pitch} * ((rows + format.rows_by - 1) / format.rows_by);
    return {uint64_t{pitch} * rows + chroma_plane * (plane - 1),
            width * format.pixel_bytes / format.columns_by, (height + format.rows_by - 1) / format.rows_by,
            chroma_pitch, format.chroma_pixel_bytes};
}

uint64_t picture_bytes(const Format& format, UINT width, UINT height, UINT pitch, UINT rows) {
    const PlanePlace last = plane_place(format, width, height, pitch, rows, format.planes - 1);
    return last.offset + uint64_t{last.pitch} * (last.rows - 1) + last.row_bytes;
}

cm_abi::Surface describe_2d(const Format& format, UINT width, UINT height, UINT pitch, uint8_t* data) {
    cm_abi::Surface surface{};
    surface.kind = cm_abi::SurfaceKind::image_2d;
    surface.layout = format.layout;
    surface.format = static_cast<uint32_t>(format.id);
    surface.data = data;
    surface.bytes = picture_bytes(format, width, height, pitch, height);
    surface.width = static_cast<int32_t>(width);
    surface.height = static_cast<int32_t>(height);
    surface.depth = 1;
    surface.slice_pitch = static_cast<int64_t>(surface.bytes);
    surface.plane_count = static_cast<int32_t>(format.planes);
    for (UINT p = 0; p < format.planes; p++) {
        const PlanePlace place = plane_place(format, width, height, pitch, height, p);
        surface.plane[p] = {data + place.offset, static_cast<int32_t>(place.row_bytes),
                            static_cast<int32_t>(place.rows), static_cast<int32_t>(place.pitch),
                            static_cast<int32_t>(place.pixel_bytes)};
    }
    return surface;
}

}  // namespace genmedia::runtime
