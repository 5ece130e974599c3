// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/include_search.h"

#include <filesystem>
#include <fstream>

namespace genmedia::opencl {
namespace {

constexpr uintmax_t kLargestFile = 1 << 24;

std::optional<std::string> read_text(const std::filesystem::path& path) {
    std::error_code error;
    // Reading anything but a file, such as a pipe, could wait for ever.
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    const uintmax_t size = std::filesystem::file_size(path, error);
    if (error || size > kLargestFile) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string text(size, '\0');
    file.read(text.data(), static_cast<std::streamsize>(size));
    if (file.bad() || !file.eof()) text.resize(static_cast<size_t>(file.gcount()));
    return text;
}

}  // namespace

const Header* IncludeSearch::header(const std::string& name) const {
    for (const Header& header : headers_) {
        if (header.name == name) return &header;
    }
    return nullptr;
}

std::optional<IncludeSearch::Found> IncludeSearch::find(const std::string& name, const std::string& including,
                                                        bool in_quotes) const {
    if (name.empty() || name.find('\0') != name.npos) return std::nullopt;
    const std::filesystem::path folder = std::filesystem::path(including).parent_path();
    std::vector<std::string> places = {name};
    if (in_quotes && !folder.empty()) {
        places.insert(places.begin(), (folder / name).lexically_normal().generic_string());
    }
    for (const std::string& place : places) {
        if (const Header* found = header(place)) return Found{place, found->text};
    }
    if (!std::filesystem::path(name).is_absolute()) {
        for (const std::string& directory : directories_) {
            places.push_back((std::filesystem::path(directory) / name).generic_string());
        }
    }
    for (const std::string& place : places) {
        if (auto text = read_text(place)) return Found{place, std::move(*text)};
    }
    return std::nullopt;
}

}  // namespace genmedia::opencl
