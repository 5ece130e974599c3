// SPDX-License-Identifier: MIT
#include "times.h"

#include "field_inputs.h"
#include "motion/field_backends.h"
#include "vme/operations.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace genmedia::test {

using namespace genmedia::vme;
using namespace genmedia::motion;

namespace {

template <class Call>
double nanoseconds(Call call) {
    using Clock = std::chrono::steady_clock;
    double best = 1e12;
    for (int repeat = 0; repeat < 5; repeat++) {
        long count = 0;
        const auto start = Clock::now();
        auto now = start;
        do {
            call();
            count++;
            now = Clock::now();
        } while (now - start < std::chrono::milliseconds(40));
        best = std::min(
            best, std::chrono::duration<double, std::nano>(now - start).count() / static_cast<double>(count));
    }
    return best;
}

void print_operations(uint64_t seed) {
    Random random(seed);
    GuardedPlane source(640, 360, 640, 1, false), reference(640, 360, 640, 1, false);
    fill(source, Content::scene, {}, random);
    fill_moved(reference, source.view(), random);
    ImeRequest search;
    search.source = {.image = {source.view(), {}}, .x = 320, .y = 160};
    search.forward = {.luma = reference.view()};
    search.costs.motion_vector = {.table = default_motion_vector_cost(SliceType::p, 28)};
    search.costs.shape = default_inter_shape_penalty(SliceType::p, 28);
    ImeRequest dual = search, haar = search, diamond = search;
    dual.backward = search.forward;
    haar.distortion = Distortion::haar;
    diamond.window = SearchWindow::diamond;
    const auto refinement = [&](MajorShape major, MinorShape minor) {
        RefineRequest r;
        r.source = search.source;
        r.set_forward(search.forward);
        r.set_backward(search.forward);
        r.major_shape = major;
        r.minor_shapes.fill(minor);
        r.costs = search.costs;
        return r;
    };
    const RefineRequest whole = refinement(MajorShape::shape_16x16, MinorShape::shape_8x8),
                        eights = refinement(MajorShape::shape_8x8, MinorShape::shape_8x8),
                        fours = refinement(MajorShape::shape_8x8, MinorShape::shape_4x4);
    RefineRequest both = whole;
    both.bidirectional = BidirectionalWeight::half;
    SicRequest skip, intra;
    skip.source = intra.source = search.source;
    skip.skip.emplace().set_forward(search.forward);
    skip.skip->directions[0] = Direction::forward;
    intra.intra.emplace();

    std::printf("%-10s %12s %12s %12s %12s %12s %12s %12s %12s %12s %12s   ns a macroblock\n", "", "IME",
                "IME dual", "IME Haar", "IME diamond", "FME 16x16", "FME 8x8", "FME 4x4", "BME 16x16", "skip",
                "intra");
    for (const Backend* backend : backends()) {
        if (!backend->supported()) continue;
        const UnitFunctions& k = backend->functions;
        std::printf("%-10s", backend->name);
        for (const ImeRequest* r :
             std::initializer_list<const ImeRequest*>{&search, &dual, &haar, &diamond}) {
            std::printf(" %12.0f", nanoseconds([&] { integer_search(k, *r); }));
        }
        for (const RefineRequest* r :
             std::initializer_list<const RefineRequest*>{&whole, &eights, &fours, &both}) {
            std::printf(" %12.0f", nanoseconds([&] { refine(k, *r); }));
        }
        for (const SicRequest* r : std::initializer_list<const SicRequest*>{&skip, &intra})
            std::printf(" %12.0f", nanoseconds([&] { check(k, *r); }));
        std::printf("\n");
    }
}

// A row of a field has a block every four pixels, so 480 blocks where the picture has 1920 pixels.
void print_true_motion(uint64_t seed) {
    constexpr int blocks = 480, pixels = 1920;
    Random random(seed);
    const MatchedRowInput gradients = MatchedRowInput::for_gradients(blocks, {}, random),
                          small = MatchedRowInput::for_differences(blocks, {}, random);
    const MatchedPlanes large = MatchedPlanes::for_difference({}, random);
    GradientRoom sums(blocks);
    std::vector<uint16_t> differences(blocks);
    const BlockPlanes block(8, 8, 1, {}, random), deep_block(8, 8, 2, {}, random);
    SpreadInput spread({}, random);
    FieldRow row(blocks, random);
    MeansLine line(pixels, random);
    const FlowInput flow(pixels / 2, random);
    std::printf(
        "\n%-10s %12s %12s %12s %12s %12s %12s %12s %12s %12s %12s %12s %12s   ns a block; of means a line "
        "of %d "
        "pixels, of flow a pixel\n",
        "", "gradients", "difference 4", "12", "block 8", "deep 8", "spread", "equations", "relax", "means",
        "flow weights", "flow equations", "flow relax", pixels);
    for (const Backend* backend : backends()) {
        if (!backend->supported()) continue;
        const FieldFunctions& k = field_functions(*backend);
        const double times[] = {
            nanoseconds([&] { k.gradient_sums(gradients.row(), sums.sums()); }) / blocks,
            nanoseconds([&] { k.row_differences(small.row(), differences.data()); }) / blocks,
            nanoseconds([&] { k.match_difference(large.block()); }),
            nanoseconds([&] { k.block_difference(block.pair()); }),
            nanoseconds([&] { k.deep_block_difference(deep_block.pair()); }),
            nanoseconds([&] { k.spread_vector(spread.spread()); }),
            nanoseconds([&] { k.step_equations(row.step()); }) / blocks,
            nanoseconds([&] { k.step_relax(row.step(), 0), k.step_relax(row.step(), 1); }) / blocks,
            nanoseconds([&] { k.subtract_local_means(line.line()); }),
            nanoseconds([&] { k.flow_weights(flow.row()); }) / (pixels / 2),
            nanoseconds([&] { k.flow_equations(flow.row()); }) / (pixels / 2),
            nanoseconds([&] { k.flow_relax(flow.row()); }) / (pixels / 2),
        };
        std::printf("%-10s", backend->name);
        for (const double time : times) std::printf(" %12.1f", time);
        std::printf("\n");
    }
}

}  // namespace

void print_times(uint64_t seed) {
    print_operations(seed);
    print_true_motion(seed);
}

}  // namespace genmedia::test
