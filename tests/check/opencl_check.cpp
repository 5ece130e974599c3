// SPDX-License-Identifier: MIT
#include "opencl_check.h"

#include "describe.h"
#include "vme/backends.h"
#include "vme/opencl/make_records.h"
#include "vme/opencl/unit_on_device.h"
#include "vme/operations.h"
#include "vme/validate.h"

#include <cstdio>

namespace genmedia::test {
namespace {

using namespace vme;

// Requests of many rounds, and what the reference answers.
template <class Request, class Result>
struct Batch {
    std::vector<Request> requests;
    std::vector<Result> expected;
    std::vector<long> rounds;

    Result add(Result (*operation)(const UnitFunctions&, const Request&), const Request& request,
               long round) {
        requests.push_back(request);
        rounds.push_back(round);
        expected.push_back(operation(kReferenceBackend.functions, request));
        return expected.back();
    }

    // How many results differ, or all where the device fails.
    long differences(const opencl::Unit& unit, const char* name) const {
        std::vector<Result> actual(requests.size());
        if (const Status status = unit.evaluate(requests, actual); !status.ok()) {
            std::printf("%s: %s\n", name, status.message().c_str());
            return static_cast<long>(requests.size());
        }
        long count = 0;
        for (size_t i = 0; i < requests.size(); i++) {
            if (actual[i] == expected[i] || ++count > 3) continue;
            std::printf("%s differs in round %ld: %s\n  reference: %s\n  %s: %s\n", name, rounds[i],
                        describe(requests[i]).c_str(), list(expected[i]).c_str(), name,
                        list(actual[i]).c_str());
        }
        return count;
    }
};

bool check_device(const cl::Device& device, const char* name, bool portable, uint64_t seed, long rounds,
                  const Clip& clip) {
    std::unique_ptr<opencl::Program> program;
    if (const Status status = opencl::Program::build(device, program, {.portable = portable}); !status.ok()) {
        std::printf("%-8s %s\n", name, status.message().c_str());
        return false;
    }
    const opencl::Unit unit(*program);
    constexpr long rounds_a_call = 100;
    long differences = 0, searches = 0, refinements = 0, rectangles = 0, skips = 0, intras = 0, chromas = 0;
    for (long first = 0; first < rounds && differences == 0; first += rounds_a_call) {
        std::deque<Scene> scenes;
        Batch<ImeRequest, ImeResult> search;
        Batch<RefineRequest, RefineResult> refinement;
        Batch<SicRequest, SicResult> checks;
        for (long round = first; round < std::min(rounds, first + rounds_a_call); round++) {
            Random random(seed + static_cast<uint64_t>(round));
            const Scene& scene = scenes.emplace_back(clip, random);
            for (int i = 0; i < 4; i++) {
                ImeRequest request = scene.integer_search(random);
                if (!opencl::supported(request).ok()) {
                    request.early_termination = {};
                    if (request.custom_path) request.custom_path->control = SearchControl::dual_start;
                    if (request.backward) request.custom_path = {};
                }
                rectangles +=
                    !request.custom_path &&
                    opencl::is_rectangle(request, search_path(request.window, request.backward.has_value()));
                const ImeResult found = search.add(integer_search, request, round);
                const RefineRequest of_found = scene.refinement(random, request, found);
                if (validate(of_found).ok()) refinement.add(refine, of_found, round);
                refinement.add(refine, scene.refinement(random), round);
                const SicRequest sic = scene.check(random);
                checks.add(check, sic, round);
                skips += sic.skip.has_value();
                intras += sic.intra.has_value();
                chromas += sic.intra && sic.intra->chroma;
            }
        }
        differences += search.differences(unit, name) + refinement.differences(unit, name) +
                       checks.differences(unit, name);
        searches += static_cast<long>(search.requests.size());
        refinements += static_cast<long>(refinement.requests.size());
    }
    std::printf(
        "%-8s %s (%s): %ld integer_search, %ld of them rectangles, %ld refine, %ld skip check, "
        "%ld intra, %ld of them with chroma, %ld differ\n",
        name, program->name().c_str(), name_of(program->instructions()), searches, rectangles, refinements,
        skips, intras, chromas, differences);
    const bool all_ran = rectangles > 0 && rectangles < searches && refinements > 0 && skips > 0 &&
                         chromas > 0 && chromas < intras;
    if (differences == 0 && !all_ran) std::printf("%s: a kernel was never called\n", name);
    return differences == 0 && all_ran;
}

}  // namespace

bool check_opencl_devices(const std::string& only, uint64_t seed, long rounds, const Clip& clip,
                          int& checked) {
    bool ok = true;
    const std::vector<cl::Device> devices = opencl::devices();
    for (size_t i = 0; i < devices.size(); i++) {
        const std::string name = "opencl" + std::to_string(i);
        if (!only.empty() && only != name) continue;
        ok = check_device(devices[i], name.c_str(), false, seed, rounds, clip) && ok;
        if (opencl::instructions_of(devices[i]) != opencl::Instructions::opencl)
            ok = check_device(devices[i], name.c_str(), true, seed, rounds, clip) && ok;
        checked++;
    }
    return ok;
}

}  // namespace genmedia::test
