// SPDX-License-Identifier: MIT
// Inter: a picture between each frame and the next.
#include "vapoursynth/picture_pairs.h"
#include "vapoursynth/plugin_functions.h"

namespace genmedia::vapoursynth {
namespace {

class InterFilter {
public:
    static constexpr const char* kName = "Inter";

    InterFilter(Node clip, double time, size_t pairs) : clip_(std::move(clip)), time_(time), pairs_(pairs) {}

    void request(int n, const Call& call) const { pairs_.request(clip_, n, call); }

    Frame make(int n, const Call& call) {
        const bool is_last = n + 1 >= clip_.info().numFrames;
        if (is_last || time_ == 0) return call.frame(clip_, n);
        if (time_ == 1) return call.frame(clip_, n + 1);
        return pairs_.render(clip_, n, time_, call).finish();
    }

private:
    Node clip_;
    double time_;
    PicturePairs pairs_;
};

void inter(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api) {
    Node clip = arguments.node("clip");
    const VSVideoInfo info = clip.info();
    check_interpolated(info, api);
    const double time = arguments.real("time", 50, 0, 100) / 100;
    const std::vector<VSFilterDependency> needs{any_frames(clip)};
    append(result,
           make_node(std::make_unique<InterFilter>(std::move(clip), time, pairs_kept(core, api)), info, needs,
                     core, api),
           api);
}

}  // namespace

const Function kInter{"Inter", "clip:vnode;time:float:opt;", "clip:vnode;", inter};

}  // namespace genmedia::vapoursynth
