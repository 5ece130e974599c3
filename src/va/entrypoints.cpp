// SPDX-License-Identifier: MIT
#include "va/calls.h"
#include "va/decoding/av1_decoder.h"
#include "va/decoding/picture_decoder.h"
#include "va/encoding/picture_encoder.h"
#include "va/encoding/rate_settings.h"
#include "va/fei_vectors.h"
#include "va/processing/processing.h"
#include "va/statistics/h264_statistics.h"

#include <va/va_fei.h>

#include <algorithm>
#include <array>

namespace genmedia::va {
namespace {

constexpr unsigned kFormatsOfJpeg =
    VA_RT_FORMAT_YUV420 | VA_RT_FORMAT_YUV422 | VA_RT_FORMAT_YUV444 | VA_RT_FORMAT_YUV400;
constexpr unsigned kAllFormats =
    kFormatsOfJpeg | VA_RT_FORMAT_YUV411 | VA_RT_FORMAT_YUV420_10 | VA_RT_FORMAT_RGB32;

// What can be done, a row a pair; all pairs of a profile are together.
struct Row {
    VAProfile profile;
    VAEntrypoint entrypoint;
    unsigned rt_format;
};

constexpr Row kRows[] = {
    {VAProfileNone, VAEntrypointStats, VA_RT_FORMAT_YUV420},
    {VAProfileNone, VAEntrypointVideoProc, kAllFormats},
    {VAProfileMPEG2Simple, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileMPEG2Main, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileH264ConstrainedBaseline, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileH264ConstrainedBaseline, VAEntrypointEncSlice, VA_RT_FORMAT_YUV420},
    {VAProfileH264ConstrainedBaseline, VAEntrypointFEI, VA_RT_FORMAT_YUV420},
    {VAProfileH264Main, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileH264Main, VAEntrypointEncSlice, VA_RT_FORMAT_YUV420},
    {VAProfileH264Main, VAEntrypointFEI, VA_RT_FORMAT_YUV420},
    {VAProfileH264High, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileH264High, VAEntrypointEncSlice, VA_RT_FORMAT_YUV420},
    {VAProfileH264High, VAEntrypointFEI, VA_RT_FORMAT_YUV420},
    {VAProfileVP8Version0_3, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileVP9Profile0, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileVP9Profile2, VAEntrypointVLD, VA_RT_FORMAT_YUV420_10},
    {VAProfileHEVCMain, VAEntrypointVLD, VA_RT_FORMAT_YUV420},
    {VAProfileHEVCMain10, VAEntrypointVLD, VA_RT_FORMAT_YUV420_10},
    {VAProfileAV1Profile0, VAEntrypointVLD, VA_RT_FORMAT_YUV420 | VA_RT_FORMAT_YUV420_10},
    {VAProfileJPEGBaseline, VAEntrypointVLD, kFormatsOfJpeg | VA_RT_FORMAT_YUV411},
    {VAProfileJPEGBaseline, VAEntrypointEncPicture, kFormatsOfJpeg}};

// Null: no such pair; `status` says what of it is unknown.
const Row* find(VAProfile profile, VAEntrypoint entrypoint, VAStatus& status) {
    status = VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    for (const Row& row : kRows) {
        if (row.profile != profile) continue;
        if (row.entrypoint == entrypoint) return &row;
        status = VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
    }
    return nullptr;
}

uint32_t decoders_attribute(VAConfigAttribType type) {
    return type == VAConfigAttribDecSliceMode ? VA_DEC_SLICE_MODE_NORMAL : VA_ATTRIB_NOT_SUPPORTED;
}

constexpr uint32_t kRateControls = VA_RC_CQP | VA_RC_CBR | VA_RC_VBR;
constexpr uint32_t kPackedHeaders = VA_ENC_PACKED_HEADER_SEQUENCE | VA_ENC_PACKED_HEADER_PICTURE |
                                    VA_ENC_PACKED_HEADER_SLICE | VA_ENC_PACKED_HEADER_MISC |
                                    VA_ENC_PACKED_HEADER_RAW_DATA;

uint32_t encoders_attribute(VAConfigAttribType type) {
    switch (type) {
        case VAConfigAttribRateControl: return kRateControls;
        case VAConfigAttribEncPackedHeaders: return kPackedHeaders;
        case VAConfigAttribEncInterlaced: return VA_ENC_INTERLACED_NONE;
        case VAConfigAttribEncMaxRefFrames: return 4;  // in list 0; there are no B pictures
        case VAConfigAttribEncMaxSlices: return kLargestSide / 16;
        case VAConfigAttribEncSliceStructure:
            return VA_ENC_SLICE_STRUCTURE_POWER_OF_TWO_ROWS | VA_ENC_SLICE_STRUCTURE_EQUAL_ROWS |
                   VA_ENC_SLICE_STRUCTURE_ARBITRARY_ROWS | VA_ENC_SLICE_STRUCTURE_ARBITRARY_MACROBLOCKS |
                   VA_ENC_SLICE_STRUCTURE_EQUAL_MULTI_ROWS;
        case VAConfigAttribEncQualityRange: return kQualityLevels;
        case VAConfigAttribMaxFrameSize: return 1;  // max_frame_size, in one pass as programs see it
        default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

uint32_t fei_attribute(VAConfigAttribType type) {
    switch (type) {
        case VAConfigAttribRateControl: return VA_RC_CQP;
        case VAConfigAttribFEIFunctionType:
            return VA_FEI_FUNCTION_ENC | VA_FEI_FUNCTION_PAK | VA_FEI_FUNCTION_ENC_PAK;
        case VAConfigAttribFEIMVPredictors: return kMostPredictors;
        default: return encoders_attribute(type);
    }
}

uint32_t jpeg_encoders_attribute(VAConfigAttribType type) {
    VAConfigAttribValEncJPEG jpeg{};
    jpeg.bits.non_interleaved_mode = 1;  // programs that write a scan of all components ask for it
    jpeg.bits.max_num_components = 3;
    jpeg.bits.max_num_scans = 1;
    jpeg.bits.max_num_huffman_tables = jpeg.bits.max_num_quantization_tables = 2;
    switch (type) {
        case VAConfigAttribRateControl: return VA_RC_CQP;
        case VAConfigAttribEncPackedHeaders: return VA_ENC_PACKED_HEADER_RAW_DATA;
        case VAConfigAttribEncJPEG: return jpeg.value;
        default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

uint32_t attribute_of(const Row& row, VAConfigAttribType type) {
    switch (type) {
        case VAConfigAttribRTFormat: return row.rt_format;
        case VAConfigAttribMaxPictureWidth:
        case VAConfigAttribMaxPictureHeight: return kLargestSide;
        default: break;
    }
    switch (row.entrypoint) {
        case VAEntrypointVLD: return decoders_attribute(type);
        case VAEntrypointStats:
            return type == VAConfigAttribStats ? statistics_attribute() : VA_ATTRIB_NOT_SUPPORTED;
        case VAEntrypointEncSlice: return encoders_attribute(type);
        case VAEntrypointFEI: return fei_attribute(type);
        case VAEntrypointEncPicture: return jpeg_encoders_attribute(type);
        default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

// Attributes whose values are no bits.
bool is_number(VAConfigAttribType type) {
    switch (type) {
        case VAConfigAttribMaxPictureWidth:
        case VAConfigAttribMaxPictureHeight:
        case VAConfigAttribEncMaxRefFrames:
        case VAConfigAttribEncMaxSlices:
        case VAConfigAttribFEIMVPredictors:
        case VAConfigAttribEncQualityRange: return true;
        default: return false;
    }
}

// Bits of one that are not among those that can be had; of a size, a larger one.
VAStatus check(const VAConfigAttrib& asked, uint32_t supported) {
    if (asked.type == VAConfigAttribRTFormat)
        return (asked.value & supported) != 0 ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (supported == VA_ATTRIB_NOT_SUPPORTED)
        return asked.value == supported ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_VALUE;
    const bool inside = is_number(asked.type) ? asked.value <= supported : (asked.value & ~supported) == 0;
    return inside ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_VALUE;
}

class Decoding : public Operation {
public:
    explicit Decoding(std::unique_ptr<PictureDecoder> decoder) : decoder_(std::move(decoder)) {}
    VAStatus run(Driver&, const PictureParts& parts, Surface& target) override {
        return decoder_->decode(parts, target.planes());
    }

private:
    std::unique_ptr<PictureDecoder> decoder_;
};

// What a codec has no use for is left alone.
bool decoders_take(VABufferType type) {
    return (type >= VAPictureParameterBufferType && type <= VADeblockingParameterBufferType) ||
           type == VAQMatrixBufferType || type == VAHuffmanTableBufferType || type == VAProbabilityBufferType;
}

bool encoders_take(VABufferType type) {
    return (type >= VAEncCodedBufferType && type <= VAEncSliceParameterBufferType) ||
           (type >= VAEncPackedHeaderParameterBufferType && type <= VAEncMiscParameterBufferType) ||
           type == VAQMatrixBufferType || type == VAHuffmanTableBufferType || type == VAIQMatrixBufferType;
}

// What the program chose; the first of what there is where it chose nothing.
unsigned chosen(VAConfigAttribType type, const VAConfigAttrib* attributes, int count, unsigned otherwise) {
    for (int i = 0; i < count; i++)
        if (attributes[i].type == type && attributes[i].value != VA_ATTRIB_NOT_SUPPORTED)
            return attributes[i].value;
    return otherwise;
}

}  // namespace

int profile_count() {
    VAProfile profiles[std::size(kRows)];
    Driver driver;
    int count = 0;
    query_profiles(driver, profiles, &count);
    return count;
}

std::unique_ptr<Operation> make_operation(const Config& config) {
    switch (config.entrypoint) {
        case VAEntrypointVLD: {
            if (config.profile == VAProfileAV1Profile0) return make_av1_decoder();
            auto decoder = make_decoder(config.profile);
            return decoder ? std::make_unique<Decoding>(std::move(decoder)) : nullptr;
        }
        case VAEntrypointStats: return make_h264_statistics();
        case VAEntrypointEncSlice:
        case VAEntrypointFEI: return make_h264_encoder(config);
        case VAEntrypointEncPicture: return make_jpeg_encoder(config);
        case VAEntrypointVideoProc: return make_processing();
        default: return nullptr;
    }
}

bool takes(const Config& config, VABufferType type) {
    switch (config.entrypoint) {
        case VAEntrypointVLD: return decoders_take(type);
        case VAEntrypointStats:
            return (type >= VAStatsStatisticsParameterBufferType && type <= VAStatsMVPredictorBufferType) ||
                   type == VAEncQPBufferType;
        case VAEntrypointEncSlice:
        case VAEntrypointEncPicture: return encoders_take(type);
        case VAEntrypointFEI:
            return encoders_take(type) ||
                   (type >= VAEncFEIMVBufferType && type <= VAEncFEIMVPredictorBufferType);
        case VAEntrypointVideoProc:
            return type == VAProcPipelineParameterBufferType || type == VAProcFilterParameterBufferType;
        default: return false;
    }
}

VAStatus query_profiles(Driver&, VAProfile* profiles, int* count) {
    if (profiles == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    for (const Row& row : kRows)
        if (*count == 0 || profiles[*count - 1] != row.profile) profiles[(*count)++] = row.profile;
    return VA_STATUS_SUCCESS;
}

VAStatus query_entrypoints(Driver&, VAProfile profile, VAEntrypoint* entrypoints, int* count) {
    if (entrypoints == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    for (const Row& row : kRows)
        if (row.profile == profile) entrypoints[(*count)++] = row.entrypoint;
    return *count > 0 ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
}

VAStatus get_config_attributes(Driver&, VAProfile profile, VAEntrypoint entrypoint,
                               VAConfigAttrib* attributes, int count) {
    VAStatus status;
    const Row* row = find(profile, entrypoint, status);
    if (row == nullptr) return status;
    if (attributes == nullptr && count > 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++) attributes[i].value = attribute_of(*row, attributes[i].type);
    return VA_STATUS_SUCCESS;
}

VAStatus create_config(Driver& driver, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib* attributes,
                       int count, VAConfigID* config) {
    VAStatus status;
    const Row* row = find(profile, entrypoint, status);
    if (row == nullptr) return status;
    if (config == nullptr || (attributes == nullptr && count > 0)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++)
        if (status = check(attributes[i], attribute_of(*row, attributes[i].type));
            status != VA_STATUS_SUCCESS)
            return status;
    *config = driver.configs.add(std::make_shared<Config>(Config{
        profile, entrypoint, row->rt_format, chosen(VAConfigAttribRateControl, attributes, count, VA_RC_CQP),
        chosen(VAConfigAttribEncPackedHeaders, attributes, count, VA_ENC_PACKED_HEADER_NONE)}));
    return VA_STATUS_SUCCESS;
}

VAStatus destroy_config(Driver& driver, VAConfigID config) {
    return driver.configs.remove(config) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONFIG;
}

VAStatus query_config_attributes(Driver& driver, VAConfigID config, VAProfile* profile,
                                 VAEntrypoint* entrypoint, VAConfigAttrib* attributes, int* count) {
    const auto found = driver.configs.find(config);
    if (!found) return VA_STATUS_ERROR_INVALID_CONFIG;
    *profile = found->profile;
    *entrypoint = found->entrypoint;
    *count = 0;
    VAStatus status;
    const Row* row = find(found->profile, found->entrypoint, status);
    for (int type = 0; type < VAConfigAttribTypeMax && *count < kMostAttributes; type++)
        if (const uint32_t value = attribute_of(*row, static_cast<VAConfigAttribType>(type));
            value != VA_ATTRIB_NOT_SUPPORTED)
            attributes[(*count)++] = {static_cast<VAConfigAttribType>(type), value};
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
