// SPDX-License-Identifier: MIT
// One step of bodies that attract each other. A group of threads copies the bodies, 64 at a time, to the memory
// that it shares; each thread moves 16 of them.
#include <cm/cm.h>

#define CHUNK 64

const ushort kRamp[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Bodies are four floats: position and mass.
extern "C" _GENX_MAIN_ void move_bodies(SurfaceIndex bodies, SurfaceIndex accelerations, int count, float softening) {
    cm_slm_init(CHUNK * 16);
    const uint chunk = cm_slm_alloc(CHUNK * 16);
    const int first = cm_linear_global_id() * 16;

    matrix<float, 16, 4> own;
#pragma unroll
    for (int i = 0; i < 16; i += 8) read(bodies, (first + i) * 16, own.select<8, 1, 4, 1>(i, 0));
    vector<float, 16> x = own.column(0), y = own.column(1), z = own.column(2);
    vector<float, 16> ax = 0, ay = 0, az = 0;

    vector<ushort, 16> lane(kRamp);
    for (int at = 0; at < count; at += CHUNK) {
        cm_slm_load(chunk, bodies, at * 16, CHUNK * 16);
        for (int i = 0; i < CHUNK; i += 4) {
            vector<float, 16> four;
            vector<ushort, 16> places = lane + i * 4;
            cm_slm_read(chunk, places, four);
#pragma unroll
            for (int j = 0; j < 16; j += 4) {
                vector<float, 16> dx = four(j) - x, dy = four(j + 1) - y, dz = four(j + 2) - z;
                vector<float, 16> inverse = cm_rsqrt(dx * dx + dy * dy + dz * dz + softening);
                vector<float, 16> pull = inverse * inverse * inverse * four(j + 3);
                ax += dx * pull;
                ay += dy * pull;
                az += dz * pull;
            }
        }
    }
    write(accelerations, first * 4, ax);
    write(accelerations, (count + first) * 4, ay);
    write(accelerations, (2 * count + first) * 4, az);
}
