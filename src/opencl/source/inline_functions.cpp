// SPDX-License-Identifier: MIT
#include "opencl/source/inline_functions.h"

#include <map>

namespace genmedia::opencl {

void make_inline_static(const Program& program, Edits& edits) {
    struct Linkage {
        bool is_inline = false, is_extern = false;
        std::vector<size_t> open_declarations;  // these say neither static nor extern
    };
    std::map<std::string_view, Linkage> names;
    for (const Function& function : program.functions) {
        Linkage& linkage = names[program.name(function)];
        bool is_static = false, is_extern = function.is_kernel;
        for (size_t i = function.begin; i < function.name; i++) {
            const Token& token = program.list[i];
            linkage.is_inline |= token.is("inline") || token.is("__inline") || token.is("__inline__");
            is_static |= token.is("static");
            is_extern |= token.is("extern");
        }
        linkage.is_extern |= is_extern;
        if (!is_static && !is_extern) linkage.open_declarations.push_back(function.begin);
    }
    for (const auto& [name, linkage] : names) {
        if (!linkage.is_inline || linkage.is_extern) continue;
        for (const size_t begin : linkage.open_declarations) edits.insert_before(begin, "static");
    }
}

}  // namespace genmedia::opencl
