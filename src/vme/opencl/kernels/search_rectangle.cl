// SPDX-License-Identifier: MIT
// The same search where it is a plain one: SAD, no weights, no early end, one cost centre for all quadrants, and a path
// that visits most positions of a window at most 32 positions wide. All are computed; those that are not visited
// have costs beyond all others. Of 32 work-items, a warp of NVIDIA's, each has a column, and the ROWS positions of a search
// unit in it at a time. Of 16 each has two columns, one after the other; of more, others have the next search units.
//
// What it costs is instructions. So the window lies in memory four times, from its first, second, third and fourth
// pixel on, and no line is shifted; a line is read once for ROWS positions; and sums are scaled to keys when there are
// only sixteen, so that an addition and a minimum remain of each block.

// Every sum with it is a key that no visited position has, and none overflows.
#define NOT_VISITED 0xE0000000u

#define ITEMS RECTANGLE_ITEMS

enum {
    COLUMNS = 32,
    ROWS = 4,
    MOST_LINES = 40,
    LINE_WORDS = 11,
    SHIFTED = LINE_WORDS * MOST_LINES + 16,  // words from one of the four to the next: work-items read other banks
    CHUNKS = 4,                              // of 16 bytes: what a line of the window touches, wherever it begins
    SOURCE_CHUNKS = 2,
    RAW = HAS_ROOM,                          // lines are copied before they are shifted
    MOST_RECTANGLE_UNITS = 8 * (MOST_LINES - 16) / 4
};

// How the positions of a path's window are searched, wherever it lies.
typedef struct {
    PathRecord path;
    uint orders[MOST_RECTANGLE_UNITS];            // of the first position of each search unit; NOT_VISITED
    int across, rounds;                           // rows of search units side by side; how often all columns go down by these
    uchar columns[COLUMNS], rows_below[COLUMNS];  // of positions, and which of those rows: of each column
} RectanglePlan;

// Sums and minima are all that a work-item has registers for while it searches. So what else is known waits in memory.
typedef struct {
    SearchRecord search;  // as in SearchMemory
    PlaceRecord place;
    Matches matches;
    uint window[4 * SHIFTED];
    uint4 raw_source[RAW ? 16 * SOURCE_CHUNKS : 1], raw_window[RAW ? MOST_LINES * CHUNKS : 1];  // as they come; minima
    uint row_costs[MOST_LINES - 16], column_costs[COLUMNS], penalty;  // scaled as keys are
} RectangleMemory;

// Begins to copy `lines` lines from (x, y) on, `chunks` of 16 bytes each, from where 16 divide x. Chunks outside of the
// plane are its nearest ones. The first chunk is that of work-item 0 where `own` is item().
inline void begin_copy(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int chunks, int lines,
                       int most_lines, int own, local uint4* to) {
#ifdef MANY_HELPERS
#pragma unroll 1  // most come once
#else
#pragma unroll
#endif
    for (int k = 0; k < ROUNDS(chunks * most_lines, FEWEST_ITEMS); k++) {
        const int i = own + k * ITEMS, line = clamp(y + i / chunks, 0, plane->height - 1);
        if (i >= chunks * lines) break;
        const int chunk = clamp((x >> 4) + i % chunks, 0, line_words(plane) / 4 - 1);
        copy_16(to + i, (global const uint4*)(pictures + plane->at + line * plane->stride) + chunk);
    }
}

// The same work-items see to it, when the copy is there, that chunks outside of the plane repeat its edge. A barrier
// follows.
inline void end_copy(const PlaneRecord* plane, int x, int chunks, int lines, int own, local uint4* to) {
    const int first = x >> 4, all = line_words(plane) / 4;
    if (first >= 0 && first + chunks <= all) return;
    for (int i = own; i < chunks * lines; i += ITEMS) {
        const int chunk = first + i % chunks;
        if (chunk < 0) to[i] = (uint4)((to[i].x & 0xFF) * 0x01010101);
        if (chunk >= all) to[i] = (uint4)((to[i].w >> 24) * 0x01010101);
    }
}

