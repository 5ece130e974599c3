// SPDX-License-Identifier: MIT
#include "tools/wrong_subcommand.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

namespace {

// Letters to insert, remove or replace to come from one word to the other (Levenshtein).
size_t distance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); i++) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < b.size(); j++) {
            const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

// The nearest of `names`, or an empty string if none is near.
std::string nearest_of(const std::vector<std::string>& names, const std::string& word) {
    const auto nearest = std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
        return distance(a, word) < distance(b, word);
    });
    return nearest != names.end() && distance(*nearest, word) <= 2 ? *nearest : "";
}

std::vector<std::string> flags_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

// CLI11 says of a wrong flag what it misses beside it.
std::string wrong_flag(const CLI::App& app, const std::string& of, const std::string& word) {
    const std::vector<std::string> names = flags_of(app);
    const std::string flag = word.substr(0, word.find('='));
    const bool is_short = !word.starts_with("--");
    const bool is_number = word.size() > 1 && (word[1] == '.' || (word[1] >= '0' && word[1] <= '9'));
    if (word.size() < 2 || word == "--" || is_number) return {};
    const std::string known = is_short ? word.substr(0, 2) : flag;
    if (std::find(names.begin(), names.end(), known) != names.end()) return {};
    const std::string message = "'" + flag + "' is no flag" + of;
    if (std::error_code error; std::filesystem::exists(word, error))
        return message + "; for the file of that name: ./" + word;
    const std::string nearest = is_short ? "" : nearest_of(names, flag);
    return message + (nearest.empty()
                          ? "; genmedia" + of.substr(std::min<size_t>(of.size(), 3)) + " --help lists them"
                          : "; did you mean " + nearest + "?");
}

}  // namespace

std::string wrong_flags(CLI::App& app, int argc, char** argv) {
    if (argc < 2) return {};
    const std::string first = argv[1];
    if (first.starts_with("-")) return wrong_flag(app, "", first);
    const std::vector<CLI::App*> commands =
        app.get_subcommands([&](CLI::App* one) { return one->get_name() == first; });
    CLI::App* command = commands.empty() ? nullptr : commands[0];
    for (int i = 2; command && i < argc && std::string(argv[i]) != "--"; i++) {
        const std::string word = argv[i];
        if (!word.starts_with("-")) continue;
        if (std::string wrong = wrong_flag(*command, " of " + first, word); !wrong.empty()) return wrong;
        const CLI::Option* option = command->get_option_no_throw(word);
        if (option && option->get_items_expected_min() > 0) i++;  // its value
    }
    return {};
}

std::string wrong_subcommand(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    const std::string usage =
        "genmedia SUBCOMMAND [FLAGS], SUBCOMMAND one of " + all + "; genmedia --help says more";
    if (argc < 2) return "expected " + usage;
    const std::string word = argv[1];
    if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return {};
    std::error_code error;
    if (std::filesystem::exists(word, error))
        return "'" + word + "' is no subcommand; for its motion: genmedia motion " + word + " -o DIR";
    if (const std::string nearest = nearest_of(names, word); !nearest.empty())
        return "'" + word + "' is no subcommand; did you mean '" + nearest + "'?";
    return "'" + word + "' is no subcommand; expected " + usage;
}
