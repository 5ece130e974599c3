// SPDX-License-Identifier: MIT
// genmedia-check: compares every backend that this processor supports with the reference, results of requests
// and raw output of functions, on random requests over pictures from easy to nasty, and times them. The seed
// is printed; the same seed gives the same requests.
#include "describe.h"
#include "requests.h"
#include "vme/backends.h"
#include "vme/operations.h"
#include "vme/validate.h"
#include "watched_functions.h"
#ifdef GENMEDIA_HAS_OPENCL
#include "opencl_check.h"
#endif

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <numeric>

namespace {

using namespace genmedia;
using namespace genmedia::test;
using namespace genmedia::vme;

// ---------------------------------------------------------------------------------------------------
// Comparison

// A result with guards on both sides, which nothing may write to.
template <class Result>
struct Guarded {
    std::array<uint8_t, 64> before, after;
    Result result;

    Guarded() { before.fill(0x5A), after.fill(0x5A); }
    bool intact() const {
        const auto untouched = [](uint8_t b) { return b == 0x5A; };
        return std::all_of(before.begin(), before.end(), untouched) &&
               std::all_of(after.begin(), after.end(), untouched);
    }
};

class Comparison {
public:
    explicit Comparison(const Backend& backend)
        : backend_(backend), functions_(watched_functions(backend, watch_)) {}

    template <class Result, class Request>
    Result compare(Result (*operation)(const BackendFunctions&, const Request&), const Request& request,
                   long round) {
        if (const Status status = validate(request); !status.ok()) {
            std::printf("the request itself is wrong in round %ld: %s\n", round, status.message().c_str());
            failures_++;
            return {};
        }
        const Result expected = operation(kReferenceBackend.functions, request);
        Guarded<Result> actual;
        actual.result = operation(functions_, request);
        if (actual.result == expected && actual.intact()) return expected;
        if (++failures_ <= 5) {
            std::printf("%s differs in round %ld: %s\n  reference: %s\n  %s: %s\n", backend_.name, round,
                        describe(request).c_str(), list(expected).c_str(), backend_.name,
                        list(actual.result).c_str());
        }
        return expected;
    }

