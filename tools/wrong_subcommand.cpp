// SPDX-License-Identifier: MIT
#include "wrong_subcommand.h"

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

}  // namespace

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
    const auto nearest = std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
        return distance(a, word) < distance(b, word);
    });
    if (distance(*nearest, word) <= 2)
        return "'" + word + "' is no subcommand; did you mean '" + *nearest + "'?";
    return "'" + word + "' is no subcommand; expected " + usage;
}
