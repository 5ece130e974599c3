// SPDX-License-Identifier: MIT
#include "opencl/source/kernel_ends.h"

namespace genmedia::opencl {

void mark_ends(const Program& program, const Function& kernel, const std::string& leave, Edits& edits) {
    const Range body = kernel.body;
    edits.insert_before(body.end, leave);
    for (size_t i = body.begin; i < body.end; i++) {
        if (!program.list[i].is("return")) continue;
        const size_t start = i;
        while (i < body.end && !program.list[i].is(";")) i++;
        if (i == body.end) return;
        const bool bare = i == start + 1;
        edits.insert_before(start, bare ? "{ " + leave : "{");
        if (!bare) edits.remove(start);  // leave comes after the void expression
        edits.insert_after(i, bare ? "}" : leave + " return; }");
    }
}

}  // namespace genmedia::opencl
