// SPDX-License-Identifier: MIT
// Functions and types, and the versions that the target has of functions.
#include "rewriter.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/local_names.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

bool is_type_keyword(const Token& token) {
    return token.is("class") || token.is("struct") || token.is("union") || token.is("enum") ||
           token.is("namespace");
}

// Behind a template's parameters.
size_t past_template(const Tokens& tokens, size_t at, size_t end) {
    if (at + 1 >= end || !tokens[at].is("template")) return at;
    const size_t behind = past_angles(tokens, at + 1);
    return behind == at + 1 || behind > end ? at : past_template(tokens, behind, end);
}

bool names_no_function(const Token& token) {
    return token.is("__declspec") || token.is("__attribute__") || token.is("decltype") ||
           token.is("alignas") || token.is("noexcept") || token.is("throw") || token.is("explicit") ||
           token.is("__typeof__");
}

// Position of a function's name: what stands before its parameters. tokens.size(): there is none.
size_t function_name(const Tokens& tokens) {
    int angles = 0;
    for (size_t i = past_template(tokens, 0, tokens.size()); i + 1 < tokens.size(); i++) {
        if (tokens[i].is("<")) angles++;
        if (tokens[i].is(">")) angles = std::max(0, angles - 1);
        if (tokens[i].is("operator")) return i;
        if (tokens[i].is("=")) return tokens.size();
        if (!tokens[i + 1].is("(") || angles > 0) continue;
        if (tokens[i].is_name() && !names_no_function(tokens[i])) return i;
        i = closing(tokens, i + 1);
    }
    return tokens.size();
}

// Constructors, destructors and conversions have none.
bool has_type_before(const Tokens& tokens, size_t name) {
    for (size_t i = past_template(tokens, 0, name); i < name; i++) {
        if (tokens[i].is("~")) return false;
        const bool qualifies = tokens[i + 1].is("::") || tokens[i].is("::");
        const bool specifies = tokens[i].is("inline") || tokens[i].is("explicit") ||
                               tokens[i].is("constexpr") || tokens[i].is("virtual") ||
                               tokens[i].is("friend") || tokens[i].is("static");
        if (tokens[i].is_name() && !qualifies && !specifies) return true;
    }
    return false;
}

bool uses_groups(const Tokens& tokens) {
    return std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
        return token.is("_Thread_group") || token.is("__thread_group_local");
    });
}

}  // namespace

bool Rewriter::is_type_head(size_t start, size_t end) const {
    size_t i = past_template(tokens_, start, end);
    while (i < end && (tokens_[i].is("typedef") || tokens_[i].is("static") || tokens_[i].is("const") ||
                       tokens_[i].is("inline") || tokens_[i].is("friend") || tokens_[i].is("__extension__")))
        i++;
    if (i + 1 < end && tokens_[i].is("extern") && tokens_[i + 1].kind == Kind::literal) return true;
    return i < end && is_type_keyword(tokens_[i]);
}

// Whether the brace opens a body, and no initializer.
bool Rewriter::is_body(size_t start, size_t brace, bool type, bool equals, bool initializers) const {
    if (brace == start) return true;
    const Token& before = tokens_[brace - 1];
    if (equals || before.is(",") || before.is("(")) return false;
    bool brackets = false;
    for (size_t i = start; i < brace; i++) {
        if (tokens_[i].is("__declspec") || tokens_[i].is("__attribute__") || tokens_[i].is("alignas")) {
            i = closing(tokens_, i + 1);
            continue;
        }
        brackets = brackets || tokens_[i].is("(");
    }
    if (type && !brackets) return true;
    if (!brackets) return false;
    if (initializers) return before.is(")") || before.is("}");
    if (where_.in_function) return before.is(")") && tokens_[start].is("catch");
    for (size_t i = start; i < brace; i++)
        if (tokens_[i].is("->")) return true;
    return before.is(")") || before.is("const") || before.is("noexcept") || before.is("override") ||
           before.is("final") || before.is("try") || before.is("volatile") || before.is("&") ||
           before.is("&&") || before.is(";") || before.kind == Kind::pragma || before.kind == Kind::system;
}

