// SPDX-License-Identifier: MIT
// _Cilk_spawn and _Cilk_sync of C++: the spawned calls of a function belong to its object __gfx_spawns. In C,
// and where the target runs, the call is made at once, which is one of the orders that Cilk Plus allows.
#include "rewriter.h"

#include "gfx_lexer.h"
#include "groups.h"
#include "sections.h"

namespace genmedia::gfx {
namespace {

bool has_spawn(const Tokens& tokens) {
    for (const Token& token : tokens)
        if (token.is("_Cilk_spawn")) return true;
    return false;
}

// CALLEE(ARGUMENTS)
struct SpawnedCall {
    Tokens callee, arguments;
    Tokens object;         // of a member function
    bool pointer = false;  // to that object
};

// The last `.` or `->` outside of brackets; tokens.size(): none.
size_t member_access(const Tokens& callee) {
    size_t found = callee.size();
    for (size_t i = 0; i < callee.size(); i++) {
        if (opens(callee[i]))
            i = closing(callee, i);
        else if (callee[i].is(".") || callee[i].is("->"))
            found = i;
    }
    return found;
}

SpawnedCall spawned_call(const Tokens& call) {
    size_t open = 0;
    for (size_t i = 0; i < call.size(); i++)
        if (opens(call[i])) {
            open = i;
            i = closing(call, i);
        }
    SpawnedCall found{part(call, 0, open), part(call, open + 1, closing(call, open)), {}, false};
    const size_t access = member_access(found.callee);
    if (access == found.callee.size()) return found;
    found.pointer = found.callee[access].is("->");
    found.object = part(found.callee, 0, access);
    found.callee = part(found.callee, access + 1, found.callee.size());
    return found;
}

bool is_number(const Tokens& type) {
    static const std::set<std::string> kNumbers = {"int",  "unsigned", "signed", "float", "double",
                                                   "char", "bool",     "short",  "long",  "*"};
    for (const Token& token : type)
        if (!kNumbers.contains(token.text)) return false;
    return !type.empty();
}

}  // namespace

bool Rewriter::spawns() const {
    return shared_.language.cpp && shared_.language.is_program() && !where_.target && !where_.in_region &&
           where_.in_function;
}

Tokens Rewriter::spawns_begin(const Tokens& body, Place place) {
    where_.spawns = spawns() && has_spawn(body);
    return where_.spawns ? made("::gfxcc::Spawns __gfx_spawns;", place) : Tokens();
}

Tokens Rewriter::spawns_end(Place place) const {
    return where_.spawns ? made("__gfx_spawns.sync();", place) : Tokens();
}

// The body of a parallel loop: each round waits for what it spawned.
Tokens Rewriter::body_with_spawns() {
    const size_t begin = at_;
    skip_statement();
    const Tokens statement = part(tokens_, begin, at_);
    at_ = begin;
    const bool around = where_.spawns;
    const Tokens before = spawns_begin(statement, tokens_[begin].place);
    if (before.empty()) {
        Tokens out = body();
        where_.spawns = around;
        return out;
    }
    Tokens out = made("{", tokens_[begin].place);
    append(out, before);
    append(out, body());
    append(out, spawns_end(tokens_[at_ - 1].place));
    append(out, made("}", tokens_[at_ - 1].place));
    where_.spawns = around;
    return out;
}

// `value` begins with return, and ends with its semicolon.
Tokens Rewriter::return_behind_spawns(const Tokens& value) const {
    const Place place = value[0].place;
    const Tokens expression = part(value, 1, value.size() - 1);
    bool calls = false;
    for (const Token& token : expression) calls = calls || token.is("(");
    Tokens out;
    if (!calls || expression[0].is("{")) {
        out = made("{__gfx_spawns.sync();", place);
        append(out, value);
        append(out, made("}", place));
    } else {
        out = made("return __gfx_spawns.last([&]()->decltype(auto){return", place);
        append(out, expression);
        append(out, made(";});", place));
    }
    return out;
}

// Whether a name is that of one function, as far as this file tells.
bool Rewriter::is_one_function(const Tokens& callee) const {
    if (callee.size() != 1 || versions_ == nullptr || where_.locals.contains(callee[0].text)) return false;
    const FoundFunction* known = nullptr;
    for (const auto& [place, function] : versions_->target.functions) {
        if (function.name != callee[0].text) continue;
        if (known != nullptr || function.tokens[0].is("template") || function.in_class) return false;
        known = &function;
    }
    return known != nullptr;
}

// [TARGET =] _Cilk_spawn call; nothing where the call is better made at once.
Tokens Rewriter::spawn_statement(const Tokens& tokens) {
    size_t spawn = 0;
    while (!tokens[spawn].is("_Cilk_spawn")) spawn++;
    if (!where_.spawns || has_notation(tokens) || !tokens.back().is(";")) return {};
    const Place place = tokens[spawn].place;
    Tokens target = part(tokens, 0, spawn), out;
    if (!target.empty()) {
        if (!is_assignment(target.back())) return {};
        const Tokens left = part(target, 0, target.size() - 1);
        if (left.size() > 1 && left.back().is_name() && is_number(part(left, 0, left.size() - 1))) {
            out = left;  // int x = _Cilk_spawn f();
            append(out, made(";", place));
            target = {left.back(), target.back()};
        } else if (left.size() > 1 && left[0].is_name() && left[1].is_name()) {
            return {};
        }
    }
    append(out, spawned(target, part(tokens, spawn + 1, tokens.size() - 1), place));
    return out;
}

Tokens Rewriter::spawned(const Tokens& target, const Tokens& whole, Place place) {
    const SpawnedCall call = spawned_call(with_nested_blocks(whole));
    Tokens out = made("__gfx_spawns.call(", place);
    const bool lambda = !call.callee.empty() && call.callee[0].is("[");
    if (target.empty() && (lambda || is_one_function(call.callee))) {
        append(out, made(lambda ? "" : "&", place));
        append(out, call.callee);
    } else {
        Tokens made_call = call.object.empty() ? Tokens() : made("__gfx_object->", place);
        if (!target.empty()) {
            made_call = made("*__gfx_target" + target.back().text, place);
            append(made_call, call.object.empty() ? Tokens() : made("__gfx_object->", place));
        }
        append(made_call, call.callee);
        append(made_call, made("(static_cast<decltype(__gfx_a)>(__gfx_a)...)", place));
        append(out, made("[&](" + std::string(target.empty() ? "" : "auto*__gfx_target,") +
                             (call.object.empty() ? "" : "auto*__gfx_object,") +
                             "auto&&...__gfx_a)->decltype((void)(",
                         place));
        append(out, made_call);
        append(out, made(")){", place));
        append(out, made_call);
        append(out, made(";}", place));
    }
    if (!target.empty()) {
        append(out, made(",&(", place));
        append(out, part(target, 0, target.size() - 1));
        append(out, made(")", place));
    }
    if (!call.object.empty()) {
        append(out, made(call.pointer ? ",&*(" : ",&(", place));
        append(out, call.object);
        append(out, made(")", place));
    }
    if (!call.arguments.empty()) append(out, made(",", place));
    append(out, call.arguments);
    append(out, made(");", place));
    return renamed(out);
}

}  // namespace genmedia::gfx
