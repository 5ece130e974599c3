// SPDX-License-Identifier: MIT
// Values of flags: choices by name and numbers in a range. Messages about wrong values name the flag, the
// value and what was expected.
#pragma once

#include "base/motion_names.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

[[noreturn]] inline void refuse(const std::string& flag, const std::string& value,
                                const std::string& expected) {
    throw CLI::ValidationError(flag, "'" + value + "', expected " + expected);
}

// Of a flag that sends a video to standard output.
void refuse_terminal(const std::string& flag);
// --y4m goes with pictures on standard output, which `flag` asks for, and --json with none: `has_two` is
// both.
void check_standard_output_flags(const CLI::App& app, bool has_pictures, const std::string& flag,
                                 bool has_two);

// What an option takes by name, for completion in shells; empty: not only names, or none.
const std::vector<std::string>& names_to_choose(const CLI::Option& option);
void note_names(const CLI::Option& option, const std::vector<std::string>& names);

template <class T>
void note_names(const CLI::Option& option, const genmedia::base::Choices<T>& choices) {
    std::vector<std::string> names;
    for (const auto& choice : choices) names.emplace_back(choice.first);
    note_names(option, names);
}

// Whether what follows "--" is a program.
bool runs_program(const CLI::App& command);
void note_program(const CLI::App& command);

template <class T>
std::string names_of(const genmedia::base::Choices<T>& choices) {
    std::string names;
    for (const auto& choice : choices) names += (names.empty() ? "" : ", ") + std::string(choice.first);
    return names;
}

template <class T>
T chosen(const std::string& flag, const std::string& value, const genmedia::base::Choices<T>& choices) {
    for (const auto& [name, meaning] : choices)
        if (value == name) return meaning;
    refuse(flag, value, "one of " + names_of(choices));
}

template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, T& target,
                        const genmedia::base::Choices<T>& choices, const std::string& help) {
    const auto parse = [flag, &target, &choices](const std::string& text) {
        target = chosen(flag, text, choices);
    };
    const auto is_default = [&target](const auto& choice) { return choice.second == target; };
    CLI::Option* option = app.add_option_function<std::string>(flag, parse, help + ": " + names_of(choices))
                              ->type_name("NAME")
                              ->default_str(std::find_if(choices.begin(), choices.end(), is_default)->first);
    note_names(*option, choices);
    return option;
}

// The whole of `text` as a number of at least zero.
template <class T>
bool parse_number(std::string_view text, T& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0;
}

// A number that need not be whole.
void add_real(CLI::App& app, const std::string& flag, float& target, float low, float high,
              const std::string& help);

template <class T>
void add_number(CLI::App& app, const std::string& flag, T& target, T low, T high, const std::string& help) {
    const auto parse = [flag, &target, low, high](const std::string& text) {
        if (!parse_number(text, target) || target < low || target > high)
            refuse(flag, text, "a number in " + std::to_string(low) + ".." + std::to_string(high));
    };
    app.add_option_function<std::string>(flag, parse, help)
        ->type_name("N")
        ->default_str(std::to_string(target));
}