Rewriter::Head Rewriter::head(Tokens tokens) {
    Head head;
    head.tokens = std::move(tokens);
    strip_attributes(head);
    head.marked = head.marked || head.kernel || where_.marked || pushed_ > 0;
    if (head.tokens.empty()) return head;
    for (Token& token : head.tokens)
        if (token.is("restrict") && shared_.language.cpp) token.text = "__restrict";
    if (shared_.language.cpp) {
        if (!where_.in_function && !where_.in_class) head.tokens = specialisation(std::move(head.tokens));
        rows_parameters(head);
        if (where_.in_function) head.tokens = run_time_rows(head.tokens);
    }
    head.tokens = checked_spawns(std::move(head.tokens));
    return head;
}

Tokens Rewriter::renamed(const Tokens& tokens) const {
    Tokens out = tokens;
    if (where_.in_function && !shared_.kernel_templates.empty()) use_kernel_templates(out);
    if (keeps_names()) {
        rename_kernels(out);
        return out;
    }
    for (Token& token : out)
        if (token.is_name() && versions_->names.contains(token.text)) token.text = target_name(token.text);
    return out;
}

// _GFX_offload(&kernel<int>, ...) is about the target's version.
void Rewriter::rename_kernels(Tokens& tokens) const {
    if (versions_ == nullptr) return;
    for (size_t i = 0; i + 1 < tokens.size(); i++) {
        if (!tokens[i].is("_GFX_offload") || !tokens[i + 1].is("(")) continue;
        for (size_t j = i + 2; j < tokens.size() && !tokens[j].is(",") && !tokens[j].is(")"); j++)
            if (tokens[j].is_name() && versions_->names.contains(tokens[j].text))
                tokens[j].text = target_name(tokens[j].text);
    }
}

// Whether other files may call a function: it is no member, no template, and has a name for the linker.
bool Rewriter::is_shared(const Tokens& head, size_t name) const {
    if (where_.in_class || where_.in_template || where_.unnamed || head[0].is("template") ||
        head[name].is("main"))
        return false;
    return std::none_of(head.begin(), head.begin() + static_cast<long>(name), [](const Token& token) {
        return token.is("::") || token.is("static") || token.is("inline") || token.is("__inline") ||
               token.is("__inline__") || token.is("constexpr") || token.is("typedef") || token.is("friend");
    });
}

void Rewriter::note_function(const Head& head, size_t start, size_t end, bool definition) {
    const size_t name = function_name(head.tokens);
    if (name == head.tokens.size()) return;
    FoundFunction found;
    found.name = head.tokens[name].text;
    found.target = head.marked;
    found.definition = definition;
    found.in_class = where_.in_class;
    found.renamable = has_type_before(head.tokens, name) && found.name != "operator";
    found.tokens = part(tokens_, start, end);
    found.groups = uses_groups(found.tokens);
    found.shared = found.renamable && !head.kernel && is_shared(head.tokens, name);
    found_.functions[head.tokens[name].place] = std::move(found);
}

Tokens Rewriter::definition(size_t start, size_t brace) {
    const bool type = is_type_head(start, brace);
    Head found = head(part(tokens_, start, brace));
    const bool function = function_name(found.tokens) < found.tokens.size();
    return type && !function ? type_definition(found, start, brace)
                             : function_definition(found, start, brace);
}

