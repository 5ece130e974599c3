// SPDX-License-Identifier: MIT
// Nodes that search: fields of motion between frames, and vectors of blocks along them.
#pragma once

#include "vapoursynth/frame_cache.h"
#include "vapoursynth/start_clip.h"
#include "vapoursynth/super_clip.h"

#include <memory>
#include <span>

namespace genmedia::vapoursynth {

struct SearchOptions {
    Field field = Field::true_motion;
    float smoothness = 1;                    // of true motion, as MotionOptions has it
    std::shared_ptr<const StartClip> start;  // of true motion: may be null
    BlockOptions blocks{.threads = 1};       // VapourSynth makes several frames at once
    BlockGrid grid;
    bool with_chroma = false;
    bool both = false;  // also the motion back, from frame n + delta to frame n
};

// What all searches of one clip share.
class Searcher {
public:
    // `frames`: how many pictures are kept.
    Searcher(SuperLayout layout, const SearchOptions& options, size_t frames);

    const SuperLayout& layout() const { return layout_; }
    const SearchOptions& options() const { return options_; }

    // Of frame `from` in frame `to`; with `back`, which may be null, that of `to` in `from`. `start` is as
    // MotionRequest has it.
    void search(int from, const SuperFrame& source, int to, const SuperFrame& reference,
                std::span<const FlowVector> start, VectorGrid& there, VectorGrid* back);

private:
    std::shared_ptr<const PreparedPicture> prepared(int n, const SuperFrame& frame);
    void search_codec(const SuperFrame& source, const SuperFrame& reference, VectorGrid& grid);

    const SuperLayout layout_;
    const SearchOptions options_;
    MotionEstimator estimator_;
    FrameCache<PreparedPicture> pictures_;
};

// Frame n: the motion between the frames n and n + delta of `super`, for nodes of blocks.
Node motion_node(const Node& super, std::shared_ptr<Searcher> searcher, int delta, VSCore* core,
                 const VSAPI* api);

// Frame n: the vectors of blocks between frames n and n + steps * delta, along `motion`, a motion_node() of
// `delta`.
Node block_node(const Node& super, const Node& motion, std::shared_ptr<Searcher> searcher, int delta,
                int steps, VSCore* core, const VSAPI* api);

}  // namespace genmedia::vapoursynth
