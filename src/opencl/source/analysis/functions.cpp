// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/functions.h"

#include <algorithm>
#include <unordered_set>

namespace genmedia::opencl {
namespace {

constexpr size_t kMostOverloads = 100;
constexpr size_t kNone = static_cast<size_t>(-1);

bool is_keyword_before_parenthesis(const Token& token) {
    return is_one_of(token,
                     {"if", "while", "for", "switch", "return", "sizeof", "case", "do", "else", "typeof",
                      "__typeof__", "__attribute__", "__attribute", "vec_step", "_Alignas", "_Alignof"});
}

bool is_image_type(std::string_view type) {
    return type.starts_with("image") && type.ends_with("_t") && type.size() > 8 && type[5] >= '1' &&
           type[5] <= '3' && type[6] == 'd';
}

std::vector<size_t> match_brackets(const std::vector<Token>& list) {
    std::vector<size_t> partner(list.size(), kNone), open;
    for (size_t i = 0; i < list.size(); i++) {
        if (is_one_of(list[i], {"(", "[", "{"})) open.push_back(i);
        if (!is_one_of(list[i], {")", "]", "}"})) continue;
        const char wanted = list[i].is(")") ? '(' : list[i].is("]") ? '[' : '{';
        if (open.empty() || list[open.back()].text[0] != wanted) {
            throw ReadFailure{list[i], StatusCode::corrupt, "'" + list[i].text + "' closes nothing"};
        }
        partner[i] = open.back();
        partner[open.back()] = i;
        open.pop_back();
    }
    if (open.empty()) return partner;
    const Token& token = list[open.back()];
    throw ReadFailure{token, StatusCode::corrupt, "'" + token.text + "' is not closed"};
}

// Reads the declarations at the outermost level.
class Finder {
public:
    explicit Finder(Program& program) : program_(program), list_(program.list) {}

    void run() {
        for (size_t i = 0; i < list_.size();) {
            const bool starts = list_[i].kind != TokenKind::pragma && !list_[i].is(";");
            i = starts ? declaration(i) : i + 1;
        }
    }

private:
    // Reads one declaration and returns the token after it.
    size_t declaration(size_t begin) {
        Function function;
        function.begin = begin;
        bool is_function = false, has_value = false;
        size_t i = begin;
        for (; i < list_.size() && !list_[i].is(";"); i++) {
            has_value |= list_[i].is("=");
            if (list_[i].is("{") && is_function && !has_value) return definition(function, i);
            const bool opens = list_[i].is("(") || list_[i].is("[") || list_[i].is("{");
            if (list_[i].is("(") && i > begin && names_function(i - 1)) {
                function.name = i - 1;
                is_function = true;
            }
            if (opens) i = program_.partner[i];
        }
        if (list_[begin].is("typedef")) {
            note_typedef(begin, i);
        } else if (is_function && !has_value && function.name > begin && i < list_.size()) {
            function.header_end = i;
            add(std::move(function));
        }
        return i + 1;
    }

    size_t definition(Function& function, size_t open) {
        const size_t close = program_.partner[open];
        function.header_end = open;
        function.body = {open + 1, close};
        function.is_defined = true;
        if (function.name == function.begin) return close + 1;  // a macro that was not expanded, and a block
        add(std::move(function));
        return close + 1;
    }

    bool names_function(size_t index) const {
        return list_[index].is_identifier() && !is_keyword_before_parenthesis(list_[index]);
    }

    void note_typedef(size_t begin, size_t end) {
        const bool is_image = std::any_of(list_.begin() + begin, list_.begin() + end,
                                          [&](const Token& token) { return names_image(token); });
        if (is_image && list_[end - 1].is_identifier()) image_names_.insert(list_[end - 1].text);
    }

    bool names_image(const Token& token) const {
        return token.is_identifier() && (is_image_type(token.text) || image_names_.contains(token.text));
    }

    void add(Function function) {
        for (size_t i = function.begin; i < function.name; i++) {
            function.is_kernel |= list_[i].is("kernel") || list_[i].is("__kernel");
        }
        for (const Range& range : program_.split(function.name + 1)) {
            const bool is_void = range.end - range.begin == 1 && list_[range.begin].is("void");
            if (!is_void) function.parameters.push_back(parameter(range));
        }
        for (size_t i = function.body.begin; i < function.body.end; i++) {
            const bool is_call = list_[i + 1].is("(") && names_function(i);
            if (is_call) function.calls.push_back({i, program_.split(i + 1)});
        }
        if (function.is_defined) {
            auto& overloads = program_.definitions[program_.name(function)];
            if (overloads.size() < kMostOverloads) overloads.push_back(program_.functions.size());
        }
        program_.functions.push_back(std::move(function));
    }

    Parameter parameter(Range range) const {
        size_t name = kNone;
        for (size_t i = range.begin; i < range.end && !list_[i].is("["); i++) {
            if (program_.is_attribute(i)) {
                i = program_.partner[i + 1];
            } else if (list_[i].is_identifier()) {
                name = i;
            }
        }
        Parameter result;
        if (name != kNone) result.name = list_[name].text;
        for (size_t i = range.begin; i < range.end; i++)
            result.is_image |= i != name && names_image(list_[i]);
        const auto has = [&](std::initializer_list<std::string_view> words) {
            return std::any_of(list_.begin() + static_cast<std::ptrdiff_t>(range.begin),
                               list_.begin() + static_cast<std::ptrdiff_t>(range.end),
                               [&](const Token& token) { return is_one_of(token, words); });
        };
        result.is_buffer = has({"*", "["}) && has({"global", "__global", "constant", "__constant"});
        return result;
    }

    Program& program_;
    const std::vector<Token>& list_;
    std::unordered_set<std::string> image_names_;
};

}  // namespace

const std::vector<size_t>& Program::callees(const Call& call) const {
    static const std::vector<size_t> none;
    const auto found = definitions.find(name(call));
    return found == definitions.end() ? none : found->second;
}

std::vector<Range> Program::split(size_t open) const {
    const size_t close = partner[open];
    std::vector<Range> ranges;
    if (close == open + 1) return ranges;
    ranges.push_back({open + 1, close});
    for (size_t i = open + 1; i < close; i++) {
        if (list[i].is("(") || list[i].is("[") || list[i].is("{")) i = partner[i];
        if (!list[i].is(",")) continue;
        ranges.back().end = i;
        ranges.push_back({i + 1, close});
    }
    return ranges;
}

bool Program::is_attribute(size_t index) const {
    return index + 1 < list.size() && list[index + 1].is("(") &&
           is_one_of(list[index], {"__attribute__", "__attribute"});
}

Program find_functions(const Tokens& tokens) {
    Program program(tokens);
    program.partner = match_brackets(tokens.list);
    Finder(program).run();
    return program;
}

}  // namespace genmedia::opencl
