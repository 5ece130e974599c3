// SPDX-License-Identifier: MIT
#include "rewriter.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <cstdlib>
#include <map>

namespace genmedia::gfx {
namespace {

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
    for (const char* each : words)
        if (word == each) return true;
    return false;
}

std::string without_brackets(const Tokens& words) {
    if (words.size() > 2 && words[0].is("(")) return text_of(part(words, 1, closing(words, 0)));
    return text_of(words);
}

}  // namespace

Tokens Rewriter::pragma() {
    const Token token = now();
    const Tokens words = words_of(token);
    const std::string word = words.empty() ? "" : words[0].text;
    if (word == "offload") {
        at_++;
        return shared_.language.offload ? offload(words, token.place) : Tokens();
    }
    if (word == "offload_attribute") {
        at_++;
        return offload_attribute(words);
    }
    if (word == "offload_wait") {
        at_++;
        return offload_wait(words, token.place);
    }
    if (word == "offload_transfer") {
        at_++;
        return offload_transfer(words, token.place);
    }
    Hints none;
    if (take_hint(none)) {
        at_--;
        return hinted();
    }
    at_++;
    if (word == "omp" && !shared_.language.openmp) return {};
    return {token};
}

// Whether a pragma that is one stands here; it is passed then.
bool Rewriter::take_hint(Hints& hints) {
    const Tokens words = words_of(now());
    const std::string word = words.empty() ? "" : words[0].text;
    const Tokens rest = words.empty() ? Tokens() : part(words, 1, words.size());
    if (word == "simd") {
        if (!where_.in_function) {
            shared_.mistakes.push_back({now().place, "#pragma simd must be inside a function"});
            at_++;
            return true;
        }
        hints.simd = true;
        hints.place = now().place;
        hints.simd_clauses += simd_clauses(rest);
    } else if (word == "unroll") {
        const std::string count = without_brackets(rest);
        hints.lines.push_back(count.empty() ? "unroll" : "unroll " + count);
    } else if (word == "nounroll") {
        hints.lines.push_back("nounroll");
    } else if (word == "novector") {
        std::erase(hints.lines, kIndependent);
        hints.lines.push_back("clang loop vectorize(disable)");
    } else if (word == "ivdep") {
        if (hints.lines.empty() || hints.lines.back() != "clang loop vectorize(disable)")
            hints.lines.push_back(kIndependent);
    } else if (word == "cilk") {
        if (!where_.in_function)
            shared_.mistakes.push_back({now().place, "#pragma cilk grainsize must be inside a function"});
        const size_t equals = assignment(rest);
        if (!rest.empty() && !rest[0].is("grainsize")) {
            shared_.warnings.push_back(
                {now().place, "#pragma cilk " + text_of(rest) + " is ignored; expected grainsize"});
        } else if (equals != 1 || rest.size() < 3) {
            shared_.mistakes.push_back(
                {now().place, "#pragma cilk " + text_of(rest) + "; expected grainsize = number"});
        } else if (where_.in_function) {
            hints.grain = "gfxcc_grain(" + text_of(part(rest, 2, rest.size())) + ")";
            hints.place = now().place;
        }
    } else if (!is_one_of(word, {"vector", "loop_count", "unroll_and_jam", "nounroll_and_jam", "nofusion",
                                 "distribute_point"})) {
        return false;
    }
    at_++;
    return true;
}

Tokens Rewriter::hinted() {
    Hints hints;
    const size_t first = at_;
    while (at_ < tokens_.size() && now().kind == Kind::pragma && take_hint(hints)) {
    }
    if (at_ >= tokens_.size()) return {};
    if (now().is("_Cilk_for")) return cilk_for(hints);
    if (!hints.grain.empty())
        shared_.warnings.push_back({now().place, "#pragma cilk grainsize is not followed by _Cilk_for"});
    if (now().is("for")) return for_statement(hints);
    if (hints.simd) throw Mistake{now().place, "for statement expected behind #pragma simd"};
    if (now().is("while") || now().is("do")) {
        Tokens out = hint_lines(hints, tokens_[first].place);
        append(out, item());
        return out;
    }
    if (now().kind == Kind::pragma || now().is("{") || !where_.in_function) return item();
    if (Tokens out = keyword(); !out.empty()) return out;
    return simple(hints);
}

