// SPDX-License-Identifier: MIT
// The loops of functions marked target(gfx_kernel) as kernels. Of loops over thread groups a work-group is a
// group, whose lanes share the rounds of the loops inside.
#include "gfx/rewriting/rewriter.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/local_names.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

// Parameters that lead to memory or are images, by their names.
Tokens pointers_among(const Tokens& function, size_t name) {
    Tokens found;
    for (const Tokens& each : split(part(function, name + 2, closing(function, name + 1)), ",")) {
        const bool pointer = std::any_of(each.begin(), each.end(), [](const Token& token) {
            return token.is("*") || token.is("[") || token.is("__gfx_surface_index");
        });
        const size_t end = static_cast<size_t>(
            std::find_if(each.begin(), each.end(), [](const Token& token) { return token.is("["); }) -
            each.begin());
        if (pointer && end > 0 && each[end - 1].is_name()) found.push_back(each[end - 1]);
    }
    return found;
}

}  // namespace

// The function once more, as the target has it, with kernels in place of its loops.
Tokens Rewriter::kernels_of_function(const Token& name) {
    const auto found = versions_->target.functions.find(name.place);
    if (found == versions_->target.functions.end()) return {};
    Tokens function = found->second.tokens;
    size_t at = 0;
    while (at < function.size() && function[at].place != name.place) at++;
    if (at + 1 >= function.size() || !function[at + 1].is("(")) return {};
    if (where_.in_class) {
        shared_.without_kernel.push_back(
            {{}, {name.place, name.text + " is a member, of which kernels are not supported"}});
        return {};
    }
    Surroundings where = where_;
    where.target = true;
    where.marked = true;
    where.kernel_function = name.text;
    where.kernel_memory = pointers_among(function, at);
    function[at].text = shared_.fresh("kernels_of");
    if (function[0].is("template")) shared_.kernel_templates[name.text] = function[at].text;
    Found ignored;
    return Rewriter(shared_, function, ignored, versions_, where).run();
}

// Where a program names template<arguments>, its kernels are made: (kernels<arguments>, template<arguments>).
void Rewriter::use_kernel_templates(Tokens& tokens) const {
    Tokens out;
    for (size_t i = 0; i < tokens.size(); i++) {
        const auto found = shared_.kernel_templates.find(tokens[i].text);
        const size_t end =
            found != shared_.kernel_templates.end() && tokens[i].is_name() && !is_member(tokens, i)
                ? past_angles(tokens, i + 1)
                : i;
        if (end <= i + 1) {
            out.push_back(tokens[i]);
            continue;
        }
        append(out, made("((void)&" + found->second, tokens[i].place));
        append(out, part(tokens, i + 1, end));
        append(out, made(",", tokens[i].place));
        append(out, part(tokens, i, end));
        append(out, made(")", tokens[i].place));
        i = end - 1;
    }
    tokens = std::move(out);
}

// An outermost loop of such a function, as if a clause named all of its pointers.
Tokens Rewriter::kernel_function_loop() {
    const Place place = now().place;
    const size_t start = at_;
    skip_statement();
    OffloadClauses clauses;
    for (const Token& name : where_.kernel_memory)
        clauses.variables.push_back({.name = name,
                                     .how = "pin",
                                     .length = {},
                                     .start = {},
                                     .is_section = false,
                                     .other = name,
                                     .allocates = {},
                                     .frees = {}});
    return kernel_region(part(tokens_, start, at_), clauses, place);
}

// A loop that the lanes of a group share.
Tokens Rewriter::lane_loop(const LoopHead& head) {
    refuse_break();
    const std::string round = shared_.fresh("round");
    Tokens out = made("for(int " + round + "=::gfxcc::kernel::local_id();" + round + "<int(", head.place);
    append(out, round_count(head));
    append(out, made(");" + round + "+=::gfxcc::kernel::local_size()){", head.place));
    append(out, kernel_round(head, round.c_str()));
    where_.parallel++;
    append(out, body());
    where_.parallel--;
    append(out, made("}", tokens_[at_ - 1].place));
    return out;
}

}  // namespace genmedia::gfx
