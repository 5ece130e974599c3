// SPDX-License-Identifier: MIT
#include "tools/flag_values.h"

#include <unistd.h>

#include <map>
#include <set>
#include <sstream>

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

void add_real(CLI::App& app, const std::string& flag, float& target, float low, float high,
              const std::string& help) {
    const auto shown = [](float value) {
        std::ostringstream text;
        text << value;
        return text.str();
    };
    const auto parse = [=, &target](const std::string& text) {
        if (!parse_number(text, target) || !(target >= low && target <= high))
            refuse(flag, text, "a number in " + shown(low) + ".." + shown(high));
    };
    app.add_option_function<std::string>(flag, parse, help)->type_name("X")->default_str(shown(target));
}

void refuse_terminal(const std::string& flag) {
    if (isatty(STDOUT_FILENO) == 1) refuse(flag, "-", "a pipe or a file in the place of the terminal");
}

void check_standard_output_flags(const CLI::App& app, bool has_pictures, const std::string& flag,
                                 bool has_two) {
    if (has_two)
        throw CLI::ValidationError("--json", "standard output has the video; expected a file for it");
    if (app.count("--y4m") > 0 && !has_pictures) throw CLI::ValidationError("--y4m", "expected " + flag);
}

void note_names(const CLI::Option& option, const std::vector<std::string>& names) {
    noted_names()[&option] = names;
}

const std::vector<std::string>& names_to_choose(const CLI::Option& option) { return noted_names()[&option]; }

void note_program(const CLI::App& command) { noted_programs().insert(&command); }

bool runs_program(const CLI::App& command) { return noted_programs().contains(&command); }
