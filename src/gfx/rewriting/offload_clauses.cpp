// SPDX-License-Identifier: MIT
#include "offload_clauses.h"

#include "gfx/rewriting/tokens/brackets.h"

namespace genmedia::gfx {
namespace {

bool is_transfer(const std::string& word) {
    return word == "in" || word == "out" || word == "inout" || word == "pin" || word == "nocopy";
}

// length(n) into(variable) alloc_if(condition) free_if(condition)
void take_modifiers(const Tokens& modifiers, Place place, OffloadVariable& variable) {
    for (size_t i = 0; i < modifiers.size(); i++) {
        if (modifiers[i].is(",")) continue;
        const std::string& word = modifiers[i].text;
        Tokens into;
        Tokens* const value = word == "length"     ? &variable.length
                              : word == "alloc_if" ? &variable.allocates
                              : word == "free_if"  ? &variable.frees
                              : word == "into"     ? &into
                                                   : nullptr;
        if (value == nullptr || i + 1 >= modifiers.size() || !modifiers[i + 1].is("("))
            throw Mistake{place, word +
                                     " in a clause of #pragma offload is not supported; expected length(n), "
                                     "alloc_if(condition), free_if(condition) or into(variable)"};
        const size_t end = closing(modifiers, i + 1);
        *value = part(modifiers, i + 2, end);
        if (value->empty()) throw Mistake{place, word + "() without its value"};
        if (value == &into && (into.size() != 1 || !into[0].is_name()))
            throw Mistake{place,
                          "into(" + text_of(into) + "): not supported; expected the name of a variable"};
        if (value == &into) variable.other = into[0];
        i = end;
    }
}

// in: the target's memory is that of the variable in into(); out: into() names the host's end.
void take_into(OffloadVariable& variable, size_t names, Place place) {
    if (variable.other.text.empty()) {
        variable.other = variable.name;
        return;
    }
    if (variable.how != "in" && variable.how != "out")
        throw Mistake{place, "into() in " + variable.how + "(); expected in or out, which copy one way"};
    if (names > 1)
        throw Mistake{place, "into() behind " + std::to_string(names) + " variables; expected one"};
    if (variable.how == "in") std::swap(variable.name, variable.other);
}

bool is_zero(const Tokens& tokens) { return tokens.size() == 1 && tokens[0].is("0"); }

// name[start:length], or name[:], which is all of an array.
void take_section(const Tokens& name, OffloadVariable& variable, Place place) {
    const Tokens section = part(name, 2, name.size() - 1);
    const std::vector<size_t> at = colons(section);
    if (section.size() == 1 && at.size() == 1) return;
    if (at.size() != 1 || at[0] == 0 || at[0] + 1 == section.size())
        throw Mistake{place, variable.how + "(" + text_of(name) +
                                 "): not supported; expected one section, name[start:length]"};
    if (!variable.length.empty())
        throw Mistake{
            place, variable.how + "(" + text_of(name) + "): length() beside a section; expected one of both"};
    variable.is_section = true;
    variable.length = part(section, at[0] + 1, section.size());
    if (const Tokens start = part(section, 0, at[0]); !is_zero(start)) variable.start = start;
}

void transfer(const std::string& how, const Tokens& content, Place place, OffloadClauses& clauses) {
    const std::vector<size_t> at = colons(content);
    OffloadVariable given;
    given.how = how;
    if (!at.empty()) take_modifiers(part(content, at[0] + 1, content.size()), place, given);
    if (how == "pin" && (!given.allocates.empty() || !given.frees.empty()))
        throw Mistake{place, "alloc_if() and free_if() in pin(): the target has the host's own memory"};
    const std::vector<Tokens> names = split(at.empty() ? content : part(content, 0, at[0]), ",");
    for (const Tokens& name : names) {
        const bool section = name.size() > 2 && name[1].is("[") && closing(name, 1) + 1 == name.size();
        if (name.empty() || !name[0].is_name() || (name.size() != 1 && !section))
            throw Mistake{place,
                          how + "(" + text_of(name) +
                              "): not supported; expected the name of a variable, or name[start:length]"};
        OffloadVariable variable = given;
        if (section) take_section(name, variable, place);
        variable.name = name[0];
        take_into(variable, names.size(), place);
        if (clauses.find(variable.name.text) != nullptr)
            throw Mistake{place, variable.name.text + " stands in two clauses of one #pragma offload"};
        clauses.variables.push_back(std::move(variable));
    }
}

// What a transfer moves must be on the target before, or stay there behind.
void check_transfer(const OffloadClauses& clauses, Place place) {
    if (clauses.variables.empty())
        throw Mistake{place, "#pragma offload_transfer without in(), out() or nocopy()"};
    for (const OffloadVariable& variable : clauses.variables) {
        const std::string what = variable.how + "(" + variable.name.text + ") of #pragma offload_transfer ";
        if (variable.how == "inout" || variable.how == "pin")
            throw Mistake{place, what + "moves nothing; expected in, out or nocopy"};
        if (variable.how == "out" && variable.allocates.empty())
            throw Mistake{place, what + "reads memory that it allocates; expected alloc_if(0)"};
        if (variable.how == "in" && variable.frees.empty())
            throw Mistake{place, what + "frees the memory that it fills; expected free_if(0)"};
        if (variable.how == "nocopy" && variable.frees.empty() && variable.allocates.empty())
            throw Mistake{place, what + "allocates and frees; expected free_if(0), or alloc_if(0)"};
    }
}

}  // namespace

const OffloadVariable* OffloadClauses::find(const std::string& name) const {
    for (const OffloadVariable& variable : variables)
        if (variable.name.text == name) return &variable;
    return nullptr;
}

OffloadClauses offload_clauses(const Tokens& words, Place place) {
    OffloadClauses clauses;
    const std::string pragma = "#pragma " + words[0].text;
    bool target = false;
    for (size_t i = 1; i < words.size(); i++) {
        if (words[i].is(",")) continue;
        const std::string& word = words[i].text;
        const bool brackets = i + 1 < words.size() && words[i + 1].is("(");
        const size_t end = brackets ? closing(words, i + 1) : i;
        const Tokens content = brackets ? part(words, i + 2, end) : Tokens();
        if (word == "target" && content.size() == 1 && content[0].is("gfx"))
            target = true;
        else if (word == "target")
            throw Mistake{
                place, pragma + " target(" + text_of(content) + ") is not supported; expected target(gfx)"};
        else if (word == "if" && brackets)
            clauses.condition = content;
        else if (is_transfer(word) && brackets)
            transfer(word, content, place, clauses);
        else if (word == "signal" && brackets)
            clauses.signals.push_back(content);
        else if (word == "wait" && brackets)
            clauses.waits = split(content, ",");
        else if (word == "status" && brackets)
            clauses.status = content;
        else if (word != "mandatory" && word != "optional")
            throw Mistake{place, "clause " + word + " of " + pragma + " is not supported"};
        i = end;
    }
    if (!target) throw Mistake{place, pragma + " without target(gfx)"};
    if (words[0].is("offload_transfer")) check_transfer(clauses, place);
    return clauses;
}

}  // namespace genmedia::gfx
