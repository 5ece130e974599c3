// SPDX-License-Identifier: MIT
// How the camera moves most of a picture: true_motion/camera_motion.cpp, sum by sum.
//
// A camera is a float8: .s012 are AffineMotion's x, .s345 its y; .s6 is 1 where there is one, else all are 0.

enum { CAMERA_ITEMS = 256 };

inline float from_middle(int block, int side, int size) { return ((float)(side * block) + (float)side * 0.5f) - (float)size * 0.5f; }

inline float2 camera_at(float8 camera, float across, float down) {
    return (float2)(camera.s0 + (camera.s1 * across + camera.s2 * down), camera.s3 + (camera.s4 * across + camera.s5 * down));
}
inline float2 camera_of_block(const LevelRecord* l, float8 camera, int bx, int by) {
    return camera_at(camera, from_middle(bx, l->side, l->width), from_middle(by, l->side, l->height));
}

// CameraSamples, and what a work-group finds by them.
typedef struct {
    float x[kMostSamples], y[kMostSamples], u[kMostSamples], v[kMostSamples], weights[kMostSamples];
    float sums[kSumLanes][13];
    int known;
    uint best;  // of the tries: how many samples agree, and kCameraTries minus its number
} CameraMemory;

// The place of sample i of a SampleGrid: .x is its step, .y and .z are its columns and rows.
inline int2 sampled_block(int4 grid, int i) {
    return (int2)(grid.x / 2 + grid.x * (i % grid.y), grid.x / 2 + grid.x * (i / grid.y));
}

inline void set_sample(const LevelRecord* l, local CameraMemory* m, int i, int2 block, float2 vector, float weight) {
    m->x[i] = from_middle(block.x, l->side, l->width);
    m->y[i] = from_middle(block.y, l->side, l->height);
    m->u[i] = vector.x;
    m->v[i] = vector.y;
    m->weights[i] = weight;
}

inline bool agrees(float8 camera, local const CameraMemory* m, int i, float within) {
    const float2 v = camera_at(camera, m->x[i], m->y[i]);
    return fabs(v.x - m->u[i]) + fabs(v.y - m->v[i]) <= within;
}

inline uint any_of(uint count, uint number) {
    uint h = number * 0x9E3779B1u;
    h = (h ^ h >> 16) * 0x85EBCA6Bu;
    h = (h ^ h >> 13) * 0xC2B2AE35u;
    return (h ^ h >> 16) % count;
}

// .s6 is 0 where a sample is not known, or the three lie on a line.
inline float8 tried_camera(local const CameraMemory* m, int count, uint number) {
    const uint a = any_of(count, 3 * number), b = any_of(count, 3 * number + 1), c = any_of(count, 3 * number + 2);
    if (m->u[a] == kNotKnown || m->u[b] == kNotKnown || m->u[c] == kNotKnown) return 0;
    const float ax = m->x[a], ay = m->y[a];
    const float bx = m->x[b] - ax, by = m->y[b] - ay, cx = m->x[c] - ax, cy = m->y[c] - ay;
    const float determinant = bx * cy - cx * by;
    if (determinant == 0) return 0;
    const float2 from = (float2)(m->u[a], m->v[a]);
    const float2 to_b = (float2)(m->u[b], m->v[b]) - from, to_c = (float2)(m->u[c], m->v[c]) - from;
    const float2 across = (to_b * cy - to_c * by) / determinant, down = (bx * to_c - cx * to_b) / determinant;
    const float2 first = from - (across * ax + down * ay);
    return (float8)(first.x, across.x, down.x, first.y, across.y, down.y, 1, 0);
}

// With the least squares of errors; .s6 is 0 where the samples lie on a line, or nearly so.
inline float8 fitted_camera(local const float* s) {
    const float n = s[1], x = s[2], y = s[3], xx = s[4], xy = s[5], yy = s[6];
    const float c00 = xx * yy - xy * xy, c01 = xy * y - x * yy, c02 = x * xy - xx * y;
    const float c11 = n * yy - y * y, c12 = x * y - n * xy, c22 = n * xx - x * x;
    const float determinant = n * c00 + x * c01 + y * c02;
    if (determinant <= kNearlyALine * (n * xx * yy)) return 0;
    float8 camera = 0;
    camera.s0 = (c00 * s[7] + c01 * s[8] + c02 * s[9]) / determinant;
    camera.s1 = (c01 * s[7] + c11 * s[8] + c12 * s[9]) / determinant;
    camera.s2 = (c02 * s[7] + c12 * s[8] + c22 * s[9]) / determinant;
    camera.s3 = (c00 * s[10] + c01 * s[11] + c02 * s[12]) / determinant;
    camera.s4 = (c01 * s[10] + c11 * s[11] + c12 * s[12]) / determinant;
    camera.s5 = (c02 * s[10] + c12 * s[11] + c22 * s[12]) / determinant;
    camera.s6 = 1;
    return camera;
}

