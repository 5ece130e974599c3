// SPDX-License-Identifier: MIT
#include "cm/gen/report/report.h"

#include "cm/gen/failure.h"
#include "cm/gen/intel_backend.h"
#include "cm/gen/report/indirections.h"

#include <algorithm>

namespace genmedia::gen {
namespace {

// With fewer than 20 registers the back end gives up.
constexpr int kMostReserved = kRegistersOfAThread - 20;

// The number of instructions while `reserved` registers are kept back. 0: the kernel spills or does not
// compile, so it does not fit.
int instructions_with(const std::string& lowered, const KernelName& kernel, const std::string& target,
                      int reserved) {
    Compiled compiled;
    if (!compile(lowered, target, {kernel.name}, {"-reservedGRFNum", std::to_string(reserved)}, compiled)
             .ok())
        return 0;
    const Assembly assembly = read_assembly(compiled.assembly[kernel.name]);
    return assembly.spilled_bytes == 0 ? assembly.instructions : 0;
}

// A kernel that fits with few registers also fits with more.
void find_fewest(const std::string& lowered, const KernelName& kernel, const std::string& target,
                 KernelReport& result) {
    if (result.assembly.spilled_bytes > 0) return;
    result.fewest_instructions = result.assembly.instructions;
    // Mostly a kernel needs one register more than are live at its peak. From there on in growing steps.
    int good = 0, bad = kMostReserved + 1, step = 1;
    int next = std::clamp(kRegistersOfAThread - 1 - result.pressure.peak, 1, kMostReserved);
    for (; bad - good > 1; step *= 2) {
        const int instructions = instructions_with(lowered, kernel, target, next);
        (instructions > 0 ? good : bad) = next;
        if (instructions > 0) result.fewest_instructions = instructions;
        const int middle = (good + bad) / 2;
        next = instructions > 0 ? std::min(good + step, middle) : std::max(bad - step, middle);
    }
    result.fewest = kRegistersOfAThread - good;
    result.at_floor = good == kMostReserved;
}

// Compares each figure with the present one.
std::string cost_of_unrolling(const std::string& module, const KernelName& kernel, const std::string& target,
                              const std::set<int>& lines, const KernelReport& now) {
    std::string lowered;
    Compiled compiled;
    if (!lower(module, {kernel}, lowered, nullptr, {lines, -1}).ok() ||
        !compile(lowered, target, {kernel.name}, {"-nolocalra", "-dumpRPE"}, compiled).ok())
        return "the kernel does not compile";
    Pressure pressure;
    if (!read_pressure(compiled.printed, pressure)) return {};
    const Assembly assembly = read_assembly(compiled.assembly[kernel.name]);
    std::string text = "the peak is " + std::to_string(pressure.peak) + " registers instead of " +
                       std::to_string(now.pressure.peak) + ", with " + std::to_string(assembly.instructions) +
                       " instructions instead of " + std::to_string(now.assembly.instructions);
    if (assembly.spilled_bytes > 0)
        text += " and " + std::to_string(assembly.spilled_bytes) + " bytes spilled";
    return text;
}

}  // namespace

Status report(const std::string& file, const std::string& module, const KernelName& kernel,
              const std::string& target, KernelReport& result) {
    result = {};
    result.file = file;
    result.name = kernel.name;
    std::string lowered;
    if (Status status = lower(module, {kernel}, lowered, &result.notes); !status.ok()) return status;
    Compiled compiled;
    if (Status status = compile(lowered, target, {kernel.name}, {}, compiled); !status.ok())
        return compiled.gave_up ? explain_failure(file, module, {kernel}, target, status) : status;
    result.assembly = read_assembly(compiled.assembly[kernel.name]);
    if (const std::string trap = trap_of(kernel.name, result.assembly); !trap.empty())
        return Status(StatusCode::unsupported, trap);
    // Without -nolocalra small kernels get no count.
    if (Status status = compile(lowered, target, {kernel.name}, {"-nolocalra", "-dumpRPE"}, compiled);
        !status.ok())
        return status;
    if (!read_pressure(compiled.printed, result.pressure))
        return Status(StatusCode::corrupt,
                      "Intel's allocator counted no registers for kernel " + kernel.name);
    find_fewest(lowered, kernel, target, result);
    const auto cost = [&](const std::set<int>& lines) {
        return cost_of_unrolling(module, kernel, target, lines, result);
    };
    add_indirection_hints(result.notes.indirections, cost, result.notes.hints);
    std::stable_sort(result.notes.hints.begin(), result.notes.hints.end(),
                     [](const Hint& a, const Hint& b) { return a.line < b.line; });
    return Status();
}

}  // namespace genmedia::gen
