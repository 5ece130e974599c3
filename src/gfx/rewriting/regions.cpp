// SPDX-License-Identifier: MIT
// The statement behind #pragma offload, on memory of the target.
#include "rewriter.h"

#include "gfx/rewriting/array_notation/sections.h"
#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"
#include "gfx/rewriting/tokens/local_names.h"

namespace genmedia::gfx {
namespace {

// `length` of nocopy may be left out, since nothing is copied.
bool is_whole(const OffloadVariable& variable) {
    return variable.how == "nocopy" && variable.length.empty() && !variable.allocates.empty();
}

// C's variables without a length are reached through a pointer.
Tokens through_pointers(const Tokens& statement, const OffloadClauses& clauses, const std::string& region) {
    Tokens out;
    for (size_t i = 0; i < statement.size(); i++) {
        const OffloadVariable* variable =
            statement[i].is_name() && !is_member(statement, i) ? clauses.find(statement[i].text) : nullptr;
        if (variable == nullptr || !variable->length.empty() || is_whole(*variable)) {
            out.push_back(statement[i]);
            continue;
        }
        Tokens replaced = made("(*" + region + "_" + variable->name.text + ")", statement[i].place);
        for (Token& token : replaced) token.done = false;
        append(out, replaced);
    }
    return out;
}

}  // namespace

// Memory that no clause names is not the target's to read. What has an index is a variable, so its type can
// be asked.
Tokens Rewriter::unnamed_pointers(const Tokens& statement, const OffloadClauses& clauses) const {
    Tokens out;
    if (!shared_.language.cpp || shared_.language.svm) return out;
    const std::set<std::string> own = declared_names(statement);
    std::set<std::string> asked;
    for (size_t i = 0; i + 1 < statement.size(); i++) {
        const std::string& name = statement[i].text;
        if (!statement[i].is_name() || !statement[i + 1].is("[") || is_member(statement, i)) continue;
        if (own.contains(name) || clauses.find(name) != nullptr || !asked.insert(name).second) continue;
        append(out, made("static_assert(!::gfxcc::is_pointer<decltype(" + name +
                             ")>,\"the offloaded statement uses the pointer " + name +
                             ", which no clause names; expected in, out, inout or pin with its length\");",
                         statement[i].place));
    }
    return out;
}

Tokens Rewriter::region_begin(const OffloadClauses& clauses, const std::string& name, Place place,
                              bool transfer) const {
    const bool cpp = shared_.language.cpp;
    Tokens out;
    for (const Tokens& tag : clauses.waits) {
        append(out, made("gfxcc_wait((const void*)(", place));
        append(out, tag);
        append(out, made(")," + shared_.place(place) + ");", place));
    }
    append(out, made(cpp ? "::gfxcc::Region " + name + "(bool("
                         : "void*" + name + " __attribute__((cleanup(__gfxcc_region_leave)))=gfxcc_" +
                               (transfer ? "transfer" : "region") + "_begin(!!(",
                     place));
    append(out, clauses.condition.empty() ? made("1", place) : clauses.condition);
    append(out, made(")," + shared_.place(place) + (cpp && transfer ? ",true);" : ");"), place));
    for (const Tokens& tag : clauses.signals) {
        append(out, made("gfxcc_region_signal(" + name + ",(const void*)(", place));
        append(out, tag);
        append(out, made("));", place));
    }
    if (!clauses.status.empty()) {
        append(out, made("gfxcc_region_status(" + name + ",&(", place));
        append(out, clauses.status);
        append(out, made("));", place));
    }
    return out;
}

namespace {

// __GFXCC_in|((alloc_if)?0:__GFXCC_held)|((free_if)?0:__GFXCC_kept)
Tokens how_of(const OffloadVariable& variable) {
    const Place place = variable.name.place;
    Tokens out = made("__GFXCC_" + variable.how, place);
    const auto add = [&](const Tokens& condition, const char* otherwise) {
        if (condition.empty()) return;
        append(out, made("|((", place));
        append(out, condition);
        append(out, made(std::string(")?0:") + otherwise + ")", place));
    };
    add(variable.allocates, "__GFXCC_held");
    add(variable.frees, "__GFXCC_kept");
    return out;
}

// Both ends of a copy to another variable have elements of one size.
Tokens same_elements(const OffloadVariable& variable, bool cpp) {
    if (variable.other.text == variable.name.text) return {};
    const std::string of = variable.length.empty() ? ")" : ")[0]";
    return made(std::string(cpp ? "static_assert" : "_Static_assert") + "(sizeof((" + variable.name.text +
                    of + ")==sizeof((" + variable.other.text + of +
                    "),\"into() in a clause of #pragma offload: " + variable.name.text + " and " +
                    variable.other.text + " have elements of other sizes; expected the same\");",
                variable.name.place);
}

// const long NAME=(start)*scale;
Tokens start_of(const OffloadVariable& variable, const std::string& name, const std::string& scale) {
    const Place place = variable.name.place;
    Tokens out;
    if (variable.start.empty()) return out;
    append(out, made("const long " + name + "=(", place));
    append(out, variable.start);
    append(out, made(")" + scale + ";", place));
    return out;
}

Tokens data_in_cpp(const OffloadVariable& variable, const std::string& name) {
    const std::string &text = variable.name.text, start = name + "_" + text + "_start";
    const Place place = variable.name.place;
    const bool whole = is_whole(variable);
    Tokens out = same_elements(variable, true);
    // length() counts numbers, a section what a subscript gives.
    const std::string scale = variable.is_section ? "*::gfxcc::numbers_of_each(" + text + ")" : "";
    append(out, start_of(variable, start, scale));
    if (variable.length.empty() && !whole)
        append(out, made("static_assert(!::gfxcc::is_pointer<decltype(" + text +
                             ")>,\"a pointer in a clause of #pragma offload without length(n)\");",
                         place));
    append(out, made("auto&&" + name + "_" + text + "=" + name + "." +
                         (whole                     ? "whole"
                          : variable.length.empty() ? "all"
                                                    : "some") +
                         "(" + text + ",::gfxcc::place_in_memory(" + variable.other.text + "),",
                     place));
    append(out, made(variable.length.empty() ? "" : "(", place));
    append(out, variable.length);
    append(out, made(variable.length.empty() ? "" : ")" + scale + ",", place));
    append(out, how_of(variable));
    append(out, made(",\"" + text + "\"" + (variable.start.empty() ? "" : "," + start) + ");(void)" + name +
                         "_" + text + ";",
                     place));
    return out;
}

// The first element of an array in C; of what is none, itself. An array is what has another type as a value.
std::string first_of(const std::string& x) {
    const std::string value = "((void)0,(" + x + "))";
    return "(*__builtin_choose_expr(!__builtin_types_compatible_p(__typeof__(" + x + "),__typeof__" + value +
           ")," + value + ",&(" + x + ")))";
}

// Pointers to what the pointer `text` points to, if that is arrays to their first elements, and so on:
// the last one of these names points to numbers.
constexpr int kMostDimensions = 4;
std::string number_names(const std::string& text, const std::string& name) {
    std::string out, of = "(" + text + ")[0]";
    for (int i = 0; i < kMostDimensions; i++) {
        const std::string own = name + std::to_string(i);
        out += "__typeof__(&" + first_of(of) + ")" + own + "=0;(void)" + own + ";";
        of = "*" + own;
    }
    return out;
}

Tokens data_in_c(const OffloadVariable& variable, const std::string& name) {
    const std::string &text = variable.name.text, start = name + "_" + text + "_start";
    const std::string offset = variable.start.empty() ? "" : start + "*(long)sizeof((" + text + ")[0])";
    const std::string forward = offset.empty() ? "" : "+" + offset, back = offset.empty() ? "" : "-" + offset;
    const Place place = variable.name.place;
    const bool all = variable.length.empty() && !is_whole(variable);
    const std::string address = all ? "&" : "";
    const std::string type = all ? "__typeof__(" + text + ")*" : "__typeof__(&(" + text + ")[0])";
    Tokens out = same_elements(variable, false);
    append(out, start_of(variable, start, ""));
    // length() counts numbers, a section what a subscript gives.
    const std::string number = name + "_" + text + "_number";
    const bool has_numbers = !variable.length.empty() && !variable.is_section;
    if (has_numbers) append(out, made(number_names(text, number), place));
    append(out,
           made(type + name + "_" + text + "=(" + type + ")((char*)gfxcc_region_data(" + name + ",(char*)" +
                    address + text + forward + ",(char*)" + address + variable.other.text + forward + ",",
                place));
    if (all) {
        append(out, made("sizeof(" + text + ")", place));
    } else {
        const std::string last = "*" + number + std::to_string(kMostDimensions - 1);
        append(out, made("sizeof(" + (has_numbers ? last : "(" + text + ")[0]") + ")*(", place));
        append(out, variable.length.empty() ? made("0", place) : variable.length);
        append(out, made(")", place));
    }
    append(out, made(",", place));
    append(out, how_of(variable));
    append(out, made(",\"" + text + "\")" + back + ");(void)" + name + "_" + text + ";", place));
    return out;
}

}  // namespace

Tokens Rewriter::region_data(const OffloadClauses& clauses, const std::string& name) const {
    Tokens out;
    for (const OffloadVariable& variable : clauses.variables)
        append(out, shared_.language.cpp ? data_in_cpp(variable, name) : data_in_c(variable, name));
    return out;
}

// A region without a statement.
Tokens Rewriter::offload_transfer(const Tokens& words, Place place) {
    if (!where_.in_function) throw Mistake{place, "#pragma offload_transfer outside of a function"};
    const OffloadClauses clauses = offload_clauses(words, place);
    if (!shared_.language.offload) return {};
    const std::string name = shared_.fresh("transfer");
    Tokens out = made("{", place);
    append(out, region_begin(clauses, name, place, true));
    append(out, region_data(clauses, name));
    append(out, made("}", place));
    return out;
}

// The clauses' names mean the target's memory from here on.
Tokens Rewriter::region_names(const OffloadClauses& clauses, const std::string& name) const {
    Tokens out;
    for (const OffloadVariable& variable : clauses.variables) {
        const std::string own = name + "_" + variable.name.text, &text = variable.name.text;
        if (shared_.language.cpp)
            append(out, made("auto&&" + text + "=" + own + ";(void)" + text + ";", variable.name.place));
        else if (!variable.length.empty() || is_whole(variable))
            append(out, made("__typeof__(" + own + ")" + text + "=" + own + ";(void)" + text + ";",
                             variable.name.place));
    }
    return out;
}

Tokens Rewriter::region_statement(const Tokens& statement, const OffloadClauses& clauses, bool target) {
    Surroundings where = where_;
    where.target = target;
    where.in_region = true;
    where.parallel = 0;
    for (const OffloadVariable& variable : clauses.variables) where.locals.insert(variable.name.text);
    Rewriter inner(shared_, statement, found_, versions_, where);
    inner.region_ = true;
    return inner.run();
}

Tokens Rewriter::offload(const Tokens& words, Place place) {
    if (!where_.in_function) throw Mistake{place, "#pragma offload outside of a function"};
    const OffloadClauses clauses = offload_clauses(words, place);
    const size_t start = at_;
    size_t first = at_;
    while (first < tokens_.size() && tokens_[first].kind == Kind::pragma) first++;
    if (first >= tokens_.size()) throw Mistake{place, "#pragma offload without a statement behind it"};
    skip_statement();
    Tokens statement = part(tokens_, start, at_);
    if (!tokens_[first].is("_Cilk_for") && !has_notation(part(tokens_, first, at_)))
        throw Mistake{tokens_[first].place,
                      "#pragma offload before what is no _Cilk_for loop and no statement in array "
                      "notation"};
    found_.regions[place] = statement;
    if ((shared_.language.kernels == Kernels::threads || shared_.language.kernels == Kernels::lanes) &&
        versions_ != nullptr)
        return kernel_region(statement, clauses, place);
    const std::string name = shared_.fresh("region");
    if (!shared_.language.cpp) statement = through_pointers(statement, clauses, name);

    Tokens out = made("{", place);
    append(out, unnamed_pointers(statement, clauses));
    append(out, region_begin(clauses, name, place, false));
    append(out, region_data(clauses, name));
    append(out, made("{", place));
    append(out, region_names(clauses, name));
    const Place last = statement.back().place;
    const Tokens call = shared_.language.kernels == Kernels::called && versions_ != nullptr
                            ? kernel_call(statement, clauses, name, place)
                            : Tokens();
    const bool two = !call.empty() || (versions_ != nullptr && mentions(statement, versions_->names));
    if (two) {
        append(out, made("if(gfxcc_region_offloaded(" + name + ")){", place));
        append(out, call.empty() ? region_statement(statement, clauses, true) : call);
        append(out, made("}else{", last));
    }
    append(out, region_statement(statement, clauses, false));
    append(out, made(two ? "}}" : "}", last));
    append(out, made("}", last));
    return out;
}

}  // namespace genmedia::gfx
