// SPDX-License-Identifier: MIT
// The same search where it is a plain one: SAD, no weights, no early end, one cost centre for all quadrants, and a path
// that visits most positions of a window at most 32 positions wide. All are computed; those that are not visited
// have costs beyond all others. A work-group of 32, no more than a warp of NVIDIA's, so that minima need no memory; each
// work-item has a column, and the ROWS positions of a search unit in it at a time.
//
// What it costs is instructions. So the window lies in memory four times, from its first, second, third and fourth
// pixel on, and no line is shifted; a line is read once for ROWS positions; and sums are scaled to keys when there are
// only sixteen, so that an addition and a minimum remain of each block.

// Every sum with it is a key that no visited position has, and none overflows.
#define NOT_VISITED 0xE0000000u

enum {
    ITEMS = 32,
    ROWS = 4,
    LINE_WORDS = 11,
    MOST_LINES = 64,
    SHIFTED = LINE_WORDS * MOST_LINES + 8,  // words from one of the four to the next: work-items read other banks
    MOST_ROWS = MOST_LINES - 16
};

typedef struct {
    uint4 source[16];
    uint window[4 * SHIFTED];
    uint row_costs[MOST_ROWS];     // scaled as keys are
    uint orders[MOST_UNITS][8];    // of the first position of each search unit; NOT_VISITED
} RectangleMemory;

// The window from (x, y) on, four times.
inline void fetch_shifted(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int height,
                          local uint* to) {
    const int words = plane->stride / 4, first = x >> 2, byte = x & 3;
#pragma unroll 14
    for (int i = get_local_id(0); i < LINE_WORDS * height; i += ITEMS) {
        const int line = i / LINE_WORDS, word = first + i - line * LINE_WORDS;
        global const uint* from = line_at(pictures, plane, y + line);
        const uint w0 = word_at(from, word, words), w1 = word_at(from, word + 1, words),
                   w2 = word_at(from, word + 2, words);
#pragma unroll
        for (int k = 0; k < 4; k++)
            to[k * SHIFTED + i] = byte + k < 4 ? funnel(w0, w1, 8 * (byte + k)) : funnel(w1, w2, 8 * (byte + k) - 32);
    }
}

// What is known of one position: the 4x4 blocks of the half that is being added up, in Z order, and the upper quadrants.
typedef struct {
    uint blocks[8], upper[2];
} Position;

// Adds line `s` of the macroblock against a line of the window.
inline void add_line(Position* p, int s, uint4 source, const uint w[4]) {
    const int first = s / 4 % 2 * 2;  // this row of blocks: +0, +1, +4, +5
    p->blocks[first] = sad4(source.x, w[0], p->blocks[first]);
    p->blocks[first + 1] = sad4(source.y, w[1], p->blocks[first + 1]);
    p->blocks[first + 4] = sad4(source.z, w[2], p->blocks[first + 4]);
    p->blocks[first + 5] = sad4(source.w, w[3], p->blocks[first + 5]);
}

// Lowers `least` to a block's key. Sums are scaled as keys are.
inline void lower(uint least[41], int b, uint sum, uint base) { least[b] = min(least[b], sum + base); }

// Lowers `least` to what quadrant q offers, and returns its sum.
inline uint lower_quadrant(uint least[41], const uint blocks[4], int q, uint base) {
    const uint b0 = blocks[0] * ORDERS, b1 = blocks[1] * ORDERS, b2 = blocks[2] * ORDERS, b3 = blocks[3] * ORDERS;
    const uint top = b0 + b1, bottom = b2 + b3, all = top + bottom;
    lower(least, 25 + 4 * q, b0, base);
    lower(least, 26 + 4 * q, b1, base);
    lower(least, 27 + 4 * q, b2, base);
    lower(least, 28 + 4 * q, b3, base);
    lower(least, 9 + 2 * q, top, base);
    lower(least, 10 + 2 * q, bottom, base);
    lower(least, 17 + 2 * q, b0 + b2, base);
    lower(least, 18 + 2 * q, b1 + b3, base);
    lower(least, FIRST_8X8 + q, all, base);
    return all;
}

// Lowers `least` to what the half that is complete after line s offers.
inline void lower_half(uint least[41], Position* p, int s, uint base) {
    const int part = s / 8;  // 0: the upper half
    const uint left = lower_quadrant(least, p->blocks, 2 * part, base);
    const uint right = lower_quadrant(least, p->blocks + 4, 2 * part + 1, base);
    lower(least, 1 + part, left + right, base);
    if (part == 0) {
        p->upper[0] = left;
        p->upper[1] = right;
#pragma unroll
        for (int i = 0; i < 8; i++) p->blocks[i] = 0;
    } else {
        lower(least, 3, p->upper[0] + left, base);
        lower(least, 4, p->upper[1] + right, base);
        lower(least, 0, p->upper[0] + p->upper[1] + left + right, base);
    }
}

// What a line of the window adds to ROWS positions one below the other. recent[]: the last lines of the source.
inline void step(local const RectangleMemory* memory, local const uint* words, int line, const uint bases[ROWS],
                 uint4 recent[ROWS], Position positions[ROWS], uint least[41]) {
    in_order();
    local const uint* l = words + line * LINE_WORDS;
    const uint w[4] = {l[0], l[1], l[2], l[3]};
    if (line < 16) recent[line % ROWS] = memory->source[line];
#pragma unroll
    for (int j = 0; j < ROWS; j++) {
        const int s = line - j;
        if (s < 0 || s >= 16) continue;
        add_line(&positions[j], s, recent[s % ROWS], w);
        if (s % 8 == 7) lower_half(least, &positions[j], s, bases[j]);
    }
}

