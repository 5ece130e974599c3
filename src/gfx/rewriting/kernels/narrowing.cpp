// SPDX-License-Identifier: MIT
#include "narrowing.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <charconv>
#include <set>

namespace genmedia::gfx {
namespace {

// Reads sums, products, shifts and bits of values; ok() is false for all else.
class Narrowing {
public:
    explicit Narrowing(const Tokens& tokens) : tokens_(tokens) {}

    Tokens run() {
        Tokens out = binary(0);
        if (at_ < tokens_.size()) ok_ = false;
        return out;
    }
    // Worth it: without a product the compiler finds narrow values itself.
    bool ok() const { return ok_ && multiplies_; }
    int shift() const { return shift_; }
    const std::vector<Tokens>& values() const { return values_; }

private:
    static const std::set<std::string>& operators(int level) {
        static const std::set<std::string> kLevels[] = {{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*"}};
        return kLevels[level];
    }
    bool is_symbol() const { return at_ < tokens_.size() && tokens_[at_].kind == Kind::symbol; }

    Tokens binary(int level) {
        if (level == 6) return unary();
        Tokens out = binary(level + 1);
        while (ok_ && is_symbol() && operators(level).contains(tokens_[at_].text)) {
            const Token sign = tokens_[at_++];
            out.push_back(sign);
            if (level == 3) {
                append(out, shift_count(sign));
            } else {
                multiplies_ = multiplies_ || level == 5;
                append(out, binary(level + 1));
            }
        }
        return out;
    }
    // A constant: a right shift makes as many higher bits matter.
    Tokens shift_count(const Token& sign) {
        if (at_ >= tokens_.size() || tokens_[at_].kind != Kind::number) return wrong();
        const std::string& text = tokens_[at_].text;
        int count = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        if (error != std::errc() || end != text.data() + text.size() || count > 15) return wrong();
        if (sign.is(">>")) shift_ += count;
        return {tokens_[at_++]};
    }
    Tokens unary() {
        if (is_symbol() && (tokens_[at_].is("-") || tokens_[at_].is("~") || tokens_[at_].is("+"))) {
            Tokens out = {tokens_[at_++]};
            append(out, unary());
            return out;
        }
        if (at_ < tokens_.size() && tokens_[at_].is("(")) return in_brackets();
        return value();
    }
    Tokens in_brackets() {
        const size_t end = closing(tokens_, at_);
        const bool cast =
            end + 1 < tokens_.size() &&
            (tokens_[end + 1].is_name() || tokens_[end + 1].is("(") || tokens_[end + 1].kind == Kind::number);
        if (cast) return wrong();
        Narrowing inside(part(tokens_, at_ + 1, end));
        Tokens out = {tokens_[at_]};
        append(out, inside.run());
        out.push_back(tokens_[end]);
        ok_ = ok_ && inside.ok_;
        multiplies_ = multiplies_ || inside.multiplies_;
        shift_ += inside.shift_;
        const size_t first = values_.size();
        values_.insert(values_.end(), inside.values_.begin(), inside.values_.end());
        for (Token& token : out)  // values are numbered from here
            if (token.kind == Kind::name && token.text.starts_with(kValue) && token.done)
                token.text = kValue + std::to_string(first + static_cast<size_t>(std::stoi(
                                                                 token.text.substr(sizeof kValue - 1))));
        at_ = end + 1;
        if (is_symbol() && (tokens_[at_].is("[") || tokens_[at_].is(".") || tokens_[at_].is("->")))
            return wrong();
        return out;
    }
    // a, 7, a[i], a.b, p->b[i][k], f(x)
    Tokens value() {
        const size_t begin = at_;
        if (at_ >= tokens_.size() || (!tokens_[at_].is_name() && tokens_[at_].kind != Kind::number))
            return wrong();
        at_++;
        while (at_ < tokens_.size()) {
            if (opens(tokens_[at_]) && !tokens_[at_].is("{"))
                at_ = closing(tokens_, at_) + 1;
            else if ((tokens_[at_].is(".") || tokens_[at_].is("->")) && at_ + 1 < tokens_.size())
                at_ += 2;
            else
                break;
        }
        values_.push_back(part(tokens_, begin, at_));
        Token placeholder = tokens_[begin];
        placeholder.kind = Kind::name;
        placeholder.text = kValue + std::to_string(values_.size() - 1);
        placeholder.done = true;
        return {placeholder};
    }
    Tokens wrong() {
        ok_ = false;
        at_ = tokens_.size();
        return {};
    }

public:
    static constexpr char kValue[] = "value:";

private:
    const Tokens tokens_;
    size_t at_ = 0;
    bool ok_ = true, multiplies_ = false;
    int shift_ = 0;
    std::vector<Tokens> values_;
};

}  // namespace

std::optional<Tokens> narrowed(const Tokens& statement) {
    const size_t equals = assignment(statement);
    if (equals >= statement.size() || !statement[equals].is("=") || equals == 0) return {};
    const Tokens to = part(statement, 0, equals);
    Narrowing narrowing(part(statement, equals + 1, statement.size()));
    const Tokens expression = narrowing.run();
    if (!narrowing.ok() || narrowing.shift() > 8 || !(to.back().is("]") || to.size() == 1)) return {};
    const Place place = statement[equals].place;
    Tokens out = made("{if constexpr(::gfxcc::narrows<decltype((", place);
    append(out, to);
    append(out, made("))," + std::to_string(narrowing.shift()), place));
    for (const Tokens& value : narrowing.values()) {
        append(out, made(",decltype((", place));
        append(out, value);
        append(out, made("))", place));
    }
    append(out, made(">)::gfxcc::assign(", place));
    append(out, to);
    append(out, made(",", place));
    for (const Token& token : expression) {
        if (!token.done || !token.text.starts_with(Narrowing::kValue)) {
            out.push_back(token);
            continue;
        }
        append(out, made("::gfxcc::low(", place));
        append(out, narrowing.values()[static_cast<size_t>(std::stoi(token.text.substr(6)))]);
        append(out, made(")", place));
    }
    append(out, made(");else", place));
    append(out, statement);
    append(out, made(";}", statement.back().place));
    return out;
}

}  // namespace genmedia::gfx
