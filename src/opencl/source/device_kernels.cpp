// SPDX-License-Identifier: MIT
#include "opencl/source/device_kernels.h"

#include "opencl/source/analysis/described_kernels.h"
#include "opencl/source/analysis/functions.h"
#include "opencl/source/analysis/image_use.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/declarations.h"
#include "opencl/source/edits.h"
#include "opencl/source/inline_functions.h"
#include "opencl/source/kernel_ends.h"
#include "opencl/source/local_memory.h"
#include "opencl/source/pocl_mends/loop_guards.h"
#include "opencl/source/read_program.h"
#include "opencl/source/reconverge.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

namespace genmedia::opencl {
namespace {

constexpr const char* kParameters =
    "__global struct gm_device_launch* __gm_launch, __global const uchar* __gm_pictures, "
    "__local ulong2* __gm_memory";

// Whether a built-in has to be told who asks. Of the unit's most only pack and unpack values.
bool takes_context(std::string_view name) {
    if (!is_sub_group_name(name)) return false;
    if (!name.starts_with("intel_sub_group_avc_")) return true;
    return name.find("_evaluate_") != name.npos || name.find("_get_default_") != name.npos ||
           name.ends_with("_ref_window_size");
}

// The size of the largest vector that a program names, in bytes; of what it does not name nothing is
// exchanged.
size_t largest_value(const Tokens& tokens) {
    constexpr std::pair<std::string_view, size_t> scalars[] = {
        {"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}, {"float", 4}, {"double", 8}, {"half", 2}};
    size_t largest = 8;
    for (const Token& token : tokens.list) {
        std::string_view name = token.text;
        const size_t digits = name.find_first_of("0123456789");
        if (!token.is_identifier() || digits == name.npos || digits == 0) continue;
        const size_t width =
            name.substr(digits) == "3" ? 4 : static_cast<size_t>(std::atoi(name.data() + digits));
        name = name.substr(0, digits);
        if (name.starts_with("u")) name.remove_prefix(1);
        for (const auto& [scalar, bytes] : scalars)
            if (name == scalar && width <= 16) largest = std::max(largest, bytes * width);
    }
    return largest;
}

std::string number_of(const std::string& image) { return "__gm_image_" + image; }

// Writes a program for a device.
class DeviceText {
public:
    DeviceText(const Program& program, const std::vector<std::vector<const Call*>>& divided, Edits& edits)
        : program_(program),
          divided_(divided),
          edits_(edits),
          reaching_(functions_reaching(program, [&](const Call& call) {
              return is_sub_group_name(program.name(call)) || is_atomic(program.name(call));
          })) {}

    // Of functions that get a context: what uses sub-groups, or atomics, at which their lanes wait for each
    // other.
    const std::vector<bool>& reaching() const { return reaching_; }

    void write(const std::vector<KernelDescription>& kernels) {
        for (size_t i = 0; i < program_.functions.size(); i++) {
            const Function& function = program_.functions[i];
            if (!needs_context(i)) continue;
            qualify_images(function);
            if (function.is_kernel)
                enter(function, kernels);
            else
                add_parameters(function);
            bound_polls(function);
            for (const Call& call : function.calls)
                change_call(function, call, std::ranges::find(divided_[i], &call) != divided_[i].end());
        }
    }

    const std::vector<std::string>& errors() const { return errors_; }
    bool has_polls() const { return has_polls_; }

private:
    // Prototypes as well as definitions.
    bool needs_context(size_t index) const {
        if (reaching_[index]) return true;
        const auto found = program_.definitions.find(program_.name(program_.functions[index]));
        return found != program_.definitions.end() &&
               std::ranges::any_of(found->second, [&](size_t i) { return reaching_[i]; });
    }

    // All of a `for` or `while` statement that begins at this token, and of the do statement that it ends.
    Range loop_at(size_t index) const {
        Range loop{index, program_.partner[index + 1] + 1};
        if (program_.list[loop.end].is("{")) loop.end = program_.partner[loop.end];
        if (program_.list[index].is("while") && index > 0 && program_.list[index - 1].is("}")) {
            const size_t open = program_.partner[index - 1];
            if (open > 0 && program_.list[open - 1].is("do")) loop.begin = open;
        }
        return loop;
    }

    // The tokens before and after the condition of such a statement. Nothing: it is a `for` that counts.
    std::optional<Range> condition_at(size_t index) const {
        const size_t open = index + 1, close = program_.partner[open];
        if (program_.list[index].is("while")) return Range{open, close};
        std::vector<size_t> ends;
        for (size_t i = open + 1; i < close; i++) {
            if (program_.list[i].is(";")) ends.push_back(i);
            if (program_.partner[i] > i && program_.partner[i] < close) i = program_.partner[i];
        }
        if (ends.size() != 2 || ends[1] + 1 != close) return std::nullopt;
        return Range{ends[0], ends[1]};
    }

    // Whether a loop does nothing at all but ask, `while (done[i] == 0) {}`: others change what it asks.
    bool is_empty_loop(size_t index) const {
        const size_t body = program_.partner[index + 1] + 1;
        return program_.list[body].is(";")
                   ? !program_.list[index - 1].is("}")
                   : program_.list[body].is("{") && program_.partner[body] == body + 1;
    }

    // Loops that wait for another work-group end some day: no driver ends a kernel.
    void bound_polls(const Function& function) {
        bool any = false;
        for (size_t i = function.body.begin; i < function.body.end; i++) {
            const bool is_loop = program_.list[i].is("while") || program_.list[i].is("for");
            if (!is_loop || !program_.list[i + 1].is("(")) continue;
            const auto condition = condition_at(i);
            if (!condition) continue;
            const Range loop = loop_at(i);
            bool polls = is_empty_loop(i), meets = false;
            for (const Call& call : function.calls) {
                if (call.name < loop.begin || call.name >= loop.end) continue;
                polls |= is_atomic(program_.name(call));
                meets |= is_exchange(program_.name(call));
            }
            if (!polls || meets) continue;
            const bool always = condition->begin + 1 == condition->end;  // for (;;)
            edits_.insert_after(condition->begin, always ? "" : "(");
            edits_.insert_before(condition->end,
                                 std::string(always ? "" : ") && ") + "__gm_patient(__gm_c, &__gm_polls)");
            any = true;
        }
        if (any) edits_.insert_after(function.header_end, "uint __gm_polls = 0;");
        has_polls_ |= any;
    }

    size_t open_of(const Function& function) const { return function.name + 1; }

    // Whether blocks are written to an image parameter, here or in what it is handed to.
    bool is_written(const Function& function, const std::string& image,
                    std::set<std::pair<size_t, size_t>>& seen) const {
        for (const Call& call : function.calls)
            for (size_t k = 0; k < call.arguments.size(); k++) {
                if (image_named(function, call.arguments[k]) != image) continue;
                if (k == 0 && program_.name(call).find("block_write") != std::string::npos) return true;
                for (const size_t i : program_.callees(call)) {
                    const Function& callee = program_.functions[i];
                    if (k < callee.parameters.size() && seen.insert({i, k}).second &&
                        is_written(callee, callee.parameters[k].name, seen))
                        return true;
                }
            }
        return false;
    }

    // Of a prototype the function with its body, where there is one.
    const Function& definition_of(const Function& function) const {
        const auto all = program_.definitions.find(program_.name(function));
        if (function.is_defined || all == program_.definitions.end()) return function;
        const auto found = std::ranges::find_if(all->second, [&](size_t i) {
            return program_.functions[i].parameters.size() == function.parameters.size();
        });
        return found == all->second.end() ? function : program_.functions[*found];
    }

    // Images without a qualifier can be read only. Beignet wrote blocks to them all the same.
    void qualify_images(const Function& function) {
        const std::vector<Range> ranges = program_.split(open_of(function));
        const Function& body = definition_of(function);
        for (size_t i = 0; i < body.parameters.size() && i < ranges.size(); i++) {
            std::set<std::pair<size_t, size_t>> seen;  // functions and their parameters
            const bool is_qualified = std::any_of(
                program_.list.begin() + static_cast<ptrdiff_t>(ranges[i].begin),
                program_.list.begin() + static_cast<ptrdiff_t>(ranges[i].end), [](const Token& token) {
                    return token.text.ends_with("read_only") || token.text.ends_with("write_only") ||
                           token.text.ends_with("read_write");
                });
            if (body.parameters[i].is_image && !is_qualified &&
                is_written(body, body.parameters[i].name, seen))
                edits_.insert_before(ranges[i].begin, "__write_only");
        }
    }

    bool is_empty_list(size_t open) const {
        const size_t close = program_.partner[open];
        return close == open + 1 || (close == open + 2 && program_.list[open + 1].is("void"));
    }

    void enter(const Function& kernel, const std::vector<KernelDescription>& kernels) {
        const size_t open = open_of(kernel), close = program_.partner[open];
        const bool is_empty = is_empty_list(open);
        if (is_empty && close == open + 2) edits_.remove(open + 1);
        edits_.insert_before(close, (is_empty ? "" : ", ") + std::string(kParameters));
        if (!kernel.is_defined) return;
        const auto known = std::ranges::find(kernels, program_.name(kernel), &KernelDescription::name);
        const bool asks = known->uses_motion_estimation;
        const size_t size = asks || known->required_sub_group_size == 0 ? 16 : known->required_sub_group_size;
        std::string entry = "const struct __gm_context __gm_c = __genmedia_enter(" + std::to_string(size) +
                            ", " +
                            (asks ? "GM_UNIT_WORDS" : std::to_string(size * known->exchange_bytes / 8)) +
                            ", __gm_launch, __gm_pictures, __gm_memory);";
        for (size_t i = 0; i < kernel.parameters.size(); i++)
            if (kernel.parameters[i].is_image)
                entry +=
                    " const uint " + number_of(kernel.parameters[i].name) + " = " + std::to_string(i) + ";";
        if (asks) {
            entry += " if (__genmedia_help(__gm_c)) return;";
            mark_ends(program_, kernel, "__genmedia_leave(__gm_c);", edits_);
        }
        edits_.insert_after(kernel.header_end, entry);
    }

    void add_parameters(const Function& function) {
        const size_t open = open_of(function);
        const bool is_empty = is_empty_list(open);
        if (is_empty && program_.partner[open] == open + 2) edits_.remove(open + 1);
        edits_.insert_after(open, std::string("const struct __gm_context __gm_c") + (is_empty ? "" : ","));
        const std::vector<Range> ranges = program_.split(open);
        const std::vector<Parameter>& parameters = definition_of(function).parameters;
        for (size_t i = 0; i < parameters.size() && i < ranges.size(); i++)
            if (parameters[i].is_image)
                edits_.insert_after(ranges[i].end - 1, ", const uint " + number_of(parameters[i].name));
    }

    // The image parameter of `function` that an argument is; empty: none.
    std::string image_named(const Function& function, Range argument) const {
        while (argument.end - argument.begin > 2 && program_.list[argument.begin].is("("))
            argument = {argument.begin + 1, argument.end - 1};
        if (argument.end - argument.begin != 1) return {};
        const std::string& name = program_.list[argument.begin].text;
        const auto found = std::ranges::find(function.parameters, name, &Parameter::name);
        return found != function.parameters.end() && found->is_image ? name : std::string();
    }

    void replace(Range range, const std::string& text) {
        for (size_t i = range.begin; i < range.end; i++) edits_.remove(i);
        edits_.replace(range.begin, text);
    }

    // `divided`: not all lanes come by.
    void change_call(const Function& function, const Call& call, bool divided) {
        const std::string& name = program_.name(call);
        const std::vector<size_t>& callees = program_.callees(call);
        const bool is_own = !callees.empty();
        if (is_own ? std::ranges::none_of(callees, [&](size_t i) { return reaching_[i]; })
                   : !takes_context(name))
            return;
        if (is_own && program_.functions[callees.front()].is_kernel) {
            refuse(call, "kernel '" + name +
                             "' is called by a function; kernels that use sub-groups can be "
                             "launched alone on this device");
            return;
        }
        edits_.insert_after(call.name + 1, std::string(divided ? "__gm_here(__gm_c)" : "__gm_c") +
                                               (call.arguments.empty() ? "" : ","));
        if (!is_own && is_evaluation(name)) {
            change_evaluation(function, call);
            return;
        }
        for (const Range& argument : call.arguments)
            if (const std::string image = image_named(function, argument); is_own && !image.empty())
                edits_.insert_after(argument.end - 1, ", " + number_of(image));
    }

    void change_evaluation(const Function& function, const Call& call) {
        const std::string& name = program_.name(call);
        const bool multi = name.find("multi_reference") != name.npos;
        const size_t images = name.find("dual_reference") != name.npos     ? 3
                              : name.find("single_reference") != name.npos ? 2
                                                                           : 1;
        const size_t count = call.arguments.size(), sampler = multi ? count - 2 : images;
        if (count < images + 2) return;  // the compiler will say so
        for (size_t i = 0; i < images; i++) {
            const std::string image = image_named(function, call.arguments[i]);
            if (image.empty())
                refuse(call, "argument " + std::to_string(i + 1) + " of '" + name +
                                 "' is no image parameter by its name; expected one on this device");
            else
                replace(call.arguments[i], number_of(image));
        }
        replace(call.arguments[sampler], "");
        edits_.remove(call.arguments[sampler].end);  // the comma
    }

    void refuse(const Call& call, const std::string& message) {
        errors_.push_back(program_.tokens.error(program_.list[call.name], message));
    }

    const Program& program_;
    const std::vector<std::vector<const Call*>>& divided_;
    Edits& edits_;
    std::vector<bool> reaching_;
    std::vector<std::string> errors_;
    bool has_polls_ = false;
};

// Whether the first sixteen work-items of a work-group may be all that a program sees of it.
bool may_have_helpers(const Tokens& tokens, const std::vector<KernelDescription>& kernels) {
    constexpr std::array<size_t, 3> one_sub_group{16, 1, 1};
    return std::ranges::all_of(kernels,
                               [&](const KernelDescription& kernel) {
                                   return kernel.required_work_group_size == one_sub_group &&
                                          !kernel.uses_work_group_functions;
                               }) &&
           std::ranges::none_of(tokens.list, [](const Token& token) {
               return token.is("get_work_dim") || token.is("get_global_linear_id") ||
                      token.is("get_local_linear_id");
           });
}

Status write_program(const Tokens& tokens, bool guard, DeviceSource& result) {
    const Program program = find_functions(tokens);
    if (const auto errors = find_image_errors(program); !errors.empty()) return refused(errors);
    Edits edits;
    const std::vector<bool> none(program.functions.size());
    result.kernels = describe_kernels(program, find_local_memory(program), none, edits);
    const std::vector<bool> may_fail = functions_reaching(program, [&](const Call& call) {
        const std::string& name = program.name(call);
        return name.find("_evaluate_with_multi_reference") != name.npos ||
               (name == "intel_sub_group_avc_sic_configure_ipe" && call.arguments.size() > 8);  // chroma
    });
    result.takes_helpers = may_have_helpers(tokens, result.kernels);
    for (KernelDescription& kernel : result.kernels) {
        kernel.on_device = true;
        kernel.exchange_bytes = largest_value(tokens);
    }
    set_declarations_aside(program, edits);
    const auto divided = divided_exchanges(program, Together::sub_group);
    for (const auto& calls : divided_exchanges(program, Together::work_group))
        for (const Call* call : calls)
            result.divided.push_back(tokens.error(program.list[call->name], program.name(*call)));
    DeviceText text(program, divided, edits);
    for (size_t i = 0; i < program.functions.size(); i++) {
        const auto known =
            std::ranges::find(result.kernels, program.name(program.functions[i]), &KernelDescription::name);
        if (known == result.kernels.end()) continue;
        known->may_fail |= may_fail[i];
        known->uses_sub_groups |= text.reaching()[i];
    }
    text.write(result.kernels);
    if (!text.errors().empty()) return refused(text.errors());
    result.polls = text.has_polls();
    for (KernelDescription& kernel : result.kernels)
        kernel.may_fail |= result.polls && kernel.uses_sub_groups;
    make_inline_static(program, edits);
    add_convergence(program, edits);
    if (guard) guard_loops(program, true, edits);  // its conditions go inside those marks
    result.text = edits.apply(program.tokens);
    return {};
}

}  // namespace

Status rewrite_for_device(const SourceInput& input, bool guard, DeviceSource& result) {
    result = {};
    return read_program(input, [&](const Tokens& tokens) {
        result.needs_layer = mention_layer(tokens.list);
        return result.needs_layer ? write_program(tokens, guard, result) : Status();
    });
}

}  // namespace genmedia::opencl