// Lowers `least` to what ROWS positions offer, whose window begins at `words`.
inline void search_rows(local const RectangleMemory* memory, local const uint* words, const uint bases[ROWS],
                        uint least[41]) {
    Position positions[ROWS];
    uint4 recent[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < 8; i++) positions[j].blocks[i] = 0;
    // Compilers do not unroll a loop as long as this one, of 15 + ROWS; unrolled, all sums are registers.
#define STEP(line) step(memory, words, line, bases, recent, positions, least)
    STEP(0), STEP(1), STEP(2), STEP(3), STEP(4), STEP(5), STEP(6), STEP(7), STEP(8), STEP(9);
    STEP(10), STEP(11), STEP(12), STEP(13), STEP(14), STEP(15), STEP(16), STEP(17), STEP(18);
#undef STEP
}

inline uint one_axis(global const CostRecord* costs, int distance) {
    return costs->has_vector_cost ? axis_cost(costs, (int)abs(distance) >> costs->precision) : 0;
}

// As search_windows(), where the search is such a one.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void search_rectangles(global const uchar* pictures, global const SearchRecord* searches,
                       global const PathRecord* paths, global const PlaceRecord* places, uint first_place, uint ways,
                       global WindowRecord* windows) {
    local RectangleMemory memory;
    const uint i = first_place + get_group_id(0);
    global const PlaceRecord* place = places + i;
    const uint direction = get_group_id(1) % ways;
    const bool home = get_group_id(1) >= ways;
    global const SearchRecord* search = searches + place->setup;
    if (!search->is_rectangle || direction >= search->directions || (home && !place->home)) return;
    global const PathRecord* path = paths + search->path[direction];
    global const CostRecord* costs = &search->costs;
    const PlaneRecord source = search->source, reference = search->reference[direction];
    const int item = get_local_id(0), columns = 4 * path->columns, rows = 4 * path->rows;
    const int first_x = path->first_x + (home ? 0 : place->offset[direction][0]);
    const int first_y = path->first_y + (home ? 0 : place->offset[direction][1]);
    const int center_x = place->center[0][direction][0], center_y = place->center[0][direction][1];
    // What does not wait for each other is read first.
    uint unit_x[3], unit_y[3];  // of at most 12 * 8 visits
#pragma unroll
    for (int k = 0; k < 3; k++) {
        const int visit = min(item + ITEMS * k, path->visits - 1);
        unit_x[k] = path->units[visit][0];
        unit_y[k] = path->units[visit][1];
    }
    fetch(pictures, &source, place->x, place->y, 16, 16, (local uint*)memory.source, 4);
    fetch_shifted(pictures, &reference, place->x + first_x, place->y + first_y, path->height, memory.window);
    for (int row = item; row < rows; row += ITEMS)
        memory.row_costs[row] = one_axis(costs, 4 * (first_y + row) - center_y) << ORDER_BITS;
    for (int k = item; k < MOST_UNITS * 8; k += ITEMS) memory.orders[k / 8][k % 8] = NOT_VISITED;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 3; k++)
        if (item + ITEMS * k < path->visits) memory.orders[unit_y[k]][unit_x[k]] = 16 * (item + ITEMS * k);
    barrier(CLK_LOCAL_MEM_FENCE);

    // A narrow window has several rows of search units side by side.
    const int across = columns > 16 ? 32 : columns > 8 ? 16 : 8, column = min(item % across, columns - 1);
    const uint column_cost = one_axis(costs, 4 * (first_x + column) - center_x) << ORDER_BITS;
    const uint cap = costs->has_vector_cost ? GENMEDIA_VECTOR_COST_CAP << ORDER_BITS : 0;
    const uint penalty = search->penalty[direction] << ORDER_BITS;
    uint least[41];
#pragma unroll
    for (int b = 0; b < 41; b++) least[b] = NO_KEY;
    // All work-items go round equally often, as in_order() wants; the last rows may be searched twice.
    for (int done = 0; done < path->rows; done += ITEMS / across) {
        const int unit_row = min(done + item / across, path->rows - 1);
        const uint first = memory.orders[unit_row][column / 4] + column % 4 + penalty;
        uint bases[ROWS];
#pragma unroll
        for (int j = 0; j < ROWS; j++)
            bases[j] = min(column_cost + memory.row_costs[ROWS * unit_row + j], cap) + first + 4 * j;
        search_rows(&memory, memory.window + column % 4 * SHIFTED + ROWS * unit_row * LINE_WORDS + column / 4, bases, least);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // the window's memory takes the minima
    group_minima(least, memory.window);
    barrier(CLK_LOCAL_MEM_FENCE);
    global WindowRecord* to = windows + 4 * i + 2 * home + direction;
    for (int b = item; b < 41; b += ITEMS) {
        const uint key = memory.window[b], order = key % ORDERS;
        const uchar2 unit = (uchar2)(path->units[order / 16][0], path->units[order / 16][1]);
        to->blocks[b].cost = key >> ORDER_BITS;
        to->blocks[b].x = 4 * (first_x + 4 * unit.x + order % 4);
        to->blocks[b].y = 4 * (first_y + 4 * unit.y + order / 4 % 4);
    }
    if (item == 0) to->terminated_early = 0;
}
