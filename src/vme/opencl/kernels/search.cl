// SPDX-License-Identifier: MIT
// Integer search of a macroblock by one work-group, window after window: vme/reference/window_search.cpp.
//
// The best match of a block is the least key: its cost (20 bits: at most 16 * 2047, 1023 for the vector and 61425 for the
// reference), then when its position is visited (12 bits: 144 search units of 16).
// Beginning with the largest key, the first of equal costs wins.

enum { ORDER_BITS = 12, ORDERS = 1 << ORDER_BITS, LARGEST_WINDOW = 64, MOST_UNITS = 12 };
#define NO_KEY 0xFFFFFFFFu

typedef struct {
    SearchRecord search;  // as in RectangleMemory
    PlaceRecord place;
    Matches matches;
    PathRecord path;                               // with the units of its tail
    uint source[16 * 4];                           // 16 lines of 16 bytes
    uint window[LARGEST_WINDOW * LARGEST_WINDOW / 4 + 1];  // lines of 64 bytes; one word may be read beyond
    uint least[BLOCKS];
    int most_visits, most_tail;                    // of a second picture's search, where the first one's ended early
} SearchMemory;

// Window w of a macroblock: bit 0 is its direction, bit 1 says that it lies at home.
enum { WINDOWS = 4 };

// The first one from w on.
inline uint find_window(local const SearchRecord* search, local const PlaceRecord* place, uint w) {
    while (w < WINDOWS && (w % 2 >= (MAY_SEARCH_TWO_PICTURES ? search->directions : 1) || (w >= 2 && !place->home))) w++;
    return w;
}

// From the macroblock to window w, in pixels, and to its first position.
inline int2 window_offset(local const PlaceRecord* place, uint w) {
    return w < 2 ? (int2)(place->offset[w][0], place->offset[w][1]) : (int2)(0, 0);
}
inline int2 first_position(local const PathRecord* path, local const PlaceRecord* place, uint w) {
    return (int2)(path->first_x, path->first_y) + window_offset(place, w);
}

// Where a search unit lies that is visited.
inline int2 unit_at(local const PathRecord* path, uint visit) { return (int2)(path->units[visit][0], path->units[visit][1]); }

// Hands the decision what was found for block b in window w. Without any position that was visited it is the first one,
// at the largest cost.
inline void merge_key(local const SearchRecord* search, local const PathRecord* path, local Matches* matches, uint w,
                      int b, uint key, int2 first) {
    const Decision d = decision_of(search, matches);
    const int order = key == NO_KEY ? 0 : key % ORDERS;
    const int2 unit = key == NO_KEY ? (int2)(0, 0) : unit_at(path, order / 16);
    const int2 at = first + 4 * unit + (int2)(order % 4, order / 4 % 4);
    merge_window(&d, w % 2, w >= 2, b, key == NO_KEY ? 0xFFFF : key >> ORDER_BITS, (short2)(4 * at.x, 4 * at.y));
}

// The sixteen distortions of 4x4 blocks, in Z order, where the macroblock lies at (x, y) in the window.
inline void block_distortions(uint kind, local const SearchMemory* memory, int x, int y, uint blocks[16]) {
    local const uint* words = memory->window + y * (LARGEST_WINDOW / 4) + x / 4;
    const uint shift = x % 4 * 8;
    for (int by = 0; by < 4; by++) {
        for (int bx = 0; bx < 4; bx++) {
            uint a[4], b[4];
            for (int line = 0; line < 4; line++) {
                local const uint* w = words + (4 * by + line) * (LARGEST_WINDOW / 4) + bx;
                a[line] = memory->source[4 * (4 * by + line) + bx];
                b[line] = funnel(w[0], w[1], shift);
            }
            blocks[entry_at(bx, by)] = distortion_4x4(kind, a, b);
        }
    }
}

// Sums of the sixteen 4x4 blocks: all 41 in kBlocks' order.
inline void compose(const uint blocks[16], uint sums[BLOCKS]) {
    for (int i = 0; i < 16; i++) sums[FIRST_4X4 + i] = blocks[i];
    for (int q = 0; q < 4; q++) {
        sums[FIRST_8X4 + 2 * q] = blocks[4 * q] + blocks[4 * q + 1];
        sums[FIRST_8X4 + 2 * q + 1] = blocks[4 * q + 2] + blocks[4 * q + 3];
        sums[FIRST_4X8 + 2 * q] = blocks[4 * q] + blocks[4 * q + 2];
        sums[FIRST_4X8 + 2 * q + 1] = blocks[4 * q + 1] + blocks[4 * q + 3];
        sums[FIRST_8X8 + q] = sums[FIRST_8X4 + 2 * q] + sums[FIRST_8X4 + 2 * q + 1];
    }
    const uint* quadrants = sums + FIRST_8X8;
    sums[FIRST_16X8] = quadrants[0] + quadrants[1];
    sums[FIRST_16X8 + 1] = quadrants[2] + quadrants[3];
    sums[FIRST_8X16] = quadrants[0] + quadrants[2];
    sums[FIRST_8X16 + 1] = quadrants[1] + quadrants[3];
    sums[FIRST_16X16] = sums[FIRST_16X8] + sums[FIRST_16X8 + 1];
}

