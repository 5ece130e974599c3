// SPDX-License-Identifier: MIT
#include "opencl/source/edits.h"

#include "opencl/preprocessor/lexer.h"

namespace genmedia::opencl {
namespace {

constexpr uint32_t kMostEmptyLines = 64;

class Printer {
public:
    explicit Printer(const Tokens& tokens) : tokens_(tokens) {}

    void token(const Token& token, const std::string& text, bool apart = false) {
        const bool is_line = token.kind == TokenKind::pragma && token.text.starts_with('#');
        if (is_line && !at_line_start()) end_line();
        move_to(token, is_line);
        if (!at_line_start() && (token.space_before || apart || glues(text_.back(), text.front())))
            text_ += ' ';
        text_ += text;
        if (is_line) end_line();
    }

    std::string finish() {
        if (!at_line_start()) end_line();
        return std::move(text_);
    }

private:
    bool at_line_start() const { return text_.empty() || text_.back() == '\n'; }

    void end_line() {
        text_ += '\n';
        line_++;
    }

    // A macro's tokens may come from lines before those already printed. They stay on the current line,
    // except that a directive goes to its own line.
    void move_to(const Token& token, bool exactly) {
        const bool elsewhere = file_ != token.file || line_ + kMostEmptyLines < token.line;
        const bool back = line_ > token.line && (exactly || at_line_start());
        if (!elsewhere && !back) {
            while (line_ < token.line) end_line();
            return;
        }
        if (!at_line_start()) text_ += '\n';
        text_ += "#line " + std::to_string(token.line) + " \"";
        for (const char c : tokens_.files[token.file]) {
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
        text_ += "\"\n";
        file_ = token.file;
        line_ = token.line;
    }

    // Whether two characters side by side could be read as one token.
    static bool glues(char left, char right) {
        const auto is_one_of = [](char c, std::string_view set) { return set.find(c) != set.npos; };
        const bool number = left == '.' || right == '.';  // 1 and .5
        if (number && (is_identifier_part(left) || is_identifier_part(right))) {
            return is_one_of(left == '.' ? right : left, "0123456789");
        }
        if (is_one_of(left, "eEpP") && is_one_of(right, "+-")) return true;  // 0x1e and +
        constexpr std::string_view operators = "+-*/%<>=!&|^#:.";
        return (is_identifier_part(left) && is_identifier_part(right)) ||
               (is_one_of(left, operators) && is_one_of(right, operators));
    }

    const Tokens& tokens_;
    std::string text_;
    uint32_t file_ = UINT32_MAX, line_ = 0;
};

}  // namespace

std::string Edits::apply(const Tokens& tokens) const {
    Printer printer(tokens);
    auto change = changes_.begin();
    bool apart = false;  // must be kept apart from text inserted just before
    for (size_t i = 0; i < tokens.list.size(); i++) {
        const Token& token = tokens.list[i];
        const bool changed = change != changes_.end() && change->first == i;
        if (!changed) {
            printer.token(token, token.text, apart);
            apart = false;
            continue;
        }
        const Change& made = (change++)->second;
        const std::string text = made.before + made.replacement.value_or(token.text) + made.after;
        if (!text.empty()) printer.token(token, text, apart);
        apart = !made.after.empty();
    }
    return printer.finish();
}

}  // namespace genmedia::opencl
