// SPDX-License-Identifier: MIT
#include "va/encoding/rate_settings.h"

#include <algorithm>
#include <limits>

namespace genmedia::va {
namespace {

constexpr uint32_t kUsualRate = 30;  // pictures a second

}  // namespace

DecisionOptions decisions_of_quality(unsigned level) {
    DecisionOptions options;
    options.exact_choice = level == 1;
    options.exact_refinement = level <= 2;
    if (level >= 4) options.window = vme::SearchWindow::extra_tiny;
    if (level >= 5) {
        options.distortion = vme::Distortion::sad;
        options.hierarchy = false;
    }
    return options;
}

VAStatus RateSettings::read(const PictureParts& parts, VAEntrypoint entrypoint, bool& reset) {
    for (const PicturePart& part : parts) {
        if (part.type != VAEncMiscParameterBufferType) continue;
        const auto* parameter = part.as<VAEncMiscParameterBuffer>();
        if (parameter == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
        const bool is_of_macroblocks = parameter->type == VAEncMiscParameterTypeFEIFrameControl;
        if (entrypoint == VAEntrypointFEI && is_of_macroblocks) continue;
        if (const VAStatus status = read(*parameter, part.size, reset); status != VA_STATUS_SUCCESS)
            return status;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus RateSettings::read(const VAEncMiscParameterBuffer& parameter, size_t size, bool& reset) {
    switch (parameter.type) {
        case VAEncMiscParameterTypeRateControl: {
            const auto* rate = structure_in<VAEncMiscParameterRateControl>(parameter, size);
            if (rate == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            if (rate->initial_qp > 51 || rate->min_qp > 51 || rate->max_qp > 51 ||
                rate->target_percentage > 100)
                return VA_STATUS_ERROR_INVALID_PARAMETER;
            bits_per_second = rate->bits_per_second;
            target_percentage = rate->target_percentage == 0 ? 100 : rate->target_percentage;
            initial_qp = rate->initial_qp;
            min_qp = rate->min_qp;
            max_qp = rate->max_qp;
            stuffing = !rate->rc_flags.bits.disable_bit_stuffing;
            reset |= rate->rc_flags.bits.reset;
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeHRD: {
            const auto* buffer = structure_in<VAEncMiscParameterHRD>(parameter, size);
            if (buffer == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            buffer_size = buffer->buffer_size;
            initial_fullness = buffer->initial_buffer_fullness;
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeFrameRate: {
            const auto* rate = structure_in<VAEncMiscParameterFrameRate>(parameter, size);
            if (rate == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            rate_numerator = rate->framerate & 0xffff;
            rate_denominator = std::max(rate->framerate >> 16, 1u);
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeQualityLevel: {
            const auto* level = structure_in<VAEncMiscParameterBufferQualityLevel>(parameter, size);
            if (level == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            if (level->quality_level > kQualityLevels) return VA_STATUS_ERROR_INVALID_PARAMETER;
            quality = level->quality_level == 0 ? kUsualQuality : level->quality_level;
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeMaxFrameSize: {
            const auto* most = structure_in<VAEncMiscParameterBufferMaxFrameSize>(parameter, size);
            if (most == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            max_frame_size = most->max_frame_size;
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeEncQuality: {
            const auto* asked = structure_in<VAEncMiscParameterEncQuality>(parameter, size);
            if (asked == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            if (asked->useRawPicForRef) return VA_STATUS_ERROR_UNIMPLEMENTED;
            skip_check = !asked->skipCheckDisable;
            hierarchy = !asked->HMEDisable;
            return VA_STATUS_SUCCESS;
        }
        case VAEncMiscParameterTypeSkipFrame: {
            const auto* skipped = structure_in<VAEncMiscParameterSkipFrame>(parameter, size);
            if (skipped == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            return skipped->skip_frame_flag == 0 ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNIMPLEMENTED;
        }
        default: return VA_STATUS_ERROR_UNIMPLEMENTED;  // the attributes do not offer it
    }
}

void RateSettings::read(const VAEncSequenceParameterBufferH264& sequence) {
    if (sequence.bits_per_second != 0) bits_per_second = sequence.bits_per_second;
    const bool is_timed = sequence.vui_parameters_present_flag &&
                          sequence.vui_fields.bits.timing_info_present_flag &&
                          sequence.num_units_in_tick != 0 && sequence.num_units_in_tick < (1u << 30);
    if (!is_timed || rate_numerator != 0) return;
    rate_numerator = sequence.time_scale;
    rate_denominator = 2 * sequence.num_units_in_tick;  // ticks are of fields
}

EncoderOptions RateSettings::options(int width, int height, unsigned rate_control) const {
    constexpr uint32_t most = std::numeric_limits<int32_t>::max();
    EncoderOptions options;
    options.width = width;
    options.height = height;
    options.rate_numerator =
        static_cast<int32_t>(std::min(rate_numerator == 0 ? kUsualRate : rate_numerator, most));
    options.rate_denominator =
        static_cast<int32_t>(rate_numerator == 0 ? 1 : std::clamp(rate_denominator, 1u, most));
    options.decisions = decisions_of_quality(quality);
    options.decisions.skip_check = options.decisions.skip_check && skip_check;
    options.decisions.hierarchy = options.decisions.hierarchy && hierarchy;
    if (initial_qp != 0) options.qp = static_cast<int>(initial_qp);
    if (rate_control != VA_RC_CBR && rate_control != VA_RC_VBR) return options;
    options.bit_rate = options.max_rate = bits_per_second;
    if (rate_control == VA_RC_VBR) options.bit_rate = options.max_rate * target_percentage / 100;
    // No smaller than what comes while a picture is shown.
    const int64_t picture = options.max_rate * options.rate_denominator / options.rate_numerator + 1;
    if (buffer_size != 0) options.buffer = std::max<int64_t>(buffer_size, picture);
    return options;
}

}  // namespace genmedia::va
