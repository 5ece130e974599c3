// SPDX-License-Identifier: MIT
// Array notation in kernels: sections become vectors of C for Metal, by include/cm/offload.
#pragma once

#include "gfx/rewriting/gfx_language.h"

#include <map>

namespace genmedia::gfx {

// The sections of one statement or reduction.
class KernelSections {
public:
    explicit KernelSections(Shared& shared) : shared_(shared), number_(++shared.given) {}

    // A statement without its semicolon, which has a rank. parallel: its elements go to threads.
    Tokens statement(const Tokens& tokens, bool parallel);
    // The tokens with vectors in place of sections.
    Tokens expression(const Tokens& tokens);

    // Of the statement's dimensions.
    Tokens lengths() const;

private:
    size_t chain(const Tokens& tokens, size_t at, Tokens& out);
    size_t subscripts(const Tokens& tokens, size_t at, Tokens& base, Tokens& subscripts);
    Tokens subscript(const Tokens& content, const Tokens& base, size_t rank, size_t before, Place place);
    Tokens section_length(const Tokens& count, const Tokens& base, size_t before, Place place);
    Tokens call(const Tokens& callee, const Tokens& arguments, Place place);
    Tokens reduction(const Token& name, const Tokens& arguments);
    Tokens index(const Tokens& argument, Place place) const;
    Tokens lambda(const Tokens& body, Place place) const;
    std::string dimension(size_t rank) const {
        return "__gfx_d" + std::to_string(number_) + "_" + std::to_string(rank);
    }

    Shared& shared_;
    const int number_;
    std::map<size_t, std::vector<Tokens>> lengths_;
};

// The tokens of an expression without a rank: its reductions are rewritten.
Tokens kernel_scalar(Shared& shared, const Tokens& tokens);

}  // namespace genmedia::gfx
