// SPDX-License-Identifier: MIT
#include "va/decoding/av1_headers.h"

#include "va/decoding/header_bits.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace genmedia::va {
namespace {

using encode::BitWriter;
using Frame = VADecPictureParameterBufferAV1;

enum ObuType : uint8_t { obu_sequence_header = 1, obu_temporal_delimiter = 2, obu_frame = 6 };
constexpr uint8_t kInterFrame = 1, kPrimaryNone = 7;
constexpr int kSwitchableFilter = 4;

// ---- Descriptors [4.10]

void put_su(int value, int bits, BitWriter& out) {
    out.put(static_cast<uint32_t>(value) & ((1u << bits) - 1), bits);
}

// ns(n)
void put_ns(uint32_t value, uint32_t count, BitWriter& out) {
    const int width = std::bit_width(count);
    const uint32_t shorter = (1u << width) - count;
    if (value < shorter) return out.put(value, width - 1);
    out.put((value + shorter) >> 1, width - 1);
    out.put((value + shorter) & 1, 1);
}

void append_leb128(size_t value, std::vector<uint8_t>& to) {
    do {
        to.push_back(static_cast<uint8_t>((value & 127) | (value > 127 ? 128 : 0)));
        value >>= 7;
    } while (value != 0);
}

void append_obu(ObuType type, const std::vector<uint8_t>& payload, std::vector<uint8_t>& to) {
    to.push_back(static_cast<uint8_t>(type << 3 | 2));  // obu_has_size_field
    append_leb128(payload.size(), to);
    to.insert(to.end(), payload.begin(), payload.end());
}

// ---- What follows from the numbers

bool mono(const Frame& frame) { return frame.seq_info_fields.fields.mono_chrome != 0; }
int upscaled_width(const Frame& frame) { return frame.frame_width_minus1 + 1; }
int frame_width(const Frame& frame) {
    if (frame.pic_info_fields.bits.use_superres == 0) return upscaled_width(frame);
    const int denominator = std::max<int>(frame.superres_scale_denominator, 8);
    return (upscaled_width(frame) * 8 + denominator / 2) / denominator;
}

// Quantised without loss. [5.9.2, CodedLossless]
bool is_lossless(const Frame& frame) {
    if (frame.y_dc_delta_q || frame.u_dc_delta_q || frame.u_ac_delta_q || frame.v_dc_delta_q ||
        frame.v_ac_delta_q)
        return false;
    const bool segmented = frame.seg_info.segment_info_fields.bits.enabled != 0;
    for (int segment = 0; segment < 8; segment++) {
        const bool own = segmented && (frame.seg_info.feature_mask[segment] & 1) != 0;
        if (frame.base_qindex + (own ? frame.seg_info.feature_data[segment][0] : 0) > 0) return false;
    }
    return true;
}

// ---- Tiles [5.9.15]

int tile_log2(int size, int target) {
    int k = 0;
    while (size << k < target) k++;
    return k;
}

struct TileLimits {
    int columns, rows;    // superblocks
    int widest, largest;  // of a tile: superblocks in a row, in all

