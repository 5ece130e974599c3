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

// A loop of the source whose number of rounds is known.
struct Loop {
    int line = 0;  // 0: unknown
    unsigned rounds = 0;
    bool operator<(const Loop& other) const { return line < other.line; }
    bool operator==(const Loop& other) const { return line == other.line; }
};

// An object is read or written at an index that only the run knows.
struct Indirection {
    int line = 0;
    std::string object;  // its name in the source; empty: it has none
    int bytes = 0;       // of the object
    bool writes = false;
    std::vector<Loop> loops;  // unrolled, all of them together make the index constant; empty: none can
};

// One of a kind and line.
void add_hint(std::vector<Hint>& hints, int line, const std::string& text);

}  // namespace genmedia::gen
