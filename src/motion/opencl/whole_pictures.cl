// SPDX-License-Identifier: MIT
// What whole pictures need beside the unit: search/picture_search.cpp and search/pyramid.cpp.

// Each sample is the rounded mean of 4x4; outside of the picture its edge is repeated.
kernel void quarter_picture(global uchar* pictures, PlaneRecord from, PlaneRecord to) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= to.stride || y >= to.height) return;
    const int last = min(x, to.width - 1);  // what lies beyond repeats it
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += sample_at(pictures, &from, 4 * last + i % 4, 4 * y + i / 4);
    pictures[to.at + y * to.stride + x] = (sum + 8) / 16;
}

// Where a window is placed, and what its vectors' cost is measured from. Keeps both in the unit's range.
inline void set_start(global PlaceRecord* place, int direction, int2 offset, const WindowLimits* limits) {
    const int2 furthest = (int2)(limits->furthest_x, limits->furthest_y);
    offset = clamp(offset, -furthest, furthest);
    place->offset[direction][0] = offset.x;
    place->offset[direction][1] = offset.y;
    for (int q = 0; q < 4; q++) {
        place->center[q][direction][0] = 4 * offset.x;
        place->center[q][direction][1] = 4 * offset.y;
    }
    place->home |= abs(offset.x) > limits->far_x || abs(offset.y) > limits->far_y;
}

// What the search of a smaller picture found for macroblock (x, y) of one that is four times as large.
inline int2 predict_from(global const InterRecord* coarser, int columns, int rows, int x, int y) {
    if (!coarser) return (int2)(0, 0);
    const int bx = min(x / 2, 2 * columns - 1), by = min(y / 2, 2 * rows - 1);
    global const int16_t* v = coarser[by / 2 * columns + bx / 2].vectors[4 * (by % 2 * 2 + bx % 2)][0];
    return (int2)(v[0], v[1]);  // quarter pixels there are pixels here
}

// Work-item i: the place of macroblock i, by what was found in smaller pictures, of `columns` x `rows` macroblocks.
kernel void place_by_levels(global const InterRecord* forward, global const InterRecord* backward, int columns, int rows,
                            int macroblock_columns, uint count, uint setup, WindowLimits limits,
                            global PlaceRecord* places) {
    const int i = get_global_id(0);
    if (i >= count) return;
    const int x = i % macroblock_columns, y = i / macroblock_columns;
    global PlaceRecord* place = places + i;
    place->setup = setup;
    place->x = 16 * x;
    place->y = 16 * y;
    place->home = 0;
    place->stream = -1;
    set_start(place, 0, predict_from(forward, columns, rows, x, y), &limits);
    set_start(place, 1, predict_from(backward, columns, rows, x, y), &limits);
}

inline int median(int a, int b, int c) { return max(min(a, b), min(max(a, b), c)); }

inline int2 vector_at(global const InterRecord* field, global const uint* slots, int columns, int x, int y, int entry,
                      int direction) {
    global const int16_t* v = field[slots[y * columns + x]].vectors[entry][direction];
    return (int2)(v[0], v[1]);
}

// The median of the neighbours' vectors.
inline int2 spatial_offset(global const InterRecord* field, global const uint* slots, int columns, int x, int y,
                           int direction) {
    enum { UPPER_RIGHT = 5, LOWER_LEFT = 10, LOWER_RIGHT = 15 };
    const int2 none = (int2)(0, 0);
    const int2 left = x > 0 ? vector_at(field, slots, columns, x - 1, y, UPPER_RIGHT, direction) : none;
    int2 vector = left;
    if (y > 0) {
        const int2 upper = vector_at(field, slots, columns, x, y - 1, LOWER_LEFT, direction);
        int2 corner = none;
        if (x + 1 < columns) {
            corner = vector_at(field, slots, columns, x + 1, y - 1, LOWER_LEFT, direction);
        } else if (x > 0) {
            corner = vector_at(field, slots, columns, x - 1, y - 1, LOWER_RIGHT, direction);
        }
        vector = (int2)(median(left.x, upper.x, corner.x), median(left.y, upper.y, corner.y));
    }
    return (vector + 2) >> 2;
}

// The same by the neighbours' results, for the macroblocks of one diagonal: slots first .. first + count - 1, of which
// macroblocks[] says where they are and slots[] the reverse.
kernel void place_by_neighbors(global const InterRecord* field, global const uint* slots, global const uint* macroblocks,
                               int columns, uint first, uint count, WindowLimits limits, global PlaceRecord* places) {
    const int i = get_global_id(0);
    if (i >= count) return;
    const int x = macroblocks[first + i] % columns, y = macroblocks[first + i] / columns;
    global PlaceRecord* place = places + first + i;
    place->setup = 0;
    place->x = 16 * x;
    place->y = 16 * y;
    place->home = 0;
    place->stream = -1;
    for (int direction = 0; direction < 2; direction++)
        set_start(place, direction, spatial_offset(field, slots, columns, x, y, direction), &limits);
}
