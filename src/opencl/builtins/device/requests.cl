// SPDX-License-Identifier: MIT
// Requests as built-ins write them become the unit's records: opencl/engine/unit_calls.cpp, vme/fit_fields.cpp and
// vme/opencl/make_records.cpp. Who evaluates shares the work (unit_items.cl); where a function fills a record, all come, and a
// meeting follows.

// The low `bits` bits, the highest of which is the sign.
GM_INLINE int __gm_wrapped(int value, int bits) { return value << (32 - bits) >> (32 - bits); }

// A U4U4's plain number, of which `bits` bits count.
GM_INLINE uint __gm_u4u4(uint bits, int width) { return (bits & 15) << (bits >> 4 & 15) & ((1u << width) - 1); }
GM_INLINE uint __gm_byte(ulong bits, int n) { return (uint)(bits >> (8 * n)) & 0xFF; }

// A vector of two in a payload, [x, y]: S13.2 in quarter pixels, y of fewer bits where it is narrow.
GM_INLINE int2 __gm_vector(ulong both, int way, int bits_of_y) {
    const uint bits = (uint)(both >> (32 * way));
    return (int2)(__gm_wrapped((int)(bits & 0xFFFF), 14), __gm_wrapped((int)(bits >> 16), bits_of_y));
}

GM_INLINE uint __gm_distortion_kind(__local const struct gm_setup* setup, uint adjustment) {
    return setup->flags & GM_AC_ONLY_HAAR ? AC_HAAR : adjustment == 0 ? SAD : HAAR;
}

// Six bits; 0 is one half.
GM_INLINE uint __gm_weight(__local const struct gm_setup* setup) {
    const uint bits = setup->bidirectional_weight & 63;
    return bits == 0 ? 32 : bits;
}

// vme/cost.cpp
GM_INLINE uint __gm_axis_cost(ulong table, uint distance) {
    if (distance == 0) return __gm_u4u4(__gm_byte(table, 0), 10);
    if (distance >= 64) return __gm_u4u4(__gm_byte(table, 7), 10) + distance - 64;
    const int p = 31 - (int)clz(distance), k = (int)distance - (1 << p);
    const int from = (int)__gm_u4u4(__gm_byte(table, p + 1), 10), to = (int)__gm_u4u4(__gm_byte(table, p + 2), 10);
    return (uint)(from + (((to - from) * k) >> p));
}

GM_INLINE void __gm_fill_costs(__local const struct gm_setup* setup, __local CostRecord* costs) {
#pragma unroll 1
    for (int d = in_part(2); d <= 64; d += PART_ITEMS)
        costs->near[d] = setup->flags & GM_COST ? (uint16_t)__gm_axis_cost(setup->cost_table, (uint)d) : 0;
    if (in_part(3) != 0) return;
    costs->has_vector_cost = (setup->flags & GM_COST) != 0;
    costs->precision = setup->cost_precision & 3;
    costs->shape[0] = __gm_u4u4(__gm_byte(setup->shape_penalty, 4), 12);
    costs->shape[1] = __gm_u4u4(__gm_byte(setup->shape_penalty, 0), 12);
    for (int i = 2; i < 5; i++) costs->shape[i] = __gm_u4u4(__gm_byte(setup->shape_penalty, i - 1), 10);
    costs->backward_direction = __gm_u4u4(setup->direction_penalty, 12);
}

GM_INLINE uint __gm_reference_penalty(__local const struct gm_setup* setup, uint id) {
    return __gm_u4u4(setup->multi_reference_penalty, 12) * (id == 0 ? 0 : id <= 2 ? 1 : id <= 6 ? 2 : 3);
}

// ---- Pictures

// The lines of a plane that count. A picture of one line has no bottom field.
GM_INLINE PlaneRecord __gm_lines(PlaneRecord plane, bool interlaced, uint polarity) {
    if (!interlaced) return plane;
    const int first = polarity != 0 && plane.height >= 2;
    plane.at += first * plane.stride;
    plane.height = (plane.height + 1 - first) / 2;
    plane.stride *= 2;
    return plane;
}

// Where there is no picture, something to read: nobody sees what comes of it.
GM_INLINE PlaneRecord __gm_picture(GM_CONTEXT uint image) {
    PlaneRecord plane = __gm_c.launch->luma[min(image, (uint)GM_IMAGES - 1)];
    if (plane.width == 0) plane = (PlaneRecord){0, 16, 1, 16};
    return plane;
}

GM_INLINE PlaneRecord __gm_source(GM_CONTEXT struct __gm_references references, __local const struct gm_setup* setup) {
    return __gm_lines(__gm_picture(__gm_c, (uint)references.source), (setup->flags & GM_SOURCE_FIELD) != 0,
                      setup->source_field);
}

