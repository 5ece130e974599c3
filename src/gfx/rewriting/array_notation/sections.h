// SPDX-License-Identifier: MIT
// Array notation: sections become elements, and statements with sections become loops.
#pragma once

#include "gfx/rewriting/gfx_language.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace genmedia::gfx {

// Whether there is a section, a reduction or an implicit index: something to rewrite.
bool has_notation(const Tokens& tokens);
// Whether there is a section outside of reductions: something that has a rank.
bool has_rank(const Tokens& tokens);

// The sections of one statement.
class Sections {
public:
    // evaluated_once: calls that no section is in are made once, not for each element.
    Sections(Shared& shared, bool evaluated_once);

    // The tokens with elements in place of sections, and values in place of reductions.
    Tokens rewritten(const Tokens& tokens);

    size_t rank() const { return lengths_.size(); }
    // The rewritten statement in its loops. `before_loop` are lines before each `for`, `before_all` before
    // the outermost.
    Tokens in_loops(const Tokens& statement, const std::vector<std::string>& before_loop,
                    const std::string& before_all = {}) const;

private:
    struct Length {
        std::string text;
        bool constant;
        long value;
        Place place;
    };

    Tokens expression(const Tokens& tokens);
    size_t chain(const Tokens& tokens, size_t at, Tokens& out);
    size_t primary(const Tokens& tokens, size_t at, Tokens& out);
    size_t suffixes(const Tokens& tokens, size_t at, Tokens& out, size_t start);
    void subscript(const Tokens& content, const Token& open, Tokens& out, size_t start, size_t& direct);
    void section(const Tokens& content, const std::vector<size_t>& at, const Token& open, Tokens& out,
                 size_t start, size_t rank);
    void hoist_base(Tokens& out, size_t start);
    void hoist_call(Tokens& out, size_t start);
    void hoist_value(Tokens& out, size_t start);
    void hoist_as(const char* cpp_type, Tokens& out, size_t start);
    void hoist(const std::string& text, Place place);
    std::string once(const Tokens& tokens, const char* what);
    void whole(const Tokens& base, size_t rank, Place place);
    void length(size_t rank, const std::string& text, Place place);
    void check_rank(const Tokens& chain, size_t rank);
    Tokens reduction(const Token& name, const Tokens& arguments);
    Tokens implicit_index(const Tokens& argument, Place place);
    void check_implicit_indices() const;
    std::string index(size_t rank) const {
        return "__gfx_i" + std::to_string(base_) + "_" + std::to_string(rank);
    }
    Tokens without_indices(const Tokens& tokens) const;
    Tokens value_type(const Tokens& value) const;
    Tokens opening(Place place) const;
    Tokens loop_heads(const std::vector<std::string>& before_loop, const std::string& before_all, Place place,
                      bool independent) const;
    bool independent(const Tokens& body) const;

    Shared& shared_;
    const int base_;
    const bool evaluated_once_;
    size_t uses_ = 0;                   // of sections and indices, so far
    std::set<std::string> given_away_;  // variables whose address a call gets
    std::vector<std::pair<size_t, Place>> implicit_;
    size_t declared_rank_ = 0, last_rank_ = 0;
    std::string first_;  // the chain that declared it
    std::map<size_t, std::vector<Length>> lengths_;
    Tokens hoisted_;
};

// A statement without its semicolon, which has a rank, as loops.
Tokens statement_in_loops(Shared& shared, const Tokens& statement,
                          const std::vector<std::string>& before_loop, const std::string& before_all = {});
// An expression of rank 0: its reductions are rewritten. Throws Mistake(refusal) where it has a rank.
Tokens scalar(Shared& shared, const Tokens& tokens, const char* refusal);

}  // namespace genmedia::gfx
