// SPDX-License-Identifier: MIT
// Intra estimation of a macroblock by 32 work-items: vme/intra/intra.cpp and vme/intra/intra_predict.cpp. Work-item e works for
// 4x4 block e where the macroblock is cut into 4x4, and work-item 16 + e for the same pixels where it is cut into 8x8;
// then all of them for 16x16, and for chroma.
//
// The pixels around a block form a line from the lowest left one over the corner to the upper right: [i] is upper pixel i,
// [-1] the corner, [-2 - i] left pixel i. A line of a directional prediction is a run of bytes of that line, of its
// filtered pixels, of the means of two neighbours, or of a mixture.

enum { INTRA_SHARES = 32, INTRA_BLOCKS = 16 + 4, FRAME_WORDS = 9 };
enum { UPPER = 0, LEFT = 1 };

// Of a block whose modes are all ruled out, or missing.
#define NO_MODE (1u << 24)

// What lines of predictions are cut out of. In the first three, [i] is byte i + 1 + the block's size.
enum { AROUND_BLOCK, FILTERED, MEANS, EVEN_LINES, ODD_LINES, DOWNWARD, UPWARD, RUNS };
typedef struct {
    uchar runs[RUNS][32];
    uint unused;  // neighbouring work-items read other banks
} BlockRuns;

typedef struct {
    uint costs[3];                          // of the shapes, without their penalties
    uint costs_16x16[4], costs_chroma[4];   // of the modes
    int edges[2], slopes[2];                // UPPER, LEFT: sums of the neighbours, and of those by their places
    int chroma_edges[2][2][2], chroma_slopes[2][2];  // the same of Cb and Cr; edges by halves
} IntraSums;

typedef struct {
    uint frame[17 * FRAME_WORDS];  // the macroblock and its neighbours: pixel (x, y) is byte 4 + x of line 1 + y
    BlockRuns blocks[INTRA_BLOCKS];  // 4x4, then 8x8
    uint distortions[LUMA_MODES][INTRA_SHARES];
    uchar modes[2][16];            // the cheapest ones, of 4x4 and of 8x8
    uint chroma[2][8 * 2];         // Cb, Cr
    IntraSums sums;
} IntraMemory;

typedef struct {
    SETUP IntraRecord* intra;
    SETUP NeighborRecord* neighbors;  // may be null
    local IntraMemory* memory;
    bool has_left, has_upper, has_upper_right, has_upper_left;
    int c, e;              // this work-item's
    int size, x, y;        // of its 4x4 or 8x8 block
    local BlockRuns* block;
} Intra;

inline uint pixel_at(const Intra* s, int x, int y) {
    return ((local const uchar*)s->memory->frame)[4 * FRAME_WORDS * (y + 1) + 4 + x];
}

// Whether a block's neighbours go on to the right of the upper ones: those that are decoded before.
inline bool continues(const Intra* s) {
    const int right = s->x + s->size;
    if (s->y == 0) return right < 16 ? s->has_upper : s->has_upper_right;
    return right < 16 && entry_at(right / 4, s->y / 4 - 1) < entry_at(s->x / 4, s->y / 4);
}

inline bool block_has_left(const Intra* s) { return s->x > 0 || s->has_left; }
inline bool block_has_upper(const Intra* s) { return s->y > 0 || s->has_upper; }
inline bool block_has_corner(const Intra* s) {
    return s->x > 0 ? block_has_upper(s) : s->y > 0 ? block_has_left(s) : s->has_upper_left;
}

inline uint filter3(uint a, uint b, uint c) { return (a + 2 * b + c + 2) >> 2; }

// Pixel [i] around a block; `last` is where they end.
inline uint around(const Intra* s, int last, int i) {
    i = clamp(i, -1 - s->size, last);
    return i >= 0 ? pixel_at(s, s->x + i, s->y - 1) : pixel_at(s, s->x - 1, s->y - 2 - i);
}

// The same filtered, as those of 8x8 blocks are. A block without a corner goes by the pixel itself.
inline uint around_8x8(const Intra* s, int last, int i) {
    const bool has_corner = block_has_corner(s);
    const int before = i == 0 && !has_corner ? 0 : i - 1, after = i == -2 && !has_corner ? -2 : i + 1;
    return filter3(around(s, last, before), around(s, last, i), around(s, last, after));
}

