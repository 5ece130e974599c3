// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/lexer.h"
#include "opencl/preprocessor/macro.h"

#include <algorithm>
#include <optional>

namespace genmedia::opencl {
namespace {

constexpr size_t kLongestToken = 1 << 13;

class Substitution {
public:
    Substitution(const Macro& macro, const Token& call, std::span<const TokenList> arguments,
                 const std::function<TokenList(TokenList)>& expand, Budget& budget)
        : macro_(macro),
          call_(call),
          arguments_(arguments),
          expand_(expand),
          budget_(budget),
          expanded_(arguments.size()) {}

    TokenList run() {
        const TokenList& body = macro_.body;
        for (size_t i = 0; i < body.size(); i++) {
            const bool pastes = i + 1 < body.size() && body[i + 1].is("##");
            if (body[i].is("##") && i > 0) continue;
            const bool pasted = i > 0 && body[i - 1].is("##");
            TokenList part = this->part(i, pastes || pasted);
            append(std::move(part), pasted);
        }
        std::erase_if(result_, [](const Token& token) { return token.kind == TokenKind::empty; });
        if (!result_.empty()) result_.front().space_before = call_.space_before;
        return std::move(result_);
    }

private:
    static constexpr size_t kNone = static_cast<size_t>(-1);

    size_t parameter(const Token& token) const {
        if (!macro_.takes_arguments || !token.is_identifier()) return kNone;
        const auto found = std::find(macro_.parameters.begin(), macro_.parameters.end(), token.text);
        return found == macro_.parameters.end() ? kNone
                                                : static_cast<size_t>(found - macro_.parameters.begin());
    }

    // The tokens that replace token i of the body. Advances i over the operand of #.
    TokenList part(size_t& i, bool raw) {
        const Token& token = macro_.body[i];
        if (macro_.takes_arguments && token.is("#") && i + 1 < macro_.body.size()) {
            const size_t index = parameter(macro_.body[i + 1]);
            if (index == kNone)
                fail(call_, "'#' in macro '" + macro_.name + "' is not followed by a parameter");
            i++;
            return {made(TokenKind::string, stringize(arguments_[index]), token.space_before)};
        }
        const size_t index = parameter(token);
        if (index == kNone) return {made(token.kind, token.text, token.space_before)};
        TokenList list = raw ? arguments_[index] : expanded(index);
        if (list.empty() && raw) list.push_back(made(TokenKind::empty, "", false));
        if (!list.empty()) list.front().space_before = token.space_before;
        if (raw && i >= 2) swallow_comma(i, index, list);
        return list;
    }

    // ", ## __VA_ARGS__": GNU C drops the comma where no arguments follow, and never pastes it.
    void swallow_comma(size_t i, size_t index, TokenList& list) {
        const bool is_rest = macro_.is_variadic && index + 1 == macro_.parameters.size();
        if (!is_rest || !macro_.body[i - 2].is(",") || result_.empty()) return;
        if (arguments_[index].empty()) {
            result_.pop_back();
        } else {
            list = expanded(index);
        }
        list.insert(list.begin(), made(TokenKind::empty, "", false));
        result_.push_back(made(TokenKind::empty, "", false));
    }

    const TokenList& expanded(size_t index) {
        if (!expanded_[index]) expanded_[index] = expand_(arguments_[index]);
        return *expanded_[index];
    }

    Token made(TokenKind kind, std::string text, bool space) const {
        Token token{.kind = kind, .space_before = space, .text = std::move(text)};
        token.take_place_of(call_);
        return token;
    }

    void append(TokenList part, bool pasted) {
        size_t characters = 0;
        for (const Token& token : part) characters += token.text.size();
        budget_.spend(call_, part.size() + 1, characters);
        auto first = part.begin();
        if (pasted && !result_.empty() && first != part.end()) {
            paste(result_.back(), *first);
            first++;
        }
        std::move(first, part.end(), std::back_inserter(result_));
    }

    void paste(Token& left, const Token& right) {
        if (right.kind == TokenKind::empty) return;
        if (left.kind == TokenKind::empty) {
            const bool space = left.space_before;
            left = right;
            left.space_before = space;
            return;
        }
        const std::string text = left.text + right.text;
        if (text.size() > kLongestToken) fail(call_, "macro '" + macro_.name + "' makes a token too long");
        TokenList tokens = tokenize(text, 0);
        if (tokens.size() != 1)
            fail(call_, "'" + text + "', pasted in macro '" + macro_.name + "', is no token");
        left.kind = tokens[0].kind;
        left.text = text;
        left.painted = false;
    }

    const Macro& macro_;
    const Token& call_;
    std::span<const TokenList> arguments_;
    const std::function<TokenList(TokenList)>& expand_;
    Budget& budget_;
    std::vector<std::optional<TokenList>> expanded_;
    TokenList result_;
};

}  // namespace

void fail(const Token& at, const std::string& message) {
    throw ReadFailure{at, StatusCode::corrupt, message};
}

void Budget::spend(const Token& at, size_t tokens, size_t characters) {
    const size_t cost = tokens * sizeof(Token) + characters;
    if (cost > left_) fail(at, "macros and includes make the program too large");
    left_ -= cost;
}

TokenList substitute(const Macro& macro, const Token& call, std::span<const TokenList> arguments,
                     const std::function<TokenList(TokenList)>& expand, Budget& budget) {
    return Substitution(macro, call, arguments, expand, budget).run();
}

std::string stringize(std::span<const Token> tokens) {
    std::string text = "\"";
    for (const Token& token : tokens) {
        if (token.space_before && text.size() > 1) text += ' ';
        const bool quoted = token.kind == TokenKind::string || token.kind == TokenKind::character;
        for (const char c : token.text) {
            if (c == '"' || (c == '\\' && quoted)) text += '\\';
            text += c;
        }
    }
    return text + '"';
}

}  // namespace genmedia::opencl
