// SPDX-License-Identifier: MIT
#include "genmedia/block_vectors.h"

#include "motion/blocks/block_search.h"
#include "motion/field_backends.h"
#include "motion/refusal.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <string>

namespace genmedia {

using motion::refusal;
using motion::size_of;

namespace {

constexpr int kMostRounds = 64;

Status check_range(const std::string& field, int64_t value, int64_t low, int64_t high) {
    if (value >= low && value <= high) return {};
    return refusal(field, std::to_string(value), std::to_string(low) + ".." + std::to_string(high));
}

// The first of these that is not ok.
Status first_of(std::initializer_list<Status> statuses) {
    for (const Status& status : statuses)
        if (!status.ok()) return status;
    return {};
}

Status check_grid(const BlockGrid& grid, const SubpelPlane& luma) {
    Status status = first_of({check_range("BlockGrid.columns", grid.columns, 1, 1 << 20),
                              check_range("BlockGrid.rows", grid.rows, 1, 1 << 20),
                              check_range("BlockGrid.width", grid.width, 4, 128),
                              check_range("BlockGrid.height", grid.height, 4, 128),
                              check_range("BlockGrid.overlap_x", grid.overlap_x, 0, grid.width / 2),
                              check_range("BlockGrid.overlap_y", grid.overlap_y, 0, grid.height / 2)});
    if (!status.ok()) return status;
    if (grid.pel != 1 && grid.pel != 2 && grid.pel != 4)
        return refusal("BlockGrid.pel", std::to_string(grid.pel), "1, 2 or 4");
    const auto needed = [](int64_t blocks, int64_t side, int64_t overlap) {
        return blocks * (side - overlap) + overlap;
    };
    const int64_t width = needed(grid.columns, grid.width, grid.overlap_x),
                  height = needed(grid.rows, grid.height, grid.overlap_y);
    if (width <= luma.pixels.width && height <= luma.pixels.height) return {};
    return refusal("source.luma", size_of(luma.pixels.width, luma.pixels.height),
                   size_of(width, height) + " or more, as the grid needs");
}

bool same_layout(const SubpelPlane& a, const SubpelPlane& b) {
    return a.pixels.empty() == b.pixels.empty() && a.pixels.width == b.pixels.width &&
           a.pixels.height == b.pixels.height && a.pixels.bytes_per_sample == b.pixels.bytes_per_sample &&
           a.padding_x == b.padding_x && a.padding_y == b.padding_y;
}

Status check_plane(const std::string& name, const SubpelPlane& source, const SubpelPlane& reference) {
    if (!same_layout(source, reference))
        return {StatusCode::invalid_argument, "reference." + name + " differs from source." + name +
                                                  "; expected planes of one size, depth and padding"};
    if (source.pixels.empty()) return {};
    return first_of(
        {check_range("source." + name + ".pixels.bytes_per_sample", source.pixels.bytes_per_sample, 1, 2),
         check_range("source." + name + ".padding_x", source.padding_x, 0, 1 << 16),
         check_range("source." + name + ".padding_y", source.padding_y, 0, 1 << 16)});
}

bool is_divided(int32_t luma, int32_t chroma, int32_t by) { return luma == by * chroma; }

// Whether a plane of chroma goes with luma and the grid's blocks.
bool fits(const SubpelPlane& luma, const SubpelPlane& chroma, const BlockGrid& grid) {
    const auto side_fits = [](int32_t whole, int32_t part, int32_t padding, int32_t part_padding,
                              int32_t block, int32_t overlap) {
        for (const int32_t by : {1, 2, 4})
            if (is_divided(whole, part, by) && padding / by == part_padding)
                return block % by == 0 && overlap % by == 0 && padding % by == 0;
        return false;
    };
    return luma.pixels.bytes_per_sample == chroma.pixels.bytes_per_sample &&
           side_fits(luma.pixels.width, chroma.pixels.width, luma.padding_x, chroma.padding_x, grid.width,
                     grid.overlap_x) &&
           side_fits(luma.pixels.height, chroma.pixels.height, luma.padding_y, chroma.padding_y, grid.height,
                     grid.overlap_y);
}

Status check_pictures(const SubpelPicture& source, const SubpelPicture& reference) {
    if (source.luma.pixels.empty())
        return {StatusCode::invalid_argument, "source.luma is empty; expected a plane"};
    Status status =
        first_of({check_plane("luma", source.luma, reference.luma),
                  check_plane("cb", source.cb, reference.cb), check_plane("cr", source.cr, reference.cr)});
    if (!status.ok()) return status;
    if (source.cb.pixels.empty() != source.cr.pixels.empty())
        return {StatusCode::invalid_argument, "source has one chroma plane; expected two or none"};
    return {};
}

Status check_chroma(const BlockGrid& grid, const SubpelPicture& source) {
    if (source.cb.pixels.empty() ||
        (fits(source.luma, source.cb, grid) && fits(source.luma, source.cr, grid)))
        return {};
    return refusal("source.cb", size_of(source.cb.pixels.width, source.cb.pixels.height),
                   "luma's size, padding, blocks and overlap divided by 1, 2 or 4 without rest");
}

Status check_starts(const VectorGrid& starts) {
    const auto blocks = static_cast<size_t>(starts.columns) * static_cast<size_t>(starts.rows);
    if (starts.columns > 0 && starts.rows > 0 && starts.vectors.size() == blocks) return {};
    return {StatusCode::invalid_argument, "starts has " + std::to_string(starts.vectors.size()) +
                                              " vectors for " + size_of(starts.columns, starts.rows) +
                                              " blocks; expected one each, and at least one"};
}

Status check_options(const BlockOptions& options) {
    if (!(options.smoothness >= 0 && options.smoothness < 1e9))
        return refusal("BlockOptions.smoothness", std::to_string(options.smoothness), "0 or more");
    return first_of({check_range("BlockOptions.refine", options.refine, 0, kMostRounds),
                     check_range("BlockOptions.starts", options.starts, 1, motion::kMostStarts),
                     check_range("BlockOptions.threads", options.threads, 0, 1 << 20)});
}

// In the grid's units, halves rounded away from zero.
VectorGrid in_units(const VectorGrid& quarters, int pel) {
    const int shift = pel == 4 ? 0 : pel == 2 ? 1 : 2, half = (1 << shift) / 2;
    const auto rounded = [&](int16_t v) {
        return static_cast<int16_t>(v < 0 ? -((half - v) >> shift) : (v + half) >> shift);
    };
    VectorGrid units = quarters;
    if (shift > 0)
        for (vme::MotionVector& v : units.vectors) v = {rounded(v.x), rounded(v.y)};
    return units;
}

}  // namespace

Status find_block_vectors(const VectorGrid& starts, const BlockGrid& grid, const SubpelPicture& source,
                          const SubpelPicture& reference, const BlockOptions& options,
                          std::vector<BlockVector>& vectors) {
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok()) status = check_options(options);
    if (status.ok()) status = check_starts(starts);
    if (status.ok()) status = check_pictures(source, reference);
    if (status.ok()) status = check_grid(grid, source.luma);
    if (status.ok()) status = check_chroma(grid, source);
    if (!status.ok()) return status;
    vectors.resize(static_cast<size_t>(grid.columns) * static_cast<size_t>(grid.rows));
    const VectorGrid units = in_units(starts, grid.pel);
    const motion::BlockSearch search{
        motion::field_functions(*backend), units, grid, source, reference, options};
    walker::with_workers(options.threads, [&] {
        walker::parallel_for(grid.rows, [&](int row) {
            motion::search_block_row(
                search, row, vectors.data() + static_cast<size_t>(row) * static_cast<size_t>(grid.columns));
        });
    });
    return {};
}

}  // namespace genmedia
