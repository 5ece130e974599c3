// SPDX-License-Identifier: MIT
// _Cilk_for, _Simd and thread groups.
#include "rewriter.h"

#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/local_names.h"
#include "gfx/rewriting/tokens/round_memory.h"

#include <algorithm>
#include <utility>

namespace genmedia::gfx {
namespace {

bool is_comparison(const Token& token) {
    return token.is("<") || token.is("<=") || token.is(">") || token.is(">=") || token.is("!=");
}

// The variable of `int i = 0` or `i = 0`.
std::string loop_variable(const Tokens& start, const std::string& of) {
    for (size_t i = 0; i < start.size(); i++) {
        if (start[i].is("volatile"))
            throw Mistake{start[i].place, "the iteration variable" + of + " cannot be volatile"};
        if (start[i].is("static"))
            throw Mistake{start[i].place, "the iteration variable" + of + " cannot be static"};
        if (i > 0 && (start[i].is("=") || start[i].is("{") || start[i].is("("))) return start[i - 1].text;
    }
    throw Mistake{start[0].place, "the iteration variable" + of + " is not initialized"};
}

bool is_one(const Tokens& tokens, const std::string& name) {
    return tokens.size() == 1 && tokens[0].text == name;
}

// i++, --i, i += n, i = i + n, i = n + i.
bool is_step_of(const Tokens& step, const std::string& name) {
    if (step.size() == 2)
        return (step[0].text == name || step[1].text == name) &&
               (step[0].is("++") || step[0].is("--") || step[1].is("++") || step[1].is("--"));
    if (step.size() < 3 || step[0].text != name || split(step, ",").size() > 1) return false;
    if (step[1].is("+=") || step[1].is("-=")) return true;
    if (!step[1].is("=")) return false;
    const Tokens value = part(step, 2, step.size());
    const std::vector<Tokens> sum = split(value, "+"), difference = split(value, "-");
    return (sum.size() == 2 && (is_one(sum[0], name) || is_one(sum[1], name))) ||
           (difference.size() == 2 && is_one(difference[0], name));
}

// Whether a loop counts away from its limit, as `limit < i` with i++ does. OpenMP has no such loop.
bool counts_away(const Tokens& condition, size_t compares, const Tokens& step, const std::string& variable) {
    const std::string& sign = condition[compares].text;
    if (sign == "!=") return false;
    const bool variable_first = is_one(part(condition, 0, compares), variable);
    const bool below = (sign[0] == '<') == variable_first;
    const auto is_down = [](const Token& token) { return token.is("--") || token.is("-="); };
    const auto is_up = [](const Token& token) { return token.is("++"); };
    return below ? std::any_of(step.begin(), step.end(), is_down) && step.size() == 2
                 : std::any_of(step.begin(), step.end(), is_up);
}

// OpenMP takes `i -= step` for counting down wherever the step has no sign.
void sign_step(Tokens& step, const Tokens& condition, size_t compares, const std::string& variable) {
    const std::string& sign = condition[compares].text;
    if (step.size() < 3 || sign == "!=") return;
    const bool below = (sign[0] == '<') == is_one(part(condition, 0, compares), variable);
    if (!step[1].is(below ? "-=" : "+=") || step[2].kind == Kind::number) return;
    Tokens with_sign = part(step, 0, 2);
    append(with_sign, made("(long)(", step[2].place));
    append(with_sign, part(step, 2, step.size()));
    append(with_sign, made(")", step.back().place));
    step = std::move(with_sign);
}

// What a step adds.
Tokens step_of(const Tokens& step, const std::string& variable, Place place) {
    if (step.size() == 2) return made(step[0].is("++") || step[1].is("++") ? "1" : "-1", place);
    const Tokens value = part(step, 2, step.size());
    Tokens out = made(step[1].is("-=") ? "-(" : "(", place);
    if (!step[1].is("=")) {
        append(out, value);
    } else {
        const std::vector<Tokens> sum = split(value, "+"), difference = split(value, "-");
        if (sum.size() != 2) append(out, made("-(", place));
        append(out, sum.size() == 2 ? is_one(sum[0], variable) ? sum[1] : sum[0] : difference[1]);
        if (sum.size() != 2) append(out, made(")", place));
    }
    append(out, made(")", place));
    return out;
}

// Of the comparison that the variable is on the left of.
std::string comparison_name(const std::string& sign, bool variable_first) {
    if (sign == "!=") return "unequal";
    const bool below = (sign[0] == '<') == variable_first;
    return std::string(below ? "below" : "above") + (sign.size() > 1 ? "_or_equal" : "");
}

// OpenMP has `i != limit` for steps of 1 alone. True: the direction of others is not known.
bool replace_inequality(Tokens& condition, const Tokens& step) {
    const bool unequal =
        std::any_of(condition.begin(), condition.end(), [](const Token& token) { return token.is("!="); });
    if (!unequal || step.size() == 2) return false;
    const bool plain = step.size() == 3 && step[2].kind == Kind::number && !is_assignment(step[0]);
    if (!plain || step[1].is("=")) return true;
    const bool variable_first = condition[0].text == step[0].text, up = step[1].is("+=");
    for (Token& token : condition)
        if (token.is("!=")) token.text = up == variable_first ? "<" : ">";
    return false;
}

// A clause by which the compiler looks for itself whether rounds are independent. A loop with safelen it
// never believes.
std::string without_promise(const std::string& pragma) {
    if (pragma.find("safelen(") != std::string::npos) return "";
    const size_t length = pragma.find("simdlen(");
    if (length == std::string::npos) return " safelen(16)";
    return " safelen" + pragma.substr(length + 7, pragma.find(')', length) - length - 6);
}

}  // namespace

// _Cilk_for _Simd _Reduction(+:sum) (
void Rewriter::keyword_clauses(LoopHead& loop) {
    while (at_ < tokens_.size() && !now().is("(")) {
        const Token& word = now();
        if (word.is("_Simd")) {
            loop.simd = true;
        } else if (word.is("_Thread_group")) {
            loop.group = true;
        } else if (word.is("_Safelen") || word.is("_Simdlen") || word.is("_Reduction")) {
            if (!next_is("(")) throw Mistake{word.place, word.text + " without its brackets"};
            std::string name = word.text.substr(1);
            name[0] = static_cast<char>(name[0] - 'A' + 'a');
            const size_t end = closing(tokens_, at_ + 1);
            loop.clauses += " " + name + text_of(part(tokens_, at_ + 1, end + 1));
            at_ = end;
        } else {
            throw Mistake{word.place, "unexpected " + word.text +
                                          " before the brackets of a loop; expected _Simd, "
                                          "_Safelen, _Simdlen, _Reduction or _Thread_group"};
        }
        at_++;
    }
    if (at_ >= tokens_.size()) throw Mistake{loop.place, "a loop without its brackets"};
}

Rewriter::LoopHead Rewriter::loop_head() {
    LoopHead loop;
    loop.place = loop.pragma = now().place;
    at_++;
    keyword_clauses(loop);
    const size_t end = closing(tokens_, at_);
    const std::vector<Tokens> parts = split(part(tokens_, at_ + 1, end), ";");
    loop.head = take(end + 1);
    if (parts.size() != 3)
        throw Mistake{loop.place, "a parallel loop with " + std::to_string(parts.size()) +
                                      " parts in its brackets; expected start; condition; step"};
    for (size_t i = 0; i < 3; i++) loop.parts[i] = renamed(with_nested_blocks(parts[i]));
    return loop;
}

void Rewriter::check_loop(LoopHead& loop, const char* kind) {
    const std::string of = std::string(" of ") + kind;
    if (loop.parts[0].empty()) throw Mistake{loop.place, "missing initialization" + of};
    if (loop.parts[1].empty()) throw Mistake{loop.place, "missing controlling predicate" + of};
    if (loop.parts[2].empty()) throw Mistake{loop.place, "missing increment" + of};
    for (const Tokens& each : loop.parts)
        if (has_rank(each)) throw Mistake{each[0].place, "array notation in the head" + of};
    if (split(loop.parts[0], ",").size() > 1)
        throw Mistake{loop.parts[0][0].place, "more than one variable in the initialization" + of};
    const std::string variable = loop_variable(loop.parts[0], of);
    if (shared_.language.cpp && std::string(kind) == "_Cilk_for" && loop.parts[0][0].text == variable)
        shared_.mistakes.push_back({loop.parts[0][0].place,
                                    "the initialization of _Cilk_for is an expression; "
                                    "expected a declaration of '" +
                                        variable + "'"});
    if (is_one(loop.parts[1], variable)) append(loop.parts[1], made("!=0", loop.parts[1][0].place));
    const auto compares = std::find_if(loop.parts[1].begin(), loop.parts[1].end(), is_comparison);
    const auto at = static_cast<size_t>(compares - loop.parts[1].begin());
    const bool good = compares != loop.parts[1].end() && split(loop.parts[1], ",").size() == 1 &&
                      (is_one(part(loop.parts[1], 0, at), variable) ||
                       is_one(part(loop.parts[1], at + 1, loop.parts[1].size()), variable));
    if (!good)
        throw Mistake{loop.parts[1][0].place, "invalid controlling predicate" + of + "; expected " +
                                                  variable + " beside <, <=, >, >= or !="};
    if (!is_step_of(loop.parts[2], variable))
        throw Mistake{loop.parts[2][0].place,
                      "invalid increment expression" + of + "; expected ++, --, += or -= of " + variable};
    loop.serial = counts_away(loop.parts[1], at, loop.parts[2], variable) ||
                  replace_inequality(loop.parts[1], loop.parts[2]);
    sign_step(loop.parts[2], loop.parts[1], at, variable);
}

// Vectors cannot return to one of their elements.
void Rewriter::refuse_jumps() {
    const size_t begin = at_;
    skip_statement();
    for (size_t i = begin; i < at_; i++)
        if (tokens_[i].is("setjmp") || tokens_[i].is("_setjmp") || tokens_[i].is("__builtin_setjmp"))
            shared_.mistakes.push_back(
                {tokens_[i].place, "a call of " + tokens_[i].text + " in a loop of vectors"});
    at_ = begin;
}

// Whether a round of the loop whose body is next may have memory that vectors would share.
bool Rewriter::rounds_have_memory(const std::string& clauses) {
    const size_t begin = at_;
    skip_statement();
    const Tokens round = part(tokens_, begin, at_);
    at_ = begin;
    return shared_.operators || may_have_memory(round, clauses);
}

// `pragma` may be empty. The loop's head stands behind it.
Tokens Rewriter::loop(const LoopHead& loop, const std::string& pragma) {
    const bool simd = pragma.find("simd") != std::string::npos;
    if (simd) refuse_jumps();
    Tokens out;
    if (!pragma.empty() && !loop.serial) {
        const std::string clauses = pragma.substr(std::min(pragma.find(' '), pragma.size()));
        const bool apart = simd && rounds_have_memory(clauses);
        out.push_back({Kind::pragma, pragma + (apart ? without_promise(pragma) : ""), loop.pragma, true});
    }
    append(out, made("for(", loop.place));
    for (size_t i = 0; i < 3; i++) {
        append(out, loop.parts[i]);
        if (i < 2) append(out, made(";", loop.parts[i].back().place));
    }
    append(out, made(")", loop.parts[2].back().place));
    append(out, body_with_spawns());
    return out;
}

Tokens Rewriter::cilk_for(const Hints& hints) {
    if (!where_.in_function) throw Mistake{now().place, "_Cilk_for outside of a function"};
    if (!where_.kernel_function.empty() && !where_.in_region) return kernel_function_loop();
    const bool named = hints.simd;
    const size_t begin = at_;
    LoopHead head = loop_head();
    check_loop(head, "_Cilk_for");
    head.simd = head.simd || named;
    if (named) head.pragma = hints.place;
    head.clauses += hints.simd_clauses;
    if (where_.in_lanes && where_.in_group && where_.parallel == 0) return lane_loop(head);
    if (head.group && where_.target) return group_loop(head);
    if (where_.parallel > 0 && where_.in_kernel) return loop(head, "");
    std::string pragma = head.simd ? "omp simd" + head.clauses : "";
    const bool outermost = where_.parallel == 0 && !where_.in_group;
    if (where_.in_group && where_.parallel == 0)
        pragma = "omp for nowait schedule(static,1)";
    else if (outermost)
        pragma = std::string("for") + (head.simd ? " simd" : "") + " schedule(" +
                 (!hints.grain.empty() ? "dynamic," + hints.grain
                  : head.simd          ? "static"
                                       : "guided") +
                 ")" + head.clauses;
    const bool region = std::exchange(region_, false);
    where_.parallel++;
    Tokens out = outermost ? parallel_loop(head, pragma, hints.grain, begin) : loop(head, pragma);
    where_.parallel--;
    region_ = region;
    return out;
}

// Threads have what they only read as variables of their own, so that no write of theirs can seem to change
// it: the compiler keeps these in registers, and makes vectors.
Tokens Rewriter::parallel_loop(const LoopHead& head, const std::string& pragma, const std::string& grain,
                               size_t begin) {
    const size_t body_begin = at_;
    skip_statement();
    std::set<std::string> read = only_read(part(tokens_, begin, at_), where_.locals);
    if (!where_.in_region)  // whose variables are the target's copies
        for (const std::string& name : where_.exposed) read.erase(name);
    at_ = body_begin;
    const bool counted = counts_rounds(head);
    if (!counted && (!shared_.language.cpp || read.empty() || head.serial))
        return loop(head, "omp parallel " + pragma);
    Tokens outside = made("{", head.place), inside = made("{", head.place);
    for (const std::string& name : read) {
        const std::string own = shared_.fresh("read");
        append(outside, made("auto&&" + own + "=" + name + ";", head.place));
        append(inside, made("auto&&" + name + "=::gfxcc::own(" + own + ");(void)" + name + ";", head.place));
    }
    const bool program = counted && shared_.language.is_program();
    const bool catches = program && shared_.language.exceptions;
    if (program) append(outside, made("const ::gfxcc::Fork __gfx_fork;", head.place));
    if (catches) append(outside, made("::gfxcc::Caught __gfx_caught;", head.place));
    outside.push_back({Kind::pragma, "omp parallel", head.place, true});
    append(outside, inside);
    append(outside, counted ? rounds(head, grain) : loop(head, "omp " + pragma));
    append(outside, made(catches ? "}__gfx_caught.rethrow();}" : "}}", tokens_[at_ - 1].place));
    return outside;
}

// Whether the rounds can be counted before the first: `TYPE i = start`, without clauses that OpenMP must see
// to.
bool Rewriter::counts_rounds(const LoopHead& head) const {
    return shared_.language.cpp && head.clauses.empty() && head.parts[0].size() > 3 &&
           !head.parts[0][1].is("=") && assignment(head.parts[0]) < head.parts[0].size();
}

// OpenMP's own loop reads its bounds from memory in each round, which nothing may change where there are to
// be vectors. So threads take pieces of the rounds, and a plain loop runs through each. No round relies on
// another.
Tokens Rewriter::rounds(const LoopHead& head, const std::string& grain) {
    refuse_break();
    const Place place = head.place;
    const size_t equals = assignment(head.parts[0]);
    const Tokens variable = part(head.parts[0], equals - 1, equals),
                 type = part(head.parts[0], 0, equals - 1);
    const std::string number = std::to_string(++shared_.given);
    const auto own = [&](const char* what) { return "__gfx_" + std::string(what) + number; };
    const auto compares = static_cast<size_t>(
        std::find_if(head.parts[1].begin(), head.parts[1].end(), is_comparison) - head.parts[1].begin());
    const bool first = is_one(part(head.parts[1], 0, compares), variable[0].text);
    Tokens out = type;
    append(out, made(own("first") + "=", place));
    append(out, part(head.parts[0], equals + 1, head.parts[0].size()));
    append(out, made(";static_assert(::gfxcc::counts<decltype(" + own("first") +
                         ")>,\"invalid type for the iteration variable of _Cilk_for; expected an integer, a "
                         "pointer or an iterator\");"
                         "const auto " +
                         own("limit") + "=",
                     place));
    append(out, first ? part(head.parts[1], compares + 1, head.parts[1].size())
                      : part(head.parts[1], 0, compares));
    append(out, made(";const long " + own("step") + "=", place));
    append(out, step_of(head.parts[2], variable[0].text, place));
    append(out, made(";const long " + own("rounds") +
                         "=::gfxcc::rounds<::gfxcc::" + comparison_name(head.parts[1][compares].text, first) +
                         ">(" + own("first") + "," + own("limit") + "," + own("step") + "),",
                     place));
    append(out,
           made(own("piece") + "=" + (grain.empty() ? "gfxcc_piece(" + own("rounds") + ")" : grain) + ";",
                place));
    out.push_back({Kind::pragma, "omp for schedule(dynamic)", place, true});
    append(out, made("for(long " + own("at") + "=0;" + own("at") + "<" + own("rounds") + ";" + own("at") +
                         "+=" + own("piece") + "){const long " + own("end") + "=::gfxcc::least_of(" +
                         own("rounds") + "," + own("at") + "+" + own("piece") + ");",
                     place));
    const bool program = shared_.language.is_program(), catches = program && shared_.language.exceptions;
    if (catches) append(out, made("if(__gfx_caught.skips(" + own("at") + "))continue;try{", place));
    if (program)
        append(out, made("const ::gfxcc::Strand __gfx_strand(__gfx_fork.child(" + own("at") + "));", place));
    append(out, type);
    append(out, variable);
    append(out, made("=::gfxcc::at(" + own("first") + "," + own("at") + "," + own("step") + ");", place));
    if (!rounds_have_memory("")) out.push_back({Kind::pragma, kIndependent, place, true});
    append(out, made("for(long " + own("round") + "=" + own("at") + ";" + own("round") + "<" + own("end") +
                         ";++" + own("round") + ",",
                     place));
    append(out, head.parts[2]);
    append(out, made(")", place));
    append(out, body_with_spawns());
    const Place last = tokens_[at_ - 1].place;
    append(out, made(catches ? "}catch(...){__gfx_caught.keep(" + own("at") + ");}}" : "}", last));
    return out;
}

// What a round adds to the loop's variable.
Tokens Rewriter::loop_step(const LoopHead& head) const {
    const size_t equals = assignment(head.parts[0]);
    return step_of(head.parts[2], head.parts[0][equals - 1].text, head.place);
}

// How many rounds there are.
Tokens Rewriter::round_count(const LoopHead& head) const {
    const Place place = head.place;
    const size_t equals = assignment(head.parts[0]);
    const std::string& variable = head.parts[0][equals - 1].text;
    const auto compares = static_cast<size_t>(
        std::find_if(head.parts[1].begin(), head.parts[1].end(), is_comparison) - head.parts[1].begin());
    const bool first = is_one(part(head.parts[1], 0, compares), variable);
    Tokens out = made(
        "::gfxcc::rounds<::gfxcc::" + comparison_name(head.parts[1][compares].text, first) + ">(", place);
    append(out, part(head.parts[0], equals + 1, head.parts[0].size()));
    append(out, made(",", place));
    append(out, first ? part(head.parts[1], compares + 1, head.parts[1].size())
                      : part(head.parts[1], 0, compares));
    append(out, made(",", place));
    append(out, step_of(head.parts[2], variable, place));
    append(out, made(")", place));
    return out;
}

// A break that belongs to the loop whose body is next.
void Rewriter::refuse_break() {
    const size_t begin = at_;
    skip_statement();
    const size_t end = std::exchange(at_, begin);
    while (at_ < end) {
        const bool nested = now().is("for") || now().is("while") || now().is("do") || now().is("switch") ||
                            now().is("_Cilk_for");
        if (now().is("break")) {
            const Place place = now().place;
            at_ = begin;
            throw Mistake{place, "break inside of a _Cilk_for loop"};
        }
        if (nested)
            skip_statement();
        else
            at_++;
    }
    at_ = begin;
}

// One round is a group of threads. All of them run its serial code; they share the rounds of the loops
// inside.
Tokens Rewriter::group_loop(LoopHead& head) {
    const bool outermost = !where_.in_group;
    where_.in_group = true;
    const Tokens memory_around = std::exchange(group_memory_, {});
    const size_t begin = at_;
    size_t inside = at_;
    while (inside < tokens_.size() && tokens_[inside].is("{")) inside++;
    const bool nest = inside + 1 < tokens_.size() && tokens_[inside].is("_Cilk_for") &&
                      tokens_[inside + 1].is("_Thread_group");
    const std::string number = shared_.fresh("group");
    group_levels_.push_back(number);
    Tokens content = body();
    Tokens out = counted_groups(head, number);
    if (!nest) {
        append(out, made("{", head.place));
        append(out, group_memory_);
        append(out, made("const int " + number + "_width=gfxcc_group_width();", head.place));
        out.push_back(
            {Kind::pragma, "omp parallel num_threads(gfxcc_group_threads())", tokens_[begin].place, true});
        append(out, made("{" + place_of_group(), tokens_[begin].place));
    }
    append(out, content);
    append(out, made(nest ? "}" : "}}}", tokens_[at_ - 1].place));
    group_levels_.pop_back();
    group_memory_ = memory_around;
    if (outermost) where_.in_group = false;
    return out;
}

// {const long NUMBER_count = rounds; long NUMBER = 0; for (head, NUMBER++)
Tokens Rewriter::counted_groups(const LoopHead& head, const std::string& number) const {
    const auto loop = [&](const std::string& counter) {
        Tokens out = made("for(", head.place);
        for (size_t i = 0; i < 3; i++) {
            append(out, head.parts[i]);
            append(out, made(i < 2 ? ";" : "," + counter + "++)", head.place));
        }
        return out;
    };
    Tokens out = made("{long " + number + "_count=0;", head.place);
    append(out, loop(number + "_count"));
    append(out, made(";long " + number + "=0;", head.place));
    append(out, loop(number));
    return out;
}

// The thread space has two dimensions: those of the two innermost loops over groups.
std::string Rewriter::place_of_group() const {
    const std::string& inner = group_levels_.back();
    std::string call = "gfxcc_enter_group(" + inner + "_width," + inner + "," + inner + "_count,";
    const bool two = group_levels_.size() > 1;
    const std::string outer = two ? group_levels_[group_levels_.size() - 2] : "";
    return call + (two ? outer + "," + outer + "_count" : "0,1") + ");";
}

}  // namespace genmedia::gfx
