// SPDX-License-Identifier: MIT
// Which conditions of a function differ between the work-items of a sub-group.
#pragma once

#include "opencl/source/analysis/functions.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace genmedia::opencl {

// Of which work-items a condition differs: of a sub-group's, or of a work-group's.
enum class Together : uint8_t { sub_group, work_group };

// The variables of a function that are computed from a work-item's id, directly or through others.
class LaneVariables {
public:
    LaneVariables(const Program& program, Range body, Together together);

    // Whether the range mentions an id or such a variable.
    bool mentioned(Range range) const;

private:
    bool is_id(std::string_view name) const;
    void note_assignment(size_t op, Range body);
    std::string_view target(size_t op, Range body) const;

    const Program& program_;
    const Together together_;
    std::unordered_set<std::string_view> variables_;
    std::unordered_map<std::string_view, std::vector<std::string_view>> dependents_;
    size_t work_ = 0;
};

}  // namespace genmedia::opencl