Tokens Rewriter::type_definition(const Head& head, size_t start, size_t brace) {
    const size_t end = closing(tokens_, brace);
    const Surroundings around = where_;
    const bool enumeration =
        std::any_of(head.tokens.begin(), head.tokens.end(), [](const Token& t) { return t.is("enum"); });
    const bool scope = std::any_of(head.tokens.begin(), head.tokens.end(),
                                   [](const Token& t) { return t.is("namespace") || t.is("extern"); });
    Tokens out = renamed(head.tokens);
    at_ = brace;
    if (enumeration) {
        append(out, take(end + 1));
    } else {
        where_.in_class = !scope;
        where_.unnamed =
            where_.unnamed || (scope && head.tokens.size() == 1 && head.tokens[0].is("namespace"));
        where_.in_function = false;
        where_.in_template = where_.in_template || tokens_[start].is("template");
        where_.marked = where_.marked || (head.marked && !scope);
        append(out, block());
        where_ = around;
    }
    if (!scope && at_ < tokens_.size() && !now().is(";")) append(out, simple({}));
    return out;
}

Tokens Rewriter::function_definition(const Head& head, size_t start, size_t brace) {
    const Surroundings around = where_;
    const size_t end = closing(tokens_, brace);
    const size_t name = function_name(head.tokens);
    const bool outermost = !where_.in_function;
    const bool for_openmp = start > 0 && tokens_[start - 1].kind == Kind::pragma &&
                            tokens_[start - 1].text.find("declare simd") != std::string::npos;
    if (head.vector && for_openmp)
        shared_.mistakes.push_back(
            {name < head.tokens.size() ? head.tokens[name].place : tokens_[start].place,
             "#pragma omp declare simd cannot be used of a function that the attribute "
             "vector makes SIMD-enabled"});
    if (outermost) note_function(head, start, end + 1, true);
    if (outermost && name < head.tokens.size()) where_.function = head.tokens[name].text;
    where_.in_function = true;
    where_.in_class = false;
    const Tokens inside = part(tokens_, brace, end);
    const size_t declared = past_template(head.tokens, 0, head.tokens.size());
    where_.locals.merge(local_variables(part(head.tokens, declared, head.tokens.size()), inside));
    where_.exposed.merge(exposed_variables(inside, where_.locals));
    Tokens out = renamed(head.tokens);
    at_ = brace;
    append(out, take(brace + 1));
    append(out, head.body_begins);
    append(out, spawns_begin(inside, tokens_[brace].place));
    append(out, items(end));
    append(out, spawns_end(tokens_[end].place));
    append(out, take(end + 1));
    where_ = around;
    if (!outermost || name == head.tokens.size()) return out;
    const Token& named = head.tokens[name];
    const bool two =
        versions_ != nullptr && !where_.target && head.marked &&
        (versions_->names.contains(named.text) || versions_->for_other_files.contains(named.place));
    if (two) append(out, target_version(named.place));
    const bool kernels =
        shared_.language.kernels == Kernels::threads || shared_.language.kernels == Kernels::lanes;
    if (head.kernel && kernels && versions_ != nullptr && !where_.target)
        append(out, kernels_of_function(named));
    if (head.kernel) append(out, registration(name, head.tokens, two));
    return out;
}

// The function once more, as the target has it, under a name of its own.
Tokens Rewriter::target_version(Place name) const {
    const auto found = versions_->target.functions.find(name);
    if (found == versions_->target.functions.end()) return {};
    Surroundings where = where_;
    where.target = true;
    where.marked = true;
    Found ignored;
    Tokens function = found->second.tokens;
    for (Token& token : function)
        if (token.place == name && token.is_name() && !versions_->names.contains(token.text))
            token.text = target_name(token.text);
    Rewriter rewriter(shared_, function, ignored, versions_, where);
    return rewriter.run();
}

Tokens Rewriter::target_declaration(const Tokens& declaration, const Head& head) const {
    if (versions_ == nullptr || where_.target || !head.marked || !mentions(declaration, versions_->names))
        return {};
    Surroundings where = where_;
    where.target = true;
    Found ignored;
    Rewriter rewriter(shared_, declaration, ignored, versions_, where);
    return rewriter.run();
}

}  // namespace genmedia::gfx
