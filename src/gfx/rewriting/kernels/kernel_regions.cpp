// SPDX-License-Identifier: MIT
// The statement behind #pragma offload as a kernel: a lambda of the surfaces that its clauses name.
#include "gfx/rewriting/rewriter.h"

#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/local_names.h"
#include "kernel_sections.h"

namespace genmedia::gfx {
namespace {

// Array notation and arrays of the statement's own ask for a thread with all its registers.
bool wants_threads(const Tokens& statement) {
    for (const Token& token : statement)
        if (token.is("_Thread_group")) return false;
    if (has_notation(statement)) return true;
    for (size_t i = 1; i + 1 < statement.size(); i++)
        if (statement[i].is_name() && statement[i - 1].is_name() && statement[i + 1].is("[") &&
            !statement[i - 1].is("return") && !statement[i - 1].is("else"))
            return true;
    return false;
}

// T* name = value: where the name stands; tokens.size(): it is something else.
size_t pointer_declared(const Tokens& tokens) {
    size_t i = 0;
    while (i < tokens.size() && (tokens[i].is_name() || tokens[i].is("::"))) i++;
    if (i == 0 || i >= tokens.size() || !tokens[i].is("*")) return tokens.size();
    i++;
    while (i < tokens.size() && (tokens[i].is("const") || tokens[i].is("__restrict"))) i++;
    const bool declared = i + 1 < tokens.size() && tokens[i].is_name() && tokens[i + 1].is("=");
    return declared ? i : tokens.size();
}

}  // namespace

Tokens Rewriter::scalar_value(const Tokens& tokens, const char* refusal) {
    if (where_.in_kernel && !has_rank(tokens)) return kernel_scalar(shared_, tokens);
    return scalar(shared_, tokens, refusal);
}

// A statement of a kernel that no keyword begins, with its semicolon.
Tokens Rewriter::kernel_statement(const Tokens& tokens) {
    Tokens out;
    const size_t pointer = pointer_declared(tokens);
    if (pointer < tokens.size() && tokens.back().is(";")) {  // into memory, or to an array of the kernel's
        for (const Tokens& each : split(part(tokens, pointer, tokens.size() - 1), ",")) {
            append(out, made("auto", each[0].place));
            append(out, kernel_scalar(shared_, each[0].is("*") ? part(each, 1, each.size()) : each));
            append(out, made(";", each[0].place));
        }
        return out;
    }
    if (!has_rank(tokens)) return kernel_scalar(shared_, tokens);
    const Tokens whole = tokens.back().is(";") ? part(tokens, 0, tokens.size() - 1) : tokens;
    const bool parallel = region_ && where_.parallel == 0;
    for (const Tokens& each : split(whole, ",")) {
        if (each.empty()) throw Mistake{tokens[0].place, "an expression is missing beside a comma"};
        if (has_rank(each)) {
            KernelSections sections(shared_);
            append(out, sections.statement(each, parallel));
            if (parallel) {
                kernel_size_ = made("::gfxcc::kernel::threads_of_statement(", each[0].place);
                const Tokens lengths = sections.lengths();
                append(kernel_size_, part(lengths, 1, lengths.size()));  // without the comma in front
                append(kernel_size_, made("),1", each[0].place));
            }
        } else {
            append(out, kernel_scalar(shared_, each));
            append(out, made(";", each.back().place));
        }
    }
    return out;
}

// The variable of a parallel loop, in the round that this thread or lane takes.
Tokens Rewriter::kernel_round(const LoopHead& head, const char* thread) {
    const size_t equals = assignment(head.parts[0]);
    if (equals >= head.parts[0].size() || equals == 0)
        throw Mistake{head.place,
                      "a parallel loop that does not begin with TYPE i = start is not supported in a kernel"};
    Tokens out = equals > 1 ? part(head.parts[0], 0, equals - 1) : made("auto", head.place);
    const Token& variable = head.parts[0][equals - 1];
    out.push_back(variable);
    append(out, made("=(", head.place));
    append(out, part(head.parts[0], equals + 1, head.parts[0].size()));
    append(out, made(std::string(")+int(") + thread + ")*(", head.place));
    append(out, loop_step(head));
    append(out, made(");(void)" + variable.text + ";", head.place));
    return out;
}

// The heads of a perfect nest of parallel loops, of which at_ is inside then, behind so many braces.
std::vector<Rewriter::LoopHead> Rewriter::kernel_nest(size_t& braces) {
    std::vector<LoopHead> heads;
    for (;;) {
        while (at_ < tokens_.size() && now().kind == Kind::pragma) at_++;
        if (at_ >= tokens_.size() || !now().is("_Cilk_for")) break;
        heads.push_back(loop_head());
        check_loop(heads.back(), "_Cilk_for");
        size_t next = at_;
        while (next < tokens_.size() && (tokens_[next].is("{") || tokens_[next].kind == Kind::pragma)) next++;
        const bool group = next + 1 < tokens_.size() && tokens_[next + 1].is("_Thread_group");
        const bool nest = next < tokens_.size() && tokens_[next].is("_Cilk_for") && heads.size() < 2 &&
                          group == heads[0].group;
        if (!nest) break;
        if (now().is("{")) {  // perfect: nothing stands behind the inner loop
            const size_t end = closing(tokens_, at_), before = at_;
            at_ = next;
            skip_statement();
            const bool perfect = at_ == end;
            at_ = before;
            if (!perfect) break;
            at_++;
            braces++;
        }
    }
    return heads;
}

// The nest of parallel loops, and what is inside.
Tokens Rewriter::kernel_loops() {
    size_t braces = 0;
    const std::vector<LoopHead> heads = kernel_nest(braces);
    const bool groups = heads[0].group;
    if (groups && !where_.in_lanes)
        throw Mistake{heads[0].place,
                      "loops over thread groups are not supported in a kernel of C for Metal"};
    where_.in_group = groups;
    where_.parallel += groups ? 0 : 1;
    Tokens out;
    static const char* const kThreads[] = {"__gfx_x", "__gfx_y"};
    static const char* const kGroups[] = {"::gfxcc::kernel::group_id(0)", "::gfxcc::kernel::group_id(1)"};
    for (size_t k = 0; k < heads.size(); k++)
        append(out, kernel_round(heads[k], (groups ? kGroups : kThreads)[heads.size() - 1 - k]));
    for (size_t k = heads.size(); k-- > 0;) {
        append(kernel_size_, made("int(", heads[k].place));
        append(kernel_size_, round_count(heads[k]));
        append(kernel_size_, made(heads.size() == 1 ? "),1" : k > 0 ? ")," : ")", heads[k].place));
    }
    append(out, body());
    at_ += braces;
    return out;
}

Tokens Rewriter::kernel_body(const Tokens& statement, const OffloadClauses& clauses, Tokens& size) {
    Surroundings where = where_;
    where.target = true;
    where.in_region = true;
    where.in_lanes = shared_.language.kernels == Kernels::lanes;
    where.in_kernel = !where.in_lanes;
    where.parallel = 0;
    for (const OffloadVariable& variable : clauses.variables) where.locals.insert(variable.name.text);
    Rewriter inner(shared_, statement, found_, versions_, where);
    inner.region_ = true;
    size_t first = 0;
    while (statement[first].kind == Kind::pragma) first++;
    const Tokens out = statement[first].is("_Cilk_for") ? inner.kernel_loops() : inner.run();
    size = inner.kernel_size_;
    return out;
}

// The lambda `name` of a region, and how many threads it is for; nothing where there is none.
Tokens Rewriter::kernel_lambda(const Tokens& statement, const OffloadClauses& clauses,
                               const std::string& name, Tokens& size, Place region) {
    const Place place = statement.front().place;
    Tokens body;
    const size_t mistakes = shared_.mistakes.size();
    try {
        body = kernel_body(statement, clauses, size);
    } catch (const Mistake& mistake) {
        shared_.mistakes.push_back(mistake);
    }
    if (shared_.mistakes.size() > mistakes) {  // the region has no kernel; others may have
        shared_.without_kernel.push_back({region, shared_.mistakes[mistakes]});
        shared_.mistakes.resize(mistakes);
        return {};
    }
    Tokens out = made("auto " + name + "=[=", place), parameters = made("int __gfx_x,int __gfx_y", place),
           names;
    for (const OffloadVariable& variable : clauses.variables) {
        const std::string& text = variable.name.text;
        if (!mentions(statement, {text})) continue;
        append(out, made(",__gfx_l_" + text + "=::gfxcc::kernel::row_length(" + text + ")", place));
        append(parameters, made(",::gfxcc::kernel::memory<decltype(" + text + ")> __gfx_m_" + text, place));
        append(names,
               made("auto&&" + text + "=::gfxcc::kernel::named" + (variable.how == "in" ? "_input" : "") +
                        "(__gfx_m_" + text + ",__gfx_l_" + text + ");(void)" + text + ";",
                    place));
    }
    append(out, made("](", place));
    append(out, parameters);
    append(out, made(")mutable{(void)__gfx_x;(void)__gfx_y;", place));
    append(out, names);
    append(out, body);
    append(out, made("};", statement.back().place));
    return out;
}

bool Rewriter::wants_kernel(const Tokens& statement, Place place) const {
    const std::pair<std::string, int> where(shared_.files.at(static_cast<size_t>(place.file)), place.line);
    const bool for_lanes = shared_.language.for_lanes.contains(where);
    const bool lanes = shared_.language.kernels == Kernels::lanes;
    return !shared_.language.left_out.contains(where) && (wants_threads(statement) && !for_lanes) != lanes;
}

Tokens Rewriter::kernel_region(const Tokens& statement, const OffloadClauses& clauses, Place place) {
    if (!wants_kernel(statement, place)) return made(";", place);
    const std::string name = shared_.fresh("kernel");
    Tokens size;
    const Tokens lambda = kernel_lambda(statement, clauses, name, size, place);
    if (lambda.empty()) return made(";", place);
    const KernelRegion& region = note_kernel(statement, place);
    Tokens out = made("{", place);
    append(out, lambda);
    append(out, made("::gfxcc::kernel::region_entry<" + std::to_string(region.number) + ">(" + name + ");}",
                     statement.back().place));
    return out;
}

const KernelRegion& Rewriter::note_kernel(const Tokens& statement, Place place) {
    KernelRegion region;
    region.number = static_cast<int>(shared_.kernels.size());
    region.file = shared_.files.at(static_cast<size_t>(place.file));
    region.line = place.line;
    region.last_line = statement.back().place.line;
    region.name = (where_.kernel_function.empty() ? where_.function : where_.kernel_function) + "_" +
                  std::to_string(place.line);
    shared_.kernels.push_back(region);
    return shared_.kernels.back();
}

// The region as a call of its kernel; nothing where it has none.
Tokens Rewriter::kernel_call(const Tokens& statement, const OffloadClauses& clauses,
                             const std::string& region, Place place) {
    if (!wants_kernel(statement, place)) return {};
    for (const OffloadVariable& variable : clauses.variables) {
        if (variable.start.empty()) continue;
        shared_.without_kernel.push_back(
            {place,
             {place, "a section of " + variable.name.text +
                         " in a clause that does not begin at 0 is not supported in a kernel"}});
        return {};
    }
    const std::string name = shared_.fresh("kernel");
    Tokens size;
    Tokens out = kernel_lambda(statement, clauses, name, size, place);
    if (out.empty()) return {};
    const Place last = statement.back().place;
    append(out, made("::gfxcc::kernel::launch(" + region + ",\"" + shared_.language.kernel_file + "\",\"" +
                         note_kernel(statement, place).name + "\"," + name + ",{{",
                     last));
    append(out, size);
    append(out, made("}}", last));
    for (const OffloadVariable& variable : clauses.variables)
        if (mentions(statement, {variable.name.text}))
            append(out, made(",::gfxcc::kernel::place_of(" + variable.name.text + ")", last));
    append(out, made(");", last));
    return out;
}

}  // namespace genmedia::gfx
