// SPDX-License-Identifier: MIT
// Skip check of a macroblock: vme/inter/skip_check.cpp. Work-items e, 16 + e, 32 + e ... work for the 4x4 block of entry e:
// they share the lines of what it is predicted from, then the first one predicts and compares.

typedef struct {
    SkipRecord skip;
    Surroundings surroundings[16];
    HalfGrid grids[16];
    uint4 predictions[2 * 16];       // a line each
    uint distortions[4];             // of the blocks that are checked
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

// Predicts this work-item's 4x4 block from one direction, if it `counts` for its block n. All work-items come here; a barrier
// follows.
inline void predict_skipped(global const uchar* pictures, local const SkipRecord* skip, SETUP PlaceRecord* place, bool counts,
                            int n, int way, local SkipMemory* memory) {
    const int e = item() % 16, c = item() / 16, shares = CHECK_ITEMS / 16;
    const int2 vector = (int2)(skip->vectors[n][way][0], skip->vectors[n][way][1]), start = vector >> 2;
    const bool is_whole = ((vector.x | vector.y) & 3) == 0;
    if (counts) {
        const PlaneRecord plane = skip->reference[way][n];
        fetch_around(pictures, &plane, place->x + entry_x(e) + start.x, place->y + entry_y(e) + start.y, c, shares,
                     &memory->surroundings[e]);
    }
    meet();
#pragma unroll 1
    for (int row = c; counts && !is_whole && row < GRID; row += shares)
        make_grid_line(&memory->surroundings[e], skip->bilinear != 0, row, &memory->grids[e]);
    uint lines[4];
    if (counts && is_whole && c == 0) whole_4x4(&memory->surroundings[e], lines);
    meet();  // the surroundings are the next direction's
    if (!counts || c != 0) return;
    if (!is_whole) predict_4x4(&memory->grids[e], vector.x & 3, vector.y & 3, lines);
    memory->predictions[16 * way + e] = (uint4)(lines[0], lines[1], lines[2], lines[3]);
}

// Adds what 4x4 block e differs by to the sums of its block n.
inline void compare_skipped(local const SkipRecord* skip, int direction, int n, int e, local const uint* pixels,
                            local SkipMemory* memory) {
    const uint4 forward = memory->predictions[e], backward = memory->predictions[16 + e];
    uint4 p = direction == BACKWARD ? backward : forward;
    if (direction == BIDIRECTIONAL)
        p = (uint4)(mix4(forward.x, backward.x, skip->weight), mix4(forward.y, backward.y, skip->weight),
                    mix4(forward.z, backward.z, skip->weight), mix4(forward.w, backward.w, skip->weight));
    const uint prediction[4] = {p.x, p.y, p.z, p.w};
    local const uint* s = pixels + entry_y(e) * 4 + entry_x(e) / 4;
    const uint source[4] = {s[0], s[4], s[8], s[12]};
    const uint sad = distortion_4x4(SAD, source, prediction);
    const uint distortion = skip->distortion == SAD ? sad : distortion_4x4(skip->distortion, source, prediction);
    atomic_add(&memory->distortions[n], distortion);
    atomic_add(&memory->sads[e / 4], sad);
    atomic_max(&memory->largest, sad);
    if (!skip->has_thresholds) return;
    const uint2 above = count_coefficients(skip->thresholds, source, prediction);
    atomic_add(&memory->counts[e / 4], above.x);
    atomic_add(&memory->sums[e / 4], above.y);
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
    meet();
    if (item() < 16 && direction != NOT_CHECKED) compare_skipped(skip, direction, n, e, source, memory);
    // The last work-item of the first entry of each block adds its costs.
    if (item() / 16 == CHECK_ITEMS / 16 - 1 && direction != NOT_CHECKED && e == 4 * n)
        atomic_add(&memory->distortions[n], added_skip_costs(skip, place, direction, n));
    meet();
    if (item() < 16) result->distortions[e] = saturate(memory->distortions[n]);
    if (item() < 4) {
        result->transform_count[item()] = memory->counts[item()];
        result->transform_sum[item()] = saturate(memory->sums[item()]);
    }
    if (item() == CHECK_ITEMS - 16) {
        local const uint* d = memory->distortions;
        result->best_distortion = saturate(d[0] + d[1] + d[2] + d[3]);
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
