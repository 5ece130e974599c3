// SPDX-License-Identifier: MIT
// Skip check of a macroblock: vme/inter/skip_check.cpp. Work-items e, 16 + e, 32 + e ... work for the 4x4 block of entry e:
// they share the lines of what it is predicted from, and its own lines; then the first one compares.

typedef struct {
    SkipRecord skip;
    Surroundings surroundings[16];
    uint predictions[2 * 16][2][4];  // of each direction and entry, lines of both neighbours
    uint distortions[4];             // of the blocks that are checked, or what is added to their SADs
    uint sads[4], largest;           // of the quadrants; of a 4x4 block
    uint counts[4], sums[4];         // of the quadrants' coefficients
} SkipMemory;

// AVC's forward transform of four differences in each direction.
inline int4 transform_line(int4 d) {
    return (int4)(d.x + d.y + d.z + d.w, 2 * d.x + d.y - d.z - 2 * d.w, d.x - d.y - d.z + d.w,
                  d.x - 2 * d.y + 2 * d.z - d.w);
}

// Coefficients above their threshold (x), and by how much (y), of a 4x4 block.
inline uint2 count_coefficients(local const uint16_t* thresholds, const uint source[4], const uint prediction[4]) {
    int4 t[4];
    for (int i = 0; i < 4; i++)
        t[i] = transform_line(convert_int4(as_uchar4(source[i])) - convert_int4(as_uchar4(prediction[i])));
    const int4 lines[4] = {t[0] + t[1] + t[2] + t[3], 2 * t[0] + t[1] - t[2] - 2 * t[3], t[0] - t[1] - t[2] + t[3],
                           t[0] - 2 * t[1] + 2 * t[2] - t[3]};
    int4 counts = (int4)(0), sums = (int4)(0);
    for (int i = 0; i < 4; i++) {
        const int4 least = (int4)(thresholds[i], thresholds[i + 1], thresholds[i + 2], thresholds[i + 3]);
        const int4 above = convert_int4(abs(lines[i])) - least;
        counts -= above > 0;  // true is -1
        sums += max(above, (int4)(0));
    }
    return (uint2)(counts.x + counts.y + counts.z + counts.w, sums.x + sums.y + sums.z + sums.w);
}

inline uint added_skip_costs(local const SkipRecord* skip, SETUP PlaceRecord* place, int direction, int n) {
    uint cost = skip->costs.shape[skip->partition_8x8 ? 2 : 0];
    if (direction == BACKWARD) cost += skip->costs.backward_direction;
    for (int way = 0; way < 2; way++) {
        if (direction != BIDIRECTIONAL && direction != way) continue;
        SETUP int16_t* center = place->center[n][way];
        cost += vector_cost(&skip->costs, skip->vectors[n][way][0] - center[0], skip->vectors[n][way][1] - center[1]) +
                skip->penalty[way][n];
    }
    return cost;
}

// Predicts this work-item's 4x4 block from one direction, if it `counts` for its block n. All work-items come here.
inline void predict_skipped(global const uchar* pictures, local const SkipRecord* skip, SETUP PlaceRecord* place, bool counts,
                            int n, int way, local SkipMemory* memory) {
    const int e = item() % 16, c = item() / 16, shares = CHECK_ITEMS / 16;
    const int2 vector = (int2)(skip->vectors[n][way][0], skip->vectors[n][way][1]), start = vector >> 2;
    if (counts) {
        const PlaneRecord plane = skip->reference[way][n];
        fetch_around(pictures, &plane, place->x + entry_x(e) + start.x, place->y + entry_y(e) + start.y, c, shares,
                     &memory->surroundings[e]);
    }
    meet();
    // The last work-item of the first entry of each block adds its costs, of many one that predicts nothing.
    const int direction = skip->directions[n];
    if (way == 0 && c == shares - 1 && e == 4 * n && direction != NOT_CHECKED)
        atomic_add(&memory->distortions[n], added_skip_costs(skip, place, direction, n));
#pragma unroll 1
    for (int k = 0; k < ROUNDS(2 * 4, FEWEST_ITEMS / 16); k++) {
        const int i = c + k * shares;
        const Neighbours between = neighbours_of(vector.x & 3, vector.y & 3);
        const int2 at = i < 4 ? between.first : between.second;
        if (counts && i < 2 * 4)
            memory->predictions[16 * way + e][i / 4][i % 4] =
                half_line_around(&memory->surroundings[e], skip->bilinear != 0, at.x, at.y, i % 4);
    }
    meet();  // the surroundings are the next direction's
}

