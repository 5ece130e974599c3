// SPDX-License-Identifier: MIT
#include "vapoursynth/picture_pairs.h"

#include <algorithm>

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

void PicturePairs::request(const Node& clip, int n, const Call& call) {
    for (int i = std::max(n - 1, 0); i <= std::min(n + 2, clip.info().numFrames - 1); i++)
        call.request(clip, i);
}

std::shared_ptr<const PicturePair> PicturePairs::pair(const Node& clip, int n, const Call& call) {
    return pairs_.get(n, [&](PicturePair& found) {
        const Frame second = call.frame(clip, n + 1);
        const YuvView next = view_of(second, call.api);
        const auto before = pairs_.made(n - 1);
        refuse_unless_ok(before ? found.set_after(*before, next, 1)
                                : found.set(view_of(call.frame(clip, n), call.api), next, 1));
    });
}

NewFrame PicturePairs::render(const Node& clip, int n, double time, const Call& call) {
    // The last one first: threads that are at frames one after the other then search a pair each.
    const bool has_neighbors = n > 0 && n + 2 < clip.info().numFrames;
    const auto after = has_neighbors ? pair(clip, n + 1, call) : nullptr;
    const auto before = has_neighbors ? pair(clip, n - 1, call) : nullptr;
    const auto here = pair(clip, n, call);
    const Frame first = call.frame(clip, n);
    const VSVideoFormat& format = *call.api->getVideoFrameFormat(first.get());
    NewFrame frame = call.new_frame(format, call.api->getFrameWidth(first.get(), 0),
                                    call.api->getFrameHeight(first.get(), 0), first.get());
    refuse_unless_ok(
        here->render(time, target_of(frame, call.api), 1, {.before = before.get(), .after = after.get()}));
    return frame;
}

size_t pairs_kept(VSCore* core, const VSAPI* api) {
    VSCoreInfo info{};
    api->getCoreInfo(core, &info);
    return static_cast<size_t>(info.numThreads) + 3;
}

}  // namespace genmedia::vapoursynth