// The work-items of a block share what is around it.
inline int first_around(const Intra* s) { return -1 - s->size + (s->size == 8 ? s->e % 4 : 0); }
inline int step_around(const Intra* s) { return s->size == 8 ? 4 : 1; }

inline void make_around(const Intra* s) {
    const int last = continues(s) ? 2 * s->size - 1 : s->size - 1;
    // Words are read; of this one a single byte will be there.
    if (first_around(s) == -1 - s->size) ((local uint*)s->block->runs[FILTERED])[3 * s->size / 4] = 0;
    for (int i = first_around(s); i < 2 * s->size; i += step_around(s))
        s->block->runs[AROUND_BLOCK][i + 1 + s->size] = s->size == 8 ? around_8x8(s, last, i) : around(s, last, i);
}

// What [i] gives to the runs; make_around() is done.
inline void make_runs_at(const Intra* s, int i) {
    const int size = s->size, half_size = size / 2, at = i + 1 + size;
    local uchar(*runs)[32] = s->block->runs;
    local const uchar* line = runs[AROUND_BLOCK];
    const uint p = line[at], after = line[min(at + 1, 3 * size)];
    const uint mean = (p + after + 1) >> 1, filtered = filter3(line[max(at - 1, 0)], p, after);
    runs[MEANS][at] = mean;
    runs[FILTERED][at] = filtered;
    if (i >= 0) {
        if (i < size) runs[DOWNWARD][2 * size + i] = filtered;
        runs[UPWARD][2 * size - 2 + i] = line[0];  // beyond the lowest left pixel it is repeated
    } else {
        if (i < -1) runs[DOWNWARD][2 * at] = mean;
        if (i >= -size) runs[DOWNWARD][2 * at - 1] = filtered;
    }
    if (i < -2) {
        runs[UPWARD][2 * (-3 - i)] = mean;
        runs[UPWARD][2 * (-3 - i) + 1] = filtered;
    }
    if (i >= -1) {
        runs[EVEN_LINES][i + 1 + half_size] = mean;
        runs[ODD_LINES][i + 1 + half_size] = filtered;
    } else {
        runs[i % 2 == 0 ? EVEN_LINES : ODD_LINES][half_size + (i + (i % 2 != 0)) / 2] = filtered;
    }
}

inline void make_runs(const Intra* s) {
    for (int i = first_around(s); i < 2 * s->size; i += step_around(s)) make_runs_at(s, i);
}

inline uint run_word(local const BlockRuns* block, int run, int start) {
    local const uint* words = (local const uint*)block->runs[run] + start / 4;
    return funnel(words[0], words[1], start % 4 * 8);
}

// Four pixels of line y from x on, for all modes but DC.
inline uint predict_line(const Intra* s, int mode, int x, int y) {
    const int size = s->size, odd = y % 2;
    switch (mode) {
        case VERTICAL: return run_word(s->block, AROUND_BLOCK, size + 1 + x);
        case HORIZONTAL: return s->block->runs[AROUND_BLOCK][size - 1 - y] * 0x01010101u;
        case DOWN_LEFT: return run_word(s->block, FILTERED, size + 2 + x + y);
        case DOWN_RIGHT: return run_word(s->block, FILTERED, size + x - y);
        case VERTICAL_RIGHT: return run_word(s->block, odd ? ODD_LINES : EVEN_LINES, size / 2 + x - y / 2);
        case HORIZONTAL_DOWN: return run_word(s->block, DOWNWARD, 2 * (size - 1 - y) + x);
        case VERTICAL_LEFT: return run_word(s->block, odd ? FILTERED : MEANS, size + 1 + odd + x + y / 2);
        default: return run_word(s->block, UPWARD, x + 2 * y);
    }
}

// The mean of `count` pixels, a power of two; 128 of none.
inline uint mean_of(uint sum, uint count) { return count == 0 ? 128 : (sum + count / 2) >> (31 - clz(count)); }

// Of a 4x4 or 8x8 block. The left pixels are the line's first ones.
inline uint block_mean(const Intra* s) {
    local const uint* left = (local const uint*)s->block->runs[AROUND_BLOCK];
    const bool has_left = block_has_left(s), has_upper = block_has_upper(s);
    uint sum = 0;
    for (int k = 0; k < s->size / 4; k++) {
        if (has_left) sum = sad4(left[k], 0, sum);
        if (has_upper) sum = sad4(run_word(s->block, AROUND_BLOCK, s->size + 1 + 4 * k), 0, sum);
    }
    return mean_of(sum, s->size * (has_left + has_upper));
}

