// SPDX-License-Identifier: MIT
// What all of the rewriting shares: the language, names that are given once, and what could not be rewritten.
#pragma once

#include "gfx_token.h"

#include <string>
#include <vector>

namespace genmedia::gfx {

struct Language {
    bool cpp = true;
    bool openmp = false;  // the user's own pragmas of OpenMP are kept
    bool offload = true;  // false: -qno-offload
    bool svm = false;     // -qoffload-svm: regions may use all memory
};

struct Shared {
    Language language;
    std::vector<std::string> files;
    std::vector<Mistake> mistakes, warnings;
    int given = 0;

    std::string fresh(const char* what) { return "__gfx_" + std::string(what) + std::to_string(++given); }
    // Declares a value: its type is the compiler's to find.
    std::string value() const { return language.cpp ? "auto" : "__auto_type"; }
    std::string place(const Place& place) const {
        return "\"" + files.at(static_cast<size_t>(place.file)) + "\"," + std::to_string(place.line);
    }
};

}  // namespace genmedia::gfx
