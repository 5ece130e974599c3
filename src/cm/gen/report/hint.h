// SPDX-License-Identifier: MIT
// What could be better in a kernel, each with its line.
#pragma once

#include <string>
#include <vector>

namespace genmedia::gen {

struct Hint {
    int line = 0;
    std::string text;
};

// A loop in the source with a known number of rounds.
struct Loop {
    int line = 0;  // 0: unknown
    unsigned rounds = 0;
    bool operator<(const Loop& other) const { return line < other.line; }
    bool operator==(const Loop& other) const { return line == other.line; }
};

// An object is read or written at an index that is only known at run time.
struct Indirection {
    int line = 0;
    std::string object;  // its name in the source; empty: no name
    int bytes = 0;       // of the object
    bool writes = false;
    std::vector<Loop> loops;  // all unrolled make the index constant; empty: none can
};

// Adds a hint, at most one of a kind for each line.
void add_hint(std::vector<Hint>& hints, int line, const std::string& text);

}  // namespace genmedia::gen
