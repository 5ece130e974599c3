// SPDX-License-Identifier: MIT
#include "vapoursynth/plane_of_records.h"
#include "vapoursynth/search_nodes.h"
#include "vapoursynth/vector_frames.h"

namespace genmedia::vapoursynth {
namespace {

class MotionFilter {
public:
    static constexpr const char* kName = "Motion";

    MotionFilter(Node super, std::shared_ptr<Searcher> searcher, int delta)
        : super_(std::move(super)), searcher_(std::move(searcher)), delta_(delta) {}

    void request(int n, const Call& call) const {
        call.request(super_, n);
        call.request(super_, n + delta_);
        if (const StartClip* start = searcher_->options().start.get()) call.request(start->node(), n);
    }

    Frame make(int n, const Call& call) const {
        const SuperLayout& layout = searcher_->layout();
        const SuperFrame source(call.frame(super_, n), layout, false, call.api),
            reference(call.frame(super_, n + delta_), layout, false, call.api);
        VectorGrid there, back;
        const bool both = searcher_->options().both;
        std::vector<FlowVector> start;
        if (const StartClip* clip = searcher_->options().start.get())
            start = clip->vectors(call.frame(clip->node(), n), call.api);
        searcher_->search(n, source, n + delta_, reference, start, there, both ? &back : nullptr);
        const VSVideoInfo info = motion_info(super_.info(), *searcher_, call.core, call.api);
        NewFrame frame = call.new_frame(info.format, info.width, info.height);
        write_records(there.vectors, there.columns, 0, frame, call.api);
        write_records(back.vectors, there.columns, there.rows, frame, call.api);
        return frame.finish();
    }

private:
    Node super_;
    std::shared_ptr<Searcher> searcher_;
    int delta_;
};

}  // namespace

VSVideoInfo motion_info(const VSVideoInfo& super, const Searcher& searcher, VSCore* core, const VSAPI* api) {
    const VectorGrid grid = motion_grid(searcher.layout());
    return records_info<vme::MotionVector>(super, grid.columns, grid.rows * (searcher.options().both ? 2 : 1),
                                           core, api);
}

Node motion_node(const Node& super, std::shared_ptr<Searcher> searcher, int delta, VSCore* core,
                 const VSAPI* api) {
    const VSVideoInfo info = motion_info(super.info(), *searcher, core, api);
    std::vector<VSFilterDependency> needs{any_frames(super)};
    if (const StartClip* start = searcher->options().start.get()) needs.push_back(any_frames(start->node()));
    return make_node(std::make_unique<MotionFilter>(super.another(), std::move(searcher), delta), info, needs,
                     core, api);
}

}  // namespace genmedia::vapoursynth