inline float8 fitted_again(float8 camera, local CameraMemory* m, int count) {
    const float agreements[] = kAgreements;
    const int lane = item();
    for (int k = 0; k < (int)(sizeof agreements / sizeof agreements[0]); k++) {
        if (lane < kSumLanes) {
            float sums[13] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
            for (int i = lane; i < count; i += kSumLanes) {
                if (!agrees(camera, m, i, agreements[k])) continue;
                const float weight = m->weights[i], x = weight * m->x[i], y = weight * m->y[i];
                sums[0] += 1;
                sums[1] += weight;
                sums[2] += x;
                sums[3] += y;
                sums[4] += x * m->x[i];
                sums[5] += x * m->y[i];
                sums[6] += y * m->y[i];
                sums[7] += weight * m->u[i];
                sums[8] += x * m->u[i];
                sums[9] += y * m->u[i];
                sums[10] += weight * m->v[i];
                sums[11] += x * m->v[i];
                sums[12] += y * m->v[i];
            }
            for (int i = 0; i < 13; i++) m->sums[lane][i] = sums[i];
        }
        meet();
        for (int apart = kSumLanes / 2; apart > 0; apart /= 2) {
            if (lane < apart)
                for (int i = 0; i < 13; i++) m->sums[lane][i] += m->sums[lane + apart][i];
            meet();
        }
        if (m->sums[0][0] < kLeastAgreeing) break;
        const float8 closer = fitted_camera(m->sums[0]);
        if (closer.s6 != 0) camera = closer;
        meet();
    }
    return camera;
}

// By the confirmed vectors of a level's blocks: a work-group a direction.
kernel __attribute__((reqd_work_group_size(CAMERA_ITEMS, 1, 1)))
void find_camera(LevelRecord l, int4 grid, global const int2* vectors, global const uchar* good, global float8* cameras) {
    local CameraMemory m;
    const int lane = item(), d = direction_of(&l, get_group_id(1)), count = grid.y * grid.z;
    if (lane == 0) m.known = m.best = 0;
    meet();
    for (int i = lane; i < count; i += CAMERA_ITEMS) {
        const int2 block = sampled_block(grid, i);
        const int at = direction_base(&l, d) + block_index(&l, block.x, block.y);
        set_sample(&l, &m, i, block, good[at] ? convert_float2(vectors[at]) : (float2)(kNotKnown, 0), 1);
        if (good[at]) atomic_inc(&m.known);
    }
    meet();
    const uint least = max(m.known / kAgreeingShare, kLeastAgreeing - 1);
    const float agreements[] = kAgreements;
    for (uint number = lane; number < kCameraTries; number += CAMERA_ITEMS) {
        const float8 camera = tried_camera(&m, count, number);
        if (camera.s6 == 0) continue;
        uint agreeing = 0;
        for (int i = 0; i < count; i++) agreeing += agrees(camera, &m, i, agreements[0]);
        if (agreeing > least) atomic_max(&m.best, agreeing * (kCameraTries + 1) + kCameraTries - number);
    }
    meet();
    float8 camera = 0;
    if (m.best != 0) camera = fitted_again(tried_camera(&m, count, kCameraTries - m.best % (kCameraTries + 1)), &m, count);
    if (lane == 0) cameras[d] = camera;
}

// AffineMotion::scaled(2).
kernel void double_cameras(LevelRecord l, global float8* cameras) {
    if (get_global_id(0) > 0) return;
    const int d = direction_of(&l, get_global_id(1));
    cameras[d].s0 = 2 * cameras[d].s0;
    cameras[d].s3 = 2 * cameras[d].s3;
}