// The lines of a 4x4 block between its neighbours, which may be one.
inline void between_neighbours(local const uint neighbours[2][4], uint lines[4]) {
#pragma unroll
    for (int i = 0; i < 4; i++) lines[i] = mean4(neighbours[0][i], neighbours[1][i]);
}

// Adds what 4x4 block e differs by to the sums of its block n.
inline void compare_skipped(local const SkipRecord* skip, int direction, int n, int e, local const uint* pixels,
                            local SkipMemory* memory) {
    uint prediction[4];
    between_neighbours(memory->predictions[direction == BACKWARD ? 16 + e : e], prediction);
    if (direction == BIDIRECTIONAL) {
        uint backward[4];
        between_neighbours(memory->predictions[16 + e], backward);
        for (int i = 0; i < 4; i++) prediction[i] = mix4(prediction[i], backward[i], skip->weight);
    }
    local const uint* s = pixels + entry_y(e) * 4 + entry_x(e) / 4;
    const uint source[4] = {s[0], s[4], s[8], s[12]};
    const uint sad = distortion_4x4(SAD, source, prediction);
    atomic_add(&memory->sads[e / 4], sad);
    if (skip->distortion != SAD)
        atomic_add(&memory->distortions[n], distortion_4x4(skip->distortion, source, prediction));
    if (skip->raw_sad == LARGEST_4X4) atomic_max(&memory->largest, sad);
    if (!MAY_COUNT_COEFFICIENTS || !skip->has_thresholds) return;
    const uint2 above = count_coefficients(skip->thresholds, source, prediction);
    atomic_add(&memory->counts[e / 4], above.x);
    atomic_add(&memory->sums[e / 4], above.y);
}

inline uint checked_distortion(local const SkipRecord* skip, local const SkipMemory* memory, int n) {
    local const uint* q = memory->sads;
    const uint all = q[0] + q[1] + q[2] + q[3], sad = skip->partition_8x8 ? q[n] : n == 0 ? all : 0;
    return memory->distortions[n] + (skip->distortion == SAD ? sad : 0);
}

inline uint raw_sad(uint kind, local const SkipMemory* memory) {
    local const uint* q = memory->sads;
    if (kind == LARGEST_4X4) return memory->largest;
    return kind == LARGEST_8X8 ? max(max(q[0], q[1]), max(q[2], q[3])) : q[0] + q[1] + q[2] + q[3];
}

// Checks what memory->skip asks, of the macroblock `source` that is being fetched. All work-items come here.
inline void check_macroblock(global const uchar* pictures, SETUP PlaceRecord* place, local const uint source[64],
                             local SkipMemory* memory, RESULT SkipResult* result) {
    local const SkipRecord* skip = &memory->skip;
    const int e = item() % 16, n = skip->partition_8x8 ? e / 4 : 0, direction = skip->directions[n];
    if (item() < 4) memory->distortions[item()] = memory->sads[item()] = memory->counts[item()] = memory->sums[item()] = 0;
    if (item() == 4) memory->largest = 0;
    const int ways = max(max(skip->directions[0], skip->directions[1]), max(skip->directions[2], skip->directions[3])) <= FORWARD ? 1 : 2;
    for (int way = 0; way < ways; way++)
        predict_skipped(pictures, skip, place, direction == BIDIRECTIONAL || direction == way, n, way, memory);
    if (item() < 16 && direction != NOT_CHECKED) compare_skipped(skip, direction, n, e, source, memory);
    meet();
    if (item() < 16) result->distortions[e] = saturate(checked_distortion(skip, memory, n));
    if (item() < 4) {
        result->transform_count[item()] = memory->counts[item()];
        result->transform_sum[item()] = saturate(memory->sums[item()]);
    }
    if (item() == CHECK_ITEMS - 16) {
        uint best = 0;
#pragma unroll
        for (int i = 0; i < 4; i++) best += checked_distortion(skip, memory, i);
        result->best_distortion = saturate(best);
        result->raw_sad = saturate(raw_sad(skip->raw_sad, memory));
    }
}

#if WHOLE_PICTURES
// Work-group i checks place i.
kernel __attribute__((reqd_work_group_size(CHECK_ITEMS, 1, 1)))
void check_skip(global const uchar* pictures, global const SkipRecord* skips, global const PlaceRecord* places,
                global SkipResult* results) {
    local SkipMemory memory;
    local uint pixels[64];
    const int i = get_group_id(0);
    copy_words(skips + places[i].setup, &memory.skip, WORDS(SkipRecord));
    meet();
    const PlaneRecord source = memory.skip.source;
    fetch(pictures, &source, places[i].x, places[i].y, 16, 16, pixels, 4);
    check_macroblock(pictures, places + i, pixels, &memory, results + i);
}
#endif
