// SPDX-License-Identifier: MIT
// _Cilk_spawn and _Cilk_sync: the spawned calls of a function belong to its __gfx_spawns, an object in C++, a
// group of the runtime's in C. Where the target runs the call is made at once, which is one of the orders
// that Cilk Plus allows.
#include "rewriter.h"

#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

namespace genmedia::gfx {
namespace {

bool has_spawn(const Tokens& tokens) {
    for (const Token& token : tokens)
        if (token.is("_Cilk_spawn")) return true;
    return false;
}

// Whether an expression is a call, with what it is called on.
bool is_call(const Tokens& tokens, size_t at) {
    bool call = false;
    for (int angles = 0; at < tokens.size() && !tokens[at].is(";"); at++) {
        const Token& token = tokens[at];
        if (token.is("<")) angles++;
        if (token.is(">")) angles--;
        if (opens(token)) {
            call = token.is("(");
            at = closing(tokens, at);
        } else if (token.is_name()) {
            call = false;
        } else if (angles == 0 && !token.is(">") && !token.is("::") && !token.is(".") && !token.is("->") &&
                   !token.is("*")) {
            return false;
        }
    }
    return call;
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

// Where nothing can be spawned: the calls are made at once. With a refusal each is a mistake.
Tokens Rewriter::without_spawns(Tokens tokens, const std::string& refusal) {
    for (const Token& token : tokens)
        if (token.is("_Cilk_spawn") && !refusal.empty()) shared_.mistakes.push_back({token.place, refusal});
    std::erase_if(tokens, [](const Token& token) { return token.is("_Cilk_spawn"); });
    return tokens;
}

// A statement without the keywords that have no effect here. What is wrong with one is noted, and it is left
// out, so that what the statement declares is known all the same.
Tokens Rewriter::checked_spawns(Tokens tokens) {
    if (!has_spawn(tokens)) return tokens;
    const bool comma =
        !tokens[0].is_name() || tokens[0].is("_Cilk_spawn") || tokens.size() < 2 || !tokens[1].is_name()
            ? split(tokens, ",").size() > 1
            : false;  // a declaration of several
    Tokens kept;
    for (size_t i = 0; i < tokens.size(); i++) {
        const Token& token = tokens[i];
        if (token.is("{")) {  // its statements come by themselves
            const size_t end = closing(tokens, i);
            append(kept, part(tokens, i, end + 1));
            i = end;
            continue;
        }
        if (!token.is("_Cilk_spawn")) {
            kept.push_back(token);
            continue;
        }
        const auto refuse = [&](const char* why) { shared_.mistakes.push_back({token.place, why}); };
        // TYPE name(_Cilk_spawn call)
        const bool initializer = i > 1 && tokens[i - 1].is("(") && tokens[i - 2].is_name();
        const Tokens call = part(tokens, i + 1, initializer ? closing(tokens, i - 1) : tokens.size());
        const bool begins = i == 0 || is_assignment(tokens[i - 1]) || initializer;
        if (i + 1 < tokens.size() && tokens[i + 1].is("_Cilk_spawn"))
            refuse("consecutive _Cilk_spawn keywords are not permitted");
        else if (comma)
            refuse("spawned function call cannot be part of a comma expression");
        else if (tokens[0].is("goto"))
            refuse("_Cilk_spawn cannot be used in a goto statement");
        else if (!where_.in_function || !is_call(call, 0))
            refuse("only function calls can be spawned");
        else if (!begins)
            refuse(
                "invalid use of _Cilk_spawn; expected it before the call, or behind the = of an assignment");
        else if (where_.spawns && !initializer)
            kept.push_back(token);
    }
    return kept;
}

bool Rewriter::spawns() const {
    return shared_.language.is_program() && !where_.target && !where_.in_region && where_.in_function;
}

Tokens Rewriter::spawns_begin(const Tokens& body, Place place) {
    where_.spawned = where_.spawned || has_spawn(body);
    where_.spawns = spawns() && has_spawn(body);
    if (!where_.spawns) return {};
    return made(shared_.language.cpp ? "::gfxcc::Spawns __gfx_spawns;"
                                     : "void*__gfx_spawns __attribute__((cleanup(__gfxcc_spawns_end)))=0;",
                place);
}

Tokens Rewriter::spawns_end(Place place) const {
    if (!where_.spawns) return {};
    return made(shared_.language.cpp ? "__gfx_spawns.sync();" : "gfxcc_sync(__gfx_spawns);", place);
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
    // What was spawned may be read beside the call, as by return x + f(); so only a call alone is made
    // earlier.
    Tokens out;
    if (!shared_.language.cpp || expression.empty() || !expression[0].is_name() || !is_call(expression, 0)) {
        out = made("{", place);
        append(out, spawns_end(place));
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

// The statement's own _Cilk_spawn, not one of a block in it; tokens.size(): it has none.
size_t Rewriter::spawn_place(const Tokens& tokens) {
    for (size_t i = 0; i < tokens.size(); i++) {
        if (tokens[i].is("_Cilk_spawn")) return i;
        if (tokens[i].is("{")) i = closing(tokens, i);
    }
    return tokens.size();
}

// [TARGET =] _Cilk_spawn call, the keyword at `spawn`; nothing where the call is better made at once.
Tokens Rewriter::spawn_statement(const Tokens& tokens, size_t spawn) {
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
    const Tokens call = part(tokens, spawn + 1, tokens.size() - 1);
    append(out, shared_.language.cpp ? spawned(target, call, place) : spawned_in_c(target, call, place));
    return out;
}

// {T a = argument; gfxcc_spawn_block(&__gfx_spawns, ^{ call(a); });} The block, which is clang's, has copies
// of what it uses.
Tokens Rewriter::spawned_in_c(const Tokens& target, const Tokens& whole, Place place) {
    const Tokens call = with_nested_blocks(whole);
    size_t open = call.size() - 1;
    for (size_t i = 0; i < call.size(); i++)
        if (opens(call[i])) {
            open = i;
            i = closing(call, i);
        }
    Tokens before = made("{", place), inside;
    const auto copy = [&](const Tokens& value, const std::string& name) {
        append(before, made("__auto_type " + name + "=(", place));
        append(before, value);
        append(before, made(");", place));
    };
    if (!target.empty()) {
        Tokens address = made("&", place);
        append(address, part(target, 0, target.size() - 1));
        copy(address, "__gfx_target");
        inside = made("*__gfx_target", place);
        inside.push_back(target.back());
    }
    const Tokens callee = part(call, 0, open);
    if (callee.size() > 1) copy(callee, "__gfx_callee");
    append(inside, callee.size() > 1 ? made("__gfx_callee", place) : callee);
    append(inside, made("(", place));
    const std::vector<Tokens> arguments = split(part(call, open + 1, closing(call, open)), ",");
    for (size_t i = 0; i < arguments.size(); i++) {
        if (arguments[i].empty()) continue;
        if (i > 0) append(inside, made(",", place));
        const bool constant = arguments[i].size() == 1 && !arguments[i][0].is_name();
        const std::string name = "__gfx_a" + std::to_string(i);
        if (!constant) copy(arguments[i], name);
        append(inside, constant ? arguments[i] : made(name, place));
    }
    append(inside, made(");", place));
    append(before, made("gfxcc_spawn_block(&__gfx_spawns,(void*)^{", place));
    append(before, inside);
    append(before, made("});}", place));
    return renamed(before);
}

Tokens Rewriter::spawned(const Tokens& target, const Tokens& whole, Place place) {
    const SpawnedCall call = spawned_call(with_nested_blocks(whole));
    Tokens out = made("__gfx_spawns.call(", place);
    const bool lambda = !call.callee.empty() && call.callee[0].is("[");
    // An expression says what to call before the caller goes on: functions[i](x).
    bool computed = false;
    for (const Token& token : call.callee)
        computed = computed || (!lambda && call.object.empty() && (opens(token) || token.is("*")));
    if (target.empty() && (lambda || is_one_function(call.callee))) {
        append(out, made(lambda ? "" : "&", place));
        append(out, call.callee);
    } else {
        Tokens made_call = target.empty() ? Tokens() : made("*__gfx_target" + target.back().text, place);
        append(made_call, call.object.empty() ? Tokens() : made("__gfx_object->", place));
        append(made_call, computed ? made("__gfx_callee", place) : call.callee);
        append(made_call, made("(static_cast<decltype(__gfx_a)>(__gfx_a)...)", place));
        append(out, made("[&](" + std::string(target.empty() ? "" : "auto*__gfx_target,") +
                             (call.object.empty() ? "" : "auto*__gfx_object,") +
                             (computed ? "auto&&__gfx_callee," : "") + "auto&&...__gfx_a)->decltype((void)(",
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
    if (computed) {
        append(out, made(",::gfxcc::callee(", place));
        append(out, call.callee);
        append(out, made(")", place));
    }
    if (!call.arguments.empty()) append(out, made(",", place));
    append(out, call.arguments);
    append(out, made(");", place));
    return renamed(out);
}

}  // namespace genmedia::gfx
