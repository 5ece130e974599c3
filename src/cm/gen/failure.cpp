// SPDX-License-Identifier: MIT
#include "cm/gen/failure.h"

#include "cm/gen/report/indirections.h"

#include <algorithm>

namespace genmedia::gen {
namespace {

// An object that is addressed at run time cannot be spilled: all of it is in registers, and some registers
// are taken. Found by trying: 3840 bytes compile, 3904 do not.
constexpr int kMostAddressedBytes = 3840;

class Failure {
public:
    Failure(const std::string& file, const std::string& module, const std::string& target)
        : file_(file), module_(module), target_(target) {}

    bool compiles(const KernelName& kernel, const Trial& trial, Notes* notes = nullptr) {
        std::string lowered;
        Compiled compiled;
        return lower(module_, {kernel}, lowered, notes, trial).ok() &&
               compile(lowered, target_, {kernel.name}, {}, compiled).ok();
    }

    std::string explain(const KernelName& kernel, const Notes& notes, const std::string& said) {
        if (const std::string text = large_object(kernel, notes); !text.empty())
            return text + " (" + said + ")";
        if (!compiles(kernel, {{}, 0}))
            return file_ + ": kernel " + kernel.name + ": " + said + "; it does so even with nothing written";
        const int writes = first_failing_write(kernel, static_cast<int>(notes.write_lines.size()));
        return file_ + ":" + std::to_string(notes.write_lines[static_cast<size_t>(writes - 1)]) +
               ": kernel " + kernel.name + ": " + said + "; of its " +
               std::to_string(notes.write_lines.size()) + " messages that write, the first " +
               std::to_string(writes - 1) +
               " compile, and this is the next: write what leads to it in another way, or in a kernel of its "
               "own";
    }

private:
    std::string large_object(const KernelName& kernel, const Notes& notes) const {
        const auto largest = std::max_element(notes.indirections.begin(), notes.indirections.end(),
                                              [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
        if (largest == notes.indirections.end() || largest->bytes <= kMostAddressedBytes) return {};
        std::string text =
            file_ + ":" + std::to_string(largest->line) + ": kernel " + kernel.name + ": " +
            (largest->object.empty() ? "an object" : largest->object) + " has " +
            std::to_string(largest->bytes) +
            " bytes and an index that only the run knows; expected at most " +
            std::to_string(kMostAddressedBytes) +
            ", since registers hold such an object as a whole: make it smaller, or its index a constant";
        for (const Loop& loop : largest->loops)
            text += (loop == largest->loops.front() ? " (#pragma unroll in line " : " and line ") +
                    std::to_string(loop.line);
        return largest->loops.empty() ? text : text + ")";
    }

    // Bisects the number of writes: compiling fails with all of them, and not with none.
    int first_failing_write(const KernelName& kernel, int all) {
        int good = 0, bad = all;
        while (bad - good > 1) {
            const int middle = (good + bad) / 2;
            (compiles(kernel, {{}, middle}) ? good : bad) = middle;
        }
        return bad;
    }

    const std::string &file_, &module_, &target_;
};

}  // namespace

Status explain_failure(const std::string& file, const std::string& module,
                       const std::vector<KernelName>& kernels, const std::string& target,
                       const Status& said) {
    Failure failure(file, module, target);
    for (const KernelName& kernel : kernels) {
        Notes notes;
        if (!failure.compiles(kernel, {}, &notes))
            return Status(said.code(), failure.explain(kernel, notes, said.message()));
    }
    return Status(said.code(), file + ": " + said.message() + "; each of its kernels compiles alone");
}

}  // namespace genmedia::gen
