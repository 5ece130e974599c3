// SPDX-License-Identifier: MIT
#include "sections.h"

#include "gfx/rewriting/kernels/narrowing.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/round_memory.h"
#include "reductions.h"

#include <algorithm>
#include <charconv>

namespace genmedia::gfx {
namespace {

// A name that no value ends with, so that a bracket behind it is no subscript or call.
bool is_keyword(const std::string& name) {
    static const std::set<std::string> kKeywords = {"return",     "case",    "else",    "do",     "goto",
                                                    "new",        "delete",  "throw",   "sizeof", "typeof",
                                                    "__typeof__", "alignof", "decltype"};
    return kKeywords.contains(name);
}

bool ends_value(const Token& token) {
    return (token.is_name() && !is_keyword(token.text)) || token.is("]") || token.is(")") ||
           token.kind == Kind::literal;
}

bool is_section_bracket(const Tokens& tokens, size_t at) {
    return tokens[at].is("[") && !tokens[at].done && at > 0 && ends_value(tokens[at - 1]) &&
           !colons(part(tokens, at + 1, closing(tokens, at))).empty();
}

bool is_reduction_at(const Tokens& tokens, size_t at) {
    return tokens[at].is_name() && !tokens[at].done && reduction_named(tokens[at].text) != nullptr &&
           at + 1 < tokens.size() && tokens[at + 1].is("(");
}

bool is_implicit_index(const Token& token) { return token.is("__sec_implicit_index") && !token.done; }

// Integers with + - * / % and brackets. Whether it is that alone.
class Constant {
public:
    explicit Constant(const Tokens& tokens) : tokens_(tokens) {}
    bool evaluate(long& value) { return sum(value) && at_ == tokens_.size(); }

private:
    bool take(const char* symbol) {
        const bool there = at_ < tokens_.size() && tokens_[at_].is(symbol);
        at_ += there ? 1 : 0;
        return there;
    }

    bool sum(long& value) {
        if (!product(value)) return false;
        for (;;) {
            long other = 0;
            const bool minus = at_ < tokens_.size() && tokens_[at_].is("-");
            if (!minus && !(at_ < tokens_.size() && tokens_[at_].is("+"))) return true;
            at_++;
            if (!product(other)) return false;
            value += minus ? -other : other;
        }
    }

    bool product(long& value) {
        if (!operand(value)) return false;
        for (;;) {
            long other = 0;
            const bool times = take("*"), divided = !times && take("/"),
                       rest = !times && !divided && take("%");
            if (!times && !divided && !rest) return true;
            if (!operand(other) || (!times && other == 0)) return false;
            value = times ? value * other : divided ? value / other : value % other;
        }
    }

    bool operand(long& value) {
        if (take("-")) {
            if (!operand(value)) return false;
            value = -value;
            return true;
        }
        if (take("(")) return sum(value) && take(")");
        if (at_ >= tokens_.size() || tokens_[at_].kind != Kind::number) return false;
        const std::string& text = tokens_[at_++].text;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && stop == text.data() + text.size() &&
               (text.size() == 1 || text[0] != '0');
    }

