// SPDX-License-Identifier: MIT
#include "kernel_sections.h"

#include "gfx/rewriting/array_notation/reductions.h"
#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <algorithm>
#include <set>

namespace genmedia::gfx {
namespace {

const char kNames[] = "::gfxcc::kernel::";

Tokens joined(std::initializer_list<Tokens> parts) {
    Tokens out;
    for (const Tokens& each : parts) append(out, each);
    return out;
}

Tokens ours(const std::string& text, Place place) { return made(kNames + text, place); }

bool begins_value(const Token& token) {
    return token.is_name() || token.kind == Kind::number || token.kind == Kind::literal || token.is("(");
}

// Whether brackets hold a type alone: unsigned char, T*.
bool is_type(const Tokens& tokens) {
    static const std::set<std::string> kWords = {"int",  "unsigned", "signed", "float", "double",
                                                 "char", "short",    "long",   "bool",  "const"};
    if (tokens.empty()) return false;
    return std::all_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.is_name(); }) &&
           (kWords.contains(tokens[0].text) || tokens.size() == 1);
}

// Position of the colon that belongs to the condition at `at`.
size_t colon_of(const Tokens& tokens, size_t at) {
    int conditions = 0;
    for (size_t i = at; i < tokens.size(); i++) {
        if (opens(tokens[i]))
            i = closing(tokens, i);
        else if (tokens[i].is("?"))
            conditions++;
        else if (tokens[i].is(":") && --conditions == 0)
            return i;
    }
    throw Mistake{tokens[at].place, "a ? without its colon"};
}

size_t condition_at(const Tokens& tokens) {
    for (size_t i = 0; i < tokens.size(); i++) {
        if (opens(tokens[i]))
            i = closing(tokens, i);
        else if (tokens[i].is("?"))
            return i;
    }
    return tokens.size();
}

const std::map<std::string, std::string>& plain_reductions() {
    static const std::map<std::string, std::string> kKinds = {
        {"__sec_reduce_add", "add"},           {"__sec_reduce_mul", "mul"},
        {"__sec_reduce_max", "max"},           {"__sec_reduce_min", "min"},
        {"__sec_reduce_max_ind", "max_ind"},   {"__sec_reduce_min_ind", "min_ind"},
        {"__sec_reduce_all_zero", "all_zero"}, {"__sec_reduce_all_nonzero", "all_nonzero"},
        {"__sec_reduce_any_zero", "any_zero"}, {"__sec_reduce_any_nonzero", "any_nonzero"}};
    return kKinds;
}

}  // namespace

Tokens KernelSections::lambda(const Tokens& body, Place place) const {
    std::string parameters;
    for (const auto& [rank, lengths] : lengths_)
        parameters += (parameters.empty() ? "auto " : ",auto ") + dimension(rank);
    return joined(
        {made("[&](" + parameters + ")__attribute__((always_inline)){", place), body, made(";}", place)});
}

Tokens KernelSections::lengths() const {
    Tokens out;
    for (const auto& [rank, lengths] : lengths_) {
        const Place place = lengths[0][0].place;
        append(out, made(",", place));
        append(out, ours("lengths(", place));
        for (size_t i = 0; i < lengths.size(); i++) {
            if (i > 0) append(out, made(",", place));
            append(out, lengths[i]);
        }
        append(out, made(")", place));
    }
    return out;
}

Tokens KernelSections::statement(const Tokens& tokens, bool parallel) {
    const Place place = tokens[0].place;
    Tokens all = tokens;
    const bool before = all[0].is("++") || all[0].is("--");
    if (before || all.back().is("++") || all.back().is("--")) {
        const std::string sign = before ? all[0].text : all.back().text;
        all = before ? part(all, 1, all.size()) : part(all, 0, all.size() - 1);
        append(all, made(sign == "++" ? "+=1" : "-=1", place));
        for (Token& token : all) token.done = false;
    }
    const size_t equals = assignment(all);
    Tokens body;
    if (equals == all.size()) {
        body = expression(all);
    } else {
        const Tokens value = part(all, equals + 1, all.size());
        if (assignment(value) < value.size())
            throw Mistake{place,
                          "two assignments in one statement with sections are not supported in a kernel"};
        const Tokens to = part(all, 0, equals);
        if (!has_rank(to))
            throw Mistake{place,
                          text_of(to) + " cannot be scalar when the right-hand side is an array section"};
        Tokens base, subs;
        if (subscripts(to, 0, base, subs) != to.size())
            throw Mistake{place,
                          text_of(to) + ": not supported as what a kernel assigns to; expected a section"};
        const Tokens written = joined({ours("at(", place), base, subs, made(")", place)});
        Tokens result = expression(value);
        if (!all[equals].is("=")) {
            std::string sign = all[equals].text;
            sign.pop_back();
            result = joined({made("__gfx_to.get()" + sign + "(", place), result, made(")", place)});
        }
        body = joined({made("auto&&__gfx_to=", place), written, made(";__gfx_to.put(", place), result,
                       made(")", place)});
    }
    Tokens out = ours(parallel ? "thread_of_statement(" : "statement(", place);
    if (parallel) append(out, made("__gfx_x,", place));
    append(out, lambda(body, place));
    append(out, lengths());
    append(out, made(");", place));
    return out;
}

