// SPDX-License-Identifier: MIT
#include "vapoursynth/search_nodes.h"

namespace genmedia::vapoursynth {
namespace {

// As fine as the grid's vectors: a codec's search chooses among these.
MotionOptions motion_options(const SearchOptions& options) {
    using vme::SubpixelMode;
    const int pel = options.grid.pel;
    return {.subpixel = pel == 1   ? SubpixelMode::integer
                        : pel == 2 ? SubpixelMode::half
                                   : SubpixelMode::quarter,
            .field = options.field,
            .smoothness = options.smoothness,
            .threads = 1};
}

}  // namespace

Searcher::Searcher(SuperLayout layout, const SearchOptions& options, size_t frames)
    : layout_(std::move(layout)), options_(options), estimator_(motion_options(options)), pictures_(frames) {}

void Searcher::search(int from, const SuperFrame& source, int to, const SuperFrame& reference,
                      std::span<const FlowVector> start, VectorGrid& there, VectorGrid* back) {
    if (options_.field == Field::codec) {
        search_codec(source, reference, there);
        if (back) search_codec(reference, source, *back);
        return;
    }
    const auto first = prepared(from, source), second = prepared(to, reference);
    MotionField field, reverse;
    refuse_unless_ok(back ? estimator_.estimate(*first, *second, field, reverse, start)
                          : estimator_.estimate(*first, *second, field, start));
    there = vector_grid(field);
    if (back) *back = vector_grid(reverse);
}

std::shared_ptr<const PreparedPicture> Searcher::prepared(int n, const SuperFrame& frame) {
    return pictures_.get(
        n, [&](PreparedPicture& picture) { refuse_unless_ok(picture.set(frame.luma(), 1, layout_.bits)); });
}

void Searcher::search_codec(const SuperFrame& source, const SuperFrame& reference, VectorGrid& grid) {
    MotionField field;
    refuse_unless_ok(estimator_.estimate(
        {.source = {source.luma(), {}}, .previous = reference.luma(), .next = {}, .bits = layout_.bits},
        field));
    grid = vector_grid(field);
}

}  // namespace genmedia::vapoursynth
