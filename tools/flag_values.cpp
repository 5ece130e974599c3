// SPDX-License-Identifier: MIT
#include "tools/flag_values.h"

#include <map>
#include <set>

namespace {

// CLI11's options have no place for it. Written while the one thread declares the flags.
std::map<const CLI::Option*, std::vector<std::string>>& noted_names() {
    static std::map<const CLI::Option*, std::vector<std::string>> noted;
    return noted;
}

std::set<const CLI::App*>& noted_programs() {
    static std::set<const CLI::App*> noted;
    return noted;
}

}  // namespace

void note_names(const CLI::Option& option, const std::vector<std::string>& names) {
    noted_names()[&option] = names;
}

const std::vector<std::string>& names_to_choose(const CLI::Option& option) { return noted_names()[&option]; }

void note_program(const CLI::App& command) { noted_programs().insert(&command); }

bool runs_program(const CLI::App& command) { return noted_programs().contains(&command); }