// The quadrant whose cost centre counts for block b.
inline int quadrant_of(int b) {
    if (b >= FIRST_4X4) return (b - FIRST_4X4) / 4;
    if (b >= FIRST_4X8) return (b - FIRST_4X8) / 2;
    if (b >= FIRST_8X4) return (b - FIRST_8X4) / 2;
    if (b >= FIRST_8X8) return b - FIRST_8X8;
    return b == FIRST_16X8 + 1 ? 2 : b == FIRST_8X16 + 1 ? 1 : 0;
}

// What every position of a window needs to know.
typedef struct {
    local const SearchRecord* search;
    local const PlaceRecord* place;
    int direction;
    int first_x, first_y;  // from the macroblock to position (0, 0), in pixels
} WindowSetup;

inline uint position_cost(const WindowSetup* setup, int quadrant, int x, int y) {
    local const int16_t* center = setup->place->center[quadrant][setup->direction];
    return vector_cost(&setup->search->costs, 4 * (setup->first_x + x) - center[0],
                       4 * (setup->first_y + y) - center[1]) +
           setup->search->penalty[setup->direction];
}

// Lowers `keys` to what the position of this order offers.
inline void search_position(const WindowSetup* setup, local const SearchMemory* memory, uint order, uint keys[BLOCKS]) {
    const int2 unit = unit_at(&memory->path, order / 16);
    const int x = 4 * unit.x + order % 4, y = 4 * unit.y + order / 4 % 4;
    uint blocks[16], sums[BLOCKS], costs[4];
    block_distortions(setup->search->distortion, memory, x, y, blocks);
    const uint weights = MAY_WEIGH_SADS ? setup->search->sad_weights : 0;
    if (weights)
        for (int i = 0; i < 16; i++) blocks[i] >>= weights >> 2 * i & 3;
    compose(blocks, sums);
    for (int q = 0; q < 4; q++) costs[q] = position_cost(setup, q, x, y);
    for (int b = 0; b < BLOCKS; b++)
        keys[b] = min(keys[b], (sums[b] + costs[quadrant_of(b)]) << ORDER_BITS | order);
}

// Searches the visits first .. last - 1 and brings memory->least up to date.
inline void search_visits(const WindowSetup* setup, local SearchMemory* memory, int first, int last) {
    uint keys[BLOCKS];
    for (int b = 0; b < BLOCKS; b++) keys[b] = NO_KEY;
    for (int order = 16 * first + item(); order < 16 * last; order += items())
        search_position(setup, memory, order, keys);
    for (int b = 0; b < BLOCKS; b++) group_min(&memory->least[b], keys[b]);
    meet();
}

// All work-items come here, and leave once all have looked: what follows may lower the minima. Of two pictures the first
// one's matches count.
inline bool is_good_enough(const WindowSetup* setup, local const SearchMemory* memory) {
    const uint below = MAY_END_EARLY && setup->direction == FORWARD ? setup->search->early_termination : 0, key = memory->least[0];
    meet();
    return key != NO_KEY && key >> ORDER_BITS < below;
}

// Towards the neighbour whose edge a position (0..3) in its search unit touches.
inline int beyond(int position) { return position == 0 ? -1 : position == 3 ? 1 : 0; }

// vme/inter/adaptive_search.cpp: whether there is an open neighbour, and which.
inline bool next_unit(local const SearchMemory* memory, const ushort searched[MOST_UNITS], int2* next) {
    local const PathRecord* path = &memory->path;
    for (int b = FIRST_8X8; b < FIRST_8X8 + 4; b++) {
        const uint key = memory->least[b];
        if (key == NO_KEY) continue;
        const int order = key % ORDERS;
        const int2 unit = unit_at(path, order / 16), step = (int2)(beyond(order % 4), beyond(order / 4 % 4));
        for (int i = 0; i < 3; i++) {  // vertical, horizontal, diagonal
            const int2 at = unit + (int2)(i == 0 ? 0 : step.x, i == 1 ? 0 : step.y);
            if (at.x < 0 || at.y < 0 || at.x >= path->columns || at.y >= path->rows || searched[at.y] >> at.x & 1)
                continue;
            *next = at;
            return true;
        }
    }
    return false;
}

// How far a search went, and whether what it found ended it early.
typedef struct {
    int units;
    bool ended_early;
} Progress;

