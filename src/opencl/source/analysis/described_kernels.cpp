// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/described_kernels.h"

#include "opencl/preprocessor/expression.h"
#include "opencl/source/analysis/image_use.h"
#include "opencl/source/analysis/rules.h"

#include <algorithm>
#include <optional>

namespace genmedia::opencl {
namespace {

struct Uses {
    std::vector<bool> motion_estimation, sub_groups, barrier, group_functions, atomics;

    explicit Uses(const Program& program) {
        const auto reaching = [&](auto matches) {
            return functions_reaching(program, [&](const Call& call) { return matches(program.name(call)); });
        };
        motion_estimation =
            reaching([](std::string_view name) { return name.starts_with("intel_sub_group_avc_"); });
        sub_groups = reaching(is_sub_group_name);
        barrier = reaching(is_work_group_barrier);
        group_functions = reaching(is_work_group_function);
        atomics = reaching(is_atomic);
    }
};

class AttributeReader {
public:
    AttributeReader(const Program& program, Edits& edits)
        : program_(program), list_(program.list), edits_(edits) {}

    void read(const Function& function, KernelDescription& kernel) {
        for (size_t i = function.begin; i < function.header_end; i++) {
            if (!program_.is_attribute(i)) continue;
            const size_t inner = i + 2;
            if (list_[inner].is("(")) read_list(inner, kernel);
            i = program_.partner[i + 1];
        }
    }

private:
    // The attributes between the inner parentheses.
    void read_list(size_t open, KernelDescription& kernel) {
        for (const Range& range : program_.split(open)) {
            if (range.begin == range.end || !note(range, kernel)) continue;
            for (size_t i = range.begin; i < range.end; i++) edits_.remove(i);
            const bool comma_follows = list_[range.end].is(",");
            if (comma_follows) edits_.remove(range.end);
        }
    }

    // True if the attribute is to be removed.
    bool note(Range range, KernelDescription& kernel) {
        std::string_view name = list_[range.begin].text;
        if (name.starts_with("__") && name.ends_with("__") && name.size() > 4)
            name = name.substr(2, name.size() - 4);
        if (name == "work_group_size_hint") return true;
        const bool is_group = name == "reqd_work_group_size";
        if (!is_group && name != "intel_reqd_sub_group_size") return false;
        const auto values = sizes(range);
        if (!values || values->size() != (is_group ? 3U : 1U)) return false;
        if (is_group) {
            std::copy(values->begin(), values->end(), kernel.required_work_group_size.begin());
        } else {
            kernel.required_sub_group_size = values->front();
        }
        return true;
    }

    std::optional<std::vector<size_t>> sizes(Range range) const {
        std::vector<size_t> values;
        if (range.begin + 1 >= range.end || !list_[range.begin + 1].is("(")) return std::nullopt;
        for (const Range& argument : program_.split(range.begin + 1)) {
            const auto value =
                evaluate_integer({list_.data() + argument.begin, argument.end - argument.begin}, false);
            if (!value || *value <= 0) return std::nullopt;
            values.push_back(static_cast<size_t>(*value));
        }
        return values;
    }

    const Program& program_;
    const std::vector<Token>& list_;
    Edits& edits_;
};

}  // namespace

std::vector<KernelDescription> describe_kernels(const Program& program, const LocalMemory& memory,
                                                const std::vector<bool>& fibers, Edits& edits) {
    const Uses uses(program);
    std::vector<KernelDescription> kernels;
    AttributeReader attributes(program, edits);
    for (size_t i = 0; i < program.functions.size(); i++) {
        const Function& function = program.functions[i];
        if (!function.is_kernel) continue;
        KernelDescription kernel;
        attributes.read(function, kernel);  // also reads prototypes, which must agree
        if (!function.is_defined) continue;
        kernel.name = program.name(function);
        kernel.parameters = function.parameters;
        kernel.uses_motion_estimation = uses.motion_estimation[i];
        if (kernel.uses_motion_estimation) kernel.unit_images = find_unit_images(program, function);
        kernel.uses_sub_groups = uses.sub_groups[i];
        kernel.uses_work_group_barrier = uses.barrier[i];
        kernel.uses_work_group_functions = uses.group_functions[i];
        kernel.uses_atomics = uses.atomics[i];
        kernel.uses_local_memory = memory.mentioned[i];
        kernel.fibers = fibers[i];
        kernel.shares_local_memory = memory.shared[i];
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

}  // namespace genmedia::opencl