// The window, which begins at byte x of its first chunks, four times.
inline void shift_window(local const uint4* raw, int x, int lines, local uint* to) {
    local const uint* words = (local const uint*)raw + (x & 15) / 4;
    const uint shift = 8 * (x & 3);
#ifdef MANY_HELPERS
#pragma unroll 1  // few come more often
#else
#pragma unroll 4
#endif
    for (int i = item(); i < LINE_WORDS * lines; i += ITEMS) {
        const int line = i / LINE_WORDS;
        local const uint* from = words + 4 * CHUNKS * line + i - line * LINE_WORDS;
        const uint first = funnel(from[0], from[1], shift), next = funnel(from[1], from[2], shift);
        to[i] = first;
#pragma unroll
        for (int k = 1; k < 4; k++) to[k * SHIFTED + i] = funnel(first, next, 8 * k);
    }
}

// The macroblock, which begins at byte x of its first chunks.
inline void shift_source(local const uint4* raw, int x, local uint* to) {
    local const uint* words = (local const uint*)raw + (x & 15) / 4;
    FOR_ITEMS(i, 16 * 4) {
        local const uint* from = words + 4 * SOURCE_CHUNKS * (i / 4) + i % 4;
        to[i] = funnel(from[0], from[1], 8 * (x & 3));
    }
}

