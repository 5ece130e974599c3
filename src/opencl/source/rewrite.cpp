// SPDX-License-Identifier: MIT
#include "opencl/source/rewrite.h"

#include "opencl/preprocessor/lexer.h"
#include "opencl/source/analysis/described_kernels.h"
#include "opencl/source/analysis/functions.h"
#include "opencl/source/analysis/image_use.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/declarations.h"
#include "opencl/source/edits.h"
#include "opencl/source/fiber_kernels.h"
#include "opencl/source/inline_functions.h"
#include "opencl/source/kernel_ends.h"
#include "opencl/source/local_memory.h"
#include "opencl/source/lockstep.h"
#include "opencl/source/pocl_mends/call_chains.h"
#include "opencl/source/pocl_mends/local_arguments.h"
#include "opencl/source/pocl_mends/loop_guards.h"
#include "opencl/source/read_program.h"
#include "opencl/source/reconverge.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

void mark_kernel(const Program& program, const Function& kernel, bool called, Edits& edits) {
    std::string entry = called ? "__genmedia_enter_nested();" : "__genmedia_enter();";
    const std::string leave = called ? "__genmedia_leave_nested();" : "__genmedia_leave();";
    for (size_t i = 0; i < kernel.parameters.size() && !called; i++) {
        const Parameter& parameter = kernel.parameters[i];
        if (parameter.is_image)
            entry += " __genmedia_image(" + std::to_string(i) + ", " + parameter.name + ");";
    }
    edits.insert_after(kernel.header_end, entry);
    mark_ends(program, kernel, leave, edits);
}

// The program without the kernels that are not wanted. Kernels that others call stay.
class Variant {
public:
    Variant(const Program& program, bool alone, const Edits& edits, const std::vector<bool>& wanted)
        : program_(program), edits_(edits), wanted_(wanted), called_(called_functions(program)) {
        make_inline_static(program, edits_);
        shorten_call_chains(program, alone, edits_);
    }

    std::string of_pocl(const LocalMemory& memory, const std::vector<bool>& fibers) {
        bool all_shared = true;
        for (size_t i = 0; i < called_.size(); i++) {
            if (!is_kernel(i) || (fibers[i] && !called_[i])) continue;
            const Function& kernel = program_.functions[i];
            mark_kernel(program_, kernel, called_[i], edits_);
            if (memory.shared[i] && memory.kernels[i])
                share_local_memory(program_, kernel, *memory.kernels[i], edits_);
            else if (memory.mentioned[i])
                all_shared = false;
        }
        if (!all_shared) inline_local_arguments(program_, edits_);
        add_convergence(program_, edits_);
        guard_loops(program_, true, edits_);  // its conditions go inside those marks
        return text();
    }

    // Kernels that others call also become functions here, besides the kernels that the host sees.
    std::string of_fibers(const LocalMemory& memory, const std::vector<bool>& fibers) {
        std::vector<bool> renamed = fibers;
        for (size_t i = 0; i < called_.size(); i++) {
            if (!is_kernel(i) || (!fibers[i] && !called_[i])) continue;
            renamed[i] = true;
            make_fiber_kernel(program_, program_.functions[i], memory, fibers[i], edits_);
        }
        rename_fiber_kernels(program_, renamed, edits_);
        add_convergence_of_fibers(program_, edits_);
        return text();
    }

private:
    bool is_kernel(size_t i) const {
        return program_.functions[i].is_kernel && program_.functions[i].is_defined;
    }

    std::string text() {
        for (size_t i = 0; i < called_.size(); i++) {
            if (!is_kernel(i) || wanted_[i] || called_[i]) continue;
            const Function& kernel = program_.functions[i];
            for (size_t token = kernel.begin; token <= kernel.body.end; token++) edits_.drop(token);
        }
        return edits_.apply(program_.tokens);
    }

    const Program& program_;
    Edits edits_;
    std::vector<bool> wanted_, called_;
};

std::vector<bool> choose_fibers(const Program& program, const LocalMemory& memory, Fibers choice) {
    std::vector<bool> chosen(program.functions.size());
    if (choice == Fibers::never) return chosen;
    const std::vector<bool> possible = possible_fibers(program, memory);
    const std::vector<bool> needed =
        choice == Fibers::where_needed ? conditional_exchanges(program) : possible;
    for (size_t i = 0; i < chosen.size(); i++) {
        const Function& function = program.functions[i];
        chosen[i] = function.is_kernel && function.is_defined && possible[i] && needed[i];
        const bool other = function.is_kernel && function.is_defined && !chosen[i];
        if (other && choice == Fibers::all_or_none) return std::vector<bool>(chosen.size());
    }
    return chosen;
}

