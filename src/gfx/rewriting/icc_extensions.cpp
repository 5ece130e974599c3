// SPDX-License-Identifier: MIT
// What Intel's compiler let pass in C++, and its programs use.
#include "rewriter.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

bool mentions_word(const Tokens& tokens, const char* word) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) { return token.is(word); });
}

// A parameter whose rows have a length that another parameter says: T name[][n] or T (*name)[n].
struct RowsParameter {
    bool found = false;
    Tokens type, length;
    Token name;
};

RowsParameter rows_parameter(const Tokens& tokens) {
    RowsParameter result;
    size_t first = 0;
    while (first < tokens.size() && !tokens[first].is("[")) first++;
    if (first == tokens.size() || first < 2) return result;
    size_t length_at = first;
    if (tokens[first - 1].is(")") && first >= 5 && tokens[first - 3].is("*") && tokens[first - 4].is("(")) {
        result.name = tokens[first - 2];
        result.type = part(tokens, 0, first - 4);
    } else if (tokens[first - 1].is_name() && first + 2 < tokens.size() && tokens[first + 1].is("]") &&
               tokens[first + 2].is("[")) {
        result.name = tokens[first - 1];
        result.type = part(tokens, 0, first - 1);
        length_at = first + 2;
    } else {
        return result;
    }
    const size_t end = closing(tokens, length_at);
    result.length = part(tokens, length_at + 1, end);
    result.found = end + 1 == tokens.size();
    return result;
}

}  // namespace

// vector(CLAUSES) of a function: what is no clause is a mistake. A length is checked by clang, as the width
// of vectors that the function wants at least.
Tokens Rewriter::vector_attribute(const Tokens& inside) {
    Tokens out;
    for (size_t i = 0; i < inside.size(); i++) {
        const Token& word = inside[i];
        if (word.is("private") || word.is("simdlen") || word.is("inbranch") || word.is("notinbranch"))
            shared_.mistakes.push_back({word.place, word.text +
                                                        " is not valid for a SIMD-enabled function; expected "
                                                        "uniform, linear, vectorlength, mask or nomask"});
        if (!word.is("vectorlength") || i + 1 >= inside.size() || !inside[i + 1].is("(")) continue;
        append(out, made("__attribute__((min_vector_width", word.place));
        append(out, part(inside, i + 1, closing(inside, i + 1) + 1));
        append(out, made("))", word.place));
    }
    return out;
}

void Rewriter::strip_attributes(Head& head) {
    Tokens kept;
    const Tokens& tokens = head.tokens;
    for (size_t i = 0; i < tokens.size(); i++) {
        const bool attribute =
            tokens[i].is("__declspec") || tokens[i].is("__attribute__") || tokens[i].is("__attribute");
        if (!attribute || i + 1 >= tokens.size() || !tokens[i + 1].is("(")) {
            kept.push_back(tokens[i]);
            continue;
        }
        const size_t end = closing(tokens, i + 1);
        const Tokens inside = part(tokens, i + 2, end);
        const bool gfx = mentions_word(inside, "target") &&
                         (mentions_word(inside, "gfx") || mentions_word(inside, "gfx_kernel"));
        head.marked = head.marked || gfx;
        head.kernel = head.kernel || mentions_word(inside, "gfx_kernel");
        const bool vector = mentions_word(inside, "vector") || mentions_word(inside, "__vector__") ||
                            mentions_word(inside, "vector_variant");
        if (!gfx && !vector) append(kept, part(tokens, i, end + 1));
        if (vector && !gfx) append(kept, vector_attribute(inside));
        head.vector = head.vector || vector;
        i = end;
    }
    head.tokens = std::move(kept);
}

void Rewriter::find_templates() {
    for (size_t i = 1; i + 1 < tokens_.size(); i++)
        if ((tokens_[i].is("class") || tokens_[i].is("struct")) && tokens_[i - 1].is(">") &&
            tokens_[i + 1].is_name())
            templates_.insert(tokens_[i + 1].text);
}

