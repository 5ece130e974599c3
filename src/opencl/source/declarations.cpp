// SPDX-License-Identifier: MIT
#include "opencl/source/declarations.h"

#include "opencl/source/analysis/rules.h"

namespace genmedia::opencl {
namespace {

// Names only the extensions' functions: a program's own functions may also begin with sub_group_.
bool is_provided(std::string_view name) {
    return name == "sub_group_barrier" || name == "sub_group_all" || name == "sub_group_any" ||
           name == "sub_group_broadcast" ||
           starts_with_one_of(name, {"intel_sub_group_", "sub_group_reduce_", "sub_group_scan_",
                                     "get_sub_group_", "get_num_sub_groups", "get_max_sub_group_size",
                                     "get_simd_size", "get_enqueued_num_sub_groups"});
}

}  // namespace

bool set_declarations_aside(const Program& program, Edits& edits) {
    bool any = false;
    for (const Function& function : program.functions) {
        const std::string& name = program.name(function);
        if (function.is_defined || !is_provided(name) || program.definitions.contains(name)) continue;
        edits.replace(function.name, "__genmedia_declared_" + name);
        any = true;
    }
    return any;
}

}  // namespace genmedia::opencl
