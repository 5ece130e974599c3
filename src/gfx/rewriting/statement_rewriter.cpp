// SPDX-License-Identifier: MIT
#include "rewriter.h"

#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/kernels/narrowing.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

namespace genmedia::gfx {

Rewriter::Rewriter(Shared& shared, const Tokens& tokens, Found& found, const Versions* versions,
                   Surroundings where)
    : shared_(shared), tokens_(tokens), found_(found), versions_(versions), where_(where) {
    find_templates();
}

Tokens Rewriter::run() { return items(tokens_.size()); }

Tokens Rewriter::take(size_t end) {
    Tokens taken = part(tokens_, at_, end);
    at_ = end;
    return taken;
}

Tokens Rewriter::items(size_t end) {
    Tokens out;
    while (at_ < end) {
        const size_t start = at_;
        const Surroundings around = where_;
        try {
            append(out, item());
        } catch (const Mistake& mistake) {
            shared_.mistakes.push_back(mistake);
            where_ = around;
            skip_mistaken(start);
        }
        if (at_ == start) out.push_back(tokens_[at_++]);
    }
    return out;
}

// The statement that could not be rewritten is left out.
void Rewriter::skip_mistaken(size_t start) {
    at_ = start;
    while (at_ < tokens_.size() && now().kind == Kind::pragma) at_++;
    try {
        if (at_ < tokens_.size()) skip_statement();
    } catch (const Mistake&) {
        at_ = tokens_.size();
    }
}

Tokens Rewriter::item() {
    const Token& token = now();
    if (token.kind == Kind::system) return take(at_ + 1);
    if (token.kind == Kind::pragma) return pragma();
    if (token.is("{")) return block();
    if (token.is(";") || closes(token)) return take(at_ + 1);
    if (token.is_name()) {
        Tokens out = keyword();
        if (!out.empty()) return out;
    }
    return simple({});
}

// A statement that a keyword begins; nothing where none does.
Tokens Rewriter::keyword() {
    const std::string& word = now().text;
    if (word == "_Cilk_for") return cilk_for({});
    if (word == "_Cilk_sync") {
        if (!next_is(";")) throw Mistake{now().place, "_Cilk_sync without a semicolon behind it"};
        if (!where_.in_function) throw Mistake{now().place, "_Cilk_sync outside of a function"};
        const Place place = now().place;
        if (!where_.spawned) throw Mistake{place, "expected '_Cilk_spawn' before '_Cilk_sync'"};
        at_ += 2;
        return where_.spawns ? spawns_end(place) : made(";", place);
    }
    if (word == "for") return for_statement({});
    if (word == "if") return conditional();
    if (word == "while") return while_statement();
    if (word == "do") return do_statement();
    if (word == "switch") return switch_statement();
    if (word == "return") return return_statement();
    if (word == "else") return take(at_ + 1);
    if (word == "case") {
        size_t end = at_;
        while (end < tokens_.size() && !tokens_[end].is(":")) end++;
        return take(std::min(end + 1, tokens_.size()));
    }
    if (at_ + 1 < tokens_.size() && tokens_[at_ + 1].is(":") && word != "public" && word != "private")
        return take(at_ + 2);
    if (next_is(":")) return take(at_ + 2);
    return {};
}

Tokens Rewriter::block() {
    const size_t end = closing(tokens_, at_);
    Tokens out = take(at_ + 1);
    append(out, items(end));
    append(out, take(end + 1));
    return out;
}

Tokens Rewriter::body() {
    if (at_ >= tokens_.size()) throw Mistake{tokens_.back().place, "a statement is missing at the end"};
    return item();
}

// Where the statement at at_ ends.
void Rewriter::skip_statement() {
    const Token& token = now();
    if (token.kind == Kind::pragma) {
        at_++;
        return skip_statement();
    }
    if (token.is("{")) {
        at_ = closing(tokens_, at_) + 1;
    } else if (token.is("if") || token.is("for") || token.is("while") || token.is("switch") ||
               token.is("_Cilk_for")) {
        const bool conditional = token.is("if");
        at_++;
        while (at_ < tokens_.size() && !now().is("(") && !now().is(";")) at_++;
        if (at_ < tokens_.size() && now().is("(")) at_ = closing(tokens_, at_) + 1;
        if (at_ < tokens_.size()) skip_statement();
        if (conditional && at_ < tokens_.size() && now().is("else")) {
            at_++;
            if (at_ < tokens_.size()) skip_statement();
        }
    } else if (token.is("do")) {
        at_++;
        skip_statement();
        while (at_ < tokens_.size() && !now().is(";")) at_++;
        at_ = std::min(at_ + 1, tokens_.size());
    } else {
        while (at_ < tokens_.size() && !now().is(";") && !now().is("}"))
            at_ = opens(now()) ? closing(tokens_, at_) + 1 : at_ + 1;
        if (at_ < tokens_.size() && now().is(";")) at_++;
    }
}

Tokens Rewriter::conditional() {
    const size_t start = at_;
    const size_t open = next_is("(") ? at_ + 1 : at_ + 2;  // if constexpr (
    if (open >= tokens_.size() || !tokens_[open].is("("))
        throw Mistake{now().place, "an if without its condition"};
    const size_t end = closing(tokens_, open);
    const Tokens found = part(tokens_, open + 1, end);
    if (has_rank(found)) return section_conditional(start);
    // GCC's compiler of C++ lets a condition be a spawned call, and nothing else of that kind.
    const bool call = shared_.language.cpp && !found.empty() && found[0].is("_Cilk_spawn");
    const Tokens condition = without_spawns(found, call ? "" : "an if cannot contain _Cilk_spawn");
    Tokens out = take(open + 1);
    append(out, renamed(with_nested_blocks(scalar_value(condition, ""))));
    at_ = end;
    append(out, take(end + 1));
    append(out, body());
    if (at_ < tokens_.size() && now().is("else")) {
        append(out, take(at_ + 1));
        append(out, body());
    }
    return out;
}

// Each element decides for itself: the whole statement goes into the loops.
Tokens Rewriter::section_conditional(size_t start) {
    skip_statement();
    if (where_.in_kernel)
        throw Mistake{tokens_[start].place, "an if of an array section is not supported in a kernel"};
    const Tokens whole = renamed(part(tokens_, start, at_));
    for (const Token& token : whole)
        if (token.kind == Kind::pragma || token.is("_Cilk_for") || token.is("_Cilk_spawn"))
            throw Mistake{token.place, (token.kind == Kind::pragma ? "#pragma" : token.text) +
                                           " below an if of an array section is not supported"};
    Sections sections(shared_, false);
    try {
        return sections.in_loops(sections.rewritten(whole), {});
    } catch (Mistake& mistake) {
        if (!shared_.language.cpp) mistake.place = tokens_[start].place;  // where GCC's compiler of C says it
        throw;
    }
}

Tokens Rewriter::while_statement() {
    const Place place = now().place;
    Tokens out = take(at_ + 1);
    if (at_ >= tokens_.size() || !now().is("(")) throw Mistake{place, "a while without its condition"};
    const size_t end = closing(tokens_, at_);
    append(out,
           renamed(with_nested_blocks(scalar(
               shared_,
               without_spawns(take(end + 1), "_Cilk_spawn cannot be used as a condition for while statement"),
               "array notation cannot be used as a condition for while statement"))));
    append(out, body());
    return out;
}

Tokens Rewriter::do_statement() {
    const Place place = now().place;
    Tokens out = take(at_ + 1);
    append(out, body());
    if (at_ >= tokens_.size() || !now().is("while") || !next_is("("))
        throw Mistake{place, "a do without its while"};
    append(out, take(at_ + 1));
    const size_t end = closing(tokens_, at_);
    const Tokens condition =
        without_spawns(take(end + 1), "_Cilk_spawn cannot be used as a condition for a do-while statement");
    if (has_rank(condition))
        throw Mistake{condition[0].place,
                      "array notation cannot be used as a condition for a do-while statement"};
    append(out, renamed(with_nested_blocks(scalar_value(condition, ""))));
    if (at_ < tokens_.size() && now().is(";")) append(out, take(at_ + 1));
    return out;
}

Tokens Rewriter::switch_statement() {
    const Place place = now().place;
    Tokens out = take(at_ + 1);
    if (at_ >= tokens_.size() || !now().is("(")) throw Mistake{place, "a switch without its value"};
    const size_t end = closing(tokens_, at_);
    append(
        out,
        renamed(with_nested_blocks(scalar(
            shared_,
            without_spawns(take(end + 1), "_Cilk_spawn cannot be used as a condition for switch statement"),
            "array notation cannot be used as a condition for switch statement"))));
    append(out, body());
    return out;
}

Tokens Rewriter::return_statement() {
    size_t end = at_;
    while (end < tokens_.size() && !tokens_[end].is(";"))
        end = opens(tokens_[end]) ? closing(tokens_, end) + 1 : end + 1;
    Tokens value = take(std::min(end + 1, tokens_.size()));
    if (where_.parallel > 0) throw Mistake{value[0].place, "return inside of a _Cilk_for loop"};
    for (size_t i = 0; i < value.size(); i++)
        if (value[i].is("_Cilk_spawn"))
            throw Mistake{value[i].place, "use of _Cilk_spawn in a return statement is not allowed"};
    value = renamed(with_nested_blocks(
        scalar_value(value, "array notation expression cannot be used as a return value")));
    return where_.spawns && value.back().is(";") ? return_behind_spawns(value) : value;
}

// A part of for's head: an expression or a declaration.
Tokens Rewriter::for_part(const Tokens& tokens) {
    if (tokens.empty() || !has_notation(tokens)) return tokens;
    Tokens out;
    const std::vector<Tokens> parts = split(tokens, ",");
    for (const Tokens& each : parts) {
        if (&each != parts.data()) append(out, made(",", each.front().place));
        if (!has_rank(each)) {
            append(out, scalar_value(each, ""));
            continue;
        }
        append(out, made("({", each.front().place));
        append(out, statement_in_loops(shared_, each, {}));
        append(out, made("(void)0;})", each.back().place));
    }
    return out;
}

Tokens Rewriter::for_statement(const Hints& hints) {
    const Place place = now().place;
    if (!next_is("(")) {
        LoopHead loop_of_keyword = loop_head();
        if (loop_of_keyword.group)
            throw Mistake{place, "_Thread_group after for; expected it after _Cilk_for"};
        check_loop(loop_of_keyword, "for _Simd");
        return loop(loop_of_keyword, "omp simd" + loop_of_keyword.clauses + hints.simd_clauses);
    }
    if (hints.simd) {
        LoopHead simd_loop = loop_head();
        simd_loop.pragma = hints.place;
        check_loop(simd_loop, "#pragma simd");
        return loop(simd_loop, "omp simd" + hints.simd_clauses);
    }
    Tokens out = hint_lines(hints, place);
    append(out, take(at_ + 1));
    const size_t end = closing(tokens_, at_);
    append(out, take(at_ + 1));
    const std::vector<Tokens> parts = split(part(tokens_, at_, end), ";");
    for (size_t i = 0; i < parts.size(); i++) {
        if (i > 0) append(out, made(";", parts[i].empty() ? place : parts[i].front().place));
        if (i == 1 && has_rank(parts[i]))
            throw Mistake{parts[i][0].place, "array notation cannot be used in a condition for a for-loop"};
        const char* refusal = i == 1 ? "_Cilk_spawn cannot be used in a condition for a for-loop" : "";
        append(out, renamed(with_nested_blocks(for_part(without_spawns(parts[i], refusal)))));
    }
    at_ = end;
    append(out, take(end + 1));
    append(out, body());
    return out;
}

// The loop is next.
Tokens Rewriter::hint_lines(const Hints& hints, Place place) {
    Tokens out;
    for (const std::string& line : hints.lines)
        if (line != kIndependent || !rounds_have_memory("")) out.push_back({Kind::pragma, line, place, true});
    return out;
}

// Up to a semicolon, or a definition with its body.
Tokens Rewriter::simple(const Hints& hints) {
    const size_t start = at_;
    bool equals = false, initializers = false;
    const bool type = is_type_head(start, tokens_.size());
    size_t i = at_;
    for (; i < tokens_.size(); i++) {
        const Token& token = tokens_[i];
        if (token.is(";")) {
            i++;
            break;
        }
        if (token.is("}")) break;
        if (token.is("=") && !(i > start && tokens_[i - 1].is("operator"))) equals = true;
        if (token.is(":") && i > start && (tokens_[i - 1].is(")") || tokens_[i - 1].is("noexcept")))
            initializers = true;
        if (token.is("{")) {
            if (is_body(start, i, type, equals, initializers)) return definition(start, i);
            i = closing(tokens_, i);
        } else if (token.is("(") || token.is("[")) {
            i = closing(tokens_, i);
        }
    }
    return simple_statement(take(i), hints);
}

namespace {

bool is_declaration(const Tokens& tokens) {
    static const std::set<std::string> kTypes = {"int",   "unsigned", "signed", "float", "double",
                                                 "char",  "short",    "long",   "bool",  "auto",
                                                 "const", "static",   "struct", "void"};
    if (tokens.size() < 2 || !tokens[0].is_name()) return false;
    return kTypes.contains(tokens[0].text) || tokens[1].is_name();
}

bool changes_something(const Tokens& tokens) {
    if (is_declaration(tokens)) return false;
    for (const Token& token : tokens)
        if (is_assignment(token) || token.is("++") || token.is("--")) return true;
    return false;
}

// All threads of a group run its serial code, and write equal values: no race.
Tokens without_check(const Tokens& statement) {
    Tokens out = made("{AnnotateIgnoreWritesBegin(\"\",0);", statement.front().place);
    append(out, statement);
    append(out, made("AnnotateIgnoreWritesEnd(\"\",0);}", statement.back().place));
    return out;
}

}  // namespace

Tokens Rewriter::simple_statement(Tokens tokens, const Hints& hints) {
    if (tokens.empty()) return tokens;
    if (tokens[0].is("__thread_group_local")) {
        if (!where_.in_function) throw Mistake{tokens[0].place, "__thread_group_local outside of a function"};
        tokens.erase(tokens.begin());
        if (where_.in_lanes && where_.in_group) {
            Tokens shared = made("static __attribute__((opencl_local))", tokens[0].place);
            append(shared, renamed(tokens));
            return shared;
        }
        if (where_.in_group) {
            append(group_memory_, renamed(tokens));
            return {};
        }
    }
    if (!where_.in_function) {
        Head found = head(tokens);
        if (found.tokens.back().is(";")) {
            note_function(found, at_ - tokens.size(), at_, false);
            Tokens out = renamed(with_nested_blocks(found.tokens));
            append(out, target_declaration(tokens, found));
            return has_notation(out) ? scalar_value(out, "array notation outside of a function") : out;
        }
        return found.tokens;
    }
    const bool unchecked = shared_.language.check_barriers && where_.in_group && where_.parallel == 0 &&
                           changes_something(tokens);
    Tokens out = expression_statement(head(tokens).tokens, hints);
    return unchecked ? without_check(out) : out;
}

namespace {

Tokens narrowed_statement(const Tokens& statement) {
    return narrowed(part(statement, 0, statement.size() - 1)).value_or(statement);
}

}  // namespace

Tokens Rewriter::expression_statement(Tokens tokens, const Hints& hints) {
    if (const size_t spawn = spawn_place(tokens); where_.spawns && spawn < tokens.size()) {
        Tokens spawned_out = spawn_statement(tokens, spawn);
        if (!spawned_out.empty()) return spawned_out;
        tokens.erase(tokens.begin() + static_cast<long>(spawn));
    }
    Tokens nested = with_nested_blocks(tokens);
    if (where_.in_kernel) return renamed(kernel_statement(nested));
    if (!has_notation(nested))
        return renamed(where_.parallel > 0 && shared_.narrows() && nested.back().is(";")
                           ? narrowed_statement(nested)
                           : nested);
    if (!has_rank(nested)) return renamed(scalar_value(nested, ""));
    const bool ended = nested.back().is(";");
    if (is_declaration(nested))
        throw Mistake{nested[0].place,
                      "an array section as the value of a declaration is not supported; expected a "
                      "declaration, and an assignment behind it"};
    if (ended) nested.pop_back();
    Tokens out;
    for (const Tokens& each : split(nested, ",")) {
        if (each.empty()) throw Mistake{nested[0].place, "an expression is missing beside a comma"};
        const bool parallel = region_ && where_.parallel == 0;
        if (has_rank(each))
            append(out, renamed(statement_in_loops(shared_, each, hints.lines,
                                                   parallel ? "omp parallel for schedule(guided)" : "")));
        else
            append(out, renamed(scalar_value(each, "")));
        if (!has_rank(each)) append(out, made(";", each.back().place));
    }
    return out;
}

namespace {

// Whether a brace opens the block of a try or a catch, which belongs to the function around.
bool is_handler(const Tokens& tokens, size_t brace) {
    if (brace == 0) return false;
    if (tokens[brace - 1].is("try")) return true;
    for (size_t i = 0; i + 1 < brace; i++)
        if (tokens[i].is("catch") && tokens[i + 1].is("(") && closing(tokens, i + 1) + 1 == brace)
            return true;
    return false;
}

}  // namespace

// Lambdas and statement expressions have statements of their own.
Tokens Rewriter::with_nested_blocks(const Tokens& tokens) {
    Tokens out;
    for (size_t i = 0; i < tokens.size(); i++) {
        if (!tokens[i].is("{") || tokens[i].done) {
            out.push_back(tokens[i]);
            continue;
        }
        const size_t end = closing(tokens, i);
        const Tokens inside = part(tokens, i + 1, end);
        bool statements = false;
        for (const Token& token : inside) statements = statements || token.is(";");
        if (!statements) {
            append(out, part(tokens, i, end + 1));
        } else {
            Surroundings where = where_;
            where.in_function = true;
            where.in_region = false;
            where.parallel = 0;
            Rewriter nested(shared_, inside, found_, versions_, where);
            Tokens rewritten = nested.spawns_begin(inside, tokens[i].place);
            if (!nested.where_.spawns) nested.where_.spawns = where_.spawns && is_handler(tokens, i);
            const bool own = !rewritten.empty();
            append(rewritten, nested.run());
            if (own) append(rewritten, nested.spawns_end(tokens[end].place));
            for (Token& token : rewritten) token.done = true;
            out.push_back(tokens[i]);
            out.back().done = true;
            append(out, rewritten);
            out.push_back(tokens[end]);
            out.back().done = true;
        }
        i = end;
    }
    return out;
}

}  // namespace genmedia::gfx
