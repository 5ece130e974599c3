// SPDX-License-Identifier: MIT
#include "va/calls.h"

#include <algorithm>
#include <array>

namespace genmedia::va {
namespace {

struct Profile {
    VAProfile profile;
    unsigned rt_format;
};

constexpr Profile kProfiles[] = {{VAProfileMPEG2Simple, VA_RT_FORMAT_YUV420},
                                 {VAProfileMPEG2Main, VA_RT_FORMAT_YUV420},
                                 {VAProfileH264ConstrainedBaseline, VA_RT_FORMAT_YUV420},
                                 {VAProfileH264Main, VA_RT_FORMAT_YUV420},
                                 {VAProfileH264High, VA_RT_FORMAT_YUV420},
                                 {VAProfileVP8Version0_3, VA_RT_FORMAT_YUV420},
                                 {VAProfileVP9Profile0, VA_RT_FORMAT_YUV420},
                                 {VAProfileVP9Profile2, VA_RT_FORMAT_YUV420_10},
                                 {VAProfileHEVCMain, VA_RT_FORMAT_YUV420},
                                 {VAProfileHEVCMain10, VA_RT_FORMAT_YUV420_10},
                                 {VAProfileJPEGBaseline, VA_RT_FORMAT_YUV420 | VA_RT_FORMAT_YUV422 |
                                                             VA_RT_FORMAT_YUV444 | VA_RT_FORMAT_YUV400}};
static_assert(std::size(kProfiles) == kProfileCount);

const Profile* find(VAProfile profile) {
    const auto* found = std::find_if(std::begin(kProfiles), std::end(kProfiles),
                                     [&](const Profile& one) { return one.profile == profile; });
    return found == std::end(kProfiles) ? nullptr : found;
}

VAStatus check(VAProfile profile, VAEntrypoint entrypoint) {
    if (find(profile) == nullptr) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    return entrypoint == VAEntrypointVLD ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
}

uint32_t attribute_of(const Profile& profile, VAConfigAttribType type) {
    switch (type) {
        case VAConfigAttribRTFormat: return profile.rt_format;
        case VAConfigAttribDecSliceMode: return VA_DEC_SLICE_MODE_NORMAL;
        case VAConfigAttribMaxPictureWidth:
        case VAConfigAttribMaxPictureHeight: return kLargestSide;
        default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

// Bits of one that are not among those that can be had; of a size, a larger one.
VAStatus check(const VAConfigAttrib& asked, uint32_t supported) {
    if (asked.type == VAConfigAttribRTFormat)
        return (asked.value & supported) != 0 ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (supported == VA_ATTRIB_NOT_SUPPORTED)
        return asked.value == supported ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_VALUE;
    const bool is_size =
        asked.type == VAConfigAttribMaxPictureWidth || asked.type == VAConfigAttribMaxPictureHeight;
    const bool inside = is_size ? asked.value <= supported : (asked.value & ~supported) == 0;
    return inside ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_VALUE;
}

}  // namespace

VAStatus query_profiles(Driver&, VAProfile* profiles, int* count) {
    if (profiles == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    for (const Profile& one : kProfiles) profiles[(*count)++] = one.profile;
    return VA_STATUS_SUCCESS;
}

VAStatus query_entrypoints(Driver&, VAProfile profile, VAEntrypoint* entrypoints, int* count) {
    if (entrypoints == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    if (find(profile) == nullptr) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    entrypoints[(*count)++] = VAEntrypointVLD;
    return VA_STATUS_SUCCESS;
}

VAStatus get_config_attributes(Driver&, VAProfile profile, VAEntrypoint entrypoint,
                               VAConfigAttrib* attributes, int count) {
    if (const VAStatus status = check(profile, entrypoint); status != VA_STATUS_SUCCESS) return status;
    if (attributes == nullptr && count > 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++) attributes[i].value = attribute_of(*find(profile), attributes[i].type);
    return VA_STATUS_SUCCESS;
}

VAStatus create_config(Driver& driver, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib* attributes,
                       int count, VAConfigID* config) {
    if (const VAStatus status = check(profile, entrypoint); status != VA_STATUS_SUCCESS) return status;
    if (config == nullptr || (attributes == nullptr && count > 0)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    const unsigned format = find(profile)->rt_format;
    for (int i = 0; i < count; i++)
        if (const VAStatus status = check(attributes[i], attribute_of(*find(profile), attributes[i].type));
            status != VA_STATUS_SUCCESS)
            return status;
    *config = driver.configs.add(std::make_shared<Config>(Config{profile, entrypoint, format}));
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
    for (const VAConfigAttribType type : {VAConfigAttribRTFormat, VAConfigAttribDecSliceMode,
                                          VAConfigAttribMaxPictureWidth, VAConfigAttribMaxPictureHeight})
        attributes[(*count)++] = {type, attribute_of(*find(found->profile), type)};
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
