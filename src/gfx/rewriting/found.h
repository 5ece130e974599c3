// SPDX-License-Identifier: MIT
// Functions and regions of a text, by place: the host's text and the target's have them at the same.
#pragma once

#include "gfx/rewriting/tokens/gfx_token.h"

#include <map>
#include <set>
#include <string>

namespace genmedia::gfx {

struct FoundFunction {
    std::string name;
    bool target = false;  // marked target(gfx) or target(gfx_kernel)
    bool groups = false;  // has loops over thread groups, or memory that a group shares
    bool definition = false, renamable = true, in_class = false;
    bool shared = false;  // among files: other ones may call it, or define it
    Tokens tokens;
};

struct Found {
    std::map<Place, FoundFunction> functions;  // by their name's place
    std::map<Place, Tokens> regions;           // statements behind #pragma offload, by the pragma's place
};

// Of functions that the target has in a version of its own: their names, and all of the target's text.
struct Versions {
    std::set<std::string> names;
    std::set<Place> for_other_files;  // functions that do not differ, and have a second version all the same
    Found target;
};

inline std::string target_name(const std::string& name) { return name + "__gfx"; }

// Which functions differ, and with them what calls these. Of functions that files share each has two
// versions, so that a file need not know what is in another one. `wrong` gets what differs and must not,
// `warnings` which functions of other files offloaded code calls without.
Versions versions(const Found& host, const Found& target, const Tokens& host_tokens,
                  const Tokens& target_tokens, std::vector<Mistake>& wrong, std::vector<Mistake>& warnings);

}  // namespace genmedia::gfx
