// SPDX-License-Identifier: MIT
#include "watched_functions.h"

#include "field_inputs.h"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

namespace genmedia::test {
namespace {

using namespace genmedia::vme;
using namespace genmedia::motion;

constexpr const char* kNames[] = {"search_window",
                                  "refine_block",
                                  "predict",
                                  "mix",
                                  "distortion",
                                  "intra_8x8",
                                  "intra_4x4",
                                  "transform",
                                  "gradient_sums",
                                  "row_differences",
                                  "match_difference",
                                  "best_vectors",
                                  "best_neighbor",
                                  "spread_vector",
                                  "step_equations",
                                  "step_relax",
                                  "subtract_local_means",
                                  "flow_weights",
                                  "flow_equations",
                                  "flow_relax",
                                  "block_difference",
                                  "deep_block_difference",
                                  "block_differences",
                                  "deep_block_differences",
                                  "seen_difference",
                                  "show_row",
                                  "show_deep_row",
                                  "no function"};

// These are plain functions, so the backend and the watch that they use are global.
const Backend* backend = nullptr;
Watch* watch = nullptr;
volatile Function running = Function::none;
unsigned long long first_seed = 0;
long current_round = 0;

template <class Call>
auto run(Function function, const Call& call) {
    struct Mark {
        explicit Mark(Function function) { running = function; }
        ~Mark() { running = Function::none; }
    } const mark(function);
    watch->calls[static_cast<int>(function)]++;
    return call();
}

void compare(Function function, bool same, const char* where = "") {
    if (same || watch->differences[static_cast<int>(function)]++ > 0) return;
    std::printf("%s of %s differs from the reference in round %ld%s\n", name_of(function), backend->name,
                current_round, where);
}

bool same_block(const Pixels& a, const Pixels& b, int width, int height) {
    for (int y = 0; y < height; y++)
        if (std::memcmp(&a[y * kBlockStride], &b[y * kBlockStride], static_cast<size_t>(width)) != 0)
            return false;
    return true;
}

const UnitFunctions& reference() { return kReferenceBackend.functions; }

// Whether both calls make the same of these values.
template <class Call, class Expected>
void run_on(Function function, const std::vector<std::span<float>>& changed, const Call& call,
            const Expected& expected) {
    const auto values_of = [&] {
        std::vector<std::vector<float>> values;
        for (const std::span<float> of : changed) values.emplace_back(of.begin(), of.end());
        return values;
    };
    const auto before = values_of();
    run(function, call);
    const auto actual = values_of();
    for (size_t i = 0; i < changed.size(); i++) std::ranges::copy(before[i], changed[i].begin());
    expected();
    // Random equations may have no solution: what is no number in one is none in the other.
    const auto is_same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const auto wanted = values_of();
    compare(function, std::ranges::equal(actual, wanted, [&](const auto& a, const auto& b) {
                return std::ranges::equal(a, b, is_same);
            }));
}

// Also that nothing beside the row changes.
template <class Call, class Expected>
void run_on_rows(Function function, const FieldStep& row, const Call& call, const Expected& expected) {
    std::vector<std::span<float>> changed;
    for (float* grid : {row.inverse_xx, row.inverse_xy, row.inverse_yy, row.right_x, row.right_y,
                        row.pull_beside, row.pull_below, row.middle_x, row.middle_y, row.x, row.y})
        changed.emplace_back(grid, static_cast<size_t>(row.red_black_stride) + kReadAfterRow);
    run_on(
        function, changed, [&] { call(row); }, [&] { expected(row); });
}

template <class Call, class Expected>
void run_on_pixels(Function function, const FlowRow& row, const Call& call, const Expected& expected) {
    const FlowPlanes& planes = *row.planes;
    std::vector<std::span<float>> changed;
    for (float* plane : {planes.smoothness, planes.inverse_uu, planes.inverse_uv, planes.inverse_vv,
                         planes.right_u, planes.right_v, planes.du, planes.dv})
        changed.emplace_back(plane + row.self, row.count);
    run_on(
        function, changed, [&] { call(row); }, [&] { expected(row); });
}

template <class Sample, class Call, class Expected>
void run_on_shown(Function function, const ShownRow<Sample>& row, const Call& call,
                  const Expected& expected) {
    const size_t count = static_cast<size_t>(row.sums_stride) * static_cast<size_t>(row.block_height);
    run_on(
        function, {{row.weights, count}, {row.sums, count}, {row.other_sums, count}}, [&] { call(row); },
        [&] { expected(row); });
}

constexpr UnitFunctions kWatched = {
    .search_window =
        [](const WindowSearch& search, WindowBest& best) {
            WindowBest expected;
            run(Function::search_window, [&] { backend->functions.search_window(search, best); });
            reference().search_window(search, expected);
            const size_t count = search.major_only ? kMajorBlockCount : kBlockCount;
            const auto same = [count](const auto& a, const auto& b) {
                return std::equal(a.begin(), a.begin() + count, b.begin());
            };
            compare(Function::search_window, same(best.distortions, expected.distortions), ", distortions");
            compare(Function::search_window, same(best.positions, expected.positions), ", positions");
            compare(Function::search_window, best.ended_after == expected.ended_after, ", its end");
        },
    .refine_block =
        [](const BlockRefinement& refinement) {
            const Match match =
                run(Function::refine_block, [&] { return backend->functions.refine_block(refinement); });
            const Match expected = reference().refine_block(refinement);
            compare(Function::refine_block, match.vector == expected.vector && match.cost == expected.cost);
            return match;
        },
    .predict =
        [](const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to) {
            Pixels expected{};
            run(Function::predict,
                [&] { backend->functions.predict(plane, x, y, width, height, filter, to); });
            reference().predict(plane, x, y, width, height, filter, expected);
            compare(Function::predict, same_block(to, expected, width, height));
        },
    .mix =
        [](const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int width, int height,
           Pixels& to) {
            Pixels expected{};
            reference().mix(forward, backward, weight, width, height, expected);
            run(Function::mix, [&] { backend->functions.mix(forward, backward, weight, width, height, to); });
            compare(Function::mix, same_block(to, expected, width, height));
        },
    .distortion =
        [](Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int width,
           int height) {
            const uint32_t value = run(Function::distortion, [&] {
                return backend->functions.distortion(kind, a, a_stride, b, b_stride, width, height);
            });
            compare(Function::distortion,
                    value == reference().distortion(kind, a, a_stride, b, b_stride, width, height));
            return value;
        },
    .intra_8x8 =
        [](const Edges& edges, Distortion kind, const uint8_t* source,
           std::array<uint32_t, kLumaModeCount>& distortions) {
            std::array<uint32_t, kLumaModeCount> expected{};
            run(Function::intra_8x8, [&] { backend->functions.intra_8x8(edges, kind, source, distortions); });
            reference().intra_8x8(edges, kind, source, expected);
            for (int mode = 0; mode < kLumaModeCount; mode++)
                if (is_available(static_cast<LumaMode>(mode), edges))
                    compare(Function::intra_8x8, distortions[mode] == expected[mode]);
        },
    .intra_4x4 =
        [](const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions) {
            Intra4x4Distortions expected{};
            run(Function::intra_4x4, [&] { backend->functions.intra_4x4(around, kind, distortions); });
            reference().intra_4x4(around, kind, expected);
            for (const Block& block : std::span(kBlocks).subspan(kFirst4x4))
                for (int mode = 0; mode < kLumaModeCount; mode++)
                    if (const int place = block.y + block.x / 4;
                        is_available(static_cast<LumaMode>(mode), around.of(block)))
                        compare(Function::intra_4x4, distortions[mode][place] == expected[mode][place]);
        },
    .transform =
        [](const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to) {
            std::array<int16_t, 256> expected{};
            const auto count = static_cast<size_t>(64 * rows);
            run(Function::transform, [&] { backend->functions.transform(source, prediction, rows, to); });
            reference().transform(source, prediction, rows, expected.data());
            compare(Function::transform, std::equal(to, to + count, expected.begin()));
        },
};

constexpr FieldFunctions kWatchedFields = {
    .gradient_sums =
        [](const MatchedRow& row, const GradientSums& sums) {
            run(Function::gradient_sums, [&] { field_functions(*backend).gradient_sums(row, sums); });
            GradientRoom room(row.columns);
            const GradientSums expected = room.sums();
            kReferenceFields.gradient_sums(row, expected);
            for (const auto of : {&GradientSums::xx, &GradientSums::xy, &GradientSums::yy, &GradientSums::xd,
                                  &GradientSums::yd})
                compare(Function::gradient_sums, std::equal(sums.*of, sums.*of + row.columns, expected.*of));
        },
    .row_differences =
        [](const MatchedRow& row, uint16_t* differences) {
            run(Function::row_differences,
                [&] { field_functions(*backend).row_differences(row, differences); });
            std::vector<uint16_t> expected(row.columns);
            kReferenceFields.row_differences(row, expected.data());
            compare(Function::row_differences, std::equal(expected.begin(), expected.end(), differences));
        },
    .match_difference =
        [](const MatchedBlock& block) {
            const int sum = run(Function::match_difference,
                                [&] { return field_functions(*backend).match_difference(block); });
            compare(Function::match_difference, sum == kReferenceFields.match_difference(block));
            return sum;
        },
    .best_vectors =
        [](std::span<const VectorChoice> blocks, WholeVector* best) {
            run(Function::best_vectors, [&] { field_functions(*backend).best_vectors(blocks, best); });
            std::vector<WholeVector> expected(blocks.size());
            kReferenceFields.best_vectors(blocks, expected.data());
            compare(Function::best_vectors, std::equal(expected.begin(), expected.end(), best));
        },
    .best_neighbor =
        [](const NeighborChoice& choice) {
            const ChosenNeighbor best =
                run(Function::best_neighbor, [&] { return field_functions(*backend).best_neighbor(choice); });
            const ChosenNeighbor expected = kReferenceFields.best_neighbor(choice);
            compare(Function::best_neighbor, best.vector.x == expected.vector.x &&
                                                 best.vector.y == expected.vector.y &&
                                                 best.match == expected.match);
            return best;
        },
    .block_difference =
        [](const BlockPair& pair) {
            const uint32_t sum = run(Function::block_difference,
                                     [&] { return field_functions(*backend).block_difference(pair); });
            compare(Function::block_difference, sum == kReferenceFields.block_difference(pair));
            return sum;
        },
    .deep_block_difference =
        [](const BlockPair& pair) {
            const uint32_t sum = run(Function::deep_block_difference,
                                     [&] { return field_functions(*backend).deep_block_difference(pair); });
            compare(Function::deep_block_difference, sum == kReferenceFields.deep_block_difference(pair));
            return sum;
        },
    .block_differences =
        [](const BlockMatches& matches) {
            const FourDifferences sums = run(Function::block_differences, [&] {
                return field_functions(*backend).block_differences(matches);
            });
            compare(Function::block_differences, sums == kReferenceFields.block_differences(matches));
            return sums;
        },
    .deep_block_differences =
        [](const BlockMatches& matches) {
            const FourDifferences sums = run(Function::deep_block_differences, [&] {
                return field_functions(*backend).deep_block_differences(matches);
            });
            compare(Function::deep_block_differences,
                    sums == kReferenceFields.deep_block_differences(matches));
            return sums;
        },
    .spread_vector =
        [](const SpreadVector& spread) {
            // Each of the three sums: kSpreadLines lines of `stride` floats.
            const size_t size = kSpreadLines * static_cast<size_t>(spread.stride);
            std::array<std::vector<float>, 3> expected;
            const std::array sums{spread.weights, spread.sums_x, spread.sums_y};
            for (size_t i = 0; i < sums.size(); i++) expected[i].assign(sums[i], sums[i] + size);
            run(Function::spread_vector, [&] { field_functions(*backend).spread_vector(spread); });
            SpreadVector copy = spread;
            copy.weights = expected[0].data(), copy.sums_x = expected[1].data(),
            copy.sums_y = expected[2].data();
            kReferenceFields.spread_vector(copy);
            for (size_t i = 0; i < sums.size(); i++)
                compare(Function::spread_vector, std::equal(sums[i], sums[i] + size, expected[i].begin()));
        },
    .step_equations =
        [](const FieldStep& row) {
            run_on_rows(
                Function::step_equations, row,
                [&](const FieldStep& r) { field_functions(*backend).step_equations(r); },
                [](const FieldStep& r) { kReferenceFields.step_equations(r); });
        },
    .step_relax =
        [](const FieldStep& row, size_t first) {
            run_on_rows(
                Function::step_relax, row,
                [&](const FieldStep& r) { field_functions(*backend).step_relax(r, first); },
                [&](const FieldStep& r) { kReferenceFields.step_relax(r, first); });
        },
    .subtract_local_means =
        [](const LocalMeans& line) {
            run(Function::subtract_local_means,
                [&] { field_functions(*backend).subtract_local_means(line); });
            std::vector<uint8_t> expected(line.width);
            LocalMeans copy = line;
            copy.to = expected.data();
            kReferenceFields.subtract_local_means(copy);
            compare(Function::subtract_local_means, std::equal(expected.begin(), expected.end(), line.to));
        },
    .seen_difference =
        [](const SeenPair& pair) {
            const uint32_t sum = run(Function::seen_difference,
                                     [&] { return field_functions(*backend).seen_difference(pair); });
            compare(Function::seen_difference, sum == kReferenceFields.seen_difference(pair));
            return sum;
        },
    .show_row =
        [](const ShownRow<uint8_t>& row) {
            run_on_shown(
                Function::show_row, row,
                [](const ShownRow<uint8_t>& r) { field_functions(*backend).show_row(r); },
                [](const ShownRow<uint8_t>& r) { kReferenceFields.show_row(r); });
        },
    .show_deep_row =
        [](const ShownRow<uint16_t>& row) {
            run_on_shown(
                Function::show_deep_row, row,
                [](const ShownRow<uint16_t>& r) { field_functions(*backend).show_deep_row(r); },
                [](const ShownRow<uint16_t>& r) { kReferenceFields.show_deep_row(r); });
        },
    .flow_weights =
        [](const FlowRow& row) {
            run_on_pixels(
                Function::flow_weights, row,
                [](const FlowRow& r) { field_functions(*backend).flow_weights(r); },
                [](const FlowRow& r) { kReferenceFields.flow_weights(r); });
        },
    .flow_equations =
        [](const FlowRow& row) {
            run_on_pixels(
                Function::flow_equations, row,
                [](const FlowRow& r) { field_functions(*backend).flow_equations(r); },
                [](const FlowRow& r) { kReferenceFields.flow_equations(r); });
        },
    .flow_relax =
        [](const FlowRow& row) {
            run_on_pixels(
                Function::flow_relax, row, [](const FlowRow& r) { field_functions(*backend).flow_relax(r); },
                [](const FlowRow& r) { kReferenceFields.flow_relax(r); });
        },
};

// Calls only what a signal handler may call.
void on_crash(int signal) {
    char text[200];
    const int length = std::snprintf(
        text, sizeof text, "%s of %s crashed (signal %d) with seed %llu, round %ld\n", name_of(running),
        backend == nullptr ? "no backend" : backend->name, signal, first_seed, current_round);
    if (length > 0) (void)!write(STDOUT_FILENO, text, static_cast<size_t>(length));
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

const char* name_of(Function function) { return kNames[static_cast<int>(function)]; }

WatchedFunctions watched_functions(const Backend& of, Watch& counts) {
    backend = &of;
    watch = &counts;
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, on_crash);
    return {kWatched, kWatchedFields};
}

void watch_round(uint64_t seed, long round) {
    first_seed = seed;
    current_round = round;
}

}  // namespace genmedia::test