// The same straight from the picture.
inline void fetch_shifted(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int lines, local uint* to) {
    const int words = line_words(plane);
    const uint shift = (x & 3) * 8;
#pragma unroll 3
    for (int i = item(); i < LINE_WORDS * lines; i += ITEMS) {
        const int line = i / LINE_WORDS, word = (x >> 2) + i - line * LINE_WORDS;
        global const uint* from = line_at(pictures, plane, y + line);
        const uint w0 = word_at(from, word, words), w1 = word_at(from, word + 1, words), w2 = word_at(from, word + 2, words);
        const uint first = funnel(w0, w1, shift), next = funnel(w1, w2, shift);
        to[i] = first;
#pragma unroll
        for (int k = 1; k < 4; k++) to[k * SHIFTED + i] = funnel(first, next, 8 * k);
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
inline void lower(uint least[BLOCKS], int b, uint sum, uint base) { least[b] = min(least[b], sum + base); }

inline uint scaled(uint sad) { return min(sad, (uint)GENMEDIA_LARGEST_4X4) * ORDERS; }

// Lowers `least` to what quadrant q offers, and returns its sum.
inline uint lower_quadrant(uint least[BLOCKS], const uint blocks[4], int q, uint base) {
    const uint b0 = scaled(blocks[0]), b1 = scaled(blocks[1]), b2 = scaled(blocks[2]), b3 = scaled(blocks[3]);
    const uint top = b0 + b1, bottom = b2 + b3, all = top + bottom;
    lower(least, FIRST_4X4 + 4 * q, b0, base);
    lower(least, FIRST_4X4 + 4 * q + 1, b1, base);
    lower(least, FIRST_4X4 + 4 * q + 2, b2, base);
    lower(least, FIRST_4X4 + 4 * q + 3, b3, base);
    lower(least, FIRST_8X4 + 2 * q, top, base);
    lower(least, FIRST_8X4 + 2 * q + 1, bottom, base);
    lower(least, FIRST_4X8 + 2 * q, b0 + b2, base);
    lower(least, FIRST_4X8 + 2 * q + 1, b1 + b3, base);
    lower(least, FIRST_8X8 + q, all, base);
    return all;
}

// Lowers `least` to what the half that is complete after line s offers.
inline void lower_half(uint least[BLOCKS], Position* p, int s, uint base) {
    const int part = s / 8;  // 0: the upper half
    const uint left = lower_quadrant(least, p->blocks, 2 * part, base);
    const uint right = lower_quadrant(least, p->blocks + 4, 2 * part + 1, base);
    lower(least, FIRST_16X8 + part, left + right, base);
    if (part == 0) {
        p->upper[0] = left;
        p->upper[1] = right;
#pragma unroll
        for (int i = 0; i < 8; i++) p->blocks[i] = 0;
    } else {
        lower(least, FIRST_8X16, p->upper[0] + left, base);
        lower(least, FIRST_8X16 + 1, p->upper[1] + right, base);
        lower(least, FIRST_16X16, p->upper[0] + p->upper[1] + left + right, base);
    }
}

// What a line of the window adds to ROWS positions one below the other. recent[]: the last lines of the source.
inline void step(local const uint4 source[16], local const uint* words, int line, const uint bases[ROWS],
                 uint4 recent[ROWS], Position positions[ROWS], uint least[BLOCKS]) {
    in_order();
    local const uint* l = words + line * LINE_WORDS;
    const uint w[4] = {l[0], l[1], l[2], l[3]};
    if (line < 16) recent[line % ROWS] = source[line];
#pragma unroll
    for (int j = 0; j < ROWS; j++) {
        const int s = line - j;
        if (s < 0 || s >= 16) continue;
        add_line(&positions[j], s, recent[s % ROWS], w);
        if (s % 8 == 7) lower_half(least, &positions[j], s, bases[j]);
    }
}

// Lowers `least` to what ROWS positions offer, whose window begins at `words`.
inline void search_rows(local const uint4 source[16], local const uint* words, const uint bases[ROWS],
                        uint least[BLOCKS]) {
    Position positions[ROWS];
    uint4 recent[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < 8; i++) positions[j].blocks[i] = 0;
    // Compilers do not unroll a loop as long as this one, of 15 + ROWS; unrolled, all sums are registers.
#define STEP(line) step(source, words, line, bases, recent, positions, least)
    STEP(0), STEP(1), STEP(2), STEP(3), STEP(4), STEP(5), STEP(6), STEP(7), STEP(8), STEP(9);
    STEP(10), STEP(11), STEP(12), STEP(13), STEP(14), STEP(15), STEP(16), STEP(17), STEP(18);
#undef STEP
}

inline uint one_axis(local const CostRecord* costs, int distance) {
    return costs->has_vector_cost ? axis_cost(costs, (int)abs(distance) >> costs->precision) : 0;
}

// All work-items come here; a barrier follows.
inline void make_plan(global const PathRecord* from, local RectanglePlan* plan) {
    local const PathRecord* path = &plan->path;
    const int own = item();
    copy_words(from, &plan->path, WORDS(PathRecord));
    for (int i = own; i < MOST_RECTANGLE_UNITS; i += ITEMS) plan->orders[i] = NOT_VISITED;
    meet();
    for (int visit = own; visit < path->visits; visit += ITEMS)
        plan->orders[8 * path->units[visit][1] + path->units[visit][0]] = 16 * visit;
    // A narrow window has several rows of search units side by side.
    const int width = path->columns > 4 ? 32 : path->columns > 2 ? 16 : 8;
    for (int i = own; i < COLUMNS; i += ITEMS) {
        plan->columns[i] = min(i & (width - 1), 4 * path->columns - 1);
        plan->rows_below[i] = width == 32 ? 0 : width == 16 ? i / 16 : i / 8;
    }
    if (own == 0) {
        plan->across = width == 32 ? 1 : width == 16 ? 2 : 4;
        plan->rounds = (path->rows + plan->across - 1) / plan->across;
    }
}

// Window w becomes what is searched, if it is not that of the last search. `to` has the macroblock, or gets it.
inline void prepare_window(global const uchar* pictures, local const RectanglePlan* plan, uint w, bool has_source,
                           bool has_window, local uint4 to[16], local RectangleMemory* memory) {
    local const PlaceRecord* place = &memory->place;
    local const CostRecord* costs = &memory->search.costs;
    local const int16_t* center = place->center[0][w % 2];
    local const PathRecord* path = &plan->path;
    const PlaneRecord source = memory->search.source, reference = memory->search.reference[w % 2];
    const int own = item();
    const int2 first = first_position(path, place, w);
    if (RAW) {
        // The last work-items begin with the macroblock: of many the first ones have all of the window.
        if (!has_window)
            begin_copy(pictures, &reference, place->x + first.x, place->y + first.y, CHUNKS, path->height,
                       MOST_LINES, own, memory->raw_window);
        if (!has_source)
            begin_copy(pictures, &source, place->x, place->y, SOURCE_CHUNKS, 16, 16, ITEMS - 1 - own,
                       memory->raw_source);
    } else {
        if (!has_source) fetch(pictures, &source, place->x, place->y, 16, 16, (local uint*)to, 4);
        fetch_shifted(pictures, &reference, place->x + first.x, place->y + first.y, path->height, memory->window);
    }
    FOR_ITEMS(row, MOST_LINES - 16)  // more than there may be
        memory->row_costs[row] = one_axis(costs, 4 * (first.y + row) - center[1]) << ORDER_BITS;
    for (int k = 0; k < ROUNDS(COLUMNS, FEWEST_ITEMS); k++) {  // by others
        const int i = (k + 1) * ITEMS - 1 - own;
        if (i < COLUMNS) memory->column_costs[i] = one_axis(costs, 4 * (first.x + i) - center[0]) << ORDER_BITS;
    }
    if (own == 0) memory->penalty = memory->search.penalty[w % 2] << ORDER_BITS;
    if (!RAW) {
        meet();
        return;
    }
    copies_arrive();
    if (!has_source) end_copy(&source, place->x, SOURCE_CHUNKS, 16, ITEMS - 1 - own, memory->raw_source);
    if (!has_window) end_copy(&reference, place->x + first.x, CHUNKS, path->height, own, memory->raw_window);
    meet();
    if (has_source && has_window) return;
    if (!has_source) shift_source(memory->raw_source, place->x, (local uint*)to);
    if (!has_window) shift_window(memory->raw_window, place->x + first.x, path->height, memory->window);
    meet();
}

// Lowers `least` to what a column of the window offers, from search unit `first` down. Work-items go round equally often:
// the last rows may be searched twice.
inline void search_column(local const RectangleMemory* memory, local const RectanglePlan* plan,
                          local const uint4 source[16], int i, int first, uint least[BLOCKS]) {
    const int column = plan->columns[i], row = min(first + plan->rows_below[i], plan->path.rows - 1);
    const uint order = plan->orders[8 * row + column / 4] + column % 4 + memory->penalty;
    uint bases[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; j++)
        bases[j] = min(memory->column_costs[column] + memory->row_costs[ROWS * row + j],
                       (uint)GENMEDIA_VECTOR_COST_CAP << ORDER_BITS) + order + 4 * j;
    search_rows(source, memory->window + column % 4 * SHIFTED + ROWS * row * LINE_WORDS + column / 4, bases, least);
}

// The same of all columns.
inline void search_all_rows(local const RectangleMemory* memory, local const RectanglePlan* plan,
                            local const uint4 source[16], uint least[BLOCKS]) {
#pragma unroll 1
    for (int i = item(); i < COLUMNS * plan->rounds; i += ITEMS)
        search_column(memory, plan, source, i % COLUMNS, i / COLUMNS * plan->across, least);
}

// Where the minima of all work-items are.
inline local uint* minima_of(local RectangleMemory* memory) { return RAW ? (local uint*)memory->raw_window : memory->window; }

// Merges what the last search found, that of window w.
inline void merge_minima(uint w, local const RectanglePlan* plan, local RectangleMemory* memory) {
    const int2 first = first_position(&plan->path, &memory->place, w);
    FOR_ITEMS(b, BLOCKS)
        merge_key(&memory->search, &plan->path, &memory->matches, w, b, group_minimum(minima_of(memory), b), first);
}

// Searches window w, which is prepared, and merges what it found. A barrier follows before anything is searched again.
inline void search_prepared(uint w, local const RectanglePlan* plan, local const uint4 source[16],
                            local RectangleMemory* memory) {
    uint least[BLOCKS];
#pragma unroll
    for (int b = 0; b < BLOCKS; b++) least[b] = NO_KEY;
    search_all_rows(memory, plan, source, least);
    if (!RAW) meet();
    group_minima(least, minima_of(memory));
    meet();
    merge_minima(w, plan, memory);
}

#if WHOLE_PICTURES
// As search_windows(), where the search is such a one.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void search_rectangles(global const uchar* pictures, global const SearchRecord* searches,
                       global const PathRecord* paths, global const PlaceRecord* places,
                       global const StreamRecord* streams, uint first, global InterRecord* results,
                       global SearchExtras* extras) {
    local RectangleMemory memory;
    local RectanglePlan plan;
    local uint4 source[16];
    const uint i = first + get_group_id(0);
    global const PlaceRecord* place = places + i;
    global const SearchRecord* search = searches + place->setup;
    if (!search->is_rectangle) return;
    copy_words(place, &memory.place, WORDS(PlaceRecord));
    copy_words(search, &memory.search, WORDS(SearchRecord));
    if (item() == 0) memory.matches.terminated_early = 0;
    meet();
    for (uint w = 0; w < WINDOWS; w = find_window(&memory.search, &memory.place, w + 1)) {
        make_plan(paths + search->path[w % 2], &plan);
        meet();
        prepare_window(pictures, &plan, w, w > 0, false, source, &memory);
        search_prepared(w, &plan, source, &memory);
        meet();
    }
    decide(&memory.search, paths, place, streams, &memory.matches, results + i, extras ? extras + i : 0);
}
#endif