    explicit TileLimits(const Frame& frame) {
        const int size = frame.seq_info_fields.fields.use_128x128_superblock ? 7 : 6;
        const auto superblocks = [&](int pixels) { return (((pixels + 7) & ~7) + (1 << size) - 1) >> size; };
        columns = superblocks(frame_width(frame));
        rows = superblocks(frame.frame_height_minus1 + 1);
        widest = 4096 >> size;
        largest = (4096 * 2304) >> (2 * size);
    }
    int least_log2_columns() const { return tile_log2(widest, columns); }
    int least_log2() const { return std::max(least_log2_columns(), tile_log2(largest, columns * rows)); }
};

// Increments from `least` to the logarithm that makes `wanted` tiles. -1: none does.
int put_uniform(int superblocks, int least, int most, int wanted, BitWriter& out) {
    for (int log2 = least; log2 <= most; log2++) {
        const int size = (superblocks + (1 << log2) - 1) >> log2;
        if ((superblocks + size - 1) / size == wanted) {
            if (log2 < most) out.put_flag(false);
            return log2;
        }
        out.put_flag(true);
    }
    return -1;
}

// Sizes one by one; the last one is what is left. The largest size; 0: they do not fit.
int put_sizes(int superblocks, int most, const uint16_t* sizes_minus_1, int count, BitWriter& out) {
    int start = 0, largest = 0;
    for (int i = 0; i < count; i++) {
        const int limit = std::min(superblocks - start, most);
        const int size = i + 1 < count ? sizes_minus_1[i] + 1 : superblocks - start;
        if (size < 1 || size > limit) return 0;
        put_ns(static_cast<uint32_t>(size - 1), static_cast<uint32_t>(limit), out);
        start += size;
        largest = std::max(largest, size);
    }
    return start == superblocks ? largest : 0;
}

bool put_tile_info(const Frame& frame, BitWriter& out) {
    const TileLimits limits(frame);
    const int columns = frame.tile_cols, rows = frame.tile_rows;
    if (columns < 1 || rows < 1 || columns > 64 || rows > 64) return false;
    const bool uniform = frame.pic_info_fields.bits.uniform_tile_spacing_flag != 0;
    out.put_flag(uniform);
    int log2_columns = tile_log2(1, columns), log2_rows = tile_log2(1, rows);
    if (uniform) {
        log2_columns = put_uniform(limits.columns, limits.least_log2_columns(),
                                   tile_log2(1, std::min(limits.columns, 64)), columns, out);
        if (log2_columns < 0) return false;
        log2_rows = put_uniform(limits.rows, std::max(limits.least_log2() - log2_columns, 0),
                                tile_log2(1, std::min(limits.rows, 64)), rows, out);
        if (log2_rows < 0) return false;
    } else {
        const int widest = put_sizes(limits.columns, limits.widest, frame.width_in_sbs_minus_1, columns, out);
        if (widest == 0) return false;
        const int least = limits.least_log2(), all = limits.columns * limits.rows;
        const int highest = std::max((least > 0 ? all >> (least + 1) : all) / widest, 1);
        if (put_sizes(limits.rows, highest, frame.height_in_sbs_minus_1, rows, out) == 0) return false;
    }
    if (log2_columns + log2_rows == 0) return true;
    const uint32_t context = frame.context_update_tile_id;
    if (context >> (log2_columns + log2_rows) != 0) return false;
    out.put(context, log2_columns + log2_rows);
    out.put(3, 2);  // tile_size_bytes_minus_1
    return true;
}

// ---- Parts of the frame header [5.9]

void put_frame_size(const Frame& frame, BitWriter& out) {  // with superres_params() and render_size()
    out.put(frame.frame_width_minus1, 16);
    out.put(frame.frame_height_minus1, 16);
    const bool superres = frame.pic_info_fields.bits.use_superres != 0;
    out.put_flag(superres);
    if (superres) out.put(static_cast<uint32_t>(frame.superres_scale_denominator - 9) & 7, 3);
    out.put_flag(false);  // render_and_frame_size_different
}

void put_references(const Frame& frame, const Av1Slots& slots, BitWriter& out) {
    const auto& bits = frame.pic_info_fields.bits;
    const bool has_hints = frame.seq_info_fields.fields.enable_order_hint != 0;
    if (has_hints) out.put_flag(false);  // frame_refs_short_signaling
    for (const uint8_t slot : slots.of_references) out.put(slot, 3);
    if (!bits.error_resilient_mode) out.put(0, 7);  // found_ref
    put_frame_size(frame, out);
    if (!bits.force_integer_mv) out.put_flag(bits.allow_high_precision_mv);
    out.put_flag(frame.interp_filter == kSwitchableFilter);
    if (frame.interp_filter != kSwitchableFilter) out.put(frame.interp_filter & 3u, 2);
    out.put_flag(bits.is_motion_mode_switchable);
    if (!bits.error_resilient_mode && has_hints) out.put_flag(bits.use_ref_frame_mvs);
}

void put_delta_q(int delta, BitWriter& out) {
    out.put_flag(delta != 0);
    if (delta != 0) put_su(delta, 7, out);
}

void put_quantization(const Frame& frame, BitWriter& out) {
    out.put(frame.base_qindex, 8);
    put_delta_q(frame.y_dc_delta_q, out);
    const auto& matrix = frame.qmatrix_fields.bits;
    if (!mono(frame)) {
        const bool different =
            frame.u_dc_delta_q != frame.v_dc_delta_q || frame.u_ac_delta_q != frame.v_ac_delta_q;
        out.put_flag(different);
        put_delta_q(frame.u_dc_delta_q, out);
        put_delta_q(frame.u_ac_delta_q, out);
        if (different) put_delta_q(frame.v_dc_delta_q, out);
        if (different) put_delta_q(frame.v_ac_delta_q, out);
    }
    out.put_flag(matrix.using_qmatrix);
    if (!matrix.using_qmatrix) return;
    out.put(matrix.qm_y, 4);
    out.put(matrix.qm_u, 4);
    if (!mono(frame)) out.put(matrix.qm_v, 4);
}

void put_segmentation(const Frame& frame, BitWriter& out) {
    struct Feature {
        int bits;
        bool is_signed;
    };
    constexpr Feature features[8] = {{8, true}, {6, true},  {6, true},  {6, true},
                                     {6, true}, {3, false}, {0, false}, {0, false}};
    const auto& flags = frame.seg_info.segment_info_fields.bits;
    out.put_flag(flags.enabled);
    if (!flags.enabled) return;
    const bool has_primary = frame.primary_ref_frame != kPrimaryNone;
    if (has_primary) {
        out.put_flag(flags.update_map);
        if (flags.update_map) out.put_flag(flags.temporal_update);
        out.put_flag(flags.update_data);
    }
    if (has_primary && !flags.update_data) return;
    for (int segment = 0; segment < 8; segment++) {
        for (int feature = 0; feature < 8; feature++) {
            const bool enabled = (frame.seg_info.feature_mask[segment] >> feature & 1) != 0;
            out.put_flag(enabled);
            if (!enabled) continue;
            const int value = frame.seg_info.feature_data[segment][feature];
            if (features[feature].is_signed)
                put_su(value, 1 + features[feature].bits, out);
            else
                out.put(static_cast<uint32_t>(value) & ((1u << features[feature].bits) - 1),
                        features[feature].bits);
        }
    }
}

void put_deltas(const Frame& frame, BitWriter& out) {
    const auto& bits = frame.mode_control_fields.bits;
    if (frame.base_qindex == 0) return;
    out.put_flag(bits.delta_q_present_flag);
    if (!bits.delta_q_present_flag) return;
    out.put(bits.log2_delta_q_res, 2);
    if (frame.pic_info_fields.bits.allow_intrabc) return;
    out.put_flag(bits.delta_lf_present_flag);
    if (!bits.delta_lf_present_flag) return;
    out.put(bits.log2_delta_lf_res, 2);
    out.put_flag(bits.delta_lf_multi);
}

void put_loop_filter(const Frame& frame, BitWriter& out) {
    out.put(frame.filter_level[0] & 63u, 6);
    out.put(frame.filter_level[1] & 63u, 6);
    if (!mono(frame) && (frame.filter_level[0] || frame.filter_level[1])) {
        out.put(frame.filter_level_u & 63u, 6);
        out.put(frame.filter_level_v & 63u, 6);
    }
    const auto& bits = frame.loop_filter_info_fields.bits;
    out.put(bits.sharpness_level, 3);
    out.put_flag(bits.mode_ref_delta_enabled);
    if (!bits.mode_ref_delta_enabled) return;
    out.put_flag(bits.mode_ref_delta_update);
    if (!bits.mode_ref_delta_update) return;
    const auto put = [&](int delta) {
        out.put_flag(true);
        put_su(delta, 7, out);
    };
    for (const int8_t delta : frame.ref_deltas) put(delta);
    for (const int8_t delta : frame.mode_deltas) put(delta);
}

void put_cdef(const Frame& frame, BitWriter& out) {
    out.put(frame.cdef_damping_minus_3 & 3u, 2);
    out.put(frame.cdef_bits & 3u, 2);
    for (int i = 0; i < 1 << (frame.cdef_bits & 3); i++) {
        out.put(frame.cdef_y_strengths[i] & 63u, 6);
        if (!mono(frame)) out.put(frame.cdef_uv_strengths[i] & 63u, 6);
    }
}

void put_restoration(const Frame& frame, BitWriter& out) {
    const auto& bits = frame.loop_restoration_fields.bits;
    // VA-API has FrameRestorationType, the stream lr_type. [6.10.15]
    constexpr uint8_t coded[] = {0, 2, 3, 1};
    const unsigned y = bits.yframe_restoration_type, cb = bits.cbframe_restoration_type,
                   cr = bits.crframe_restoration_type;
    out.put(coded[y], 2);
    if (!mono(frame)) out.put(coded[cb], 2);
    if (!mono(frame)) out.put(coded[cr], 2);
    const bool chroma = !mono(frame) && (cb != 0 || cr != 0);
    if (y == 0 && !chroma) return;
    if (frame.seq_info_fields.fields.use_128x128_superblock) {
        out.put_flag(bits.lr_unit_shift == 2);
    } else {
        out.put_flag(bits.lr_unit_shift != 0);
        if (bits.lr_unit_shift != 0) out.put_flag(bits.lr_unit_shift == 2);
    }
    if (chroma && frame.seq_info_fields.fields.subsampling_x && frame.seq_info_fields.fields.subsampling_y)
        out.put_flag(bits.lr_uv_shift);
}

// Whether skip_mode_present is coded. [5.9.22]
bool allows_skip_mode(const Frame& frame, const Av1Slots& slots) {
    if (is_intra(frame) || !frame.mode_control_fields.bits.reference_select ||
        !frame.seq_info_fields.fields.enable_order_hint)
        return false;
    const int sign = 1 << frame.order_hint_bits_minus_1;
    const auto distance = [&](int a, int b) { return ((a - b) & (sign - 1)) - ((a - b) & sign); };
    const auto hint = [&](int reference) { return slots.order_hints[slots.of_references[reference]]; };
    int forward = -1, backward = -1;
    for (int i = 0; i < 7; i++) {
        const int from_here = distance(hint(i), frame.order_hint);
        if (from_here < 0 && (forward < 0 || distance(hint(i), hint(forward)) > 0)) forward = i;
        if (from_here > 0 && (backward < 0 || distance(hint(i), hint(backward)) < 0)) backward = i;
    }
    if (forward < 0) return false;
    if (backward >= 0) return true;
    for (int i = 0; i < 7; i++)
        if (distance(hint(i), hint(forward)) < 0) return true;
    return false;
}

// ---- Global motion [5.9.24, 5.9.25, 5.9.26]

uint32_t recentered(int r, int x) {
    if (x > 2 * r) return static_cast<uint32_t>(x);
    return static_cast<uint32_t>(x >= r ? 2 * (x - r) : 2 * (r - x) - 1);
}

void put_subexp(uint32_t value, uint32_t count, BitWriter& out) {
    uint32_t start = 0;
    for (int i = 0;; i++) {
        constexpr int k = 3;
        const int width = i > 0 ? k + i - 1 : k;
        const uint32_t step = 1u << width;
        if (count <= start + 3 * step) return put_ns(value - start, count - start, out);
        const bool more = value >= start + step;
        out.put_flag(more);
        if (!more) return out.put(value - start, width);
        start += step;
    }
}

// False: the value is out of range.
bool put_global_parameter(const Frame& frame, int type, int index, int value, int previous, BitWriter& out) {
    constexpr int warped_bits = 16, translation = 1;
    int magnitude = 12, precision = index < 2 ? 6 : 15;
    if (index < 2 && type == translation) {
        const int less = frame.pic_info_fields.bits.allow_high_precision_mv ? 0 : 1;
        magnitude = 9 - less;
        precision = 3 - less;
    }
    const int shift = warped_bits - precision, one = index % 3 == 2 ? 1 : 0;
    const int most = 1 << magnitude, count = 2 * most + 1;
    const int coded = ((value - (one << warped_bits)) >> shift) + most;
    const int near = std::clamp((previous >> shift) - (one << precision) + most, 0, count - 1);
    if (coded < 0 || coded >= count) return false;
    put_subexp(2 * near <= count ? recentered(near, coded) : recentered(count - 1 - near, count - 1 - coded),
               static_cast<uint32_t>(count), out);
    return true;
}

bool put_global_motion(const Frame& frame, const GlobalMotion& previous, BitWriter& out) {
    for (size_t i = 0; i < 7; i++) {
        const int type = frame.wm[i].wmtype;
        const int32_t* now = frame.wm[i].wmmat;
        const auto put = [&](int index) {
            return put_global_parameter(frame, type, index, now[index],
                                        previous[i][static_cast<size_t>(index)], out);
        };
        if (type < VAAV1TransformationIdentity || type > VAAV1TransformationAffine) return false;
        out.put_flag(type != VAAV1TransformationIdentity);
        if (type == VAAV1TransformationIdentity) continue;
        out.put_flag(type == VAAV1TransformationRotzoom);
        if (type != VAAV1TransformationRotzoom) out.put_flag(type == VAAV1TransformationTranslation);
        if (type >= VAAV1TransformationRotzoom && !(put(2) && put(3))) return false;
        if (type == VAAV1TransformationAffine && !(put(4) && put(5))) return false;
        if (!(put(0) && put(1))) return false;
    }
    return true;
}

// ---- Film grain [5.9.30]

void put_points(const uint8_t* values, const uint8_t* scalings, int count, BitWriter& out) {
    out.put(static_cast<uint32_t>(count), 4);
    for (int i = 0; i < count; i++) {
        out.put(values[i], 8);
        out.put(scalings[i], 8);
    }
}

void put_coefficients(const int8_t* coefficients, int count, BitWriter& out) {
    for (int i = 0; i < count; i++) out.put(static_cast<uint32_t>(coefficients[i] + 128), 8);
}

void put_film_grain(const Frame& frame, BitWriter& out) {
    const VAFilmGrainStructAV1& grain = frame.film_grain_info;
    const auto& bits = grain.film_grain_info_fields.bits;
    out.put_flag(bits.apply_grain);
    if (!bits.apply_grain) return;
    out.put(grain.grain_seed, 16);
    if (!is_intra(frame)) out.put_flag(true);  // update_grain
    const int y_points = std::min<int>(grain.num_y_points, 14);
    put_points(grain.point_y_value, grain.point_y_scaling, y_points, out);
    if (!mono(frame)) out.put_flag(bits.chroma_scaling_from_luma);
    const bool from_luma = bits.chroma_scaling_from_luma != 0;
    const auto& sequence = frame.seq_info_fields.fields;
    const bool no_chroma =
        mono(frame) || from_luma || (sequence.subsampling_x && sequence.subsampling_y && y_points == 0);
    const int cb_points = no_chroma ? 0 : std::min<int>(grain.num_cb_points, 10);
    const int cr_points = no_chroma ? 0 : std::min<int>(grain.num_cr_points, 10);
    if (!no_chroma) {
        put_points(grain.point_cb_value, grain.point_cb_scaling, cb_points, out);
        put_points(grain.point_cr_value, grain.point_cr_scaling, cr_points, out);
    }
    out.put(bits.grain_scaling_minus_8, 2);
    out.put(bits.ar_coeff_lag, 2);
    const int places = static_cast<int>(2 * bits.ar_coeff_lag * (bits.ar_coeff_lag + 1));
    const int chroma_places = places + (y_points > 0 ? 1 : 0);
    if (y_points > 0) put_coefficients(grain.ar_coeffs_y, places, out);
    if (from_luma || cb_points > 0) put_coefficients(grain.ar_coeffs_cb, chroma_places, out);
    if (from_luma || cr_points > 0) put_coefficients(grain.ar_coeffs_cr, chroma_places, out);
    out.put(bits.ar_coeff_shift_minus_6, 2);
    out.put(bits.grain_scale_shift, 2);
    const auto put_mix = [&](uint8_t own, uint8_t luma, uint16_t offset) {
        out.put(own, 8);
        out.put(luma, 8);
        out.put(offset & 511u, 9);
    };
    if (cb_points > 0) put_mix(grain.cb_mult, grain.cb_luma_mult, grain.cb_offset);
    if (cr_points > 0) put_mix(grain.cr_mult, grain.cr_luma_mult, grain.cr_offset);
    out.put_flag(bits.overlap_flag);
    out.put_flag(bits.clip_to_restricted_range);
}

// ---- The frame header [5.9.2]

void put_kind(const Frame& frame, BitWriter& out) {
    const auto& bits = frame.pic_info_fields.bits;
    out.put_flag(false);  // show_existing_frame
    // A switch frame comes as one between others, with what it implies.
    out.put(bits.frame_type == 3 ? kInterFrame : bits.frame_type, 2);
    out.put_flag(bits.show_frame);
    if (!bits.show_frame) out.put_flag(bits.showable_frame);
    if (!is_shown_key(frame)) out.put_flag(bits.error_resilient_mode);
    out.put_flag(bits.disable_cdf_update);
    out.put_flag(bits.allow_screen_content_tools);
    if (bits.allow_screen_content_tools) out.put_flag(bits.force_integer_mv);
    out.put_flag(true);  // frame_size_override_flag
}

bool is_resilient(const Frame& frame) {
    return is_shown_key(frame) || frame.pic_info_fields.bits.error_resilient_mode != 0;
}

void put_places(const Frame& frame, const Av1Slots& slots, BitWriter& out) {
    const auto& bits = frame.pic_info_fields.bits;
    const bool has_hints = frame.seq_info_fields.fields.enable_order_hint != 0;
    const int hint_bits = has_hints ? frame.order_hint_bits_minus_1 + 1 : 0;
    if (has_hints) out.put(frame.order_hint & ((1u << hint_bits) - 1), hint_bits);
    if (!is_intra(frame) && !is_resilient(frame)) out.put(frame.primary_ref_frame & 7u, 3);
    if (!is_shown_key(frame)) out.put(slots.refreshed, 8);
    if ((!is_intra(frame) || !is_shown_key(frame)) && is_resilient(frame) && has_hints)
        for (const uint8_t hint : slots.order_hints) out.put(hint & ((1u << hint_bits) - 1), hint_bits);
    if (!is_intra(frame)) return put_references(frame, slots, out);
    put_frame_size(frame, out);
    if (bits.allow_screen_content_tools && upscaled_width(frame) == frame_width(frame))
        out.put_flag(bits.allow_intrabc);
}

void put_filters(const Frame& frame, bool lossless, BitWriter& out) {
    if (frame.pic_info_fields.bits.allow_intrabc) return;
    if (!lossless) put_loop_filter(frame, out);
    if (!lossless && frame.seq_info_fields.fields.enable_cdef) put_cdef(frame, out);
    if (!lossless || frame_width(frame) != upscaled_width(frame)) put_restoration(frame, out);
}

bool put_header(const Frame& frame, const Av1Slots& slots, BitWriter& out) {
    const auto& bits = frame.pic_info_fields.bits;
    const auto& modes = frame.mode_control_fields.bits;
    put_kind(frame, out);
    put_places(frame, slots, out);
    if (!bits.disable_cdf_update) out.put_flag(bits.disable_frame_end_update_cdf);
    if (!put_tile_info(frame, out)) return false;
    put_quantization(frame, out);
    put_segmentation(frame, out);
    put_deltas(frame, out);
    const bool lossless = is_lossless(frame);
    put_filters(frame, lossless, out);
    if (!lossless) out.put_flag(modes.tx_mode == 2);
    if (!is_intra(frame)) out.put_flag(modes.reference_select);
    if (allows_skip_mode(frame, slots)) out.put_flag(modes.skip_mode_present);
    if (!is_intra(frame) && !is_resilient(frame)) out.put_flag(bits.allow_warped_motion);
    out.put_flag(modes.reduced_tx_set_used);
    if (!is_intra(frame) && !put_global_motion(frame, slots.previous, out)) return false;
    const bool may_be_shown = bits.show_frame || bits.showable_frame;
    if (frame.seq_info_fields.fields.film_grain_params_present && may_be_shown) put_film_grain(frame, out);
    return true;
}

// The tiles in their order, each once. Empty: one is missing.
std::vector<SliceBytes> in_order(const Frame& frame, const std::vector<SliceBytes>& tiles) {
    const size_t count = size_t{frame.tile_cols} * frame.tile_rows;
    std::vector<SliceBytes> ordered(count);
    for (const SliceBytes& tile : tiles) {
        const auto* at = tile.parameters->as<VASliceParameterBufferAV1>(tile.index);
        if (at->tile_row < frame.tile_rows && at->tile_column < frame.tile_cols)
            ordered[size_t{at->tile_row} * frame.tile_cols + at->tile_column] = tile;
    }
    const bool all =
        std::all_of(ordered.begin(), ordered.end(), [](const SliceBytes& one) { return one.size > 0; });
    return all ? ordered : std::vector<SliceBytes>{};
}

void put_color_config(const Frame& frame, BitWriter& out) {  // [5.5.2]
    out.put_flag(frame.bit_depth_idx != 0);
    if (frame.profile != 1) out.put_flag(mono(frame));
    out.put_flag(true);  // color_description_present_flag
    out.put(2, 8);       // unspecified primaries and transfer
    out.put(2, 8);
    out.put(frame.matrix_coefficients, 8);
    out.put_flag(frame.seq_info_fields.fields.color_range);
    if (mono(frame)) return;
    out.put(0, 2);       // chroma_sample_position; profile 0 has 4:2:0
    out.put_flag(true);  // separate_uv_delta_q
}

}  // namespace