// The predetermined units. Loops alone are around what work-items meet in: behind conditions PoCL would copy it.
inline Progress search_path(const WindowSetup* setup, local SearchMemory* memory) {
    const int visits = min(memory->path.visits, memory->most_visits);
    const bool looks = MAY_END_EARLY && setup->search->early_termination != 0 && setup->direction == FORWARD;
    const int at_a_time = looks ? 1 : max(visits, 1);
    Progress done = {0, false};
    while (done.units < visits && !done.ended_early) {
        search_visits(setup, memory, done.units, done.units + at_a_time);
        done.units += at_a_time;
        done.ended_early = is_good_enough(setup, memory);
    }
    return done;
}

// The adaptive search, if `goes_on`: search_on() of vme/inter/integer_search.cpp. All work-items take the same way.
inline Progress search_tail(const WindowSetup* setup, local SearchMemory* memory, bool goes_on) {
    local PathRecord* path = &memory->path;
    const bool delayed = setup->search->directions == 1;
    ushort searched[MOST_UNITS];
    for (int i = 0; i < MOST_UNITS; i++) searched[i] = 0;
    int visits = path->visits, left = min(path->tail, memory->most_tail);
    int pending = delayed && path->has_last ? 1 : 0;  // chosen, and not searched yet
    for (int i = 0; i < visits + pending; i++) searched[unit_at(path, i).y] |= 1 << unit_at(path, i).x;
    Progress done = {0, false};
    while (goes_on && !done.ended_early) {
        int2 next = (int2)(0, 0);
        goes_on = left > 0 && next_unit(memory, searched, &next);
        meet();  // all have looked at the minima, and at the path
        if (goes_on) searched[next.y] |= 1 << next.x;
        if (goes_on && item() == 0) {
            path->units[visits + pending][0] = next.x;
            path->units[visits + pending][1] = next.y;
        }
        meet();
        const int count = delayed ? pending : goes_on;
        search_visits(setup, memory, visits, visits + count);
        visits += count;
        done.units += count;
        pending = delayed && goes_on ? 1 : 0;
        done.ended_early = is_good_enough(setup, memory);
        left--;
    }
    return done;
}

// Searches window w, and merges what it found. All work-items come here.
inline void search_window(global const uchar* pictures, global const PathRecord* paths, uint w,
                          local SearchMemory* memory) {
    local const SearchRecord* search = &memory->search;
    local const PlaceRecord* place = &memory->place;
    local const PathRecord* path = &memory->path;
    copy_words(paths + search->path[w % 2], &memory->path, WORDS(PathRecord));
    for (int b = item(); b < BLOCKS; b += items()) memory->least[b] = NO_KEY;
    if (w == 0 && item() == 0) memory->most_visits = memory->most_tail = ORDERS;
    meet();
    const int2 first = first_position(path, place, w);
    const WindowSetup setup = {search, place, w % 2, first.x, first.y};
    const PlaneRecord source = search->source, reference = search->reference[w % 2];
    fetch(pictures, &source, place->x, place->y, 16, 16, memory->source, 4);
    fetch(pictures, &reference, place->x + first.x, place->y + first.y, path->width, path->height, memory->window,
          LARGEST_WINDOW / 4);
    meet();

    const Progress visited = search_path(&setup, memory);
    const Progress tail =
        search_tail(&setup, memory, path->adaptive && !visited.ended_early && memory->most_tail > 0);

    FOR_ITEMS(b, BLOCKS)
        merge_key(search, path, &memory->matches, w, b, memory->least[b], first);
    if (w == 0 && item() == 0) {
        memory->matches.terminated_early = visited.ended_early || tail.ended_early;
        // By turns the second picture's search had one unit less.
        if (visited.ended_early) {
            memory->most_visits = visited.units - 1;
            memory->most_tail = 0;
        }
        if (tail.ended_early) memory->most_tail = tail.units - 1;
    }
    meet();
}

#if WHOLE_PICTURES
// Work-group i searches place first + i, and decides. `extras` may be null.
kernel void search_windows(global const uchar* pictures, global const SearchRecord* searches,
                           global const PathRecord* paths, global const PlaceRecord* places,
                           global const StreamRecord* streams, uint first, global InterRecord* results,
                           global SearchExtras* extras) {
    local SearchMemory memory;
    const uint i = first + get_group_id(0);
    global const PlaceRecord* place = places + i;
    global const SearchRecord* search = searches + place->setup;
    if (search->is_rectangle) return;
    copy_words(place, &memory.place, WORDS(PlaceRecord));
    copy_words(search, &memory.search, WORDS(SearchRecord));
    meet();
    for (uint w = 0; w < WINDOWS; w = find_window(&memory.search, &memory.place, w + 1))
        search_window(pictures, paths, w, &memory);
    decide(&memory.search, paths, place, streams, &memory.matches, results + i, extras ? extras + i : 0);
}
#endif
