// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/build_messages.h"

#include "opencl/builtins/prelude_parts.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

namespace genmedia::opencl {
namespace {

bool is_name_part(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The functions' names in programs by those in the layer, of which several may lead to one.
const std::multimap<std::string, std::string, std::less<>>& program_names() {
    static const auto names = [] {
        std::multimap<std::string, std::string, std::less<>> all;
        std::istringstream text(prelude_names());
        for (std::string line; std::getline(text, line);) {
            std::istringstream words(line);
            std::string define, name, target;
            if (words >> define >> name >> target && define == "#define")
                all.emplace(target.substr(0, target.find('(')), name.substr(0, name.find('(')));
        }
        return all;
    }();
    return names;
}

bool mentions_word(std::string_view text, std::string_view word) {
    for (size_t at = 0; (at = text.find(word, at)) != text.npos; at++) {
        const size_t end = at + word.size();
        if ((at == 0 || !is_name_part(text[at - 1])) && (end == text.size() || !is_name_part(text[end])))
            return true;
    }
    return false;
}

// The name at a message's place "program.cl:LINE:COLUMN". Empty: none.
std::string_view name_at_place(std::string_view source, std::string_view message) {
    constexpr std::string_view file = "program.cl:";
    const size_t at = message.find(file);
    if (at == message.npos) return {};
    char* end = nullptr;
    const std::string place(message.substr(at + file.size()));
    size_t line = std::strtoul(place.c_str(), &end, 10);
    const size_t column = *end == ':' ? std::strtoul(end + 1, nullptr, 10) : 0;
    size_t begin = 0;
    for (; line > 1 && begin != source.npos; line--) {
        begin = source.find('\n', begin);
        if (begin != source.npos) begin++;
    }
    if (begin == source.npos || column == 0 || begin + column > source.size()) return {};
    std::string_view name = source.substr(begin + column - 1);
    return name.substr(
        0, static_cast<size_t>(std::find_if_not(name.begin(), name.end(), is_name_part) - name.begin()));
}

// What the program calls a function of the layer: by preference what it says there, or anywhere.
std::string program_name(std::string_view name, std::string_view there, std::string_view source) {
    if (name.starts_with("_cl_")) return std::string(name.substr(4));  // PoCL's own prefix
    const auto [begin, end] = program_names().equal_range(name);
    if (begin == end) return std::string(name);
    auto best = begin;
    for (auto i = begin; i != end; i++) {
        if (i->second == there) return i->second;
        if (mentions_word(source, i->second)) best = i;
    }
    return best->second;
}

std::string without_files(std::string line) {
    constexpr std::string_view begin = " <Spelling=genmedia/";
    for (size_t at = 0; (at = line.find(begin, at)) != line.npos;)
        line.erase(at, std::min(line.size(), line.find('>', at)) + 1 - at);
    return line;
}

std::string line_in_words_of(const std::string& source, const std::string& line) {
    const std::string text = without_files(line);
    const std::string_view there = name_at_place(source, text);
    std::string result;
    for (size_t at = 0; at < text.size();) {
        if (!is_name_part(text[at])) {
            result += text[at++];
            continue;
        }
        size_t end = at;
        while (end < text.size() && is_name_part(text[end])) end++;
        const std::string name = text.substr(at, end - at);
        const bool foreign =
            name.starts_with("__gm_") || name.starts_with("__genmedia_") || name.starts_with("_cl_");
        result += foreign ? program_name(name, there, source) : name;
        at = end;
    }
    return result;
}

// By line of a text, from 1: what #line directives call it, "FILE:LINE".
std::vector<std::string> places_of(const std::string& text) {
    std::vector<std::string> places{{}};
    std::istringstream lines(text);
    std::string file = "<kernel>";
    size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        places.push_back(file + ":" + std::to_string(++number));
        constexpr std::string_view directive = "#line ";
        if (!line.starts_with(directive)) continue;
        char* end = nullptr;
        number = std::strtoul(line.c_str() + directive.size(), &end, 10) - 1;
        if (const std::string_view rest = end; rest.starts_with(" \""))
            file = rest.substr(2, rest.find('"', 2) - 2);
    }
    return places;
}

}  // namespace

std::string with_places_of(const std::string& text, const std::string& log) {
    constexpr std::string_view mark = "<kernel>:";
    if (log.find(mark) == log.npos) return log;
    const std::vector<std::string> places = places_of(text);
    std::string result;
    for (size_t at = 0; at < log.size();) {
        const size_t found = std::min(log.find(mark, at), log.size());
        result.append(log, at, found - at);
        at = found;
        if (found == log.size()) break;
        char* end = nullptr;
        const size_t line = std::strtoul(log.c_str() + found + mark.size(), &end, 10);
        result += line < places.size() ? places[line] : std::string(mark);
        at = static_cast<size_t>(end - log.c_str());
    }
    return result;
}

std::string in_words_of(const std::string& source, const std::string& log) {
    std::string result;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) result += line_in_words_of(source, line) + "\n";
    return result;
}

}  // namespace genmedia::opencl
