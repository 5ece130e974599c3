// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/expression.h"

#include <charconv>
#include <limits>

namespace genmedia::opencl {
namespace {

constexpr int kMaxNesting = 200;

struct Value {
    uint64_t bits = 0;
    bool is_unsigned = false;

    int64_t number() const { return static_cast<int64_t>(bits); }
    bool truth() const { return bits != 0; }
};

struct NotAnExpression {};

Value boolean(bool truth) { return {truth ? 1U : 0U}; }

int precedence(std::string_view op) {
    constexpr struct {
        std::string_view op;
        int level;
    } levels[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                  {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                  {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
    for (const auto& entry : levels) {
        if (entry.op == op) return entry.level;
    }
    return 0;
}

Value parse_number(std::string text) {
    std::erase(text, '\'');
    size_t end = text.size();
    bool is_unsigned = false;
    while (end > 0 && std::string_view("uUlL").find(text[end - 1]) != std::string_view::npos) {
        is_unsigned |= text[--end] == 'u' || text[end] == 'U';
    }
    const char* digits = text.data();
    const char* stop = digits + end;
    int base = 10;
    if (end > 1 && digits[0] == '0') {
        const char letter = static_cast<char>(digits[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
        digits += base == 8 ? 1 : 2;
    }
    Value value;
    const auto [rest, code] = std::from_chars(digits, stop, value.bits, base);
    if (code != std::errc{} || rest != stop) throw NotAnExpression{};
    value.is_unsigned = is_unsigned || value.number() < 0;
    return value;
}

Value parse_character(std::string_view text) {
    text = text.substr(1, text.size() - 2);
    if (text.size() == 1) return {static_cast<uint64_t>(static_cast<int64_t>(text[0]))};
    if (text.size() < 2 || text[0] != '\\') throw NotAnExpression{};
    constexpr std::string_view letters = "abfnrtv", codes = "\a\b\f\n\r\t\v";
    const size_t letter = letters.find(text[1]);
    if (text.size() == 2 && letter != letters.npos) return {static_cast<uint64_t>(codes[letter])};
    Value value;
    const bool hexadecimal = text[1] == 'x';
    const char* stop = text.data() + text.size();
    const auto [rest, code] =
        std::from_chars(text.data() + (hexadecimal ? 2 : 1), stop, value.bits, hexadecimal ? 16 : 8);
    if (code == std::errc{} && rest == stop) return value;
    if (text.size() == 2) return {static_cast<uint64_t>(text[1])};
    throw NotAnExpression{};
}

class Evaluator {
public:
    Evaluator(std::span<const Token> tokens, bool identifiers_are_zero)
        : tokens_(tokens), identifiers_are_zero_(identifiers_are_zero) {}

    Value run() {
        const Value value = conditional(true);
        if (at_ != tokens_.size()) throw NotAnExpression{};
        return value;
    }

private:
    bool accept(std::string_view text) {
        if (at_ == tokens_.size() || !tokens_[at_].is(text)) return false;
        at_++;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) throw NotAnExpression{};
    }

    // An operand that is not `needed` may divide by zero.
    Value conditional(bool needed) {
        if (++nesting_ > kMaxNesting) throw NotAnExpression{};
        Value value = binary(1, needed);
        if (accept("?")) {
            const bool truth = value.truth();
            const Value yes = conditional(needed && truth);
            expect(":");
            const Value no = conditional(needed && !truth);
            value = {truth ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
        }
        nesting_--;
        return value;
    }

    Value binary(int lowest, bool needed) {
        Value left = unary(needed);
        while (at_ < tokens_.size()) {
            const std::string& op = tokens_[at_].text;
            const int level = precedence(op);
            if (level < lowest || level == 0) break;
            at_++;
            const bool decided = (op == "&&" && !left.truth()) || (op == "||" && left.truth());
            const Value right = binary(level + 1, needed && !decided);
            left = apply(op, left, right, needed);
        }
        return left;
    }

    static Value apply(std::string_view op, Value a, Value b, bool needed) {
        if (op == "&&") return boolean(a.truth() && b.truth());
        if (op == "||") return boolean(a.truth() || b.truth());
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        if (op == "<<" || op == ">>") return shift(a, op == "<<" ? b.number() : -b.number());
        if (op == "==") return boolean(a.bits == b.bits);
        if (op == "!=") return boolean(a.bits != b.bits);
        if (op == "<" || op == ">=") return boolean(less(a, b, is_unsigned) == (op == "<"));
        if (op == ">" || op == "<=") return boolean(less(b, a, is_unsigned) == (op == ">"));
        if (op == "/" || op == "%") return divide(op == "/", a, b, is_unsigned, needed);
        const uint64_t bits = op == "+"   ? a.bits + b.bits
                              : op == "-" ? a.bits - b.bits
                              : op == "*" ? a.bits * b.bits
                              : op == "&" ? (a.bits & b.bits)
                              : op == "^" ? (a.bits ^ b.bits)
                                          : (a.bits | b.bits);
        return {bits, is_unsigned};
    }

    static bool less(Value a, Value b, bool is_unsigned) {
        return is_unsigned ? a.bits < b.bits : a.number() < b.number();
    }

    static Value shift(Value a, int64_t count) {
        if (count >= 64 || count <= -64)
            return {count < 0 && !a.is_unsigned && a.number() < 0 ? ~0ULL : 0ULL, a.is_unsigned};
        if (count >= 0) return {a.bits << count, a.is_unsigned};
        return {a.is_unsigned ? a.bits >> -count : static_cast<uint64_t>(a.number() >> -count),
                a.is_unsigned};
    }

    static Value divide(bool quotient, Value a, Value b, bool is_unsigned, bool needed) {
        if (!b.truth()) {
            if (needed) throw NotAnExpression{};
            return {0, is_unsigned};
        }
        if (is_unsigned) return {quotient ? a.bits / b.bits : a.bits % b.bits, true};
        if (b.number() == -1) return {quotient ? -a.bits : 0};  // INT64_MIN / -1 would trap
        return {static_cast<uint64_t>(quotient ? a.number() / b.number() : a.number() % b.number())};
    }

    Value unary(bool needed) {
        if (++nesting_ > kMaxNesting || at_ == tokens_.size()) throw NotAnExpression{};
        const Value value = unary_inner(needed);
        nesting_--;
        return value;
    }

    Value unary_inner(bool needed) {
        if (accept("!")) return boolean(!unary(needed).truth());
        if (accept("+")) return unary(needed);
        if (accept("-")) {
            const Value value = unary(needed);
            return {-value.bits, value.is_unsigned};
        }
        if (accept("~")) {
            const Value value = unary(needed);
            return {~value.bits, value.is_unsigned};
        }
        if (accept("(")) {
            const Value value = conditional(needed);
            expect(")");
            return value;
        }
        const Token& token = tokens_[at_++];
        if (token.kind == TokenKind::number) return parse_number(token.text);
        if (token.kind == TokenKind::character) return parse_character(token.text);
        if (token.is_identifier() && identifiers_are_zero_) return {};
        throw NotAnExpression{};
    }

    std::span<const Token> tokens_;
    bool identifiers_are_zero_;
    size_t at_ = 0;
    int nesting_ = 0;
};

}  // namespace

std::optional<int64_t> evaluate_integer(std::span<const Token> tokens, bool identifiers_are_zero) {
    try {
        return Evaluator(tokens, identifiers_are_zero).run().number();
    } catch (const NotAnExpression&) {
        return std::nullopt;
    }
}

}  // namespace genmedia::opencl
