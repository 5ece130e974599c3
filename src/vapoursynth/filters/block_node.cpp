// SPDX-License-Identifier: MIT
#include "vapoursynth/plane_of_records.h"
#include "vapoursynth/search_nodes.h"
#include "vapoursynth/vector_frames.h"

namespace genmedia::vapoursynth {
namespace {

class BlockFilter {
public:
    static constexpr const char* kName = "Blocks";

    BlockFilter(Node super, Node motion, std::shared_ptr<Searcher> searcher, int delta, int steps)
        : super_(std::move(super)),
          motion_(std::move(motion)),
          searcher_(std::move(searcher)),
          delta_(delta),
          steps_(steps) {}

    void request(int n, const Call& call) const {
        call.request(super_, n);
        call.request(super_, n + steps_ * delta_);
        for (int step = 0; step < steps_; step++) call.request(motion_, n + step * delta_);
    }

    Frame make(int n, const Call& call) const {
        const SearchOptions& options = searcher_->options();
        const SuperLayout& layout = searcher_->layout();
        const SuperFrame source(call.frame(super_, n), layout, options.with_chroma, call.api),
            reference(call.frame(super_, n + steps_ * delta_), layout, options.with_chroma, call.api);
        const VSVideoInfo info = block_info(super_.info(), *searcher_, call.core, call.api);
        NewFrame frame = call.new_frame(info.format, info.width, info.height);
        const auto find = [&](const VectorGrid& starts, const SuperFrame& from, const SuperFrame& to,
                              int row) {
            std::vector<BlockVector> vectors;
            refuse_unless_ok(find_block_vectors(starts, options.grid, from.picture(), to.picture(),
                                                options.blocks, vectors));
            write_records(vectors, options.grid.columns, row, frame, call.api);
        };
        find(starts(n, call, false), source, reference, 0);
        if (options.both) find(starts(n, call, true), reference, source, options.grid.rows);
        return frame.finish();
    }

private:
    // Along the motion of frame after frame, from n on or, the last frame first, back to it.
    VectorGrid starts(int n, const Call& call, bool back) const {
        VectorGrid chained;
        for (int step = 0; step < steps_; step++) {
            VectorGrid next = motion_grid(searcher_->layout());
            const int at = n + (back ? steps_ - 1 - step : step) * delta_;
            next.vectors = read_records<vme::MotionVector>(call.frame(motion_, at), next.columns,
                                                           back ? next.rows : 0, next.rows, call.api);
            if (step == 0)
                chained = std::move(next);
            else
                refuse_unless_ok(chain_vectors(chained, next, chained));
        }
        return chained;
    }

    Node super_, motion_;
    std::shared_ptr<Searcher> searcher_;
    int delta_, steps_;
};

}  // namespace

VSVideoInfo block_info(const VSVideoInfo& super, const Searcher& searcher, VSCore* core, const VSAPI* api) {
    const BlockGrid& grid = searcher.options().grid;
    return records_info<BlockVector>(super, grid.columns, grid.rows * (searcher.options().both ? 2 : 1), core,
                                     api);
}

Node block_node(const Node& super, const Node& motion, std::shared_ptr<Searcher> searcher, int delta,
                int steps, VSCore* core, const VSAPI* api) {
    const VSVideoInfo info = block_info(super.info(), *searcher, core, api);
    return make_node(
        std::make_unique<BlockFilter>(super.another(), motion.another(), std::move(searcher), delta, steps),
        info, {any_frames(super), any_frames(motion)}, core, api);
}

}  // namespace genmedia::vapoursynth
