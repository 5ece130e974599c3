// What could be mended in a kernel, each with its line.
#pragma once

#include <string>
#include <vector>

namespace genmedia::gen {

struct Mend {
    int line = 0;
    std::string text;
};

// One of a kind and line.
void add_mend(std::vector<Mend>& mends, int line, const std::string& text);

}  // namespace genmedia::gen
