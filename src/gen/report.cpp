#include "gen/report.h"

#include "gen/backend.h"

#include <algorithm>

namespace genmedia::gen {
namespace {

// The back end gives up with fewer than 20 registers.
constexpr int most_reserved = registers_of_a_thread - 20;

// Without a spill while `reserved` registers are kept back; what does not compile does not fit either.
bool fits(const std::string& lowered, const KernelName& kernel, const std::string& target, int reserved) {
    Compiled compiled;
    std::string ignored;
    return compile(lowered, target, {kernel.name}, {"-reservedGRFNum", std::to_string(reserved)}, compiled,
                   ignored) &&
           read_assembly(compiled.assembly[kernel.name]).spilled_bytes == 0;
}

// By halves: who fits with few registers fits with more.
void find_fewest(const std::string& lowered, const KernelName& kernel, const std::string& target,
                 KernelReport& result) {
    if (result.assembly.spilled_bytes > 0) return;
    int good = 0, bad = most_reserved + 1;
    while (bad - good > 1) {
        const int middle = (good + bad) / 2;
        (fits(lowered, kernel, target, middle) ? good : bad) = middle;
    }
    result.fewest = registers_of_a_thread - good;
    result.at_floor = good == most_reserved;
}

}  // namespace

bool report(const std::string& file, const std::string& bitcode, const KernelName& kernel,
            const std::string& target, KernelReport& result, std::string& error) {
    result = {};
    result.file = file;
    result.name = kernel.name;
    std::string lowered;
    if (!lower(bitcode, {kernel}, lowered, error, &result.notes)) return false;
    Compiled compiled;
    if (!compile(lowered, target, {kernel.name}, {}, compiled, error)) return false;
    result.assembly = read_assembly(compiled.assembly[kernel.name]);
    error = trap_of(kernel.name, result.assembly);
    if (!error.empty()) return false;
    // Without -nolocalra small kernels get no count.
    if (!compile(lowered, target, {kernel.name}, {"-nolocalra", "-dumpRPE"}, compiled, error)) return false;
    if (!read_pressure(compiled.printed, result.pressure)) {
        error = "Intel's allocator counted no registers for kernel " + kernel.name;
        return false;
    }
    find_fewest(lowered, kernel, target, result);
    std::stable_sort(result.notes.mends.begin(), result.notes.mends.end(),
                     [](const Mend& a, const Mend& b) { return a.line < b.line; });
    return true;
}

}  // namespace genmedia::gen