    const Tokens& tokens_;
    size_t at_ = 0;
};

bool constant(const Tokens& tokens, long& value) { return Constant(tokens).evaluate(value); }

bool chooses_vectors(const std::string& line) { return line.find("vectorize") != std::string::npos; }

bool has_conditions(const Tokens& tokens) {
    for (const Token& token : tokens)
        if (token.is("?") || token.is("&&") || token.is("||") || token.is("if")) return true;
    return false;
}

}  // namespace

bool has_notation(const Tokens& tokens) {
    for (size_t i = 0; i < tokens.size(); i++)
        if (is_section_bracket(tokens, i) || is_reduction_at(tokens, i) || is_implicit_index(tokens[i]))
            return true;
    return false;
}

bool has_rank(const Tokens& tokens) {
    for (size_t i = 0; i < tokens.size(); i++) {
        if (is_reduction_at(tokens, i)) i = closing(tokens, i + 1);
        if (is_section_bracket(tokens, i)) return true;
    }
    return false;
}

Sections::Sections(Shared& shared, bool evaluated_once)
    : shared_(shared), base_(++shared.given), evaluated_once_(evaluated_once) {}

namespace {

bool takes_address(const Tokens& tokens, size_t ampersand) {
    return tokens[ampersand].is("&") &&
           (ampersand == 0 || tokens[ampersand - 1].is("(") || tokens[ampersand - 1].is(","));
}

// Variables whose address a call gets that is made once, and so may change.
std::set<std::string> given_away(const Tokens& tokens) {
    std::set<std::string> names;
    for (size_t i = 0; i + 1 < tokens.size(); i++) {
        if (!tokens[i].is_name() || !tokens[i + 1].is("(")) continue;
        const Tokens arguments = part(tokens, i + 2, closing(tokens, i + 1));
        for (size_t k = 0; !has_notation(arguments) && k + 1 < arguments.size(); k++)
            if (takes_address(arguments, k) && arguments[k + 1].is_name())
                names.insert(arguments[k + 1].text);
    }
    return names;
}

}  // namespace

Tokens Sections::rewritten(const Tokens& tokens) {
    if (evaluated_once_) given_away_ = given_away(tokens);
    return expression(tokens);
}

Tokens Sections::expression(const Tokens& tokens) {
    Tokens out;
    for (size_t i = 0; i < tokens.size();) {
        const Token& token = tokens[i];
        const bool begins =
            (token.is_name() && !is_keyword(token.text)) || token.is("(") || token.kind == Kind::literal;
        if (begins && !token.done) {
            i = chain(tokens, i, out);
        } else if (token.is("{")) {
            const size_t end = closing(tokens, i);
            out.push_back(token);
            append(out, expression(part(tokens, i + 1, end)));
            out.push_back(tokens[end]);
            i = end + 1;
        } else if (token.is("[")) {  // of a lambda or an attribute
            const size_t end = closing(tokens, i);
            append(out, part(tokens, i, end + 1));
            i = end + 1;
        } else {
            out.push_back(token);
            i++;
        }
    }
    return out;
}

// A value with its subscripts, calls and members. Returns where it ends.
size_t Sections::chain(const Tokens& tokens, size_t at, Tokens& out) {
    const size_t start = out.size(), uses = uses_, begin = at;
    if (is_reduction_at(tokens, at)) {
        const size_t end = closing(tokens, at + 1);
        append(out, reduction(tokens[at], part(tokens, at + 2, end)));
        return end + 1;
    }
    if (is_implicit_index(tokens[at])) {
        const size_t end = at + 1 < tokens.size() && tokens[at + 1].is("(") ? closing(tokens, at + 1) : at;
        append(out, implicit_index(part(tokens, std::min(at + 2, end), end), tokens[at].place));
        uses_++;
        return end + 1;
    }
    at = primary(tokens, at, out);
    at = suffixes(tokens, at, out, start);
    const bool call = tokens[begin].is_name() && out.size() > start && out.back().is(")");
    if (call && uses_ == uses && evaluated_once_) hoist_call(out, start);
    // A call behind it is made before the loops, and may change it.
    const bool variable = at == begin + 1 && given_away_.contains(tokens[begin].text);
    const bool assigned = at < tokens.size() && is_assignment(tokens[at]);
    if (variable && !assigned && !(start > 0 && takes_address(out, start - 1))) hoist_value(out, start);
    return at;
}

size_t Sections::primary(const Tokens& tokens, size_t at, Tokens& out) {
    if (!tokens[at].is("(")) {
        out.push_back(tokens[at]);
        return at + 1;
    }
    const size_t end = closing(tokens, at);
    out.push_back(tokens[at]);
    append(out, expression(part(tokens, at + 1, end)));
    out.push_back(tokens[end]);
    return end + 1;
}

size_t Sections::suffixes(const Tokens& tokens, size_t at, Tokens& out, size_t start) {
    size_t direct = 0;
    while (at < tokens.size()) {
        const Token& token = tokens[at];
        if (token.is("[") || token.is("(")) {
            const size_t end = closing(tokens, at);
            const Tokens content = part(tokens, at + 1, end);
            if (token.is("[")) {
                subscript(content, token, out, start, direct);
            } else {
                out.push_back(token);
                append(out, expression(content));
            }
            out.push_back(tokens[end]);
            at = end + 1;
        } else if ((token.is(".") || token.is("->") || token.is("::")) && at + 1 < tokens.size() &&
                   tokens[at + 1].is_name()) {
            out.push_back(token);
            out.push_back(tokens[at + 1]);
            at += 2;
        } else if (token.is("++") || token.is("--")) {
            out.push_back(token);
            at++;
        } else {
            break;
        }
    }
    if (direct > 0) check_rank(part(out, start, out.size()), direct);
    return at;
}

void Sections::subscript(const Tokens& content, const Token& open, Tokens& out, size_t start,
                         size_t& direct) {
    const std::vector<size_t> at = colons(content);
    if (!at.empty()) return section(content, at, open, out, start, direct++);
    const size_t uses = uses_;
    out.push_back(open);
    last_rank_ = 0;
    const Tokens inner = expression(content);
    if (last_rank_ > 1) throw Mistake{open.place, "the rank of the array's index is greater than 1"};
    last_rank_ = 0;
    if (uses_ != uses && direct > 0)
        throw Mistake{open.place,
                      "a section in a subscript behind another section is not supported; expected all "
                      "dimensions to be sections, or all to be gathered"};
    append(out, inner);
}

void Sections::section(const Tokens& content, const std::vector<size_t>& at, const Token& open, Tokens& out,
                       size_t start, size_t rank) {
    uses_++;
    const Place place = open.place;
    if (at.size() > 2 && !(at.size() == 2))
        throw Mistake{place, "a section with " + std::to_string(at.size()) +
                                 " colons; expected [:], [start:length] or "
                                 "[start:length:stride]"};
    const Tokens first = part(content, 0, at[0]);
    const size_t length_end = at.size() > 1 ? at[1] : content.size();
    const Tokens count = at[0] + 1 <= length_end ? part(content, at[0] + 1, length_end) : Tokens();
    const Tokens stride = at.size() > 1 ? part(content, at[1] + 1, content.size()) : Tokens();
    if (first.empty() && count.empty() && at.size() == 1) {
        whole(part(out, start, out.size()), rank, place);
        append(out, made("[" + index(rank), place));
        return;
    }
    if (first.empty() || count.empty() || (at.size() > 1 && stride.empty()))
        throw Mistake{place, "an incomplete section [" + text_of(content) +
                                 "]; expected [:], [start:length] or [start:length:stride]"};
    hoist_base(out, start);
    const std::string begin = once(first, "start");
    length(rank, once(count, "length"), place);
    std::string element = index(rank);
    if (!stride.empty()) element += "*(" + once(stride, "stride") + ")";
    append(out, made("[" + (begin == "0" ? "" : "(" + begin + ")+") + element, place));
}

// A base with effects of its own has them once.
void Sections::hoist_base(Tokens& out, size_t start) {
    bool effects = false;
    for (size_t i = start; i < out.size(); i++) {
        if (out[i].is("++") || out[i].is("--") || is_assignment(out[i])) effects = true;
        if (out[i].is("(") && i > start && out[i - 1].is_name()) effects = true;
        if (out[i].is_name() && out[i].text.starts_with("__gfx_i")) return;
    }
    if (!effects) return;
    const std::string name = shared_.fresh("base");
    const Place place = out[start].place;
    const Tokens base = part(out, start, out.size());
    const bool rvalue = base.back().is(")") && base.front().is_name();
    if (shared_.language.cpp)
        append(hoisted_, made("auto&& " + name + "=", place));
    else
        append(hoisted_, made("__auto_type " + name + "=" + (rvalue ? "" : "&"), place));
    if (!shared_.language.cpp && !rvalue) append(hoisted_, made("(", place));
    append(hoisted_, base);
    append(hoisted_, made(shared_.language.cpp || rvalue ? ";" : ")[0];", place));
    out.resize(start);
    append(out, made(name, place));
}

void Sections::hoist_call(Tokens& out, size_t start) { hoist_as("auto&& ", out, start); }
void Sections::hoist_value(Tokens& out, size_t start) { hoist_as("auto ", out, start); }

void Sections::hoist_as(const char* cpp_type, Tokens& out, size_t start) {
    const std::string name = shared_.fresh("once");
    const Place place = out[start].place;
    append(hoisted_, made((shared_.language.cpp ? cpp_type : "__auto_type ") + name + "=", place));
    append(hoisted_, part(out, start, out.size()));
    append(hoisted_, made(";", place));
    out.resize(start);
    append(out, made(name, place));
}

void Sections::hoist(const std::string& text, Place place) { append(hoisted_, made(text, place)); }

// A value of a triplet, which is evaluated once: a constant, or the name of a variable that is set before the
// loops.
std::string Sections::once(const Tokens& tokens, const char* what) {
    long value = 0;
    if (constant(tokens, value)) return std::to_string(value);
    if (has_rank(tokens))
        throw Mistake{tokens[0].place,
                      "a section as the " + std::string(what) + " of a section; expected a number"};
    const Tokens scalar_value = scalar(shared_, tokens, "a section in a section");
    const std::string name = shared_.fresh(what);
    hoist("const long " + name + "=~~(", tokens[0].place);  // only an integer has a complement
    append(hoisted_, scalar_value);
    hoist(");", tokens[0].place);
    return name;
}

Tokens Sections::without_indices(const Tokens& tokens) const {
    Tokens out = tokens;
    const std::string mine = "__gfx_i" + std::to_string(base_) + "_";
    for (Token& token : out)
        if (token.is_name() && token.text.starts_with(mine)) {
            token.text = "0";
            token.kind = Kind::number;
        }
    return out;
}

// The length of a dimension that is taken whole is that of the array's type.
void Sections::whole(const Tokens& base, size_t rank, Place place) {
    const Tokens array = without_indices(base);
    std::string text;
    for (const Token& token : array) text += token.text + " ";
    const std::string refusal =
        ",\"a whole section [:] of what is no array of known length; expected [start:length]\");";
    if (shared_.language.cpp)
        hoist("static_assert(__is_array(__typeof__(" + text + "))" + refusal, place);
    else
        hoist("_Static_assert(!__builtin_types_compatible_p(__typeof__(&(" + text + ")[0]),__typeof__(" +
                  text + "))" + refusal,
              place);
    length(rank, "(long)(sizeof(" + text + ")/sizeof((" + text + ")[0]))", place);
}

void Sections::length(size_t rank, const std::string& text, Place place) {
    Length added{text, false, 0, place};
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), added.value);
    added.constant = error == std::errc() && stop == text.data() + text.size();
    std::vector<Length>& known = lengths_[rank];
    for (const Length& other : known) {
        if (other.text == text) return;
        if (other.constant && added.constant && other.value >= 0 && added.value >= 0)
            throw Mistake{place, "length mismatch in sections: " + other.text + " and " + text + " elements"};
    }
    known.push_back(added);
}

