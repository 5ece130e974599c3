// SPDX-License-Identifier: MIT
#include "gen/mend.h"

#include <algorithm>

namespace genmedia::gen {

void add_mend(std::vector<Mend>& mends, int line, const std::string& text) {
    const bool known = std::any_of(mends.begin(), mends.end(),
                                   [&](const Mend& mend) { return mend.line == line && mend.text == text; });
    if (!known) mends.push_back({line, text});
}

}  // namespace genmedia::gen
