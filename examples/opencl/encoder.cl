// SPDX-License-Identifier: MIT
// ocloc: -cl-std=CL2.0
// The decisions of an H.264 encoder and the pictures that they make, a macroblock a work-group. A work-item has a 4x4 block:
// of luma in Z order, and one of the first eight has one of chroma, Cb's and then Cr's.
#include "h264.h"

void wait_for(global atomic_int* done) {
    while (atomic_load_explicit(done, memory_order_acquire, memory_scope_device) == 0) {
    }
}

// ---- One macroblock
struct Work {
    short2 vectors[16];
    uchar luma_modes[16];
    int worth[16], counts[16], dc[16];
    int is_coded;
};

int block_x(int block) { return block / 4 % 2 * 8 + block % 2 * 4; }
int block_y(int block) { return block / 8 * 8 + block / 2 % 2 * 4; }

// Where a sample of the macroblock lies in a picture's buffer.
struct Place {
    const struct PictureFacts* facts;
    int x, y;  // of the macroblock
};
int offset_at(struct Place place, int plane, int x, int y) {
    const int side = plane == 0 ? 16 : 8;
    return plane_offset(place.facts->columns, place.facts->rows, plane) +
           (side * place.y + y) * width_of(place.facts->columns, plane) + side * place.x + x;
}

// The 4x4 chroma block of work-items 0..7 along the vectors of the luma blocks.
void predict_chroma_block(global const uchar* reference, struct Place place, int block, const local struct Work* work, uchar* to) {
    for (int i = 0; i < 16; i++) {
        const int x = block % 2 * 4 + i % 4, y = block % 4 / 2 * 4 + i / 4;
        const int luma = y / 4 * 8 + x / 4 * 4 + y / 2 % 2 * 2 + x / 2 % 2;  // the block that has the sample, in Z order
        const short2 v = work->vectors[luma];
        to[i] = predict_chroma_sample(reference, place.facts, 1 + block / 4, 8 * (8 * place.x + x) + v.x, 8 * (8 * place.y + y) + v.y);
    }
}

// Residuals of chroma after the transform; the DC coefficients go to `work`.
void transform_chroma(global const uchar* source, struct Place place, int block, const uchar* prediction, local struct Work* work, int* c) {
    for (int i = 0; i < 16; i++)
        c[i] = source[offset_at(place, 1 + block / 4, block % 2 * 4 + i % 4, block % 4 / 2 * 4 + i / 4)] - prediction[i];
    forward_transform(c);
    work->dc[block] = c[0];
}

