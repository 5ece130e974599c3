// SPDX-License-Identifier: MIT
#include "media/file_pattern.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace genmedia::media {

std::optional<FilePattern> FilePattern::parse(const std::string& name) {
    const auto is_digit = [&](size_t at, char lowest) {
        return at < name.size() && name[at] >= lowest && name[at] <= '9';
    };
    FilePattern pattern;
    size_t at = name.find('%', name.rfind('/') + 1);
    if (at == std::string::npos || name.find('%', at + 1) != std::string::npos) return {};
    pattern.before_ = name.substr(0, at++);
    if (is_digit(at, '0') && name[at] == '0' && is_digit(at + 1, '1')) pattern.fill_ = name[at++];
    if (is_digit(at, '1')) pattern.width_ = static_cast<size_t>(name[at++] - '0');
    if (at >= name.size() || name[at] != 'd') return {};
    pattern.after_ = name.substr(at + 1);
    return pattern;
}

std::string FilePattern::path(int64_t number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < width_) digits.insert(0, width_ - digits.size(), fill_);
    return before_ + digits + after_;
}

std::optional<int64_t> FilePattern::number(const std::string& path) const {
    if (path.size() <= before_.size() + after_.size()) return {};
    const char* first = path.data() + std::min(path.find_first_not_of(' ', before_.size()), path.size());
    const char* const end = path.data() + path.size() - after_.size();
    int64_t number = 0;
    const bool good = first < end && std::from_chars(first, end, number).ec == std::errc();
    return good && number >= 0 && this->path(number) == path ? std::optional(number) : std::nullopt;
}

std::vector<int64_t> FilePattern::existing() const {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(before_ + "x").parent_path();
    std::vector<int64_t> numbers;
    std::error_code error;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string path = (folder / entry->path().filename()).string();
        if (const auto number = this->number(path)) numbers.push_back(*number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

}  // namespace genmedia::media
