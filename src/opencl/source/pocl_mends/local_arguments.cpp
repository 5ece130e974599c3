// SPDX-License-Identifier: MIT
#include "opencl/source/pocl_mends/local_arguments.h"

#include "opencl/source/analysis/rules.h"
#include "opencl/source/local_memory.h"

namespace genmedia::opencl {

bool inline_local_arguments(const Program& program, Edits& edits) {
    const std::unordered_set<std::string> types = local_types(program);
    bool any = false;
    for (const Function& function : program.functions) {
        bool takes_local = false;
        for (size_t i = function.name + 1; i < function.header_end; i++)
            takes_local |= is_local(program.list[i]) || types.contains(program.list[i].text);
        if (!takes_local || function.is_kernel) continue;
        for (size_t i = function.begin; i < function.header_end; i++)
            if (is_one_of(program.list[i], {"noinline", "__noinline__"})) edits.replace(i, "always_inline");
        if (!function.is_defined) continue;
        edits.insert_before(function.begin, "__attribute__((always_inline))");
        any = true;
    }
    return any;
}

}  // namespace genmedia::opencl