inline void source_lines(const Intra* s, uint lines[4]) {
    local const uint* from = s->memory->frame + (entry_y(s->e) + 1) * FRAME_WORDS + 1 + entry_x(s->e) / 4;
    for (int i = 0; i < 4; i++) lines[i] = from[i * FRAME_WORDS];
}

// What all modes of 4x4 and 8x8 differ by in this work-item's 4x4 pixels.
inline void compare_blocks(const Intra* s) {
    const int x = entry_x(s->e) - s->x, y = entry_y(s->e) - s->y;
    const uint mean = block_mean(s) * 0x01010101u;
    uint source[4], prediction[4];
    source_lines(s, source);
#pragma unroll 1
    for (int mode = 0; mode < LUMA_MODES; mode++) {
        for (int i = 0; i < 4; i++) prediction[i] = mode == DC ? mean : predict_line(s, mode, x, y + i);
        s->memory->distortions[mode][16 * s->c + s->e] = distortion_4x4(s->intra->distortion, source, prediction);
    }
}

inline uint available_modes(const Intra* s) {
    const bool has_left = block_has_left(s), has_upper = block_has_upper(s);
    return 1 << DC | (has_upper ? 1 << VERTICAL | 1 << DOWN_LEFT | 1 << VERTICAL_LEFT : 0) |
           (has_left ? 1 << HORIZONTAL | 1 << HORIZONTAL_UP : 0) |
           (has_left && has_upper && block_has_corner(s) ? 1 << DOWN_RIGHT | 1 << VERTICAL_RIGHT | 1 << HORIZONTAL_DOWN
                                                         : 0);
}

// AVC's most probable mode.
inline int predicted_mode(const Intra* s) {
    if (!block_has_left(s) || !block_has_upper(s)) return DC;
    const int x = s->x / 4, y = s->y / 4;
    const int left = x == 0 ? s->neighbors->left_modes[y] : s->memory->modes[s->c][entry_at(x - 1, y)];
    const int upper = y == 0 ? s->neighbors->upper_modes[x] : s->memory->modes[s->c][entry_at(x, y - 1)];
    return min(left, upper);
}

// The cheapest mode of this work-item's block; all work-items of the block find the same.
inline void choose_mode(const Intra* s) {
    SETUP IntraRecord* intra = s->intra;
    const int shape = s->c == 0 ? INTRA_4X4 : INTRA_8X8, first = s->c == 0 ? s->e : 16 + s->e / 4 * 4;
    const uint usable = available_modes(s) & ~intra->disabled_modes[shape];
    const int predicted = intra->has_mode_cost ? predicted_mode(s) : DC;
    uint best = NO_MODE;
    int best_mode = DC;
    for (int mode = 0; mode < LUMA_MODES; mode++) {
        if (!(usable >> mode & 1)) continue;
        uint cost = 0;
        for (int k = 0; k < s->size * s->size / 16; k++) cost += s->memory->distortions[mode][first + k];
        if (intra->has_mode_cost && mode != DC) cost += intra->non_dc_penalty[shape];
        if (intra->has_mode_cost && mode != predicted) cost += intra->mode_penalty;
        if (cost >= best) continue;
        best = cost;
        best_mode = mode;
    }
    s->memory->modes[s->c][s->e] = best_mode;
    if (s->c == 0 || s->e % 4 == 0) atomic_add(&s->memory->sums.costs[shape], best);
}

// A plane through the edges of a block whose outermost two pixels have this sum: four pixels from (x, y) on.
inline uint plane_line(int last_sum, int across, int down, int size, int x, int y) {
    const int factor = size == 16 ? 5 : 34, b = (factor * across + 32) >> 6, c = (factor * down + 32) >> 6;
    const int first = 16 * last_sum + b * (x - size / 2 + 1) + c * (y - size / 2 + 1) + 16;
    const int4 samples = (int4)(first, first + b, first + 2 * b, first + 3 * b) >> 5;
    return as_uint(convert_uchar4(clamp(samples, (int4)(0), (int4)(255))));
}

