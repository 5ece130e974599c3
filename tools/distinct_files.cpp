// SPDX-License-Identifier: MIT
#include "tools/distinct_files.h"

#include "base/part_file.h"
#include "media/video/file_pattern.h"
#include "media/video/output/standard_output.h"

#include <sys/stat.h>

#include <filesystem>
#include <map>

using namespace genmedia;
namespace fs = std::filesystem;

std::string identity_of(const std::string& name) {
    struct stat facts {};
    if (stat(name.c_str(), &facts) == 0)
        return S_ISCHR(facts.st_mode) ? ""
                                      : std::to_string(facts.st_dev) + ":" + std::to_string(facts.st_ino);
    std::error_code error;
    const fs::path place = base::behind_links(name, error);
    return fs::weakly_canonical(fs::absolute(place, error), error).string();
}

std::vector<std::string> files_of(const std::string& name) {
    if (name.empty()) return {};
    if (name == "-") return {"/dev/stdin"};
    const auto pattern = media::FilePattern::parse(name);
    std::error_code error;
    if (!pattern || fs::exists(name, error)) return {name};
    std::vector<std::string> names;
    for (const int64_t number : pattern->existing()) names.push_back(pattern->path(number));
    return names;
}

Status check_distinct(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    std::map<std::string, std::string> read, written;  // names by identity
    for (const std::string& input : inputs)
        for (const std::string& file : files_of(input)) read.emplace(identity_of(file), file);
    for (const std::string& output : outputs) {
        const bool is_file = !output.empty() && !media::is_standard_output(output);
        const std::string identity = is_file ? identity_of(output) : "";
        if (identity.empty()) continue;
        if (const auto input = read.find(identity); input != read.end())
            return {StatusCode::invalid_argument,
                    "'" + output + "' is the input '" + input->second + "'; expected another file"};
        if (const auto [other, is_new] = written.emplace(identity, output); !is_new)
            return {StatusCode::invalid_argument,
                    "'" + other->second + "' and '" + output + "' are one file; expected a file for each"};
    }
    return {};
}