void Sections::check_rank(const Tokens& chain, size_t rank) {
    last_rank_ = rank;
    if (declared_rank_ == 0) {
        declared_rank_ = rank;
        first_ = text_of(chain);
    } else if (declared_rank_ != rank) {
        throw Mistake{chain[0].place, "rank mismatch between sections of rank " +
                                          std::to_string(declared_rank_) + " and " + std::to_string(rank)};
    }
}

void Sections::check_implicit_indices() const {
    for (const auto& [rank, place] : implicit_)
        if (rank >= this->rank())
            throw Mistake{place, "__sec_implicit_index argument " + std::to_string(rank) +
                                     " in a statement of rank " + std::to_string(this->rank())};
}

Tokens Sections::implicit_index(const Tokens& argument, Place place) {
    long rank = 0;
    if (!constant(argument, rank) || rank < 0)
        throw Mistake{place, "__sec_implicit_index of " + text_of(argument) + "; expected a constant from 0"};
    implicit_.emplace_back(static_cast<size_t>(rank), place);
    return made(index(static_cast<size_t>(rank)), place);
}

// Whether the loops may promise that their rounds are independent.
bool Sections::independent(const Tokens& body) const { return !shared_.operators && !may_have_memory(body); }

Tokens Sections::loop_heads(const std::vector<std::string>& before_loop, const std::string& before_all,
                            Place place, bool independent) const {
    Tokens out;
    for (const auto& [rank, lengths] : lengths_) {
        const std::string limit = "__gfx_n" + std::to_string(base_) + "_" + std::to_string(rank);
        std::string value = lengths[0].text;
        for (size_t i = 1; i < lengths.size(); i++)
            value = "__gfxcc_length(" + value + "," + lengths[i].text + "," +
                    shared_.place(lengths[i].place) + ")";
        append(out, made("const long " + limit + "=" + value + ";", place));
    }
    for (const auto& [rank, lengths] : lengths_) {
        const std::string limit = "__gfx_n" + std::to_string(base_) + "_" + std::to_string(rank),
                          i = index(rank);
        const bool outermost = rank == lengths_.begin()->first, innermost = rank == lengths_.rbegin()->first;
        std::vector<std::string> lines = before_loop;
        if (outermost && !before_all.empty())
            lines = {before_all};
        else if (innermost && std::none_of(lines.begin(), lines.end(), chooses_vectors))
            lines.push_back(kIndependent);
        if (!independent) std::erase(lines, kIndependent);
        for (const std::string& line : lines) out.push_back({Kind::pragma, line, place, true});
        append(out, made("for(long " + i + "=0;" + i + "<" + limit + ";++" + i + ")", place));
    }
    return out;
}