Tokens KernelSections::expression(const Tokens& tokens) {
    if (!has_notation(tokens)) {
        if (lengths_.empty()) return tokens;
    }
    if (const size_t at = condition_at(tokens); at < tokens.size()) {
        const size_t colon = colon_of(tokens, at);
        const Place place = tokens[at].place;
        return joined({ours("choose(", place), expression(part(tokens, 0, at)), made(",", place),
                       expression(part(tokens, at + 1, colon)), made(",", place),
                       expression(part(tokens, colon + 1, tokens.size())), made(")", place)});
    }
    Tokens out;
    for (size_t i = 0; i < tokens.size();) {
        const Token& token = tokens[i];
        if (token.is("(")) {
            const size_t end = closing(tokens, i);
            const bool cast =
                is_type(part(tokens, i + 1, end)) && end + 1 < tokens.size() && begins_value(tokens[end + 1]);
            if (cast) {
                append(out, ours("cast<", token.place));
                append(out, part(tokens, i + 1, end));
                append(out, made(">(", token.place));
                i = chain(tokens, end + 1, out);
                append(out, made(")", token.place));
                continue;
            }
        }
        if (begins_value(token) && !token.done) {
            i = chain(tokens, i, out);
        } else if (opens(token)) {
            const size_t end = closing(tokens, i);
            append(out, part(tokens, i, end + 1));
            i = end + 1;
        } else {
            out.push_back(token);
            i++;
        }
    }
    return out;
}

// A value with its subscripts, calls and members. Returns where it ends.
size_t KernelSections::chain(const Tokens& tokens, size_t at, Tokens& out) {
    const Token& first = tokens[at];
    const bool bracket = at + 1 < tokens.size() && tokens[at + 1].is("(");
    if (first.is_name() && bracket && reduction_named(first.text) != nullptr) {
        const size_t end = closing(tokens, at + 1);
        append(out, reduction(first, part(tokens, at + 2, end)));
        return end + 1;
    }
    if (first.is("__sec_implicit_index") && bracket) {
        const size_t end = closing(tokens, at + 1);
        append(out, index(part(tokens, at + 2, end), first.place));
        return end + 1;
    }
    Tokens base, subs;
    const size_t end = subscripts(tokens, at, base, subs);
    if (!subs.empty())
        append(out, joined({ours("at(", first.place), base, subs, made(").get()", first.place)}));
    else if (!base.empty() && base.back().is("]"))
        append(out, joined({ours("value(", first.place), base, made(")", first.place)}));
    else
        append(out, base);
    return end;
}

// base gets what no section is in, subs the subscripts from the first section on, each behind a comma.
size_t KernelSections::subscripts(const Tokens& tokens, size_t at, Tokens& base, Tokens& subs) {
    size_t rank = 0, taken = 0;
    if (tokens[at].is("(")) {
        const size_t end = closing(tokens, at);
        append(base, joined({{tokens[at]}, expression(part(tokens, at + 1, end)), {tokens[end]}}));
        at = end + 1;
    } else {
        base.push_back(tokens[at++]);
    }
    for (; at < tokens.size(); at++) {
        const Token& token = tokens[at];
        const bool bracket = token.is("[") || token.is("(");
        if (!bracket) {
            const bool member = (token.is(".") || token.is("->") || token.is("::")) &&
                                at + 1 < tokens.size() && tokens[at + 1].is_name();
            if (!member) break;
            if (rank > 0) throw Mistake{token.place, "a member of a section is not supported in a kernel"};
            append(base, part(tokens, at, at + 2));
            at++;
            continue;
        }
        const size_t end = closing(tokens, at);
        const Tokens content = part(tokens, at + 1, end);
        if (token.is("(")) {
            if (rank > 0) throw Mistake{token.place, "a call of a section is not supported in a kernel"};
            base = call(base, content, token.place);
        } else if (!colons(content).empty() || has_rank(content) || rank > 0) {
            append(subs, made(",", token.place));
            append(subs, subscript(content, base, rank, taken, token.place));
            rank += colons(content).empty() && !has_rank(content) ? 0 : 1;
            taken++;
        } else {
            base.push_back(token);
            append(base, expression(content));
            base.push_back(tokens[end]);
        }
        at = end;
    }
    return at;
}

