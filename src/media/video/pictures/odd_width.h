// SPDX-License-Identifier: MIT
// What FFmpeg's scaler needs to be told of pictures whose width is odd.
#pragma once

extern "C" {
#include <libswscale/swscale.h>
}

namespace genmedia::media {

// It makes chroma of two columns of RGB at a time, and takes what lies behind the picture for the second of
// them where the width is odd. With these flags it makes chroma of each column.
inline int flags_for_odd_width(bool is_rgb, int width) {
    return is_rgb && width % 2 != 0 ? SWS_FULL_CHR_H_INP : 0;
}

}  // namespace genmedia::media