Tokens Sections::in_loops(const Tokens& statement, const std::vector<std::string>& before_loop,
                          const std::string& before_all) const {
    check_implicit_indices();
    const Place first = statement.front().place, last = statement.back().place;
    Tokens out = made("{", first);
    append(out, hoisted_);
    append(out, loop_heads(before_loop, before_all, first, independent(statement)));
    append(out, made("{", first));
    append(out, statement);
    append(out, made(";}}", last));
    return out;
}

Tokens Sections::value_type(const Tokens& value) const {
    const Place place = value.front().place;
    Tokens out =
        made(shared_.language.cpp ? "::gfxcc::value<decltype(" : "__typeof__(({__auto_type __gfx_v=", place);
    append(out, without_indices(value));
    append(out, made(shared_.language.cpp ? ")>" : ";__gfx_v;}))", place));
    return out;
}

Tokens Sections::reduction(const Token& name, const Tokens& arguments) {
    const Reduction& kind = *reduction_named(name.text);
    std::vector<Tokens> parts = split(arguments, ",");
    const size_t wanted = kind.custom ? 3 : 1;
    if (parts.size() != wanted || parts[0].empty())
        throw Mistake{name.place, name.text + " with " + std::to_string(parts[0].empty() ? 0 : parts.size()) +
                                      " arguments; expected " + std::to_string(wanted)};
    const Tokens& argument = parts[kind.custom ? 1 : 0];
    if (!has_rank(argument))
        throw Mistake{name.place,
                      "the argument of " + name.text + " has no section; expected array notation"};
    Sections inner(shared_, !has_conditions(argument));
    const Tokens value = inner.rewritten(argument);
    if (kind.index && inner.rank() > 1)
        throw Mistake{name.place,
                      name.text + " of rank " + std::to_string(inner.rank()) + "; expected rank 1"};
    const Place place = name.place;
    Tokens out = made("({", place);
    append(out, inner.hoisted_);
    inner.check_implicit_indices();
    const ReductionText text = reduction_text(kind, inner.index(0), shared_.language.cpp);
    if (kind.custom) {
        const Tokens first = scalar(shared_, parts[0], "a section as the first argument of a reduction");
        return custom_reduction(out, kind, first, value, parts[2], inner.value_type(value),
                                inner.loop_heads({}, {}, place, false), place);
    }
    append(out, made("typedef ", place));
    append(out, kind.logical ? made("int", place) : inner.value_type(value));
    append(out, made(text.before, place));
    append(out, inner.loop_heads({}, {}, place, independent(value)));
    append(out, made(kind.logical ? "{int __gfx_e=!!(" : "{__gfx_t __gfx_e=(", place));
    append(out, value);
    append(out, made(");" + text.step + "}" + text.result + ";})", place));
    return out;
}

Tokens statement_in_loops(Shared& shared, const Tokens& statement,
                          const std::vector<std::string>& before_loop, const std::string& before_all) {
    const size_t equals = assignment(statement);
    if (equals < statement.size() && !has_rank(part(statement, 0, equals)) &&
        has_rank(part(statement, equals, statement.size())))
        throw Mistake{statement[0].place,
                      text_of(part(statement, 0, equals)) +
                          " cannot be scalar when the right-hand side is an array section"};
    Sections sections(shared, !has_conditions(statement));
    Tokens body = sections.rewritten(statement);
    if (shared.narrows()) body = narrowed(body).value_or(body);
    return sections.in_loops(body, before_loop, before_all);
}

Tokens scalar(Shared& shared, const Tokens& tokens, const char* refusal) {
    if (!has_notation(tokens)) return tokens;
    if (has_rank(tokens)) throw Mistake{tokens[0].place, refusal};
    return Sections(shared, false).rewritten(tokens);
}

}  // namespace genmedia::gfx
