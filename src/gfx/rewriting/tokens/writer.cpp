// SPDX-License-Identifier: MIT
#include "writer.h"

#include <cctype>

namespace genmedia::gfx {
namespace {

constexpr int kMostEmptyLines = 8;  // beyond, a marker is shorter

class Writer {
public:
    explicit Writer(const std::vector<std::string>& files) : files_(files) {}

    void put(const Token& token) {
        if (token.kind == Kind::system) {
            fresh_line();
            text_ += token.text;
            known_ = false;
        } else {
            go_to(token.place);
            if (token.kind == Kind::pragma) return put_pragma(token);
            put_space(token);
            text_ += token.text;
            here_.column += static_cast<int>(token.text.size());
            for (const char c : token.text)
                if (c == '\n') here_.line++;
        }
    }

    std::string text() {
        fresh_line();
        return std::move(text_);
    }

private:
    void fresh_line() {
        if (!text_.empty() && text_.back() != '\n') {
            text_ += '\n';
            here_.line++;
        }
        here_.column = 1;
    }

    void put_pragma(const Token& token) {
        fresh_line();
        text_ += "#pragma" + std::string(token.text.starts_with(" ") ? "" : " ") + token.text + "\n";
        here_.line++;
        here_.column = 1;
    }

    void go_to(const Place& place) {
        const bool ahead = known_ && place.file == here_.file && place.line >= here_.line;
        if (ahead && place.line == here_.line) return;
        fresh_line();
        if (ahead && place.line >= here_.line && place.line - here_.line <= kMostEmptyLines) {
            text_.append(static_cast<size_t>(place.line - here_.line), '\n');
        } else {
            text_ += "# " + std::to_string(place.line) + " \"" + files_.at(static_cast<size_t>(place.file)) +
                     "\"\n";
        }
        here_ = {place.file, place.line, 1};
        known_ = true;
    }

    // Tokens that the user wrote without a space stay so.
    void put_space(const Token& token) {
        const Place& place = token.place;
        const bool adjacent = !token.done && place == adjacent_;
        int spaces = adjacent || here_.column == 1 ? 0 : 1;
        if (!token.done && place.column > here_.column + spaces) spaces = place.column - here_.column;
        text_.append(static_cast<size_t>(spaces), ' ');
        here_.column += spaces;
        adjacent_ = token.done
                        ? Place()
                        : Place{place.file, place.line, place.column + static_cast<int>(token.text.size())};
    }

    const std::vector<std::string>& files_;
    std::string text_;
    Place here_{0, 1, 1};
    Place adjacent_;  // where a token would stand directly behind the last
    bool known_ = false;
};

}  // namespace

std::string written(const Tokens& tokens, const std::vector<std::string>& files) {
    Writer writer(files);
    for (const Token& token : tokens) writer.put(token);
    return writer.text();
}

}  // namespace genmedia::gfx
