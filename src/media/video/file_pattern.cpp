// SPDX-License-Identifier: MIT
#include "media/video/file_pattern.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace genmedia::media {
namespace {

// Appends what stands before the next number, in which "%%" is a per cent sign. Returns its end.
size_t take_text(const std::string& name, size_t at, std::string& text) {
    while (at < name.size()) {
        if (name[at] == '%' && name.compare(at, 2, "%%") != 0) break;
        at += name[at] == '%' ? 1 : 0;
        text += name[at++];
    }
    return at;
}

std::string escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '%' ? "%%" : std::string(1, c);
    return escaped;
}

}  // namespace

std::optional<FilePattern> FilePattern::parse(const std::string& name) {
    const auto is_digit = [&](size_t at, char lowest) {
        return at < name.size() && name[at] >= lowest && name[at] <= '9';
    };
    FilePattern pattern;
    size_t at = name.rfind('/') + 1;
    pattern.before_ = name.substr(0, at);
    at = take_text(name, at, pattern.before_);
    if (at++ == name.size()) return {};
    if (is_digit(at, '0') && name[at] == '0' && is_digit(at + 1, '1')) at++;
    if (is_digit(at, '1')) pattern.width_ = static_cast<size_t>(name[at++] - '0');
    if (at >= name.size() || name[at] != 'd') return {};
    if (take_text(name, at + 1, pattern.after_) < name.size()) return {};
    return pattern;
}

std::string FilePattern::path(int64_t number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < width_) digits.insert(0, width_ - digits.size(), '0');
    return before_ + digits + after_;
}

std::string FilePattern::for_ffmpeg() const {
    return escaped(before_) + "%" + (width_ > 0 ? "0" + std::to_string(width_) : "") + "d" + escaped(after_);
}

std::optional<int64_t> FilePattern::number(const std::string& path) const {
    if (path.size() <= before_.size() + after_.size()) return {};
    const char* first = path.data() + before_.size();
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
