// SPDX-License-Identifier: MIT
// Trust: masks of how far the motion may be believed.
#include "genmedia/partition.h"
#include "vapoursynth/plugin_functions.h"
#include "vapoursynth/super_clip.h"

#include <array>
#include <cstring>

namespace genmedia::vapoursynth {
namespace {

constexpr int kMostDelta = 1 << 20;

using Blocks = std::vector<std::array<uint8_t, 16>>;

// Both masks of a frame, the confidence above.
class TrustFilter {
public:
    static constexpr const char* kName = "Trust";

    TrustFilter(Node super, SuperLayout layout, int delta, float smoothness)
        : super_(std::move(super)),
          layout_(std::move(layout)),
          delta_(delta),
          estimator_({.field = Field::true_motion,
                      .smoothness = smoothness,
                      .confidence = true,
                      .scene_cuts = true,
                      .threads = 1}) {}

    void request(int n, const Call& call) const {
        call.request(super_, n);
        if (has_match(n)) call.request(super_, n + delta_);
    }

    Frame make(int n, const Call& call) {
        const SuperFrame source(call.frame(super_, n), layout_, false, call.api);
        NewFrame frame = call.new_frame(masks_info(super_.info(), layout_, call.core, call.api).format,
                                        layout_.real_width, 2 * layout_.real_height);
        MotionField field;
        if (has_match(n)) {
            const SuperFrame match(call.frame(super_, n + delta_), layout_, false, call.api);
            field = search(source, match);
        }
        fill(field, field.confidence, 1, 0, frame, call.api);
        fill(field, field.occluded, 255, layout_.real_height, frame, call.api);
        if (field.scene_cut) {
            VSMap* const map = call.api->getFramePropertiesRW(frame.get());
            call.api->mapSetInt(map, delta_ > 0 ? "_SceneChangeNext" : "_SceneChangePrev", 1, maReplace);
        }
        return frame.finish();
    }

    static VSVideoInfo masks_info(const VSVideoInfo& super, const SuperLayout& layout, VSCore* core,
                                  const VSAPI* api) {
        VSVideoInfo info = super;
        if (!api->queryVideoFormat(&info.format, cfGray, stInteger, 8, 0, 0, core))
            throw Refusal("VapourSynth has no gray format");
        info.width = layout.real_width;
        info.height = 2 * layout.real_height;
        return info;
    }

private:
    bool has_match(int n) const {
        const int64_t match = int64_t{n} + delta_;
        return match >= 0 && match < super_.info().numFrames;
    }

    MotionField search(const SuperFrame& source, const SuperFrame& match) {
        PreparedPicture first, second;
        refuse_unless_ok(first.set(source.luma(), 1, layout_.bits));
        refuse_unless_ok(second.set(match.luma(), 1, layout_.bits));
        MotionField field;
        refuse_unless_ok(estimator_.estimate(first, second, field));
        return field;
    }

    // A value of each 4x4 block for its pixels, times `scale`; 0 where there is no match.
    void fill(const MotionField& field, const Blocks& blocks, int scale, int first_line,
              const NewFrame& frame, const VSAPI* api) const {
        const ptrdiff_t stride = api->getStride(frame.get(), 0);
        uint8_t* line = api->getWritePtr(frame.get(), 0) + first_line * stride;
        const auto width = static_cast<size_t>(layout_.real_width);
        for (int y = 0; y < layout_.real_height; y++, line += stride) {
            if (blocks.empty() || y % 4 != 0) {
                blocks.empty() ? std::memset(line, 0, width) : std::memcpy(line, line - stride, width);
                continue;
            }
            for (int x = 0; x < layout_.real_width; x++) {
                const int entry = vme::entry_at(x / 4 % 4, y / 4 % 4);
                const auto& macroblock = blocks[static_cast<size_t>(y / 16 * field.columns + x / 16)];
                line[x] = static_cast<uint8_t>(scale * macroblock[static_cast<size_t>(entry)]);
            }
        }
    }

    Node super_;
    const SuperLayout layout_;
    int delta_;
    MotionEstimator estimator_;
};

// The upper or the lower half of frames.
class HalfFilter {
public:
    static constexpr const char* kName = "Trust";

    HalfFilter(Node masks, bool is_lower) : masks_(std::move(masks)), is_lower_(is_lower) {}

    void request(int n, const Call& call) const { call.request(masks_, n); }

    Frame make(int n, const Call& call) const {
        const Frame both = call.frame(masks_, n);
        const int width = masks_.info().width, height = masks_.info().height / 2;
        NewFrame half = call.new_frame(masks_.info().format, width, height, both.get());
        const ptrdiff_t from_stride = call.api->getStride(both.get(), 0),
                        to_stride = call.api->getStride(half.get(), 0);
        const uint8_t* from = call.api->getReadPtr(both.get(), 0) + (is_lower_ ? height : 0) * from_stride;
        uint8_t* to = call.api->getWritePtr(half.get(), 0);
        for (int y = 0; y < height; y++)
            std::memcpy(to + y * to_stride, from + y * from_stride, static_cast<size_t>(width));
        return half.finish();
    }

private:
    Node masks_;
    bool is_lower_;
};

void trust(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api) {
    const Node super = arguments.node("super");
    const SuperLayout layout = super_layout(super, arguments.text("prefix", "MVUtensils"), api);
    const int delta = arguments.number("delta", 1, -kMostDelta, kMostDelta);
    if (delta == 0) throw Refusal("delta is 0; expected another number");
    const auto smoothness = static_cast<float>(arguments.real("smoothness", 1, 0, 100));
    const VSVideoInfo both = TrustFilter::masks_info(super.info(), layout, core, api);
    const Node masks = make_node(std::make_unique<TrustFilter>(super.another(), layout, delta, smoothness),
                                 both, {any_frames(super)}, core, api);
    VSVideoInfo half = both;
    half.height = layout.real_height;
    for (const bool is_lower : {false, true})
        append(result,
               make_node(std::make_unique<HalfFilter>(masks.another(), is_lower), half, {any_frames(masks)},
                         core, api),
               api);
}

}  // namespace

const Function kTrust{"Trust", "super:vnode;delta:int:opt;prefix:data:opt;smoothness:float:opt;",
                      "clip:vnode[];", trust};

}  // namespace genmedia::vapoursynth
