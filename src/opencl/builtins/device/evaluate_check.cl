// SPDX-License-Identifier: MIT
// Skip check and intra estimation by who evaluates (unit_items.cl).

// ---- Skip check

GM_INLINE void __gm_fill_skip(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local SkipRecord* skip = &memory->work.skip.skip;
    const bool split = (setup->flags & GM_SKIP_8X8) != 0;
    const int i = in_part(5);
    __gm_fill_costs(setup, &skip->costs);
    // 16 bits, then six times eight.
    if (i < 8)
        skip->thresholds[i] = i == 0 ? (uint16_t)setup->transform_thresholds
                              : i < 7 ? (uint16_t)__gm_byte(setup->transform_thresholds, i + 1) : 0;
    if (i < 4) {
        const uint bits = setup->skip_mask >> (24 + 2 * i) & 3;
        skip->directions[i] = i == 0 || split ? (int)bits - 1 : NOT_CHECKED;
    }
    __gm_fill_references(__gm_c, references, memory, split ? SHAPE_8X8 : SHAPE_16X16, skip->reference, skip->penalty, 0);
    if (in_part(0) != 0) return;
    skip->source = __gm_source(__gm_c, references, setup);
    skip->partition_8x8 = split;
    skip->weight = __gm_weight(setup);
    skip->bilinear = (setup->flags & GM_BILINEAR) != 0;
    skip->distortion = __gm_distortion_kind(setup, setup->sad_adjustment);
    skip->raw_sad = !(setup->flags & GM_BLOCK_RAW_SAD) ? WHOLE_MACROBLOCK
                    : setup->raw_sad_type == 0         ? LARGEST_4X4
                                                       : LARGEST_8X8;
    skip->has_thresholds = (setup->flags & GM_TRANSFORM) != 0;
}

GM_EVALUATES bool __gm_check_skip(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __local SkipRecord* skip = &memory->work.skip.skip;
    bool has_all = true;
    if (GM_IS_KEPT(memory, references, checked)) {
        GM_RESTORE(memory, GM_SIC, skip, skip, (int)__builtin_offsetof(SkipRecord, vectors) / 4);
    } else {
        __gm_fill_skip(__gm_c, references, memory);
        has_all = __gm_has_references(__gm_c, references, GM_SIC, memory);
        if (has_all) GM_KEEP(memory, skip, skip, checked);
    }
    const PlaneRecord source = skip->source;
    const int x = memory->place.x, y = memory->place.y;
    __gm_fetch_source(__gm_c, source, x, y, &memory->kept);
    check_macroblock(__gm_c.pictures, &memory->place, (__local const uint*)memory->kept.source, &memory->work.skip,
                     &memory->skip_result);
    __gm_keep_source(source, x, y, &memory->kept);
    GM_LEAVE(memory, has_all ? GM_SIC : GM_NOTHING);
    return has_all;
}

// ---- Intra estimation

GM_INLINE void __gm_fill_neighbors(__local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local NeighborRecord* around = &memory->neighbors;
    const int i = item();
    if (i >= 16) return;
    __local const struct gm_lane_input* lane = &memory->lanes[i];
    around->left[i + 1] = lane->left;
    around->upper[i] = lane->upper;
    if (i < 8) {
        around->upper[16 + i] = lane->upper_right;
        around->chroma_left[i][0] = lane->chroma_left & 0xFF;
        around->chroma_left[i][1] = lane->chroma_left >> 8;
        around->chroma_upper[i][0] = lane->chroma_upper & 0xFF;
        around->chroma_upper[i][1] = lane->chroma_upper >> 8;
    }
    if (i < 4) {
        around->left_modes[i] = setup->neighbor_modes >> (4 * i) & 15;
        around->upper_modes[i] = setup->neighbor_modes >> (16 + 4 * i) & 15;
    }
    if (i != 0) return;
    around->has_left = (setup->neighbors & 0x60) != 0;
    around->has_upper = (setup->neighbors & 0x10) != 0;
    around->has_upper_right = (setup->neighbors & 0x08) != 0;
    around->has_upper_left = (setup->neighbors & 0x04) != 0;
    around->left[0] = setup->upper_left;
    around->chroma_upper_left[0] = setup->chroma_upper_left & 0xFF;
    around->chroma_upper_left[1] = setup->chroma_upper_left >> 8;
}

GM_INLINE void __gm_fill_intra(GM_CONTEXT struct __gm_references references, __local struct gm_unit_memory* memory) {
    __local const struct gm_setup* setup = &memory->setup;
    __local IntraRecord* intra = &memory->intra;
    __gm_fill_neighbors(memory);
    if (item() != 0) return;
    intra->source = __gm_source(__gm_c, references, setup);
    intra->chroma = __gm_lines(__gm_c.launch->chroma[references.source], (setup->flags & GM_SOURCE_FIELD) != 0,
                               setup->source_field);
    intra->disabled_partitions = setup->disabled_intra_partitions & 7;
    intra->distortion = __gm_distortion_kind(setup, setup->intra_sad_adjustment);
    intra->disabled_chroma_modes = 0;
    for (int i = 0; i < 3; i++) {
        intra->disabled_modes[i] = 0;
        intra->shape_penalty[i] = __gm_u4u4(__gm_byte(setup->intra_shape_penalty, i + 1), 12);
        intra->non_dc_penalty[i] = __gm_byte(setup->non_dc_penalty, i);
    }
    intra->has_mode_cost = (setup->flags & GM_MODE_COST) != 0;
    intra->mode_penalty = __gm_u4u4(setup->mode_penalty, 10);
    intra->has_chroma = (setup->flags & GM_CHROMA) && intra->chroma.width != 0;
    intra->chroma_mode_penalty = __gm_u4u4(setup->chroma_mode_penalty, 12);
}

GM_EVALUATES void __gm_estimate_intra(GM_CONTEXT struct __gm_references references) {
    __local struct gm_unit_memory* memory = __gm_memory(__gm_c);
    __gm_fill_intra(__gm_c, references, memory);
    meet();
    __local const NeighborRecord* around = &memory->neighbors;
    Intra all = {&memory->intra, around, &memory->work.intra, around->has_left != 0, around->has_upper != 0,
                 around->has_upper_right != 0, around->has_upper_left != 0};
    GM_LEAVE(memory, GM_NOTHING);
    estimate_macroblock(__gm_c.pictures, &all, memory->place.x, memory->place.y, &memory->intra_result);
    meet();
}

// ---- Both

// `flags` are the setup's: as a compiler may know them, so that no condition is left. False: there is no answer.
GM_INLINE bool __gm_check(GM_CONTEXT struct __gm_references references, uint flags, __local struct gm_unit_memory* memory) {
    const bool wants_chroma = (flags & GM_INTRA) && (flags & GM_CHROMA);
    const bool lacks_chroma = wants_chroma && __gm_c.launch->chroma[references.source].width == 0;
    bool fails = __gm_fails(__gm_c, lacks_chroma ? GM_NO_CHROMA : GM_NO_FAILURE,
                            (uint)references.source, (uint)references.source, GM_SIC, &memory->setup);
    if (flags & GM_SKIP) fails = !__gm_check_skip(__gm_c, references) || fails;
    if (flags & GM_INTRA) {
        meet();  // both work in the same memory
        __gm_estimate_intra(__gm_c, references);
    }
    return !fails;
}
