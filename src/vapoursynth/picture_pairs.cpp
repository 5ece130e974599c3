// SPDX-License-Identifier: MIT
#include "vapoursynth/picture_pairs.h"

namespace genmedia::vapoursynth {
namespace {

YuvView view_of(const Frame& frame, const VSAPI* api) {
    const VSVideoFormat& format = *api->getVideoFrameFormat(frame.get());
    const auto plane = [&](int p) -> PlaneView {
        if (p >= format.numPlanes) return {};
        return {api->getReadPtr(frame.get(), p), api->getFrameWidth(frame.get(), p),
                api->getFrameHeight(frame.get(), p), api->getStride(frame.get(), p), format.bytesPerSample};
    };
    return {plane(0), plane(1), plane(2), format.bitsPerSample};
}

YuvTarget target_of(const NewFrame& frame, const VSAPI* api) {
    const int planes = api->getVideoFrameFormat(frame.get())->numPlanes;
    const auto plane = [&](int p) -> YuvTarget::Plane {
        if (p >= planes) return {};
        return {api->getWritePtr(frame.get(), p), api->getStride(frame.get(), p)};
    };
    return {plane(0), plane(1), plane(2)};
}

}  // namespace

void check_interpolated(const VSVideoInfo& info, const VSAPI* api) {
    check_samples(info, "clip", api);
    if (info.format.subSamplingW > 1 || info.format.subSamplingH > 1)
        throw Refusal("clip is " + format_name(info.format, api) +
                      ", with chroma of a quarter of luma's sides; expected half of them, or all");
}

NewFrame PicturePairs::render(int n, const Frame& first, const Frame& second, double time, const Call& call) {
    const auto pair = pairs_.get(n, [&](PicturePair& found) {
        const YuvView next = view_of(second, call.api);
        const auto before = pairs_.made(n - 1);
        refuse_unless_ok(before ? found.set_after(*before, next, 1)
                                : found.set(view_of(first, call.api), next, 1));
    });
    const VSVideoFormat& format = *call.api->getVideoFrameFormat(first.get());
    NewFrame frame = call.new_frame(format, call.api->getFrameWidth(first.get(), 0),
                                    call.api->getFrameHeight(first.get(), 0), first.get());
    refuse_unless_ok(pair->render(time, target_of(frame, call.api), 1));
    return frame;
}

size_t pairs_kept(VSCore* core, const VSAPI* api) {
    VSCoreInfo info{};
    api->getCoreInfo(core, &info);
    return static_cast<size_t>(info.numThreads) + 1;
}

}  // namespace genmedia::vapoursynth