// A picture that is searched, and its number.
typedef struct {
    PlaneRecord plane;
    uint id, failure, image;
} __gm_reference;

// Where no picture has been given, the source is one; where one, it is both.
GM_INLINE __gm_reference __gm_reference_of(GM_CONTEXT struct __gm_references references,
                                           __local const struct gm_setup* setup, int quadrant, bool backward) {
    const bool none = references.kind == GM_NO_REFERENCE, second = backward && references.kind >= GM_DUAL;
    bool interlaced = (setup->flags & (none ? GM_SOURCE_FIELD : GM_REFERENCE_FIELD)) != 0;
    uint polarity = none ? setup->source_field : second ? setup->backward_field : setup->forward_field;
    uint image = (uint)(none ? references.source : second ? references.backward : references.forward);
    const uint source = (uint)references.source;
    __gm_reference found;
    found.id = !none && image > source ? min((image - source - 1) / 2, 15u) : 0;
    if (references.kind >= GM_MULTI) {
        found.id = references.ids >> (8 * quadrant + (backward ? 4 : 0)) & 15;
        image = source + 1 + 2 * found.id + backward;
    }
    if (references.kind == GM_MULTI_FIELDS) {
        interlaced = true;
        polarity = references.fields >> (quadrant + (backward ? 4 : 0)) & 1;
    }
    const PlaneRecord of_source = __gm_picture(__gm_c, source);
    found.image = image;
    found.plane = __gm_picture(__gm_c, image);
    const bool is_other_size = found.plane.width != of_source.width || found.plane.height != of_source.height;
    const bool is_missing = image >= GM_IMAGES || __gm_c.launch->luma[min(image, (uint)GM_IMAGES - 1)].width == 0;
    found.failure = is_missing ? GM_NO_REFERENCE_IMAGE : is_other_size ? GM_OTHER_SIZE : GM_NO_FAILURE;
    found.plane = __gm_lines(found.plane, interlaced, polarity);
    return found;
}

// Notes why a request has no answer, and returns whether it has none. It is evaluated all the same: what meets inside of a
// condition PoCL would copy.
GM_INLINE bool __gm_fails(GM_CONTEXT uint failure, uint source, uint image, uint operation,
                          __local const struct gm_setup* setup) {
    if (failure == GM_NO_FAILURE) return false;
    if (item() == 0 && atomic_cmpxchg(&__gm_c.launch->failure, 0u, failure) == 0) {
        __gm_c.launch->failed_operation = operation;
        __gm_c.launch->failed_x = setup->source_x;
        __gm_c.launch->failed_y = setup->source_y;
        __gm_c.launch->failed_image = image;
        __gm_c.launch->failed_source = source;
    }
    return true;
}

// The references of each quadrant: records [way][quadrant], their penalties and numbers (may be null). A partition uses that
// of its first quadrant.
GM_INLINE void __gm_fill_references(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory, int major,
                                    __local PlaneRecord planes[2][4], __local uint penalties[2][4], __local uint ids[2][4]) {
    __local const struct gm_setup* setup = &memory->setup;
    const int i = in_part(1), way = i / 4, q = i % 4;
    if (i >= 8) return;
    const __gm_reference asked = __gm_reference_of(__gm_c, references, setup, q, way == 1);
    memory->failures[i] = asked.failure;
    memory->failed_images[i] = asked.image;
    const int first = major == SHAPE_16X16 ? 0 : major == SHAPE_16X8 ? q / 2 * 2 : major == SHAPE_8X16 ? q % 2 : q;
    const __gm_reference used =
        references.kind < GM_MULTI ? asked : __gm_reference_of(__gm_c, references, setup, first, way == 1);
    planes[way][q] = used.plane;
    penalties[way][q] = __gm_reference_penalty(setup, used.id);
    if (ids) ids[way][q] = used.id;
}

// Meets, and then knows whether there are all. All look at all, and so agree.
GM_INLINE bool __gm_has_references(GM_CONTEXT struct __gm_references references, uint operation,
                                   __local const struct gm_unit_memory* memory) {
    bool fails = false;
    uint any = 0;
    meet();
    for (int i = 0; i < 8; i++) any |= memory->failures[i];
    for (int i = 0; any && i < 8; i++)
        fails = __gm_fails(__gm_c, memory->failures[i], (uint)references.source, memory->failed_images[i], operation,
                           &memory->setup) || fails;
    return !fails;
}

// ---- Requests that differ in their place alone from the last one of their kind, as most do: helpers keep its record.

