// SPDX-License-Identifier: MIT
// The same search where it is a plain one: SAD, no weights, no early end, one cost centre for all quadrants, and a path
// that visits most positions of a window at most 32 positions wide. All are computed; those that are not visited
// have costs beyond all others. A work-group of 32, no more than a warp of
// NVIDIA's, so that minima need no memory; each work-item has a column, and ROWS positions of it at a time, for which a
// line of the window is read and shifted once.

#define NOT_VISITED 0xF0000000u  // with any sum a key that no visited position has, and no overflow

enum { ITEMS = 32, ROWS = 6, LINE_WORDS = 13, MOST_LINES = 64, MOST_ROWS = MOST_LINES - 16 };

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

// Lowers `least` to what ROWS positions from (column, row) on offer.
inline void search_rows(local const RectangleMemory* memory, int byte, int row, const uint bases[ROWS], uint least[41]) {
    local const uint* words = memory->window + row * LINE_WORDS + byte / 4;
    const uint shift = byte % 4 * 8;
    uint sums[ROWS][16];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < 16; i++) sums[j][i] = 0;
#pragma unroll
    for (int line = 0; line < 16 + ROWS - 1; line++) {
        uint w[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            w[i] = funnel(words[line * LINE_WORDS + i], words[line * LINE_WORDS + i + 1], shift);
#pragma unroll
        for (int j = 0; j < ROWS; j++) {
            const int s = line - j;
            if (s < 0 || s > 15) continue;
            const uint4 source = memory->source[s];
            const int by = s / 4, first = by / 2 * 8 + by % 2 * 2;  // entries of this row of blocks: +0, +1, +4, +5
            sums[j][first] = sad4(source.x, w[0], sums[j][first]);
            sums[j][first + 1] = sad4(source.y, w[1], sums[j][first + 1]);
            sums[j][first + 4] = sad4(source.z, w[2], sums[j][first + 4]);
            sums[j][first + 5] = sad4(source.w, w[3], sums[j][first + 5]);
        }
#pragma unroll
        for (int j = 0; j < ROWS; j++) {
            if (line - j != 15) continue;
            uint all[41];
            compose(sums[j], all);
#pragma unroll
            for (int b = 0; b < 41; b++) least[b] = min(least[b], all[b] * ORDERS + bases[j]);
        }
    }
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
    for (int b = item; b < 41; b += ITEMS) memory.window[b] = NO_KEY;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int b = 0; b < 41; b++) group_min(&memory.window[b], least[b]);
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
