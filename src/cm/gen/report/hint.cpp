// SPDX-License-Identifier: MIT
#include "cm/gen/report/hint.h"

#include <algorithm>

namespace genmedia::gen {

void add_hint(std::vector<Hint>& hints, int line, const std::string& text) {
    const bool known = std::any_of(hints.begin(), hints.end(),
                                   [&](const Hint& hint) { return hint.line == line && hint.text == text; });
    if (!known) hints.push_back({line, text});
}

}  // namespace genmedia::gen