    // Failures of operations and of functions.
    long failures() const {
        return std::accumulate(watch_.differences.begin(), watch_.differences.end(), failures_);
    }
    const Watch& watch() const { return watch_; }
    const BackendFunctions& functions() const { return functions_; }

private:
    const Backend& backend_;
    Watch watch_;
    const BackendFunctions& functions_;
    long failures_ = 0;
};

// Readable memory lies flush against memory that may not be read.
void check_gradient_sums(const BackendFunctions& functions, const Clip& clip, Random& random) {
    GuardedPlane source(4, 4, pick(random, 4, 9), 1, chance(random, 2));
    GuardedPlane around(9, 7, pick(random, 9, 20), 1, chance(random, 2));
    for (GuardedPlane* plane : {&source, &around})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    functions.gradient_sums({.source = source.line(0),
                             .source_stride = source.view().stride,
                             .match = around.line(1) + 1,
                             .match_stride = around.view().stride,
                             .fx = pick(random, 0, kSteps - 1),
                             .fy = pick(random, 0, kSteps - 1)});
}

void check_match_difference(const BackendFunctions& functions, const Clip& clip, Random& random) {
    const int side = chance(random, 2) ? 4 : 12;
    GuardedPlane source(16, side, pick(random, 16, 21), 1, chance(random, 2));
    GuardedPlane match(17, side + 1, pick(random, 17, 28), 1, chance(random, 2));
    for (GuardedPlane* plane : {&source, &match})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    functions.match_difference({.source = source.line(0),
                                .source_stride = source.view().stride,
                                .match = match.line(0),
                                .match_stride = match.view().stride,
                                .fx = pick(random, 0, kSteps - 1),
                                .fy = pick(random, 0, kSteps - 1)},
                               side);
}

void check_spread_vector(const BackendFunctions& functions, const Clip& clip, Random& random) {
    constexpr int columns = kSpreadColumns, lines = kSpreadLines;
    GuardedPlane source(columns, lines, pick(random, columns, columns + 5), 1, chance(random, 2));
    GuardedPlane match(columns + 1, lines + 1, pick(random, columns + 1, columns + 9), 1, chance(random, 2));
    for (GuardedPlane* plane : {&source, &match})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const int stride = pick(random, columns, columns + 7);
    const auto floats = [&](int count) {
        std::vector<float> values(static_cast<size_t>(count));
        for (float& value : values) value = std::uniform_real_distribution<float>(0.5F, 40)(random);
        return values;
    };
    const std::vector<float> near_x = floats(columns), near_y = floats(lines);
    std::vector<float> weights = floats(lines * stride), sums_x = weights, sums_y = weights;
    functions.spread_vector({.pixels = {.source = source.line(0),
                                        .source_stride = source.view().stride,
                                        .match = match.line(0),
                                        .match_stride = match.view().stride,
                                        .fx = pick(random, 0, kSteps - 1),
                                        .fy = pick(random, 0, kSteps - 1)},
                             .near_x = near_x.data(),
                             .near_y = near_y.data(),
                             .vector_x = floats(1)[0] - 20,
                             .vector_y = floats(1)[0] - 20,
                             .weights = weights.data(),
                             .sums_x = sums_x.data(),
                             .sums_y = sums_y.data(),
                             .stride = stride});
}

// A row of a field of random vectors and gradients, some far apart and some alike.
void check_field_step(const BackendFunctions& functions, Random& random) {
    const int columns = pick(random, 1, 70), stride = columns + 2;
    const auto grid = [&](float least, float most) {
        std::vector<float> values(static_cast<size_t>(3 * stride) + kReadAfterRow);
        for (float& value : values) value = std::uniform_real_distribution<float>(least, most)(random);
        return values;
    };
    const float reach = chance(random, 2) ? 1.5F : 40;
    std::array<std::vector<float>, 16> grids;
    for (size_t i = 0; i < grids.size(); i++) {
        const bool is_vector = i < 4, is_square = i == 4 || i == 6;
        grids[i] = is_vector ? grid(-reach, reach) : grid(is_square ? 0 : -3000, 3000);
    }
    const auto row = [&](size_t i) { return grids[i].data() + stride + 1; };
    // A square of a sum of products is no more than the product of the sums of squares.
    for (size_t i = 0; i < grids[4].size(); i++)
        grids[5][i] = std::clamp(grids[5][i], -1.F, 1.F) * std::sqrt(grids[4][i] * grids[6][i]);
    const FieldStep step{.columns = static_cast<size_t>(columns),
                         .stride = stride,
                         .start_x = row(0),
                         .start_y = row(1),
                         .xx = row(4),
                         .xy = row(5),
                         .yy = row(6),
                         .xd = row(7),
                         .yd = row(8),
                         .inverse_xx = row(9),
                         .inverse_xy = row(10),
                         .inverse_yy = row(11),
                         .right_x = row(12),
                         .right_y = row(13),
                         .pull_beside = row(14),
                         .pull_below = row(15),
                         .x = row(2),
                         .y = row(3)};
    functions.step_equations(step);
    functions.step_relax(step, static_cast<size_t>(pick(random, 0, 1)));
}

// A line of which nothing after its last pixel may be written.
void check_local_means(const BackendFunctions& functions, Random& random) {
    const auto width = static_cast<size_t>(chance(random, 4) ? pick(random, 500, 1100) : pick(random, 1, 70));
    std::vector<uint16_t> columns(width + kMeanSide - 1 + kReadAfterLine);
    const int most = chance(random, 2) ? kMeanSide * 255 : kMeanSide * 16;
    for (uint16_t& column : columns) column = static_cast<uint16_t>(pick(random, 0, most));
    std::vector<uint8_t> from(width + kReadAfterLine);
    for (uint8_t& pixel : from) pixel = static_cast<uint8_t>(pick(random, 0, 255));
    GuardedPlane to(static_cast<int>(width), 1, static_cast<int>(width), 1, true);
    functions.subtract_local_means(
        {.width = width, .columns = columns.data(), .from = from.data(), .to = to.line(0)});
}

// Whether the backend equals the reference, and all its functions ran.
bool check_backend(const Backend& backend, uint64_t seed, long rounds, const Clip& clip) {
    Comparison comparison(backend);
    long round = 0;
    for (; round < rounds && comparison.failures() < 5; round++) {
        watch_round(seed, round);
        Random random(seed + static_cast<uint64_t>(round));
        const Scene scene(clip, random);
        for (int i = 0; i < 4; i++) {
            const ImeRequest search = scene.integer_search(random);
            const ImeResult found = comparison.compare(integer_search, search, round);
            // A search far outside the picture may find vectors that refinement does not take.
            const RefineRequest refinement = scene.refinement(random, search, found);
            if (validate(refinement).ok()) comparison.compare(refine, refinement, round);
            comparison.compare(refine, scene.refinement(random), round);
            comparison.compare(check, scene.check(random), round);
            check_gradient_sums(comparison.functions(), clip, random);
            check_match_difference(comparison.functions(), clip, random);
            check_spread_vector(comparison.functions(), clip, random);
            check_field_step(comparison.functions(), random);
            check_local_means(comparison.functions(), random);
        }
    }
    std::printf("%-8s %ld rounds:", backend.name, round);
    bool all_ran = true;
    for (int k = 0; k < kFunctionCount; k++) {
        const long calls = comparison.watch().calls[k];
        std::printf(" %ld %s,", calls, name_of(static_cast<Function>(k)));
        all_ran = all_ran && calls > 0;
    }
    std::printf(" %ld differ\n", comparison.failures());
    if (comparison.failures() > 0) return false;
    if (!all_ran) std::printf("%s: a function was never called\n", backend.name);
    return all_ran;
}

// ---------------------------------------------------------------------------------------------------
// Times

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

void time_backends(uint64_t seed) {
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
        const BackendFunctions& k = backend->functions;
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

// Luma of an I420 clip.
Clip read_clip(const std::string& path, int width, int height) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw CLI::ValidationError("--clip", "cannot read " + path);
    const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
    const size_t luma = static_cast<size_t>(width) * height, picture = luma * 3 / 2;
    Clip clip{.samples = {},
              .width = width,
              .height = height,
              .pictures = static_cast<int>(bytes.size() / picture)};
    for (int i = 0; i < clip.pictures; i++) {
        const auto first = bytes.begin() + static_cast<ptrdiff_t>(picture * static_cast<size_t>(i));
        clip.samples.insert(clip.samples.end(), first, first + static_cast<ptrdiff_t>(luma));
    }
    return clip;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Compares the backends of the motion estimation unit with the reference"};
    uint64_t seed = 1;
    long rounds = 1000;
    bool bench = false;
    std::string only, clip_path, clip_size = "176x144";
    app.add_option("--seed", seed, "Of the random requests")->capture_default_str();
    app.add_option("--rounds", rounds, "Scenes a backend, 16 requests each")->capture_default_str();
    app.add_option(
        "--backend", only,
        "This one alone; opencl0, opencl1, .. are OpenCL devices, which are checked by name alone");
    app.add_option("--clip", clip_path, "Pictures of an I420 file among the scenes");
    app.add_option("--size", clip_size, "Of the clip, WIDTHxHEIGHT")->capture_default_str();
    app.add_flag("--bench", bench, "Time the backends instead");
    CLI11_PARSE(app, argc, argv);

    if (bench) {
        time_backends(seed);
        return 0;
    }
    Clip clip;
    try {
        int width = 0, height = 0;
        if (std::sscanf(clip_size.c_str(), "%dx%d", &width, &height) != 2 || width < 1 || height < 1) {
            throw CLI::ValidationError("--size", clip_size + "; expected WIDTHxHEIGHT");
        }
        if (!clip_path.empty()) clip = read_clip(clip_path, width, height);
    } catch (const CLI::Error& error) {
        return app.exit(error);
    }
    std::printf("seed %llu, %ld rounds\n", static_cast<unsigned long long>(seed), rounds);
    bool ok = true;
    int checked = 0;
    for (const Backend* backend : backends()) {
        if (backend == &kReferenceBackend || (!only.empty() && only != backend->name)) continue;
        if (!backend->supported()) {
            std::printf("%-8s not checked: this processor lacks it (%s)\n", backend->name,
                        backend->description);
            continue;
        }
        ok = check_backend(*backend, seed, rounds, clip) && ok;
        checked++;
    }
#ifdef GENMEDIA_HAS_OPENCL
    if (only.starts_with("opencl")) ok = check_opencl_devices(only, seed, rounds, clip, checked) && ok;
#endif
    if (checked == 0)
        std::printf("no backend was checked%s; expected one that this processor supports\n",
                    only.empty() ? "" : (": " + only).c_str());
    return ok && checked > 0 ? 0 : 1;
}
