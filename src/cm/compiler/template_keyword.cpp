// SPDX-License-Identifier: MIT
#include "cm/compiler/template_keyword.h"

#include "cm/compiler/c_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace genmedia::cmc {
namespace {

class Text {
public:
    explicit Text(const std::string& text) : text_(text) {}

    std::string changed() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"' || c == '\'')
                copy(after_literal() - at_);
            else if (in_c_name(c))
                word();
            else if (member_access() && !bodies_.empty())
                member();
            else
                sign(c);
        }
        return std::move(out_);
    }

private:
    void copy(size_t n) {
        out_.append(text_, at_, n);
        at_ += n;
    }

    // The end of the literal at at_. A quote within a number separates its digits.
    size_t after_literal() const {
        const char quote = text_[at_];
        if (at_ > 0 && quote == '"' && text_[at_ - 1] == 'R') {
            const size_t open = text_.find('(', at_);
            const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
            const size_t close = open == std::string::npos ? open : text_.find(end, open);
            return close == std::string::npos ? text_.size() : close + end.size();
        }
        if (quote == '\'' && at_ > 0 && std::isxdigit(static_cast<unsigned char>(text_[at_ - 1])) != 0)
            return at_ + 1;
        size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text_.size());
    }

    size_t after_spaces(size_t at) const {
        while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0) at++;
        return at;
    }
    size_t after_name(size_t at) const {
        while (at < text_.size() && in_c_name(text_[at])) at++;
        return at;
    }

    // `template <` begins a declaration, whose body is between the next braces.
    void word() {
        const size_t end = after_name(at_);
        const bool declares = text_.compare(at_, end - at_, "template") == 0 &&
                              after_spaces(end) < text_.size() && text_[after_spaces(end)] == '<';
        if (declares && bodies_.empty()) declared_ = true;
        copy(end - at_);
    }

    void sign(char c) {
        if (c == '{') {
            depth_++;
            if (declared_) bodies_.push_back(depth_);
            declared_ = false;
        } else if (c == '}') {
            if (!bodies_.empty() && bodies_.back() == depth_) bodies_.pop_back();
            depth_--;
        } else if (c == ';') {
            declared_ = false;
        }
        copy(1);
    }

    bool member_access() const {
        return text_[at_] == '.' || (text_[at_] == '-' && at_ + 1 < text_.size() && text_[at_ + 1] == '>');
    }

    void member() {
        copy(text_[at_] == '.' ? 1 : 2);
        const size_t name = after_spaces(at_), end = after_name(name);
        const std::string_view member = std::string_view(text_).substr(name, end - name);
        for (const char* known : {"select", "format", "replicate", "iselect"})
            if (member == known && calls_with_arguments(after_spaces(end))) out_ += " template ";
    }

    // Whether `<...>(` stands at `at` and is no comparison: a comparison of this form has && or || between.
    bool calls_with_arguments(size_t at) const {
        if (at >= text_.size() || text_[at] != '<') return false;
        int angles = 0, others = 0;
        for (; at < text_.size() && text_[at] != ';'; at++) {
            const char c = text_[at];
            if (c == '(' || c == '{' || c == '[') others++;
            if ((c == ')' || c == '}' || c == ']') && --others < 0) return false;
            if (others > 0) continue;
            if ((c == '&' || c == '|') && text_[at + 1] == c) return false;
            if (c == '<') angles++;
            if (c == '>' && text_[at - 1] != '-' && --angles == 0) break;
        }
        const size_t next = after_spaces(at + 1);
        return angles == 0 && next < text_.size() && text_[next] == '(';
    }

    const std::string& text_;
    std::string out_;
    size_t at_ = 0;
    int depth_ = 0;
    bool declared_ = false;    // a template, whose body comes
    std::vector<int> bodies_;  // their depths
};

}  // namespace

std::string with_template_keywords(const std::string& text) { return Text(text).changed(); }

}  // namespace genmedia::cmc
