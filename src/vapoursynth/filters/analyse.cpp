// SPDX-License-Identifier: MIT
// Analyse and AnalyseMany: clips of vectors.
#include "vapoursynth/plane_of_records.h"
#include "vapoursynth/plugin_functions.h"
#include "vapoursynth/search_nodes.h"
#include "vapoursynth/vector_properties.h"

#include <algorithm>
#include <sstream>

namespace genmedia::vapoursynth {
namespace {

#define GENMEDIA_SEARCH_ARGUMENTS                                                                  \
    "super:vnode;delta:int:opt;field:data:opt;blksize:int[]:opt;overlap:int[]:opt;refine:int:opt;" \
    "lambda:float:opt;chroma:int:opt;prefix:data:opt;smoothness:float:opt;start:vnode:opt;"

constexpr int kMostDelta = 1 << 20, kMostRadius = 64;

// A clip of vectors, of a node of blocks.
class VectorFilter {
public:
    static constexpr const char* kName = "Analyse";

    // The match of frame n is in frame n + delta. `is_back`: the blocks are those of frame n + delta, and the
    // vectors those back.
    VectorFilter(Node super, Node blocks, std::shared_ptr<Searcher> searcher, int delta, bool is_back)
        : super_(std::move(super)),
          blocks_(std::move(blocks)),
          searcher_(std::move(searcher)),
          delta_(delta),
          is_back_(is_back) {}

    void request(int n, const Call& call) const {
        call.request(super_, n);
        if (has_vectors(n)) call.request(blocks_, frame_of_blocks(n));
    }

    Frame make(int n, const Call& call) const {
        const SearchOptions& options = searcher_->options();
        std::vector<BlockVector> vectors;
        if (has_vectors(n))
            vectors =
                read_records<BlockVector>(call.frame(blocks_, frame_of_blocks(n)), options.grid.columns,
                                          is_back_ ? options.grid.rows : 0, options.grid.rows, call.api);
        NewFrame frame = call.copy(call.frame(super_, n));
        set_vector_properties({searcher_->layout(), options.grid, options.with_chroma, delta_}, vectors,
                              frame, call.api);
        return frame.finish();
    }

private:
    bool has_vectors(int n) const {
        const int64_t match = int64_t{n} + delta_;
        return match >= 0 && match < super_.info().numFrames;
    }
    int frame_of_blocks(int n) const { return is_back_ ? n + delta_ : n; }

