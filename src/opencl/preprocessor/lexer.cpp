// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/lexer.h"

#include <algorithm>
#include <array>

namespace genmedia::opencl {
namespace {

// Longest first.
constexpr std::array<std::string_view, 28> kPunctuators = {
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",   "*=",  "/=",  "%=",  "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>"};

struct Digraph {
    std::string_view text, meaning;
};
constexpr Digraph kDigraphs[] = {{"%:%:", "##"}, {"<:", "["}, {":>", "]"},
                                 {"<%", "{"},    {"%>", "}"}, {"%:", "#"}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0'; }

// A text without line continuations. It still knows where its lines began.
struct LogicalText {
    std::string characters;
    std::vector<size_t> line_starts = {0};

    explicit LogicalText(std::string_view text) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        characters.reserve(text.size());
        for (size_t i = 0; i < text.size(); i++) {
            const size_t after = text[i] == '\\' ? continuation_end(text, i) : i;
            if (after != i) {
                line_starts.push_back(characters.size());
                i = after - 1;
                continue;
            }
            if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
            characters += text[i];
            if (text[i] == '\n') line_starts.push_back(characters.size());
        }
    }

private:
    // The place behind the line end after a backslash. Blanks may stand between the two, as compilers allow.
    static size_t continuation_end(std::string_view text, size_t backslash) {
        const size_t end = text.find_first_not_of(" \t\v\f\r", backslash + 1);
        return end != std::string_view::npos && text[end] == '\n' ? end + 1 : backslash;
    }
};

class Lexer {
public:
    Lexer(std::string_view text, uint32_t file) : text_(text), source_(text_.characters), file_(file) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        while (skip_space()) {
            const size_t start = at_;
            Token token{.space_before = space_, .first_on_line = first_, .file = file_, .text = {}};
            locate(start, token);
            token.kind = take();
            token.text = source_.substr(start, at_ - start);
            if (token.kind == TokenKind::punctuator) {
                for (const Digraph& digraph : kDigraphs) {
                    if (token.text == digraph.text) token.text = digraph.meaning;
                }
            }
            tokens.push_back(std::move(token));
            space_ = first_ = false;
        }
        return tokens;
    }

private:
    char peek(size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

    // Goes to the next token; false at the end.
    bool skip_space() {
        for (; at_ < source_.size(); space_ = true) {
            if (peek() == '\n') {
                first_ = true;
                at_++;
            } else if (is_blank(peek())) {
                at_++;
            } else if (peek() == '/' && peek(1) == '/') {
                at_ = std::min(source_.find('\n', at_), source_.size());
            } else if (peek() == '/' && peek(1) == '*') {
                const size_t end = source_.find("*/", at_ + 2);
                at_ = end == source_.npos ? source_.size() : end + 2;
            } else {
                return true;
            }
        }
        return false;
    }

    void locate(size_t start, Token& token) {
        const auto& starts = text_.line_starts;
        while (line_ < starts.size() && starts[line_] <= start) line_++;
        token.line = static_cast<uint32_t>(line_);
        token.column = static_cast<uint32_t>(start - starts[line_ - 1] + 1);
    }

    TokenKind take() {
        const char c = peek();
        if (is_identifier_start(c)) {
            while (is_identifier_part(peek())) at_++;
            return TokenKind::identifier;
        }
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return take_number();
        if ((c == '"' || c == '\'') && take_quoted(c)) {
            return c == '"' ? TokenKind::string : TokenKind::character;
        }
        return take_punctuator();
    }

    // Takes any number of C and more: 1.0h, 0x1p-3f.
    TokenKind take_number() {
        for (; is_identifier_part(peek()) || peek() == '.'; at_++) {
            const bool exponent = std::string_view("eEpP").find(peek()) != std::string_view::npos;
            if (exponent && (peek(1) == '+' || peek(1) == '-')) at_++;
        }
        return TokenKind::number;
    }

    // If the quote is not closed on its line: takes nothing and returns false.
    bool take_quoted(char quote) {
        for (size_t end = at_ + 1; end < source_.size() && source_[end] != '\n'; end++) {
            if (source_[end] == quote) {
                at_ = end + 1;
                return true;
            }
            if (source_[end] == '\\') end++;
        }
        return false;
    }

    TokenKind take_punctuator() {
        const std::string_view rest = std::string_view(source_).substr(at_);
        for (const std::string_view punctuator : kPunctuators) {
            if (!rest.starts_with(punctuator)) continue;
            at_ += punctuator.size();
            return TokenKind::punctuator;
        }
        if (rest.starts_with("%:")) at_++;
        const bool known =
            std::string_view("[](){}.&*+-~!/%<>^|?:;=,#").find(source_[at_]) != std::string_view::npos;
        at_++;
        return known ? TokenKind::punctuator : TokenKind::other;
    }

    LogicalText text_;
    const std::string& source_;
    uint32_t file_;
    size_t at_ = 0;
    size_t line_ = 0;  // lines that started so far
    bool space_ = false, first_ = true;
};

}  // namespace

bool is_identifier_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_identifier_part(char c) { return is_identifier_start(c) || is_digit(c); }

std::vector<Token> tokenize(std::string_view text, uint32_t file) { return Lexer(text, file).run(); }

}  // namespace genmedia::opencl
