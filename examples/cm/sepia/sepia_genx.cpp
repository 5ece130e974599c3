// SPDX-License-Identifier: MIT
// A picture in brown tones: each new channel is a weighted sum of the old ones, clamped to a byte.
#include <cm/cm.h>

// Weights of blue, green, red and alpha, for each of the four new channels.
const float kWeights[16] = {0.131f, 0.534f, 0.272f, 0.0f, 0.168f, 0.686f, 0.349f, 0.0f,
                            0.189f, 0.769f, 0.393f, 0.0f, 0.0f,   0.0f,   0.0f,   1.0f};

extern "C" _GENX_MAIN_ void sepia(SurfaceIndex source, SurfaceIndex target) {
    const int x = get_thread_origin_x() * 32, y = get_thread_origin_y() * 8;
    matrix<uchar, 8, 32> in, out;
    read(source, x, y, in);
    vector<float, 16> all(kWeights);
#pragma unroll
    for (int channel = 0; channel < 4; channel++) {
        vector<float, 32> w = all.replicate<8, 0, 4, 1>(channel * 4);
#pragma unroll
        for (int i = 0; i < 8; i++) {
            vector<float, 32> pixels = in.row(i);
            vector<float, 32> sums = cm_dp4<float>(pixels, w);
            out.row(i).select<8, 4>(channel) = vector<uchar, 8>(sums.select<8, 4>(0), SAT);
        }
    }
    write(target, x, y, out);
}