// Sums of the macroblock's neighbours: work-item e that of upper pixel e, 16 + e that of left pixel e.
inline void add_edges(const Intra* s) {
    const uint p = s->c == UPPER ? pixel_at(s, s->e, -1) : pixel_at(s, -1, s->e);
    atomic_add(&s->memory->sums.edges[s->c], p);
    atomic_add(&s->memory->sums.slopes[s->c], (s->e - 7) * (int)p - (s->e == 0 ? 8 * (int)pixel_at(s, -1, -1) : 0));
}

inline uint predict_16x16(const Intra* s, int mode, int y) {
    local const IntraSums* sums = &s->memory->sums;
    switch (mode) {
        case VERTICAL: return s->memory->frame[1 + entry_x(s->e) / 4];
        case HORIZONTAL: return pixel_at(s, -1, y) * 0x01010101u;
        case PLANE:
            return plane_line(pixel_at(s, 15, -1) + pixel_at(s, -1, 15), sums->slopes[UPPER], sums->slopes[LEFT], 16,
                              entry_x(s->e), y);
        default:
            return mean_of((s->has_upper ? sums->edges[UPPER] : 0) + (s->has_left ? sums->edges[LEFT] : 0),
                           16 * (s->has_upper + s->has_left)) * 0x01010101u;
    }
}

// What the modes of 16x16 differ by: each half of the work-items has two of them.
inline void compare_16x16(const Intra* s) {
    uint source[4], prediction[4];
    source_lines(s, source);
    for (int mode = s->c; mode < 4; mode += 2) {
        for (int i = 0; i < 4; i++) prediction[i] = predict_16x16(s, mode, entry_y(s->e) + i);
        atomic_add(&s->memory->sums.costs_16x16[mode], distortion_4x4(s->intra->distortion, source, prediction));
    }
}

// The cheapest 16x16 mode, DC on a tie.
inline int choose_16x16(const Intra* s, uint* cost) {
    const bool has_all = s->has_left && s->has_upper && s->has_upper_left;
    const uint usable = (1 << DC | (s->has_upper ? 1 << VERTICAL : 0) | (s->has_left ? 1 << HORIZONTAL : 0) |
                         (has_all ? 1 << PLANE : 0)) & ~s->intra->disabled_modes[INTRA_16X16];
    int best_mode = VERTICAL;
    *cost = NO_MODE;
    for (int k = 0; k < 4; k++) {
        const int mode = k == 0 ? DC : k == 3 ? PLANE : k - 1;
        if (!(usable >> mode & 1)) continue;
        uint found = s->memory->sums.costs_16x16[mode];
        if (s->intra->has_mode_cost && mode != DC) found += s->intra->non_dc_penalty[INTRA_16X16];
        if (found >= *cost) continue;
        *cost = found;
        best_mode = mode;
    }
    return best_mode;
}

inline uint chroma_neighbor(const Intra* s, int component, int side, int i) {
    SETUP uint8_t* pixel = side == UPPER ? s->neighbors->chroma_upper[i] : s->neighbors->chroma_left[i];
    return pixel[component];
}

// Component (0 Cb, 1 Cr), side and place of the neighbour whose sums this work-item adds to.
inline void add_chroma_edges(const Intra* s) {
    const int component = s->c, side = s->e / 8, i = s->e % 8;
    const int p = chroma_neighbor(s, component, side, i), corner = s->neighbors->chroma_upper_left[component];
    atomic_add(&s->memory->sums.chroma_edges[component][side][i / 4], p);
    atomic_add(&s->memory->sums.chroma_slopes[component][side], (i - 3) * p - (i == 0 ? 4 * corner : 0));
}

// The macroblock's chroma; a sample is Cb and Cr.
inline void fetch_chroma(global const uchar* pictures, const PlaneRecord* plane, int x, int y, local uint chroma[2][16]) {
    for (int i = item(); i < 64; i += CHECK_ITEMS) {
        global const uchar* sample = pictures + plane->at + clamp(y + i / 8, 0, plane->height - 1) * plane->stride +
                                     2 * clamp(x + i % 8, 0, plane->width - 1);
        for (int component = 0; component < 2; component++) ((local uchar*)chroma[component])[i] = sample[component];
    }
}