    Node super_, blocks_;
    std::shared_ptr<Searcher> searcher_;
    int delta_;
    bool is_back_;
};

Node vector_clip(const Node& super, const Node& blocks, const std::shared_ptr<Searcher>& searcher, int delta,
                 bool is_back, VSCore* core, const VSAPI* api) {
    return make_node(
        std::make_unique<VectorFilter>(super.another(), blocks.another(), searcher, delta, is_back),
        super.info(), {any_frames(super), any_frames(blocks)}, core, api);
}

Field field_of(const std::string& name) {
    if (name == "true") return Field::true_motion;
    if (name == "codec") return Field::codec;
    throw Refusal("field is '" + name + "'; expected 'true' or 'codec'");
}

BlockGrid grid_of(const Arguments& arguments, const SuperLayout& layout) {
    BlockGrid grid;
    grid.pel = layout.pel;
    grid.width = arguments.number("blksize", layout.block[0], 4, 128, 0);
    grid.height = arguments.number("blksize", layout.block[1], 4, 128, 1);
    // Overlap in blocks of another size: the super clip's belongs to its own.
    const bool is_own = grid.width == layout.block[0] && grid.height == layout.block[1];
    grid.overlap_x = arguments.number("overlap", is_own ? layout.overlap[0] : 0, 0, grid.width / 2, 0);
    grid.overlap_y = arguments.number("overlap", is_own ? layout.overlap[1] : 0, 0, grid.height / 2, 1);
    grid.columns = (layout.width - grid.overlap_x) / (grid.width - grid.overlap_x);
    grid.rows = (layout.height - grid.overlap_y) / (grid.height - grid.overlap_y);
    if (grid.columns > 0 && grid.rows > 0) return grid;
    throw Refusal("super is " + std::to_string(layout.width) + "x" + std::to_string(layout.height) +
                  "; expected room for a block of " + std::to_string(grid.width) + "x" +
                  std::to_string(grid.height));
}

// Chroma is compared in whole samples.
void check_chroma(const BlockGrid& grid, const SuperLayout& layout) {
    if (grid.width % layout.ratio_x == 0 && grid.overlap_x % layout.ratio_x == 0 &&
        grid.height % layout.ratio_y == 0 && grid.overlap_y % layout.ratio_y == 0)
        return;
    throw Refusal("blksize or overlap is no multiple of " + std::to_string(layout.ratio_x) + "x" +
                  std::to_string(layout.ratio_y) +
                  ", as the clip's chroma wants it; expected such, or chroma=0");
}

// What only true motion has.
void set_true_motion(const Arguments& arguments, const SuperLayout& layout, int delta, const VSAPI* api,
                     SearchOptions& options) {
    options.smoothness = static_cast<float>(arguments.real("smoothness", 1, 0, 100));
    const bool is_codec = options.field == Field::codec, has_start = arguments.has("start");
    if (is_codec && options.smoothness != 1) {
        std::ostringstream words;
        words << "smoothness is " << options.smoothness
              << ", and field is 'codec'; expected 'true' beside it";
        throw Refusal(words.str());
    }
    if (is_codec && has_start)
        throw Refusal("start is given, and field is 'codec'; expected 'true' beside it");
    if (has_start) options.start = std::make_shared<StartClip>(arguments.node("start"), layout, delta, api);
}

// `delta`: from a frame to the one that is searched.
SearchOptions options_of(const Arguments& arguments, const SuperLayout& layout, int delta, const VSAPI* api) {
    SearchOptions options;
    options.field = field_of(arguments.text("field", "true"));
    set_true_motion(arguments, layout, delta, api, options);
    options.blocks.refine = arguments.number("refine", options.blocks.refine, 0, 64);
    options.blocks.smoothness = arguments.real("lambda", 0, 0, 1e6);
    if (options.field == Field::true_motion)
        options.blocks.starts = 2;  // they change little from block to block
    options.grid = grid_of(arguments, layout);
    options.with_chroma = layout.has_chroma && arguments.number("chroma", 1, 0, 1) != 0;
    if (options.with_chroma) check_chroma(options.grid, layout);
    return options;
}

SuperLayout layout_of(const Arguments& arguments, const Node& super, const VSAPI* api) {
    SuperLayout layout = super_layout(super, arguments.text("prefix", "MVUtensils"), api);
    if (layout.kind == SuperKind::plain)
        throw Refusal("super is no clip of mvu.Super or mv.Super: frame 0 has neither " + layout.prefix +
                      "SuperWidth nor Super_pel");
    return layout;
}

// The pictures of a search, and those that other threads are about to search.
size_t pictures_kept(int radius, VSCore* core, const VSAPI* api) {
    VSCoreInfo info{};
    api->getCoreInfo(core, &info);
    return static_cast<size_t>(2 * radius + 1 + info.numThreads);
}

void analyse(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api) {
    const Node super = arguments.node("super");
    const SuperLayout layout = layout_of(arguments, super, api);
    const int delta = arguments.number("delta", 1, -kMostDelta, kMostDelta);
    if (delta == 0) throw Refusal("delta is 0; expected another number");
    const auto searcher = std::make_shared<Searcher>(layout, options_of(arguments, layout, delta, api),
                                                     pictures_kept(std::min(std::abs(delta), 3), core, api));
    const Node motion = motion_node(super, searcher, delta, core, api),
               blocks = block_node(super, motion, searcher, delta, 1, core, api);
    append(result, vector_clip(super, blocks, searcher, delta, false, core, api), api);
}

// A search finds the motion of two frames in each other. Of true motion, frames further apart are not
// searched: motion is followed from frame to frame.
void analyse_many(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api) {
    const Node super = arguments.node("super");
    const SuperLayout layout = layout_of(arguments, super, api);
    const int radius = arguments.number("radius", 1, 1, kMostRadius),
              delta = arguments.number("delta", 1, 1, kMostDelta / kMostRadius);
    SearchOptions options = options_of(arguments, layout, delta, api);
    options.both = true;
    const auto searcher = std::make_shared<Searcher>(layout, options, pictures_kept(radius, core, api));
    const bool follows = options.field == Field::true_motion;
    const Node next = motion_node(super, searcher, delta, core, api);
    for (int step = 1; step <= radius; step++) {
        const int far = step * delta;
        const Node motion = follows ? next.another() : motion_node(super, searcher, far, core, api);
        const Node blocks = follows ? block_node(super, motion, searcher, delta, step, core, api)
                                    : block_node(super, motion, searcher, far, 1, core, api);
        append(result, vector_clip(super, blocks, searcher, far, false, core, api), api);
        append(result, vector_clip(super, blocks, searcher, -far, true, core, api), api);
    }
}

}  // namespace

const Function kAnalyse{"Analyse", GENMEDIA_SEARCH_ARGUMENTS, "clip:vnode;", analyse};
const Function kAnalyseMany{"AnalyseMany", GENMEDIA_SEARCH_ARGUMENTS "radius:int:opt;", "clip:vnode[];",
                            analyse_many};

}  // namespace genmedia::vapoursynth
