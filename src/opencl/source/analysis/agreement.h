// SPDX-License-Identifier: MIT
// Which conditions of a function are the same for all work-items of a work-group, as far as its text shows.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/analysis/statements.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace genmedia::opencl {

// Errs on the side of no: what is read from memory may differ, and so may what a function gets or returns
// that is neither a kernel nor built in.
class Agreement {
public:
    Agreement(const Program& program, const Function& function, const std::vector<Statement>& body);

    // Whether work-items that come to such a condition find the same.
    bool on(Range condition) const;
    // Whether work-items may leave a loop, a switch or the function at different times.
    bool jumps_differ() const { return work_ >= kMostWork || differing_.contains(kJump); }

private:
    // Nested assignments are read several times; no real function comes near this limit.
    static constexpr size_t kMostWork = 4'000'000;
    static constexpr std::string_view kJump = "return";  // no variable is called that

    void walk(const Statement& statement, std::vector<Range>& conditions);
    void note_assignments(Range range, const std::vector<Range>& conditions);
    void note_dependences(std::string_view name, Range range);
    void spread();
    bool differs(size_t token) const;
    Range right_side(size_t op, size_t end) const;
    std::string_view left_side(size_t op, size_t begin, size_t& first) const;

    const Program& program_;
    std::unordered_set<std::string_view> differing_;
    std::unordered_map<std::string_view, std::vector<std::string_view>> dependents_;
    size_t work_ = 0;
};

}  // namespace genmedia::opencl