// int C<float>::id = 0; without template<>
Tokens Rewriter::specialisation(Tokens tokens) const {
    if (tokens[0].is("template") || tokens[0].is("using") || tokens[0].is("typedef")) return tokens;
    for (size_t i = 1; i + 1 < tokens.size(); i++) {
        if (tokens[i].is("(") || tokens[i].is("=") || tokens[i].is("{")) return tokens;
        if (!tokens[i].is_name() || !templates_.contains(tokens[i].text) || !tokens[i + 1].is("<")) continue;
        int depth = 0;
        size_t end = i + 1;
        for (; end < tokens.size(); end++) {
            depth += tokens[end].is("<") ? 1 : tokens[end].is(">") ? -1 : 0;
            if (depth == 0) break;
        }
        const bool member = end + 3 < tokens.size() && tokens[end + 1].is("::") &&
                            tokens[end + 2].is_name() &&
                            (tokens[end + 3].is("(") || tokens[end + 3].is("=") || tokens[end + 3].is(";"));
        if (!member) continue;
        Tokens out = made("template<>", tokens[0].place);
        append(out, tokens);
        return out;
    }
    return tokens;
}

// T (*name)[n] = (T (*)[])pointer;
Tokens Rewriter::run_time_rows(const Tokens& tokens) const {
    size_t open = 1;
    while (open + 6 < tokens.size() && tokens[open].is_name()) open++;
    if (open + 6 >= tokens.size() || !tokens[open].is("(") || !tokens[open + 1].is("*") ||
        !tokens[open + 2].is_name() || !tokens[open + 3].is(")") || !tokens[open + 4].is("["))
        return tokens;
    const size_t length_end = closing(tokens, open + 4);
    if (length_end + 2 >= tokens.size() || !tokens[length_end + 1].is("=") || !tokens[length_end + 2].is("("))
        return tokens;
    const size_t cast_end = closing(tokens, length_end + 2);
    if (cast_end < 2 || !tokens[cast_end - 1].is("]") || !tokens[cast_end - 2].is("[")) return tokens;
    const Tokens type = part(tokens, 0, open);
    const Place place = tokens[0].place;
    Tokens out;
    if (where_.in_kernel) {
        append(out, made("auto", place));
        out.push_back(tokens[open + 2]);
        append(out, made("=::gfxcc::kernel::as_rows((", place));
    } else {
        append(out, made("::gfxcc::rows<", place));
        append(out, type);
        append(out, made(">", place));
        out.push_back(tokens[open + 2]);
        append(out, made("((", place));
        append(out, type);
        append(out, made("*)(", place));
    }
    append(out, part(tokens, cast_end + 1, tokens.size() - 1));
    append(out, made("),", place));
    append(out, part(tokens, open + 5, length_end));
    append(out, made(");", place));
    return out;
}

// The parameter takes any rows of the type, and the body sees rows of the length that is said.
void Rewriter::rows_parameters(Head& head) const {
    size_t open = 1;
    while (open < head.tokens.size() && !(head.tokens[open].is("(") && head.tokens[open - 1].is_name()))
        open++;
    if (open >= head.tokens.size()) return;
    const size_t end = closing(head.tokens, open);
    std::set<std::string> earlier;
    Tokens parameters;
    bool changed = false;
    for (const Tokens& parameter : split(part(head.tokens, open + 1, end), ",")) {
        if (!parameters.empty()) append(parameters, made(",", head.tokens[open].place));
        const RowsParameter rows = rows_parameter(parameter);
        if (!rows.found || !mentions(rows.length, earlier)) {
            append(parameters, parameter);
            if (!parameter.empty() && parameter.back().is_name()) earlier.insert(parameter.back().text);
            continue;
        }
        changed = true;
        const std::string own = "__gfx_rows_" + rows.name.text;
        append(parameters, made("::gfxcc::rows_argument<", rows.name.place));
        append(parameters, rows.type);
        append(parameters, made("> " + own, rows.name.place));
        append(head.body_begins, made("::gfxcc::rows<", rows.name.place));
        append(head.body_begins, rows.type);
        append(head.body_begins, made("> " + rows.name.text + "(" + own + ".first,", rows.name.place));
        append(head.body_begins, rows.length);
        append(head.body_begins, made(");", rows.name.place));
    }
    if (!changed) return;
    Tokens all = part(head.tokens, 0, open + 1);
    append(all, parameters);
    append(all, part(head.tokens, end, head.tokens.size()));
    head.tokens = std::move(all);
}

}  // namespace genmedia::gfx