GlobalMotion no_global_motion() {
    GlobalMotion motion{};
    for (auto& one : motion) one[2] = one[5] = 1 << 16;
    return motion;
}

GlobalMotion global_motion_of(const Frame& frame) {
    GlobalMotion motion = no_global_motion();
    if (is_intra(frame)) return motion;
    for (size_t i = 0; i < 7; i++)
        if (frame.wm[i].wmtype != VAAV1TransformationIdentity)
            std::copy_n(frame.wm[i].wmmat, 6, motion[i].begin());
    return motion;
}

std::vector<uint8_t> av1_sequence_header(const Frame& frame) {
    const auto& fields = frame.seq_info_fields.fields;
    BitWriter out;
    out.put(frame.profile & 7u, 3);
    out.put_flag(false);  // still_picture: one that is followed by others is allowed
    out.put(0, 3);        // reduced_still_picture_header, timing_info and initial_display_delay
    out.put(0, 5 + 12);   // one operating point
    out.put(31, 5);       // seq_level_idx: any
    out.put_flag(false);  // seq_tier
    out.put(15, 4);       // of sizes: 16 bits
    out.put(15, 4);
    out.put(0xFFFF, 16);
    out.put(0xFFFF, 16);
    out.put_flag(false);  // frame_id_numbers_present_flag
    out.put_flag(fields.use_128x128_superblock);
    out.put_flag(fields.enable_filter_intra);
    out.put_flag(fields.enable_intra_edge_filter);
    out.put_flag(fields.enable_interintra_compound);
    out.put_flag(fields.enable_masked_compound);
    out.put_flag(true);  // enable_warped_motion: frames say whether it is used
    out.put_flag(fields.enable_dual_filter);
    out.put_flag(fields.enable_order_hint);
    if (fields.enable_order_hint) out.put_flag(fields.enable_jnt_comp);
    if (fields.enable_order_hint) out.put_flag(true);  // enable_ref_frame_mvs
    out.put(3, 2);  // frames choose screen content tools, and whole vectors
    if (fields.enable_order_hint) out.put(frame.order_hint_bits_minus_1 & 7u, 3);
    out.put_flag(true);  // enable_superres
    out.put_flag(fields.enable_cdef);
    out.put_flag(true);  // enable_restoration
    put_color_config(frame, out);
    out.put_flag(fields.film_grain_params_present);
    out.finish();
    std::vector<uint8_t> payload, obu;
    append(payload, std::move(out));
    append_obu(obu_sequence_header, payload, obu);
    return obu;
}

std::vector<uint8_t> av1_frame(const Frame& frame, const Av1Slots& slots,
                               const std::vector<SliceBytes>& tiles) {
    const std::vector<SliceBytes> ordered = in_order(frame, tiles);
    BitWriter header;
    if (ordered.empty() || !put_header(frame, slots, header)) return {};
    header.align();
    if (ordered.size() > 1) header.put_flag(false);  // tile_start_and_end_present_flag
    std::vector<uint8_t> payload, stream;
    append(payload, std::move(header));
    for (const SliceBytes& tile : ordered) {
        if (&tile != &ordered.back())
            for (int byte = 0; byte < 4; byte++)
                payload.push_back(static_cast<uint8_t>((tile.size - 1) >> 8 * byte));
        payload.insert(payload.end(), tile.data, tile.data + tile.size);
    }
    append_obu(obu_temporal_delimiter, {}, stream);
    append_obu(obu_frame, payload, stream);
    return stream;
}

}  // namespace genmedia::va