// Whether chroma predicted so has no levels. All work-items call it.
int is_chroma_zero(global const uchar* source, global const uchar* reference, struct Place place, int lane, local struct Work* work) {
    uchar prediction[16];
    int c[16];
    const int qp = place.facts->chroma_qp, block = lane % 8;
    if (lane < 8) {
        predict_chroma_block(reference, place, block, work, prediction);
        transform_chroma(source, place, block, prediction, work, c);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 8) {
        const int dc = quantize_dc(hadamard_2x2(work->dc + block / 4 * 4, block % 4), qp, 0);
        for (int i = 1; i < 16; i++) c[i] = quantize(c[i], i, qp, 0);
        work->worth[block] = dc != 0 ? 100 : worth(c, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int zero = 1;
    for (int p = 0; p < 8; p += 4)
        zero &= work->worth[p] + work->worth[p + 1] + work->worth[p + 2] + work->worth[p + 3] <= 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    return zero;
}

// Chroma's levels, and the samples that they make. All work-items call it. [8.5.11]
void code_chroma(global const uchar* source, global uchar* made, struct Place place, int lane, const uchar* prediction, int is_intra,
                 local struct Work* work) {
    int c[16];
    const int qp = place.facts->chroma_qp, block = lane % 8, plane = block / 4 * 4;
    if (lane < 8) transform_chroma(source, place, block, prediction, work, c);
    barrier(CLK_LOCAL_MEM_FENCE);
    int dc = 0;
    if (lane < 8) {
        dc = quantize_dc(hadamard_2x2(work->dc + plane, block % 4), qp, is_intra);
        work->counts[block] = 0;
        for (int i = 1; i < 16; i++) {
            c[i] = quantize(c[i], i, qp, is_intra);
            work->counts[block] += c[i] != 0;
        }
        work->worth[block] = work->counts[block] ? worth(c, 1) : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 8) work->dc[block] = dc;
    barrier(CLK_LOCAL_MEM_FENCE);
    const local int* w = work->worth + plane;
    if (!is_intra && w[0] + w[1] + w[2] + w[3] <= 4)
        for (int i = 1; i < 16; i++) c[i] = 0;
    int any = 0;
    for (int i = 0; i < 8; i++) {
        const local int* of = work->worth + i / 4 * 4;
        any |= work->dc[i] != 0 || (work->counts[i] > 0 && (is_intra || of[0] + of[1] + of[2] + of[3] > 4));
    }
    if (lane < 8) {
        for (int i = 1; i < 16; i++) c[i] = scale_level(c[i], i, qp);
        c[0] = scale_chroma_dc(hadamard_2x2(work->dc + plane, block % 4), qp);
        inverse_transform(c);
        for (int i = 0; i < 16; i++)
            made[offset_at(place, 1 + block / 4, block % 2 * 4 + i % 4, block % 4 / 2 * 4 + i / 4)] =
                (uchar)clip_sample(prediction[i] + (any ? c[i] : 0));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// A macroblock along work->vectors. `is_skip`: nothing is added.
void code_inter(global const uchar* source, global const uchar* reference, global uchar* made, struct Place place, int lane, int is_skip,
                local struct Work* work) {
    uchar prediction[16], chroma[16];
    int c[16];
    const int bx = block_x(lane), by = block_y(lane), qp = place.facts->qp;
    const short2 v = work->vectors[lane];
    predict_luma(reference, place.facts, 4 * (16 * place.x + bx) + v.x, 4 * (16 * place.y + by) + v.y, prediction);
    for (int i = 0; i < 16; i++) c[i] = source[offset_at(place, 0, bx + i % 4, by + i / 4)] - prediction[i];
    forward_transform(c);
    work->counts[lane] = 0;
    for (int i = 0; i < 16; i++) {
        c[i] = quantize(c[i], i, qp, 0);
        work->counts[lane] += c[i] != 0;
    }
    work->worth[lane] = work->counts[lane] ? worth(c, 0) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int total = 0, own = 0;
    for (int q = 0; q < 4; q++) {
        const local int* w = work->worth + 4 * q;
        const int sum = w[0] + w[1] + w[2] + w[3];
        if (sum > 4) total += sum;
        if (q == lane / 4) own = sum > 4;
    }
    const int keeps = !is_skip && own && total > 5 && work->counts[lane] > 0;
    for (int i = 0; i < 16; i++) c[i] = scale_level(c[i], i, qp);
    inverse_transform(c);
    for (int i = 0; i < 16; i++)
        made[offset_at(place, 0, bx + i % 4, by + i / 4)] = (uchar)clip_sample(prediction[i] + (keeps ? c[i] : 0));
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lane < 8) predict_chroma_block(reference, place, lane, work, chroma);
    if (!is_skip) {
        code_chroma(source, made, place, lane, chroma, 0, work);
    } else if (lane < 8) {
        for (int i = 0; i < 16; i++)
            made[offset_at(place, 1 + lane / 4, lane % 2 * 4 + i % 4, lane % 4 / 2 * 4 + i / 4)] = chroma[i];
    }
}

// The samples around a macroblock, of the picture that is being made.
struct Around {
    int has_left, has_upper, has_upper_right, has_upper_left;
};
int sample_around(global const uchar* made, struct Place place, int plane, int x, int y) {
    return made[offset_at(place, plane, x, y)];
}

// Intra prediction of a whole plane's square: 16x16 of luma [8.3.3], 8x8 of chroma [8.3.4]. `mode`: 0 vertical, 1 horizontal,
// 2 DC, 3 plane.
int predict_square(global const uchar* made, struct Place place, int plane, int mode, int x, int y, struct Around around) {
    const int side = plane == 0 ? 16 : 8;
    if (mode == 0) return sample_around(made, place, plane, x, -1);
    if (mode == 1) return sample_around(made, place, plane, -1, y);
    if (mode == 3) {
        const int middle = side / 2;
        int h = 0, v = 0;
        for (int i = 1; i <= middle; i++) {
            h += i * (sample_around(made, place, plane, middle - 1 + i, -1) - sample_around(made, place, plane, middle - 1 - i, -1));
            v += i * (sample_around(made, place, plane, -1, middle - 1 + i) - sample_around(made, place, plane, -1, middle - 1 - i));
        }
        const int slope_x = side == 16 ? (5 * h + 32) >> 6 : (34 * h + 32) >> 6;
        const int slope_y = side == 16 ? (5 * v + 32) >> 6 : (34 * v + 32) >> 6;
        const int base = 16 * (sample_around(made, place, plane, -1, side - 1) + sample_around(made, place, plane, side - 1, -1));
        return clip_sample((base + slope_x * (x - middle + 1) + slope_y * (y - middle + 1) + 16) >> 5);
    }
    // DC: of all of luma, of each 4x4 block of chroma.
    const int count = plane == 0 ? 16 : 4, first_x = plane == 0 ? 0 : x / 4 * 4, first_y = plane == 0 ? 0 : y / 4 * 4;
    int upper = 0, left = 0;
    for (int i = 0; i < count; i++) {
        if (around.has_upper) upper += sample_around(made, place, plane, first_x + i, -1);
        if (around.has_left) left += sample_around(made, place, plane, -1, first_y + i);
    }
    int use_upper = around.has_upper, use_left = around.has_left;
    if (plane > 0 && first_x > 0 && first_y == 0 && use_upper) use_left = 0;
    if (plane > 0 && first_x == 0 && first_y > 0 && use_left) use_upper = 0;
    if (!use_upper && !use_left) return 128;
    const int bits = (plane == 0 ? 4 : 2) + (use_upper && use_left);
    return ((use_upper ? upper : 0) + (use_left ? left : 0) + (1 << (bits - 1))) >> bits;
}

void code_intra_16x16(global const uchar* source, global uchar* made, struct Place place, int lane, struct Around around, local struct Work* work) {
    const int bx = block_x(lane), by = block_y(lane), qp = place.facts->qp;
    const int mode = work->luma_modes[0] == 4 ? 3 : work->luma_modes[0];
    uchar prediction[16];
    int c[16];
    for (int i = 0; i < 16; i++) prediction[i] = (uchar)predict_square(made, place, 0, mode, bx + i % 4, by + i / 4, around);
    for (int i = 0; i < 16; i++) c[i] = source[offset_at(place, 0, bx + i % 4, by + i / 4)] - prediction[i];
    forward_transform(c);
    work->dc[by + bx / 4] = c[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
        int dc[16];
        for (int i = 0; i < 16; i++) dc[i] = work->dc[i];
        for (int i = 0; i < 4; i++) hadamard_four(dc, 4 * i, 1);
        for (int i = 0; i < 4; i++) hadamard_four(dc, i, 4);
        for (int i = 0; i < 16; i++) dc[i] = quantize_dc(dc[i] / 2, qp, 1);
        for (int i = 0; i < 4; i++) hadamard_four(dc, 4 * i, 1);
        for (int i = 0; i < 4; i++) hadamard_four(dc, i, 4);
        for (int i = 0; i < 16; i++) work->dc[i] = scale_luma_dc(dc[i], qp);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i < 16; i++) c[i] = scale_level(quantize(c[i], i, qp, 1), i, qp);
    c[0] = work->dc[by + bx / 4];
    inverse_transform(c);
    for (int i = 0; i < 16; i++) made[offset_at(place, 0, bx + i % 4, by + i / 4)] = (uchar)clip_sample(prediction[i] + c[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// One block after the other, as each is predicted from those before it. One work-item calls it.
void code_intra_4x4(global const uchar* source, global uchar* made, struct Place place, struct Around around, const local struct Work* work) {
    const int qp = place.facts->qp;
    for (int b = 0; b < 16; b++) {
        const int bx = block_x(b), by = block_y(b);
        const int has_left = bx > 0 || around.has_left, has_upper = by > 0 || around.has_upper;
        const int has_corner = bx > 0 ? has_upper : by > 0 ? around.has_left : around.has_upper_left;
        // The block to the right above comes before this one, or is not there. [6.4.11.4]
        const int has_right = by == 0 ? (bx < 12 ? around.has_upper : around.has_upper_right)
                                       : b == 2 || b == 6 || b == 8 || b == 9 || b == 10 || b == 12 || b == 14;
        int e[13];
        for (int i = 0; i < 4; i++) e[3 - i] = has_left ? sample_around(made, place, 0, bx - 1, by + i) : 0;
        e[4] = has_corner ? sample_around(made, place, 0, bx - 1, by - 1) : 0;
        for (int i = 0; i < 8; i++)
            e[5 + i] = has_upper ? sample_around(made, place, 0, bx + (has_right || i < 4 ? i : 3), by - 1) : 0;
        int prediction[16], c[16];
        for (int i = 0; i < 16; i++) {
            prediction[i] = predict_intra(e, work->luma_modes[b], i % 4, i / 4, has_left, has_upper);
            c[i] = source[offset_at(place, 0, bx + i % 4, by + i / 4)] - prediction[i];
        }
        forward_transform(c);
        for (int i = 0; i < 16; i++) c[i] = scale_level(quantize(c[i], i, qp, 1), i, qp);
        inverse_transform(c);
        for (int i = 0; i < 16; i++) made[offset_at(place, 0, bx + i % 4, by + i / 4)] = (uchar)clip_sample(prediction[i] + c[i]);
    }
}

// ---- What the unit is asked
struct Found {
    ulong vectors;
    ushort cost;
    uchar major_shape, minor_shapes;
};

struct Found search(read_only image2d_t source, read_only image2d_t reference, struct Place place, short2 expected, short2 coarse) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(16 * place.x, 16 * place.y);
    const uchar slice = CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, qp = (uchar)place.facts->qp;
    const ulong shapes = intel_sub_group_avc_mce_get_default_inter_shape_penalty(slice, qp);
    const uint2 table = intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(slice, qp);
    const ulong center = as_ulong((short4)(expected, 0, 0));
    const short down = (short)(place.facts->vertical_range - 24);
    const short2 start = clamp((short2)((expected.x + 2) >> 2, (expected.y + 2) >> 2), (short2)(-2000, -down), (short2)(2000, down));
    const short2 other = clamp(coarse, (short2)(-2000, -down), (short2)(2000, down));

    intel_sub_group_avc_ime_payload_t payload =
        intel_sub_group_avc_ime_initialize(at, CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_max_motion_vector_count((uchar)place.facts->most_vectors, payload);
    payload = intel_sub_group_avc_ime_set_inter_shape_penalty(shapes, payload);
    payload = intel_sub_group_avc_ime_set_motion_vector_cost_function(center, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, payload);
    intel_sub_group_avc_ime_result_t best;
    if (abs(start.x - other.x) > 8 || abs(start.y - other.y) > 6) {
        payload = intel_sub_group_avc_ime_set_single_reference(other, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
        const intel_sub_group_avc_ime_result_single_reference_streamout_t there =
            intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, reference, vme, payload);
        payload = intel_sub_group_avc_ime_set_single_reference(start, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
        best = intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
            source, reference, vme, payload, intel_sub_group_avc_ime_get_single_reference_streamin(there));
    } else {
        payload = intel_sub_group_avc_ime_set_single_reference(start, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
        best = intel_sub_group_avc_ime_evaluate_with_single_reference(source, reference, vme, payload);
    }

    intel_sub_group_avc_ref_payload_t refine = intel_sub_group_avc_fme_initialize(
        at, intel_sub_group_avc_ime_get_motion_vectors(best), intel_sub_group_avc_ime_get_inter_major_shape(best),
        intel_sub_group_avc_ime_get_inter_minor_shapes(best), intel_sub_group_avc_ime_get_inter_directions(best),
        CLK_AVC_ME_SUBPIXEL_MODE_QPEL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_HAAR_INTEL);
    refine = intel_sub_group_avc_ref_set_inter_shape_penalty(shapes, refine);
    refine = intel_sub_group_avc_ref_set_motion_vector_cost_function(center, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, refine);
    const intel_sub_group_avc_ref_result_t refined =
        intel_sub_group_avc_ref_evaluate_with_single_reference(source, reference, vme, refine);
    struct Found found;
    found.vectors = intel_sub_group_avc_ref_get_motion_vectors(refined);
    found.cost = intel_sub_group_avc_ref_get_best_inter_distortion(refined);
    found.major_shape = intel_sub_group_avc_ref_get_inter_major_shape(refined);
    found.minor_shapes = intel_sub_group_avc_ref_get_inter_minor_shapes(refined);
    return found;
}

struct Skip {
    ushort cost;
    uint counts;  // of coefficients beyond half a step
};

struct Skip check_skip(read_only image2d_t source, read_only image2d_t reference, struct Place place, short2 vector) {
    const ulong vectors = as_ulong((short4)(vector, 0, 0));
    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_initialize((ushort2)(16 * place.x, 16 * place.y));
    check = intel_sub_group_avc_sic_configure_skc(
        CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL, CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL, vectors,
        CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_HAAR_INTEL, check);
    check = intel_sub_group_avc_sic_set_skc_forward_transform_enable(place.facts->thresholds, check);
    check = intel_sub_group_avc_sic_set_inter_shape_penalty(
        intel_sub_group_avc_mce_get_default_inter_shape_penalty(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, (uchar)place.facts->qp), check);
    const intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_with_single_reference(source, reference, CLK_AVC_ME_INITIALIZE_INTEL, check);
    struct Skip skip;
    skip.cost = intel_sub_group_avc_mce_get_best_inter_distortion(intel_sub_group_avc_sic_convert_to_mce_result(result));
    skip.counts = intel_sub_group_avc_sic_get_packed_skc_luma_count_threshold(result);
    return skip;
}

int from_u4u4(uchar bits) { return (bits & 15) << (bits >> 4); }

struct Intra {
    ulong modes;
    ushort cost;
    uchar shape, chroma_mode;
};

uint modes_around(global const struct Encoded* left, global const struct Encoded* upper, struct Around around) {
    uint packed = 0;
    for (int i = 0; i < 4; i++) {
        const int right = i / 2 * 8 + i % 2 * 2 + 5, lower = i / 2 * 4 + i % 2 + 10;  // the blocks that touch this macroblock
        packed |= (uint)(around.has_left && left->type == kIntra4x4 ? left->luma_modes[right] : 2) << (4 * i);
        packed |= (uint)(around.has_upper && upper->type == kIntra4x4 ? upper->luma_modes[lower] : 2) << (16 + 4 * i);
    }
    return packed;
}

struct Intra estimate_intra(read_only image2d_t source, global const uchar* made, struct Place place, int lane, struct Around around,
                            uint modes) {
    const uchar slice = place.facts->is_p ? CLK_AVC_ME_SLICE_TYPE_PRED_INTEL : CLK_AVC_ME_SLICE_TYPE_INTRA_INTEL;
    const uchar qp = (uchar)place.facts->qp;
    uchar available = 0;
    if (around.has_left) available |= CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL;
    if (around.has_upper) available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_MASK_ENABLE_INTEL;
    if (around.has_upper_right) available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_RIGHT_MASK_ENABLE_INTEL;
    if (around.has_upper_left) available |= CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_LEFT_MASK_ENABLE_INTEL;
    const int i = lane % 8;
    const uchar left = around.has_left ? made[offset_at(place, 0, -1, lane)] : 0;
    const uchar upper = around.has_upper ? made[offset_at(place, 0, lane, -1)] : 0;
    const uchar upper_right = around.has_upper_right ? made[offset_at(place, 0, 16 + i, -1)] : 0;
    const uchar corner = around.has_upper_left ? made[offset_at(place, 0, -1, -1)] : 0;
    const ushort chroma_left =
        around.has_left ? (ushort)(made[offset_at(place, 1, -1, i)] | made[offset_at(place, 2, -1, i)] << 8) : 0;
    const ushort chroma_upper =
        around.has_upper ? (ushort)(made[offset_at(place, 1, i, -1)] | made[offset_at(place, 2, i, -1)] << 8) : 0;
    const ushort chroma_corner =
        around.has_upper_left ? (ushort)(made[offset_at(place, 1, -1, -1)] | made[offset_at(place, 2, -1, -1)] << 8) : 0;

    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_16x16_INTEL & CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_4x4_INTEL, available, left, corner,
        upper, upper_right, chroma_left, chroma_corner, chroma_upper, CLK_AVC_ME_SAD_ADJUST_MODE_HAAR_INTEL,
        intel_sub_group_avc_sic_initialize((ushort2)(16 * place.x, 16 * place.y)));
    check = intel_sub_group_avc_sic_set_intra_luma_shape_penalty(
        intel_sub_group_avc_mce_get_default_intra_luma_shape_penalty(slice, qp), check);
    check = intel_sub_group_avc_sic_set_intra_luma_mode_cost_function(
        intel_sub_group_avc_mce_get_default_intra_luma_mode_penalty(slice, qp), modes,
        intel_sub_group_avc_mce_get_default_non_dc_luma_intra_penalty(), check);
    const intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_ipe(source, CLK_AVC_ME_INITIALIZE_INTEL, check);
    struct Intra intra;
    intra.modes = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
    intra.cost = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    intra.shape = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
    intra.chroma_mode = intel_sub_group_avc_sic_get_ipe_chroma_mode(result);
    return intra;
}

// `order` lists the macroblocks so that none comes before one that it waits for. `colored` is the source with its chroma;
// `pixels`, `before` and `made` are the source, the reference and the new picture as buffers.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void encoder(
    read_only image2d_t source, read_only image2d_t colored, read_only image2d_t reference, global const uchar* pixels,
    global const uchar* before, global uchar* made, global struct Encoded* field, global const short2* coarse,
    global const ushort2* order, global atomic_int* scoreboard, struct PictureFacts all_facts) {
    local struct Work work;
    const struct PictureFacts facts = all_facts;
    const ushort2 macroblock = order[get_group_id(0)];
    const struct Place place = {&facts, macroblock.x, macroblock.y};
    const int lane = get_local_id(0), columns = facts.columns, index = place.y * columns + place.x;
    const struct Around around = {place.x > 0, place.y > 0, place.y > 0 && place.x + 1 < columns, place.x > 0 && place.y > 0};
    if (lane == 0) {
        if (around.has_left) wait_for(scoreboard + index - 1);
        if (around.has_upper_right) wait_for(scoreboard + index - columns + 1);
        else if (around.has_upper) wait_for(scoreboard + index - columns);
    }
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);

    int type = kIntra16x16, best = 1 << 20;
    uchar major_shape = 0, minor_shapes = 0;
    short2 vector = (short2)(0, 0);
    if (facts.is_p) {
        const struct Neighbor a = neighbor(field + index - 1, around.has_left, 5);
        const struct Neighbor b = neighbor(field + index - columns, around.has_upper, 10);
        const struct Neighbor c = around.has_upper_right ? neighbor(field + index - columns + 1, 1, 10)
                                                         : neighbor(field + index - columns - 1, around.has_upper_left, 15);
        vector = predict_skip(a, b, c);
        work.vectors[lane] = vector;
        const struct Skip skip = check_skip(source, reference, place, vector);
        barrier(CLK_LOCAL_MEM_FENCE);
        type = kInter;
        best = skip.cost;
        if (skip.counts == 0 && is_chroma_zero(pixels, before, place, lane, &work)) type = kSkip;
        if (type == kInter) {
            short2 start = (short2)(0, 0);
            if (facts.coarse_columns > 0)
                start = coarse[min(place.y / 2, facts.coarse_rows - 1) * facts.coarse_columns +
                               min(place.x / 2, facts.coarse_columns - 1)] * (short)4;
            start = clamp(start, (short2)(-2000, -500), (short2)(2000, 500));
            const struct Found found = search(source, reference, place, predict_vector(a, b, c), start);
            if (found.cost < best) {
                best = found.cost;
                major_shape = found.major_shape;
                minor_shapes = found.minor_shapes;
                vector = as_short4(found.vectors).xy;
            }
        }
    }
    const uint penalties =
        intel_sub_group_avc_mce_get_default_intra_luma_shape_penalty(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, (uchar)facts.qp);
    const int least = min(from_u4u4((uchar)(penalties >> 8)), from_u4u4((uchar)(penalties >> 24)));
    uchar mode = 2, chroma_mode = 0;
    if (type != kSkip && best > least) {
        const struct Intra intra = estimate_intra(colored, made, place, lane, around,
                                                  modes_around(field + index - 1, field + index - columns, around));
        if (intra.cost < best) {
            type = intra.shape == 0 ? kIntra16x16 : kIntra4x4;
            mode = (uchar)(intra.modes >> (4 * lane) & 15);
            chroma_mode = intra.chroma_mode;
            vector = (short2)(0, 0);
            major_shape = minor_shapes = 0;
        }
    }
    work.vectors[lane] = vector;
    work.luma_modes[lane] = mode;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (type <= kInter) {
        code_inter(pixels, before, made, place, lane, type == kSkip, &work);
    } else {
        if (type == kIntra16x16) code_intra_16x16(pixels, made, place, lane, around, &work);
        if (type == kIntra4x4 && lane == 0) code_intra_4x4(pixels, made, place, around, &work);
        // Chroma counts its modes as 0 DC, 1 horizontal, 2 vertical, 3 plane.
        const int square = chroma_mode == 0 ? 2 : chroma_mode == 2 ? 0 : chroma_mode;
        uchar prediction[16];
        if (lane < 8)
            for (int i = 0; i < 16; i++)
                prediction[i] = (uchar)predict_square(made, place, 1 + lane / 4, square, lane % 2 * 4 + i % 4,
                                                      lane % 4 / 2 * 4 + i / 4, around);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        code_chroma(pixels, made, place, lane, prediction, 1, &work);
    }
    global struct Encoded* to = field + index;
    to->vectors[lane][0] = vector.x;
    to->vectors[lane][1] = vector.y;
    to->luma_modes[lane] = mode;
    if (lane == 0) {
        to->type = (uchar)type;
        to->chroma_mode = chroma_mode;
        to->major_shape = major_shape;
        to->minor_shapes = minor_shapes;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lane == 0) atomic_store_explicit(scoreboard + index, 1, memory_order_release, memory_scope_device);
}
