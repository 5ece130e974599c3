// SPDX-License-Identifier: MIT
// The numbers of the surface formats that kernels distinguish: CM_SURFACE_FORMAT_x of the host's
// cm_rt_def_os.h. Kernels do not include that header. The runtime checks that the numbers agree.
#pragma once

#include <cstdint>

namespace cm_abi {

constexpr std::uint32_t fourcc(const char (&name)[5]) {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; i++) code |= std::uint32_t{static_cast<unsigned char>(name[i])} << (8 * i);
    return code;
}

enum SurfaceFormat : std::uint32_t {
    format_a8r8g8b8 = 21,
    format_x8r8g8b8 = 22,
    format_a8 = 28,
    format_a8b8g8r8 = 32,
    format_r16g16_unorm = 35,
    format_a16b16g16r16 = 36,
    format_r32_uint = 42,
    format_l8 = 50,
    format_r16_unorm = 56,
    format_r8_unorm = 61,
    format_r32_sint = 71,
    format_l16 = 81,
    format_r16_float = 111,
    format_a16b16g16r16f = 113,
    format_r32f = 114,
    format_nv12 = fourcc("NV12"),
    format_p010 = fourcc("P010"),
    format_p016 = fourcc("P016"),
    format_yuy2 = fourcc("YUY2"),
    format_uyvy = fourcc("UYVY"),
};

}  // namespace cm_abi