Tokens KernelSections::subscript(const Tokens& content, const Tokens& base, size_t rank, size_t before,
                                 Place place) {
    const std::vector<size_t> at = colons(content);
    if (at.empty() && has_rank(content))
        return joined({ours("gather(", place), expression(content), made(")", place)});
    if (at.empty()) return joined({made("int(", place), expression(content), made(")", place)});
    if (at.size() > 2) throw Mistake{place, "a section with " + std::to_string(at.size()) + " colons"};
    const Tokens first = part(content, 0, at[0]);
    const size_t length_end = at.size() > 1 ? at[1] : content.size();
    const Tokens count = part(content, at[0] + 1, length_end);
    const Tokens stride = at.size() > 1 ? part(content, at[1] + 1, content.size()) : Tokens();
    if (first.empty() != count.empty() || (at.size() > 1 && stride.empty()))
        throw Mistake{place, "an incomplete section [" + text_of(content) + "]"};
    lengths_[rank].push_back(section_length(count, base, before, place));
    Tokens out = ours("section(", place);
    append(out, first.empty() ? made("0", place) : expression(first));
    append(out, made("," + dimension(rank), place));
    if (!stride.empty())
        append(out,
               joined({made(",", place), ours("step<(__builtin_constant_p(", place), stride,
                       made(")?int(", place), stride, made("):0)>{int(", place), stride, made(")}", place)}));
    append(out, made(")", place));
    return out;
}

Tokens KernelSections::section_length(const Tokens& count, const Tokens& base, size_t before, Place place) {
    if (count.empty())
        return joined(
            {ours("extent<" + std::to_string(before) + ",decltype((", place), base, made("))>()", place)});
    if (has_notation(count)) throw Mistake{place, "a section as the length of a section; expected a number"};
    return joined({ours("length<(__builtin_constant_p(", place), count, made(")?long(", place), count,
                   made("):-1)>{int(", place), count, made(")}", place)});
}

Tokens KernelSections::call(const Tokens& callee, const Tokens& arguments, Place place) {
    if (!has_rank(arguments))
        return joined({callee, made("(", place), expression(arguments), made(")", place)});
    Tokens out = ours("each([&](auto...__gfx_a)__attribute__((always_inline)){return ", place);
    append(out, callee);
    append(out, made("(__gfx_a...);}", place));
    for (const Tokens& argument : split(arguments, ","))
        append(out, joined({made(",", place), expression(argument)}));
    append(out, made(")", place));
    return out;
}

Tokens KernelSections::reduction(const Token& name, const Tokens& arguments) {
    const auto kind = plain_reductions().find(name.text);
    if (kind == plain_reductions().end())
        throw Mistake{name.place, name.text + " is not supported in a kernel"};
    if (!has_rank(arguments))
        throw Mistake{name.place,
                      "the argument of " + name.text + " has no section; expected array notation"};
    KernelSections inner(shared_);
    const Tokens value = inner.expression(arguments);
    Tokens out = ours("reduce<::gfxcc::kernel::Reduce::" + kind->second + ">(", name.place);
    append(out, inner.lambda(joined({made("return ", name.place), value}), name.place));
    append(out, inner.lengths());
    append(out, made(")", name.place));
    return out;
}

Tokens KernelSections::index(const Tokens& argument, Place place) const {
    std::string text = "implicit_index<" + text_of(argument) + ">(";
    for (const auto& [rank, lengths] : lengths_) text += (rank > 0 ? "," : "") + dimension(rank);
    return ours(text + ")", place);
}

Tokens kernel_scalar(Shared& shared, const Tokens& tokens) {
    if (!has_notation(tokens)) return tokens;
    const size_t equals = assignment(tokens);
    if (equals == tokens.size()) return KernelSections(shared).expression(tokens);
    Tokens out = part(tokens, 0, equals + 1);  // a place, whose value is not asked
    append(out, kernel_scalar(shared, part(tokens, equals + 1, tokens.size())));
    return out;
}

}  // namespace genmedia::gfx
