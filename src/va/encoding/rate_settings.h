// SPDX-License-Identifier: MIT
// What programs ask of rates and effort: sequence parameters and VAEncMiscParameterBuffer.
#pragma once

#include "genmedia/encode.h"
#include "va/picture_parts.h"

namespace genmedia::va {

// VAEncMiscParameterBufferQualityLevel: 1 is the best and slowest.
inline constexpr unsigned kQualityLevels = 5, kUsualQuality = 3;
DecisionOptions decisions_of_quality(unsigned level);

// What was asked for last; it stays until something else is.
struct RateSettings {
    uint32_t bits_per_second = 0;  // at most
    uint32_t target_percentage = 100;
    uint32_t initial_fullness = 0;                    // of the decoder's buffer, in bits; 0: not said
    uint32_t buffer_size = 0;                         // bits; 0: not said
    uint32_t initial_qp = 0, min_qp = 0, max_qp = 0;  // 0: not said
    bool stuffing = true;
    uint32_t rate_numerator = 0, rate_denominator = 1;  // pictures a second; 0: not said
    uint32_t quality = kUsualQuality;
    bool skip_check = true, hierarchy = true;  // of VAEncMiscParameterEncQuality, beside the quality
    uint32_t max_frame_size = 0;               // bits; 0: not limited
    friend bool operator==(const RateSettings&, const RateSettings&) = default;

    // `reset`: whether the rate is to begin anew.
    VAStatus read(const PictureParts& parts, VAEntrypoint entrypoint, bool& reset);
    void read(const VAEncSequenceParameterBufferH264& sequence);

    // As the encoder has them, for VA_RC_CQP, VA_RC_CBR or VA_RC_VBR.
    EncoderOptions options(int width, int height, unsigned rate_control) const;

private:
    VAStatus read(const VAEncMiscParameterBuffer& parameter, size_t size, bool& reset);
};

}  // namespace genmedia::va
