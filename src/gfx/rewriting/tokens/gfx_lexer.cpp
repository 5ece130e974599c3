// SPDX-License-Identifier: MIT
#include "gfx_lexer.h"

#include <array>
#include <cctype>
#include <charconv>
#include <map>

namespace genmedia::gfx {
namespace {

constexpr std::array kSymbols = {"<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--",
                                 "<<",  ">>",  "<=",  ">=",  "==",  "!=", "&&", "||", "+=",
                                 "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", ".*", "##"};

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Text run() {
        while (at_ < text_.size()) step();
        return std::move(result_);
    }

    Tokens run_at(Place place, bool done) {
        place_ = place;
        while (at_ < text_.size()) step();
        for (Token& token : result_.tokens) {
            token.place = place;
            token.done = done;
        }
        return std::move(result_.tokens);
    }

private:
    char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void step() {
        const char c = peek();
        if (c == '\n') {
            at_++;
            place_.line++;
            place_.column = 1;
            line_begins_ = true;
        } else if (c == '#' && line_begins_) {
            directive();
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            at_++;
            place_.column++;
        } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
            comment();  // in what is made, and where clang keeps them
        } else {
            line_begins_ = false;
            token();
        }
    }

    void comment() {
        const size_t end = peek(1) == '/' ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
        const size_t stop = end == std::string_view::npos ? text_.size() : end + (peek(1) == '/' ? 0 : 2);
        while (at_ < stop) advance_one();
    }

    void advance_one() {
        if (text_[at_++] == '\n') {
            place_.line++;
            place_.column = 1;
        } else {
            place_.column++;
        }
    }

    std::string_view line_at(size_t begin) const {
        const size_t end = text_.find('\n', begin);
        return text_.substr(begin, end == std::string_view::npos ? std::string_view::npos : end - begin);
    }

    void directive() {
        const std::string_view line = line_at(at_);
        const size_t word = line.find_first_not_of(" \t", 1);
        if (word != std::string_view::npos && std::isdigit(static_cast<unsigned char>(line[word])) != 0)
            return marker(line.substr(word));
        if (word != std::string_view::npos && line.substr(word, 6) == "pragma") {
            Token token{Kind::pragma, std::string(line.substr(word + 6)), place_, false};
            token.place.column = static_cast<int>(word) + 8;
            result_.tokens.push_back(std::move(token));
        }
        at_ += line.size();
    }

    // 12 "file" 1 3
    void marker(std::string_view line) {
        const size_t begin = at_, open = line.find('"'), close = line.rfind('"');
        std::from_chars(line.data(), line.data() + line.size(), place_.line);
        at_ += line_at(at_).size();
        if (at_ < text_.size()) at_++;
        place_.column = 1;
        if (open == std::string_view::npos || close <= open) return;
        const std::string file(line.substr(open + 1, close - open - 1));
        const bool system = line.find(" 3", close) != std::string_view::npos || file.starts_with("<");
        if (system)
            system_text(begin);
        else
            place_.file = file_index(file);
    }

    int file_index(const std::string& file) {
        const auto [known, added] = file_indices_.try_emplace(file, static_cast<int>(result_.files.size()));
        if (added) result_.files.push_back(file);
        return known->second;
    }

    // Up to the marker that leads back to the user's files.
    void system_text(size_t begin) {
        size_t end = at_;
        while (end < text_.size()) {
            const std::string_view line = line_at(end);
            if (line.starts_with("# ") && line.size() > 2 &&
                std::isdigit(static_cast<unsigned char>(line[2])) != 0) {
                const size_t quote = line.rfind('"');
                if (line.find(" 3", quote) == std::string_view::npos &&
                    line.find("\"<") == std::string_view::npos)
                    break;
            }
            end += line.size() + 1;
        }
        end = std::min(end, text_.size());
        const size_t back =
            std::min(end + line_at(end).size() + 1, text_.size());  // the way back is kept, too
        result_.tokens.push_back(
            {Kind::system, std::string(text_.substr(begin, back - begin)), place_, true});
        at_ = end;
        line_begins_ = true;
    }

    void token() {
        const size_t begin = at_;
        const Place place = place_;
        const Kind kind = scan();
        const std::string_view text = text_.substr(begin, at_ - begin);
        result_.tokens.push_back({kind, std::string(text), place, false});
        for (const char c : text) {
            if (c == '\n') {
                place_.line++;
                place_.column = 1;
            } else {
                place_.column++;
            }
        }
    }

    // Moves to the token's end.
    Kind scan() {
        if (const size_t quote = literal_prefix(); quote != std::string_view::npos) {
            at_ += quote;
            quoted();
            return Kind::literal;
        }
        if (begins_name(peek())) {
            while (in_name(peek())) at_++;
            return Kind::name;
        }
        if (std::isdigit(static_cast<unsigned char>(peek())) != 0 ||
            (peek() == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0)) {
            number();
            return Kind::number;
        }
        for (const std::string_view symbol : kSymbols)
            if (text_.substr(at_, symbol.size()) == symbol) {
                at_ += symbol.size();
                return Kind::symbol;
            }
        at_++;
        return Kind::symbol;
    }

    void number() {
        while (in_name(peek()) || peek() == '.' || (peek() == '\'' && in_name(peek(1)))) {
            const char c = peek();
            at_++;
            if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') && (peek() == '+' || peek() == '-')) at_++;
        }
    }

    // How many characters stand before the quote of a literal that begins here; npos: none does.
    size_t literal_prefix() const {
        for (const std::string_view prefix : {"", "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"}) {
            const char quote = peek(prefix.size());
            if (text_.substr(at_, prefix.size()) == prefix && (quote == '"' || quote == '\''))
                return prefix.size();
        }
        return std::string_view::npos;
    }

    void quoted() {
        const char quote = peek();
        const bool raw = quote == '"' && at_ > 0 && text_[at_ - 1] == 'R';
        if (raw) {
            const size_t open = text_.find('(', at_);
            const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
            const size_t end = text_.find(close, open);
            at_ = end == std::string_view::npos ? text_.size() : end + close.size();
            return;
        }
        for (at_++; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; at_++)
            if (text_[at_] == '\\') at_++;
        if (at_ < text_.size()) at_++;
    }

    const std::string_view text_;
    size_t at_ = 0;
    bool line_begins_ = true;
    Place place_{0, 1, 1};
    Text result_;
    std::map<std::string, int> file_indices_;
};

}  // namespace

Text read_preprocessed(std::string_view text) { return Lexer(text).run(); }

Tokens made(std::string_view text, Place place) { return Lexer(text).run_at(place, true); }

Tokens words_of(const Token& pragma) { return Lexer(pragma.text).run_at(pragma.place, false); }

}  // namespace genmedia::gfx