// DC has a mean for each 4x4 block; the upper right one prefers its upper neighbours, the lower left one its left ones.
inline uint chroma_mean(const Intra* s, int component, int n) {
    const bool has_left = s->has_left && !(n == 1 && s->has_upper), has_upper = s->has_upper && !(n == 2 && s->has_left);
    local const int(*edges)[2] = s->memory->sums.chroma_edges[component];
    return mean_of((has_upper ? edges[UPPER][n % 2] : 0) + (has_left ? edges[LEFT][n / 2] : 0), 4 * (has_upper + has_left));
}

inline uint predict_chroma(const Intra* s, int mode, int component, int n, int line) {
    const int x = n % 2 * 4, y = n / 2 * 4 + line;
    local const int* slopes = s->memory->sums.chroma_slopes[component];
    switch (mode) {
        case CHROMA_HORIZONTAL: return chroma_neighbor(s, component, LEFT, y) * 0x01010101u;
        case CHROMA_VERTICAL: {
            uint samples = 0;
            for (int i = 0; i < 4; i++) samples |= chroma_neighbor(s, component, UPPER, x + i) << 8 * i;
            return samples;
        }
        case CHROMA_PLANE:
            return plane_line(chroma_neighbor(s, component, UPPER, 7) + chroma_neighbor(s, component, LEFT, 7),
                              slopes[UPPER], slopes[LEFT], 8, x, y);
        default: return chroma_mean(s, component, n) * 0x01010101u;
    }
}

// A mode, a component and a 4x4 block for each work-item.
inline void compare_chroma(const Intra* s) {
    const int mode = s->e / 8 + 2 * s->c, component = s->e / 4 % 2, n = s->e % 4;
    local const uint* from = s->memory->chroma[component] + n / 2 * 8 + n % 2;
    uint source[4], prediction[4];
    for (int i = 0; i < 4; i++) {
        source[i] = from[2 * i];
        prediction[i] = predict_chroma(s, mode, component, n, i);
    }
    atomic_add(&s->memory->sums.costs_chroma[mode], distortion_4x4(s->intra->distortion, source, prediction));
}

inline void write_chroma(const Intra* s, RESULT IntraResult* result) {
    const bool has_all = s->has_left && s->has_upper && s->has_upper_left;
    const uint usable = (1 << CHROMA_DC | (s->has_left ? 1 << CHROMA_HORIZONTAL : 0) |
                         (s->has_upper ? 1 << CHROMA_VERTICAL : 0) | (has_all ? 1 << CHROMA_PLANE : 0)) &
                        ~s->intra->disabled_chroma_modes;
    uint best = NO_MODE;
    int best_mode = CHROMA_DC;
    for (int mode = 0; mode < 4; mode++) {
        const uint scale = mode == CHROMA_DC ? 0 : mode == CHROMA_PLANE ? 2 : 1;
        const uint cost = s->memory->sums.costs_chroma[mode] + s->intra->chroma_mode_penalty * scale;
        if (!(usable >> mode & 1) || cost >= best) continue;
        best = cost;
        best_mode = mode;
    }
    result->chroma_mode = best_mode;
    result->chroma_distortion = saturate(best);
}

// Every work-item finds the shape; those of 4x4 blocks write their modes.
inline void write_luma(const Intra* s, RESULT IntraResult* result) {
    uint costs[3] = {0, s->memory->sums.costs[INTRA_8X8], s->memory->sums.costs[INTRA_4X4]}, best = 0xFFFFFFFFu;
    const int mode_16x16 = choose_16x16(s, &costs[INTRA_16X16]);
    int best_shape = INTRA_16X16;
    for (int shape = 0; shape < 3; shape++) {
        const uint cost = costs[shape] + s->intra->shape_penalty[shape];
        if (s->intra->disabled_partitions >> shape & 1 || cost >= best || costs[shape] >= NO_MODE) continue;
        best = cost;
        best_shape = shape;
    }
    const int whole = best == 0xFFFFFFFFu ? 0 : mode_16x16;
    if (s->c == 0)
        result->luma_modes[s->e] = best_shape == INTRA_16X16 ? whole : s->memory->modes[2 - best_shape][s->e];
    if (s->c != 0 || s->e != 0) return;
    result->shape = best_shape;
    result->distortion = saturate(best);
}

