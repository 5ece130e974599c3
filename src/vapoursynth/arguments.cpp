// SPDX-License-Identifier: MIT
#include "vapoursynth/vapoursynth.h"

#include <algorithm>
#include <sstream>

namespace genmedia::vapoursynth {

std::string format_name(const VSVideoFormat& format, const VSAPI* api) {
    char name[32] = "";
    return api->getVideoFormatName(&format, name) ? name : "of a format without a name";
}

void check_samples(const VSVideoInfo& info, const std::string& name, const VSAPI* api) {
    const VSVideoFormat& format = info.format;
    if (format.colorFamily == cfUndefined || info.width == 0)
        throw Refusal(name + " changes its format or size; expected one for all frames");
    if ((format.colorFamily != cfYUV && format.colorFamily != cfGray) || format.sampleType != stInteger ||
        format.bitsPerSample > 16)
        throw Refusal(name + " is " + format_name(format, api) +
                      "; expected YUV or gray with integers of 8 to 16 bits, which core.resize makes");
}

namespace {

template <class T>
T in_range(const char* name, T value, T low, T high) {
    if (value >= low && value <= high) return value;
    std::ostringstream words;
    words << name << " is " << value << "; expected " << low << ".." << high;
    throw Refusal(words.str());
}

}  // namespace

int Arguments::number(const char* name, int without, int low, int high, int index) const {
    const int count = api_->mapNumElements(map_, name);
    if (count <= 0) return without;
    const int64_t value = api_->mapGetInt(map_, name, std::min(index, count - 1), nullptr);
    return static_cast<int>(in_range<int64_t>(name, value, low, high));
}

double Arguments::real(const char* name, double without, double low, double high) const {
    return has(name) ? in_range(name, api_->mapGetFloat(map_, name, 0, nullptr), low, high) : without;
}

std::string Arguments::text(const char* name, const std::string& without) const {
    if (!has(name)) return without;
    return {api_->mapGetData(map_, name, 0, nullptr),
            static_cast<size_t>(api_->mapGetDataSize(map_, name, 0, nullptr))};
}

}  // namespace genmedia::vapoursynth
