// SPDX-License-Identifier: MIT
// genmedia-check: compares every backend that this processor supports with the reference, results of requests
// and raw output of functions, on random requests over pictures from easy to nasty, and times them. The seed
// is printed; the same seed gives the same requests.
#include "describe.h"
#include "field_inputs.h"
#include "random_requests.h"
#include "times.h"
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
#include <cstdio>
#include <fstream>
#include <iterator>
#include <numeric>

namespace {

using namespace genmedia;
using namespace genmedia::test;
using namespace genmedia::vme;

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
    Result compare(Result (*operation)(const UnitFunctions&, const Request&), const Request& request,
                   long round) {
        if (const Status status = validate(request); !status.ok()) {
            std::printf("the request itself is wrong in round %ld: %s\n", round, status.message().c_str());
            failures_++;
            return {};
        }
        const Result expected = operation(kReferenceBackend.functions, request);
        Guarded<Result> actual;
        actual.result = operation(functions_.unit, request);
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
    const motion::FieldFunctions& field_functions() const { return functions_.field; }

private:
    const Backend& backend_;
    Watch watch_;
    const WatchedFunctions functions_;
    long failures_ = 0;
};

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
            call_field_functions(comparison.field_functions(), clip, random);
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
    const bool its_own =
        &backend == &kReferenceBackend || &motion::field_functions(backend) != &motion::kReferenceFields;
    if (!its_own) std::printf("%s: has the reference's functions for true motion\n", backend.name);
    return all_ran && its_own;
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
    app.add_option("--rounds", rounds, "Scenes a backend, 16 requests each")
        ->check(CLI::Range(1L, 1'000'000'000L))
        ->capture_default_str();
    app.add_option(
        "--backend", only,
        "This one alone; opencl0, opencl1, .. are OpenCL devices, which are checked by name alone");
    app.add_option("--clip", clip_path, "Pictures of an I420 file among the scenes");
    app.add_option("--size", clip_size, "Of the clip, WIDTHxHEIGHT")->capture_default_str();
    app.add_flag("--bench", bench, "Time the backends instead");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }

    if (bench) {
        print_times(seed);
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
        app.exit(error);
        return 2;
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