// The macroblock with the pixels around it: those of its neighbours' record, or of the picture.
inline void fetch_frame(global const uchar* pictures, const PlaneRecord* source, int x, int y,
                        SETUP NeighborRecord* neighbors, local uint* frame) {
    local uchar* bytes = (local uchar*)frame;
    fetch(pictures, source, x, y, 16, 16, frame + FRAME_WORDS + 1, FRAME_WORDS);
    if (!neighbors) fetch(pictures, source, x, y - 1, 24, 1, frame + 1, FRAME_WORDS);
    for (int i = item(); neighbors && i < 24; i += items()) bytes[4 + i] = neighbors->upper[i];
    for (int i = item(); i < 17; i += items())  // from the corner on
        bytes[4 * FRAME_WORDS * i + 3] = neighbors ? neighbors->left[i] : sample_at(pictures, source, x - 1, y - 1 + i);
}

// Share i of the work: 4x4 block i where the macroblock is cut into 4x4, or pixels of an 8x8 block.
inline Intra share_of(const Intra* all, int i) {
    Intra s = *all;
    s.c = i / 16;
    s.e = i % 16;
    s.size = s.c == 0 ? 4 : 8;
    s.x = entry_x(s.e) & -s.size;
    s.y = entry_y(s.e) & -s.size;
    s.block = s.memory->blocks + (s.c == 0 ? s.e : 16 + s.e / 4);
    return s;
}

// What each work-item does of `all`: a statement for each of its shares `s`.
#define EACH_SHARE(all, statement)                                        \
    for (int share = item(); share < INTRA_SHARES; share += CHECK_ITEMS) { \
        const Intra s = share_of(all, share);                             \
        statement;                                                        \
    }

// With costs a block waits for the modes of those to the left and above. All work-items come here.
inline void choose_modes(const Intra* all) {
    const bool waits = all->intra->has_mode_cost != 0;
    for (int diagonal = 0; diagonal < (waits ? 7 : 1); diagonal++) {
        EACH_SHARE(all, if (!waits || (s.x + s.y) / s.size == diagonal) choose_mode(&s))
        meet();
    }
}

// Estimates the macroblock at (x, y), of which `all` has what is no share's own. All work-items come here.
inline void estimate_macroblock(global const uchar* pictures, const Intra* all, int x, int y, RESULT IntraResult* result) {
    local IntraMemory* memory = all->memory;
    const PlaneRecord source = all->intra->source, chroma = all->intra->chroma;
    const bool has_chroma = all->intra->has_chroma != 0;
    fetch_frame(pictures, &source, x, y, all->neighbors, memory->frame);
    if (has_chroma) fetch_chroma(pictures, &chroma, x / 2, y / 2, memory->chroma);
    for (int k = item(); k < sizeof(IntraSums) / sizeof(uint); k += CHECK_ITEMS) ((local uint*)&memory->sums)[k] = 0;
    meet();
    EACH_SHARE(all, make_around(&s); add_edges(&s); if (has_chroma) add_chroma_edges(&s))
    meet();
    EACH_SHARE(all, make_runs(&s); compare_16x16(&s); if (has_chroma) compare_chroma(&s))
    meet();
    EACH_SHARE(all, compare_blocks(&s))
    meet();
    choose_modes(all);
    EACH_SHARE(all, write_luma(&s, result))
    if (item() != CHECK_ITEMS - 16) return;
    if (has_chroma)
        write_chroma(all, result);
    else
        result->chroma_mode = result->chroma_distortion = 0;
}

#if WHOLE_PICTURES
// Work-group i estimates place i with its own neighbours. Or `places` and `neighbors` are null: then it is macroblock i of
// a picture that has `columns` of them, whose neighbours are that picture's pixels.
kernel __attribute__((reqd_work_group_size(CHECK_ITEMS, 1, 1)))
void estimate_intra(global const uchar* pictures, global const IntraRecord* intras, global const PlaceRecord* places,
                    global const NeighborRecord* neighbors, int columns, global IntraResult* results) {
    local IntraMemory memory;
    const int i = get_group_id(0);
    const int x = places ? places[i].x : i % columns * 16, y = places ? places[i].y : i / columns * 16;
    global const NeighborRecord* own = neighbors ? neighbors + i : 0;
    const Intra all = {intras + (places ? places[i].setup : 0), own, &memory,
                       own ? own->has_left != 0 : x > 0,
                       own ? own->has_upper != 0 : y > 0,
                       own ? own->has_upper_right != 0 : y > 0 && x + 16 < columns * 16,
                       own ? own->has_upper_left != 0 : x > 0 && y > 0};
    estimate_macroblock(pictures, &all, x, y, results + i);
}
#endif
