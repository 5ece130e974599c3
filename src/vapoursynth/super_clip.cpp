// SPDX-License-Identifier: MIT
#include "vapoursynth/super_clip.h"

#include "vapoursynth/frame_properties.h"

#include <algorithm>

namespace genmedia::vapoursynth {
namespace {

constexpr int kLargestSide = 1 << 16, kMostLevels = 64;

void check_pel(int pel) {
    if (pel == 3) throw Refusal("super has pel 3; expected 1, 2 or 4");
}

SuperLayout of_utensils(const Properties& properties, const std::string& prefix, SuperLayout layout) {
    const auto number = [&](const char* name, int low, int high) {
        return properties.at(prefix + "Super" + name, low, high);
    };
    layout.kind = SuperKind::utensils;
    layout.width = number("Width", 1, kLargestSide);
    layout.height = number("Height", 1, kLargestSide);
    layout.real_width = number("RealWidth", 1, layout.width);
    layout.real_height = number("RealHeight", 1, layout.height);
    layout.pad_x = number("HPad", 0, kLargestSide);
    layout.pad_y = number("VPad", 0, kLargestSide);
    layout.pel = number("Pel", 1, 4);
    layout.levels = number("Levels", 0, kMostLevels);
    layout.has_chroma = number("Chroma", 0, 1) != 0;
    layout.ratio_x = number("XRatioUV", 1, 4);
    layout.ratio_y = number("YRatioUV", 1, 4);
    layout.block = {number("BlkSizeX", 4, 128), number("BlkSizeY", 4, 128)};
    layout.overlap = {number("OverlapX", 0, 64), number("OverlapY", 0, 64)};
    return layout;
}

SuperLayout of_tools(const Properties& properties, const VSVideoInfo& info, SuperLayout layout) {
    layout.kind = SuperKind::tools;
    layout.pad_x = properties.at("Super_hpad", 0, info.width / 2);
    layout.pad_y = properties.at("Super_vpad", 0, kLargestSide);
    layout.pel = properties.at("Super_pel", 1, 4);
    layout.width = layout.real_width = info.width - 2 * layout.pad_x;
    layout.height = layout.real_height = properties.at("Super_height", 1, kLargestSide);
    layout.levels = 1;
    layout.has_chroma = info.format.numPlanes == 3 && properties.at("Super_modeyuv", 0, 7) > 1;
    return layout;
}

}  // namespace

SuperLayout super_layout(const Node& super, const std::string& prefix, const VSAPI* api) {
    const VSVideoInfo& info = super.info();
    check_samples(info, "super", api);
    SuperLayout layout;
    layout.prefix = prefix;
    layout.bits = info.format.bitsPerSample;
    layout.ratio_x = 1 << info.format.subSamplingW;
    layout.ratio_y = 1 << info.format.subSamplingH;
    layout.width = layout.real_width = info.width;
    layout.height = layout.real_height = info.height;
    char error[512] = "";
    const Frame first(api->getFrame(0, super.get(), error, sizeof error), api);
    if (!first.get()) throw Refusal(error);
    const Properties properties(first, "super", api);
    if (properties.has(prefix + "SuperWidth"))
        layout = of_utensils(properties, prefix, layout);
    else if (properties.has("Super_pel"))
        layout = of_tools(properties, info, layout);
    check_pel(layout.pel);
    return layout;
}

SuperFrame::SuperFrame(Frame frame, const SuperLayout& layout, bool with_chroma, const VSAPI* api)
    : frame_(std::move(frame)), layout_(layout) {
    picture_.luma = plane(0, api);
    if (!with_chroma) return;
    picture_.cb = plane(1, api);
    picture_.cr = plane(2, api);
}

PlaneView SuperFrame::luma() const {
    PlaneView view = picture_.luma.pixels;
    view.width = layout_.real_width;
    view.height = layout_.real_height;
    return view;
}

SubpelPlane SuperFrame::plane(int number, const VSAPI* api) {
    const VSFrame* frame = frame_.get();
    int in_frame = number;
    if (layout_.kind == SuperKind::utensils) {
        const std::string name = layout_.prefix + "SuperLevel0";
        int error = 0;  // without a place for it, VapourSynth ends the program
        held_[static_cast<size_t>(number)] =
            Frame(api->mapGetFrame(frame_.properties(), name.c_str(), number, &error), api);
        frame = held_[static_cast<size_t>(number)].get();
        in_frame = 0;
        if (!frame) throw Refusal("a frame of super has no property " + name + "; expected that of Super");
    }
    const VSVideoFormat& format = *api->getVideoFrameFormat(frame);
    const int bytes = layout_.bits > 8 ? 2 : 1;
    const int across = number ? layout_.ratio_x : 1, down = number ? layout_.ratio_y : 1;
    SubpelPlane plane;
    plane.padding_x = layout_.pad_x / across;
    plane.padding_y = layout_.pad_y / down;
    const int width = layout_.width / across, height = layout_.height / down,
              lines = height + 2 * plane.padding_y;
    if (in_frame >= format.numPlanes || format.bytesPerSample != bytes ||
        api->getFrameWidth(frame, in_frame) < width + 2 * plane.padding_x ||
        api->getFrameHeight(frame, in_frame) < lines * layout_.pel * layout_.pel)
        throw Refusal("a frame of super has no plane " + std::to_string(number) +
                      " of the size that frame 0 has");
    const ptrdiff_t stride = api->getStride(frame, in_frame);
    plane.pixels = {api->getReadPtr(frame, in_frame) + plane.padding_y * stride + plane.padding_x * bytes,
                    width, height, stride, bytes};
    plane.next_picture = lines * stride;
    return plane;
}

}  // namespace genmedia::vapoursynth