// The program with lanes kept in step, where it relies on that. Kernels that would have to be fibers for it,
// and will not be, stay as they are: PoCL takes lanes to a barrier one way, and would lose a `return` of
// some.
std::optional<Tokens> in_step(const Program& program, Fibers choice) {
    const std::vector<bool> none(program.functions.size());
    const std::optional<Tokens> all = kept_in_step(program, none);
    if (!all) return all;
    const Program changed = find_functions(*all);
    const std::vector<bool> fibers = choose_fibers(changed, find_local_memory(changed), choice);
    std::vector<bool> left_out = conditional_exchanges(changed);
    for (size_t i = 0; i < left_out.size(); i++) left_out[i] = left_out[i] && !fibers[i];
    return kept_in_step(program, left_out);
}

// The application's program as it is, but for what PoCL would get wrong. Empty: nothing of that kind.
std::string mended(const Program& program) {
    Edits edits;
    const auto is_meeting = [&](const Call& call) {
        return is_exchange(program.name(call)) || is_work_group_function(program.name(call));
    };
    const bool meets = std::ranges::any_of(program.functions, [&](const Function& function) {
        return std::ranges::any_of(function.calls, is_meeting);
    });
    const bool is_library = std::ranges::none_of(program.functions, &Function::is_kernel);
    const bool inlines = inline_local_arguments(program, edits);
    const bool guards = (meets || is_library) && guard_loops(program, false, edits);
    if (!inlines && !guards)
        return program.tokens.left_out_pragmas ? edits.apply(program.tokens) : std::string();
    return "static inline __attribute__((always_inline)) int __genmedia_here(void) { "
           "return get_local_id(0) < get_local_size(0); }\n" +
           edits.apply(program.tokens);
}

Status rewrite_program(const Program& program, Fibers choice, ProgramSource& result) {
    if (const auto errors = find_image_errors(program); !errors.empty()) return refused(errors);
    const LocalMemory memory = find_local_memory(program);
    const std::vector<bool> fibers = choose_fibers(program, memory, choice);
    Edits attributes;
    result.kernels = describe_kernels(program, memory, fibers, attributes);
    result.declares_built_ins = set_declarations_aside(program, attributes);
    const auto is_fiber = [](const KernelDescription& kernel) { return kernel.fibers; };
    const bool alone = choice == Fibers::where_needed || choice == Fibers::wherever_possible;
    const bool whole = choice == Fibers::all_or_none, all = std::ranges::all_of(result.kernels, is_fiber);
    const bool any = std::ranges::any_of(result.kernels, is_fiber) || (whole && all);
    if (any) result.fiber_text = Variant(program, alone, attributes, fibers).of_fibers(memory, fibers);
    if (any && all) return {};
    std::vector<bool> others = fibers;
    others.flip();
    result.text = Variant(program, alone, attributes, others).of_pocl(memory, fibers);
    return {};
}

Status rewrite_tokens(const Tokens& tokens, Fibers choice, ProgramSource& result) {
    result.needs_layer = mention_layer(tokens.list);
    const Program program = find_functions(tokens);
    result.mended_text = mended(program);
    if (result.needs_layer) return rewrite_program(program, choice, result);
    const std::optional<Tokens> stepped = in_step(program, choice);
    if (!stepped) return rewrite_program(program, choice, result);
    result.needs_layer = result.in_step = true;
    return rewrite_program(find_functions(*stepped), choice, result);
}

}  // namespace

Status rewrite(const SourceInput& input, Fibers fibers, ProgramSource& result) {
    result = {};
    return read_program(input, [&](const Tokens& tokens) { return rewrite_tokens(tokens, fibers, result); });
}

Status preprocessed(const SourceInput& input, std::string& text) {
    return read_program(input, [&](const Tokens& tokens) {
        text = Edits{}.apply(tokens);
        return Status();
    });
}

bool mentions_layer(std::string_view text) { return mention_layer(tokenize(text, 0)); }

}  // namespace genmedia::opencl
