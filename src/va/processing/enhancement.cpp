// SPDX-License-Identifier: MIT
#include "va/processing/enhancement.h"

#include "va/processing/filter_graph.h"

#include <algorithm>
#include <cmath>

namespace genmedia::va {
namespace {

using media::FrameHandle;

// Structures behind each other, whatever size the program gives elements: vavpp of libva-utils gives four of
// them the size of all four.
template <class T>
const T* parameters_of(const Buffer& buffer, unsigned i = 0) {
    const bool inside = i < buffer.count && buffer.size >= sizeof(T);
    return inside ? reinterpret_cast<const T*>(buffer.memory->data()) + i : nullptr;
}

VAStatus read_deinterlacing(const Buffer& buffer, Enhancement& enhancement) {
    const auto* asked = parameters_of<VAProcFilterParameterBufferDeinterlacing>(buffer);
    if (asked == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
    const auto offered = deinterlacing_offered();
    const uint32_t algorithm = number_of(asked->algorithm);
    if (std::none_of(offered.begin(), offered.end(), [&](uint32_t one) { return one == algorithm; }))
        return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
    if ((asked->flags & VA_DEINTERLACING_ONE_FIELD) != 0) return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    enhancement.deinterlacing = Deinterlacing{asked->algorithm, asked->flags};
    return VA_STATUS_SUCCESS;
}

bool inside(float value, const VAProcFilterValueRange& range) {
    return value >= range.min_value && value <= range.max_value;  // no number is not
}

VAStatus read_value(const Buffer& buffer, const VAProcFilterValueRange& range, float& value) {
    const auto* asked = parameters_of<VAProcFilterParameterBuffer>(buffer);
    if (asked == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (!inside(asked->value, range)) return VA_STATUS_ERROR_INVALID_VALUE;
    value = asked->value;
    return VA_STATUS_SUCCESS;
}

VAStatus read_balance(const Buffer& buffer, Enhancement& enhancement) {
    for (unsigned i = 0; i < buffer.count; i++) {
        const auto* asked = parameters_of<VAProcFilterParameterBufferColorBalance>(buffer, i);
        if (asked == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
        const auto ranges = balance_ranges();
        const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const BalanceRange& one) {
            return number_of(one.attribute) == number_of(asked->attrib);
        });
        if (found == ranges.end()) return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
        if (!inside(asked->value, found->range)) return VA_STATUS_ERROR_INVALID_VALUE;
        enhancement.*found->value = asked->value;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus read_filter(const Buffer& buffer, Enhancement& enhancement) {
    const auto* base = parameters_of<VAProcFilterParameterBufferBase>(buffer);
    if (base == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
    switch (number_of(base->type)) {
        case VAProcFilterNone: return VA_STATUS_SUCCESS;
        case VAProcFilterNoiseReduction:
            return read_value(buffer, noise_range(), enhancement.noise_reduction);
        case VAProcFilterSharpening: return read_value(buffer, sharpening_range(), enhancement.sharpening);
        case VAProcFilterColorBalance: return read_balance(buffer, enhancement);
        case VAProcFilterDeinterlacing: return read_deinterlacing(buffer, enhancement);
        default: return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
    }
}

// Planar, as libavfilter's filters have it; of that chroma and depth.
AVPixelFormat planar(AVPixelFormat pixels) {
    switch (pixels) {
        case AV_PIX_FMT_P010LE: return AV_PIX_FMT_YUV420P10LE;
        case AV_PIX_FMT_YUYV422:
        case AV_PIX_FMT_UYVY422:
        case AV_PIX_FMT_YUV422P: return AV_PIX_FMT_YUV422P;
        case AV_PIX_FMT_NV12:
        case AV_PIX_FMT_YUV420P: return AV_PIX_FMT_YUV420P;
        default: return AV_PIX_FMT_YUV444P;
    }
}

bool bottom_field(uint32_t flags) { return (flags & VA_DEINTERLACING_BOTTOM_FIELD) != 0; }
bool bottom_first(uint32_t flags) { return (flags & VA_DEINTERLACING_BOTTOM_FIELD_FIRST) != 0; }

// Filters look at pictures around this one, of which the result is one of several.
FrameHandle deinterlaced(std::vector<GraphInput> frames, const Deinterlacing& how, AVPixelFormat pixels) {
    const char* parity = bottom_first(how.flags) ? "bff" : "tff";
    if (how.algorithm == VAProcDeinterlacingBob) {
        frames[0].erase(frames[0].begin());
        frames[0].pop_back();
        parity = bottom_field(how.flags) ? "bff" : "tff";
        return filtered(frames, std::string("[in0]estdif=mode=frame:parity=") + parity, pixels);
    }
    // Each picture gives two fields, this one the third and fourth.
    const char* name = how.algorithm == VAProcDeinterlacingMotionAdaptive ? "yadif" : "bwdif";
    const bool second = bottom_field(how.flags) != bottom_first(how.flags);
    return filtered(frames, std::string("[in0]") + name + "=mode=send_field:parity=" + parity, pixels,
                    second ? 3 : 2);
}

std::string colour_filters(const Enhancement& of) {
    std::string filters;
    if (of.hue != 0 || of.saturation != 1)
        filters += ",hue=h=" + number(of.hue) + ":s=" + number(of.saturation);
    if (of.brightness == 0 && of.contrast == 1) return filters;
    // Contrast is of chroma, too: it is the same of red, green and blue. 219 levels are from black to white.
    const std::string contrast = "*" + number(of.contrast);
    filters += ",lutyuv=y='(val-minval)" + contrast + "+minval+0.5+(maxval-minval)*" + number(of.brightness) +
               "/219'";
    for (const char* plane : {"u", "v"})
        filters +=
            std::string(":") + plane + "='(val-(minval+maxval)/2)" + contrast + "+(minval+maxval)/2+0.5'";
    return filters;
}

// In this order. Each with a comma before it.
std::string filters_of_one_picture(const Enhancement& of) {
    std::string filters;
    // The smallest strength of what hqdn3d does in time: it is given one picture alone.
    if (of.noise_reduction > 0)
        filters += ",hqdn3d=luma_spatial=" + number(of.noise_reduction) + ":luma_tmp=0.001:chroma_tmp=0.001";
    filters += colour_filters(of);
    if (of.sharpening > 0) filters += ",unsharp=luma_amount=" + number(of.sharpening);
    return filters;
}

}  // namespace

bool Enhancement::changes() const {
    const bool woven = !deinterlacing || deinterlacing->algorithm == VAProcDeinterlacingWeave;
    return !woven || !filters_of_one_picture(*this).empty();
}

std::span<const VAProcFilterType> filters_offered() {
    static constexpr VAProcFilterType filters[]{VAProcFilterNoiseReduction, VAProcFilterDeinterlacing,
                                                VAProcFilterSharpening, VAProcFilterColorBalance};
    return filters;
}

std::span<const VAProcDeinterlacingType> deinterlacing_offered() {
    static constexpr VAProcDeinterlacingType algorithms[]{VAProcDeinterlacingBob, VAProcDeinterlacingWeave,
                                                          VAProcDeinterlacingMotionAdaptive,
                                                          VAProcDeinterlacingMotionCompensated};
    return algorithms;
}

std::span<const BalanceRange> balance_ranges() {
    static constexpr BalanceRange ranges[]{
        {VAProcColorBalanceHue, {-180, 180, 0, 1, {}}, &Enhancement::hue},
        {VAProcColorBalanceSaturation, {0, 10, 1, 0.1f, {}}, &Enhancement::saturation},
        {VAProcColorBalanceBrightness, {-100, 100, 0, 1, {}}, &Enhancement::brightness},
        {VAProcColorBalanceContrast, {0, 10, 1, 0.1f, {}}, &Enhancement::contrast}};
    return ranges;
}

const VAProcFilterValueRange& noise_range() {
    static constexpr VAProcFilterValueRange range{0, 64, 4, 0.1f, {}};
    return range;
}

const VAProcFilterValueRange& sharpening_range() {
    static constexpr VAProcFilterValueRange range{0, 5, 1, 0.1f, {}};
    return range;
}

uint32_t references_of(VAProcDeinterlacingType algorithm) {
    return algorithm == VAProcDeinterlacingMotionAdaptive ||
           algorithm == VAProcDeinterlacingMotionCompensated;
}

VAStatus read_filters(const Driver& driver, const VABufferID* filters, unsigned count,
                      Enhancement& enhancement) {
    if (count > VAProcFilterCount || (count > 0 && filters == nullptr))
        return VA_STATUS_ERROR_INVALID_FILTER_CHAIN;
    for (unsigned i = 0; i < count; i++) {
        const auto buffer = driver.buffers.find(filters[i]);
        if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
        if (buffer->type != VAProcFilterParameterBufferType) return VA_STATUS_ERROR_INVALID_FILTER_CHAIN;
        if (const VAStatus status = read_filter(*buffer, enhancement); status != VA_STATUS_SUCCESS)
            return status;
    }
    return VA_STATUS_SUCCESS;
}

FrameHandle enhanced(const Planes& picture, const Planes* before, const Planes* behind,
                     const Enhancement& enhancement, const Colours& colours) {
    const AVPixelFormat pixels = planar(picture.pixels);
    const ScalingWay way{.from = colours, .to = colours};
    FrameHandle frame = frame_of(picture, pixels, way);
    const bool deinterlaces =
        enhancement.deinterlacing && enhancement.deinterlacing->algorithm != VAProcDeinterlacingWeave;
    if (frame && deinterlaces) {
        std::vector<GraphInput> frames(1);
        frames[0].push_back(frame_of(before == nullptr ? picture : *before, pixels, way));
        frames[0].push_back(std::move(frame));
        frames[0].push_back(frame_of(behind == nullptr ? picture : *behind, pixels, way));
        if (!frames[0].front() || !frames[0].back()) return nullptr;
        frame = deinterlaced(std::move(frames), *enhancement.deinterlacing, pixels);
    }
    const std::string filters = filters_of_one_picture(enhancement);
    if (!frame || filters.empty()) return frame;
    return filtered(std::move(frame), filters.substr(1), pixels);
}

}  // namespace genmedia::va