#ifdef GENMEDIA_HELPERS
// All find the same. Who keeps another request does so when all have met.
GM_INLINE bool __gm_is_kept(__local const struct gm_unit_memory* memory, struct __gm_references references,
                            __local const struct gm_question* question) {
    const int i = item() % 32;
    uint differs = references.kind >= GM_MULTI;  // whose references go by a macroblock's shapes
    if (i < GM_SAME_WORDS) differs |= ((__local const uint*)&memory->setup)[i] ^ question->setup[i];
    if (i < GM_REFERENCES_WORDS) differs |= ((__local const uint*)&memory->references)[i] ^ question->references[i];
    return warp_any(differs) == 0;
}
GM_INLINE void __gm_note_question(__local const struct gm_unit_memory* memory, __local struct gm_question* question) {
    copy_local(&memory->setup, question->setup, GM_SAME_WORDS);
    copy_local(&memory->references, question->references, GM_REFERENCES_WORDS);
}
#define GM_KEEP(memory, from, record, question)                                           \
    copy_local(from, &(memory)->kept.record, (int)sizeof(memory)->kept.record / 4),       \
        __gm_note_question(memory, &(memory)->kept.question)
#define GM_IS_KEPT(memory, references, question) __gm_is_kept(memory, references, &(memory)->kept.question)
// Copies a kept record to where it is read, if the operation before was another. GM_LEAVE follows when all have met.
#define GM_RESTORE(memory, operation, record, to, words)       \
    if ((memory)->kept.in_place != (operation)) {              \
        copy_local(&(memory)->kept.record, to, words);         \
        meet();                                                \
    }
#define GM_LEAVE(memory, operation) \
    if (item() == 0) (memory)->kept.in_place = (operation)
#else
#define GM_KEEP(memory, from, record, question)
#define GM_IS_KEPT(memory, references, question) false
#define GM_RESTORE(memory, operation, record, to, words)
#define GM_LEAVE(memory, operation)
#endif

// The window of the last operation, if that was a search of a rectangle. All is read before anything is compared.
GM_INLINE bool __gm_has_window(__local const struct gm_kept* kept, PlaneRecord plane, uint path, int2 corner) {
#ifdef GENMEDIA_HELPERS
    return ((kept->in_place ^ GM_IME) | (kept->window_of.at ^ plane.at) | (uint)(kept->window_of.stride ^ plane.stride) |
            (kept->window_path ^ path) | (uint)((kept->window_x ^ corner.x) | (kept->window_y ^ corner.y))) == 0;
#else
    return false;
#endif
}
// When all have met after that.
GM_INLINE void __gm_keep_window(PlaneRecord plane, uint path, int2 corner, __local struct gm_kept* kept) {
#ifdef GENMEDIA_HELPERS
    if (item() != 0) return;
    kept->window_of = plane;
    kept->window_path = path;
    kept->window_x = corner.x;
    kept->window_y = corner.y;
#endif
}

// Whether that search had the same cost centre, and one direction: then its minima are there, too.
GM_INLINE bool __gm_has_center(__local const struct gm_kept* kept, __local const uint center[2]) {
#ifdef GENMEDIA_HELPERS
    return kept->has_minima && kept->center == center[0];
#else
    return false;
#endif
}
// With the window.
GM_INLINE void __gm_keep_center(uint directions, __local const uint center[2], __local struct gm_kept* kept) {
#ifdef GENMEDIA_HELPERS
    if (item() != 0) return;
    kept->center = center[0];
    kept->has_minima = directions == 1;
#endif
}

// The macroblock of a request in kept.source: being fetched, if it is not there from a request before.
GM_INLINE bool __gm_has_source(__local const struct gm_kept* kept, PlaneRecord plane, int x, int y) {
#ifdef GENMEDIA_HELPERS
    return ((kept->source_of.at ^ plane.at) | (uint)(kept->source_of.stride ^ plane.stride) | (uint)(kept->source_x ^ x) |
            (uint)(kept->source_y ^ y)) == 0;
#else
    return false;
#endif
}
// By the last work-items, eight samples each: of many the first ones fetch something else.
GM_INLINE void __gm_fetch_source(GM_CONTEXT PlaneRecord plane, int x, int y, __local struct gm_kept* kept) {
    if (__gm_has_source(kept, plane, x, y)) return;
    __local uint* to = (__local uint*)kept->source;
#pragma unroll 1
    for (int i = items() - 1 - item(); i < 2 * 16; i += items()) {
        const uint first = four_samples(__gm_c.pictures, &plane, x + i % 2 * 8, y + i / 2);
        const uint next = four_samples(__gm_c.pictures, &plane, x + i % 2 * 8 + 4, y + i / 2);
        to[2 * i] = first;
        to[2 * i + 1] = next;
    }
}
// When all have met after that.
GM_INLINE void __gm_keep_source(PlaneRecord plane, int x, int y, __local struct gm_kept* kept) {
#ifdef GENMEDIA_HELPERS
    if (item() != 0) return;
    kept->source_of = plane;
    kept->source_x = x;
    kept->source_y = y;
#endif
}
