// SPDX-License-Identifier: MIT
// The same search where it is a plain one: SAD, no weights, no early end, one cost centre for all quadrants, and a path
// that visits most positions of a window at most 32 positions wide. All are computed; those that are not visited
// have costs beyond all others. A work-group of 32, no more than a warp of
// NVIDIA's, so that minima need no memory; each work-item has a column, and ROWS positions of it at a time, for which a
// line of the window is read and shifted once.

#define NOT_VISITED 0xF0000000u  // with any sum a key that no visited position has, and no overflow

enum { ITEMS = 32, ROWS = 4, LINE_WORDS = 13, MOST_LINES = 64, MOST_ROWS = MOST_LINES - 16 };

typedef struct {
    uint4 source[16];
    uint window[LINE_WORDS * MOST_LINES];
    uint row_costs[MOST_ROWS];
    uint orders[MOST_UNITS][8];  // of the first position of each search unit; NOT_VISITED
} RectangleMemory;

// Lines of 52 bytes from the last multiple of four before `x` on.
inline void fetch_lines(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int height,
                        local uint* to) {
    const int first = x & ~3;
    const bool inside = first >= 0 && y >= 0 && first + 4 * LINE_WORDS <= plane->stride &&
                        x + 4 * LINE_WORDS - 4 <= plane->width && y + height <= plane->height &&
                        has_words(plane);
    if (inside) {
        // Two lines at a time, in 13 words of 16 work-items each.
        const int word = get_local_id(0) % 16, line = get_local_id(0) / 16;
        global const uint* from = (global const uint*)(pictures + plane->at + (y + line) * plane->stride + first) + word;
        if (word < LINE_WORDS)
#pragma unroll 8
            for (int i = line; i < height; i += ITEMS / 16, from += plane->stride / 4 * (ITEMS / 16))
                to[i * LINE_WORDS + word] = *from;
        return;
    }
    for (int i = get_local_id(0); i < LINE_WORDS * height; i += ITEMS) {
        const int line = i / LINE_WORDS, column = first + 4 * (i - line * LINE_WORDS);
        to[i] = four_samples(pictures, plane, column, y + line);
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

inline void lower(uint least[41], int b, uint sum, uint base) { least[b] = min(least[b], sum * ORDERS + base); }

// Lowers `least` to what quadrant q offers, and returns its sum.
inline uint lower_quadrant(uint least[41], const uint blocks[4], int q, uint base) {
    const uint top = blocks[0] + blocks[1], bottom = blocks[2] + blocks[3], all = top + bottom;
#pragma unroll
    for (int n = 0; n < 4; n++) lower(least, 25 + 4 * q + n, blocks[n], base);
    lower(least, 9 + 2 * q, top, base);
    lower(least, 10 + 2 * q, bottom, base);
    lower(least, 17 + 2 * q, blocks[0] + blocks[2], base);
    lower(least, 18 + 2 * q, blocks[1] + blocks[3], base);
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

// What a line of the window adds to ROWS positions one below the other.
inline void step(local const RectangleMemory* memory, local const uint* words, uint shift, int line,
                 const uint bases[ROWS], Position positions[ROWS], uint least[41]) {
    in_order();
    local const uint* l = words + line * LINE_WORDS;
    const uint w[4] = {funnel(l[0], l[1], shift), funnel(l[1], l[2], shift), funnel(l[2], l[3], shift),
                       funnel(l[3], l[4], shift)};
#pragma unroll
    for (int j = 0; j < ROWS; j++) {
        const int s = line - j;
        if (s < 0 || s >= 16) continue;
        add_line(&positions[j], s, memory->source[s], w);
        if (s % 8 == 7) lower_half(least, &positions[j], s, bases[j]);
    }
}

// Lowers `least` to what ROWS positions from (column, row) on offer.
inline void search_rows(local const RectangleMemory* memory, int byte, int row, const uint bases[ROWS], uint least[41]) {
    local const uint* words = memory->window + row * LINE_WORDS + byte / 4;
    const uint shift = byte % 4 * 8;
    Position positions[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < 8; i++) positions[j].blocks[i] = 0;
    // Compilers do not unroll a loop as long as this one, of 15 + ROWS; unrolled, all sums are registers.
#define STEP(line) step(memory, words, shift, line, bases, positions, least)
    STEP(0), STEP(1), STEP(2), STEP(3), STEP(4), STEP(5), STEP(6), STEP(7), STEP(8), STEP(9);
    STEP(10), STEP(11), STEP(12), STEP(13), STEP(14), STEP(15), STEP(16), STEP(17), STEP(18);
#undef STEP
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
    fetch_macroblock(pictures, &source, place->x, place->y, (local uint*)memory.source);
    const int x = place->x + first_x;
    fetch_lines(pictures, &reference, x, place->y + first_y, path->height, memory.window);
    for (int row = item; row < rows; row += ITEMS)
        memory.row_costs[row] =
            costs->has_vector_cost ? axis_cost(costs, (int)abs(4 * (first_y + row) - center_y) >> costs->precision) : 0;
    for (int k = item; k < MOST_UNITS * 8; k += ITEMS) memory.orders[k / 8][k % 8] = NOT_VISITED;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = item; k < path->visits; k += ITEMS) memory.orders[path->units[k][1]][path->units[k][0]] = 16 * k;
    barrier(CLK_LOCAL_MEM_FENCE);

    // A narrow window has several groups of rows side by side.
    const int across = columns > 16 ? 32 : columns > 8 ? 16 : 8;
    const int column = min(item % across, columns - 1), groups = (rows + ROWS - 1) / ROWS;
    const uint column_cost =
        costs->has_vector_cost ? axis_cost(costs, (int)abs(4 * (first_x + column) - center_x) >> costs->precision) : 0;
    const uint cap = costs->has_vector_cost ? GENMEDIA_VECTOR_COST_CAP : 0, penalty = search->penalty[direction];
    uint least[41];
#pragma unroll
    for (int b = 0; b < 41; b++) least[b] = NO_KEY;
    for (int group = item / across; group < groups; group += ITEMS / across) {
        const int row = min(ROWS * group, rows - ROWS);  // the last ones may be searched twice
        uint bases[ROWS];
#pragma unroll
        for (int j = 0; j < ROWS; j++) {
            const uint order = memory.orders[(row + j) / 4][column / 4] + (row + j) % 4 * 4 + column % 4;
            const uint cost = min(column_cost + memory.row_costs[row + j], cap) + penalty;
            bases[j] = order >= NOT_VISITED ? NOT_VISITED : cost << ORDER_BITS | order;
        }
        search_rows(&memory, (x & 3) + column, row, bases, least);
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