namespace {

// linear(i : 2, j : 4, k) as OpenMP has it: a step is one of a whole list. It is a constant or a variable.
std::string linear_clauses(const Tokens& list, bool cpp) {
    std::string text;
    for (const Tokens& one : split(list, ",")) {
        const std::vector<size_t> at = colons(one);
        const bool computed = !at.empty() && one.size() > at[0] + 2;
        text += " linear(" +
                (computed && cpp ? text_of(part(one, 0, at[0])) + ": ::gfxcc::constant<(" +
                                       text_of(part(one, at[0] + 1, one.size())) + ")>"
                                 : text_of(one)) +
                ")";
    }
    return text;
}

void check_vector_length(const Tokens& length, Place place) {
    if (length.size() != 1 || length[0].kind != Kind::number) return;
    const long value = std::strtol(length[0].text.c_str(), nullptr, 0);
    if (value <= 0 || (value & (value - 1)) != 0)
        throw Mistake{place, "vectorlength(" + length[0].text + ") must be a power of 2"};
}

}  // namespace

// The clauses of #pragma simd as OpenMP has them.
std::string Rewriter::simd_clauses(const Tokens& words) const {
    static const std::map<std::string, std::string> kNames = {
        {"vectorlength", "simdlen"},    {"linear", "linear"},       {"private", "private"},
        {"lastprivate", "lastprivate"}, {"reduction", "reduction"}, {"safelen", "safelen"},
        {"simdlen", "simdlen"},         {"collapse", "collapse"},   {"aligned", "aligned"}};
    std::string text;
    for (size_t i = 0; i < words.size(); i++) {
        if (words[i].is(",")) continue;
        const std::string& name = words[i].text;
        const bool brackets = i + 1 < words.size() && words[i + 1].is("(");
        const size_t end = brackets ? closing(words, i + 1) : i;
        if (const auto known = kNames.find(name); known != kNames.end()) {
            if (!brackets || end == i + 2)
                throw Mistake{words[i].place, "clause " + name + " of #pragma simd without its arguments"};
            const Tokens arguments = part(words, i + 2, end);
            if (name == "vectorlength" && text.find(" simdlen(") != std::string::npos)
                throw Mistake{words[i].place,
                              "too many 'vectorlength' clauses of #pragma simd; expected one"};
            if (name == "vectorlength") check_vector_length(arguments, words[i].place);
            text += name == "linear" ? linear_clauses(arguments, shared_.language.cpp)
                                     : " " + known->second + text_of(part(words, i + 1, end + 1));
        } else if (!is_one_of(name,
                              {"assert", "noassert", "vecremainder", "novecremainder", "vectorlengthfor"})) {
            throw Mistake{words[i].place, name + " is not a clause of #pragma simd that is supported"};
        }
        i = end;
    }
    return text;
}

Tokens Rewriter::offload_attribute(const Tokens& words) {
    const std::string all = text_of(words);
    if (all.find("pop") != std::string::npos) {
        if (pushed_ == 0)
            throw Mistake{words[0].place, "#pragma offload_attribute(pop) without a push before it"};
        pushed_--;
    } else if (all.find("push") != std::string::npos && all.find("gfx") != std::string::npos) {
        pushed_++;
    } else if (all.find("gfx") == std::string::npos) {
        throw Mistake{words[0].place, "#pragma " + all + " is not for target(gfx)"};
    }
    return {};
}

// Regions with signal(tag) have ended when the next statement runs; the host gets their results here.
Tokens Rewriter::offload_wait(const Tokens& words, Place place) {
    Tokens out;
    for (size_t i = 1; i + 1 < words.size(); i++) {
        if (!words[i].is("wait") || !words[i + 1].is("(")) continue;
        for (const Tokens& tag : split(part(words, i + 2, closing(words, i + 1)), ",")) {
            append(out, made("gfxcc_wait((const void*)(", place));
            append(out, tag);
            append(out, made(")," + shared_.place(place) + ");", place));
        }
    }
    if (out.empty()) throw Mistake{place, "#pragma offload_wait without wait(tag)"};
    return shared_.language.offload ? out : Tokens();
}

}  // namespace genmedia::gfx
