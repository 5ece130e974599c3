// SPDX-License-Identifier: MIT
#include "offload_clauses.h"

#include "groups.h"

namespace genmedia::gfx {
namespace {

bool is_transfer(const std::string& word) {
    return word == "in" || word == "out" || word == "inout" || word == "pin";
}

Tokens length_of(const Tokens& modifiers, Place place) {
    Tokens length;
    for (size_t i = 0; i < modifiers.size(); i++) {
        if (modifiers[i].is(",")) continue;
        if (!modifiers[i].is("length") || i + 1 >= modifiers.size() || !modifiers[i + 1].is("("))
            throw Mistake{place, modifiers[i].text +
                                     " in a clause of #pragma offload is not supported; expected length(n)"};
        const size_t end = closing(modifiers, i + 1);
        length = part(modifiers, i + 2, end);
        i = end;
    }
    return length;
}

void transfer(const std::string& how, const Tokens& content, Place place, OffloadClauses& clauses) {
    const std::vector<size_t> at = colons(content);
    const Tokens names = at.empty() ? content : part(content, 0, at[0]);
    const Tokens length = at.empty() ? Tokens() : length_of(part(content, at[0] + 1, content.size()), place);
    if (!at.empty() && length.empty()) throw Mistake{place, "length() without a number of elements"};
    for (const Tokens& name : split(names, ",")) {
        if (name.size() != 1 || !name[0].is_name())
            throw Mistake{place,
                          how + "(" + text_of(name) + "): not supported; expected the name of a variable"};
        if (clauses.find(name[0].text) != nullptr)
            throw Mistake{place, name[0].text + " stands in two clauses of one #pragma offload"};
        clauses.variables.push_back({name[0], how, length});
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
            throw Mistake{place, "#pragma offload target(" + text_of(content) +
                                     ") is not supported; expected target(gfx)"};
        else if (word == "if" && brackets)
            clauses.condition = content;
        else if (is_transfer(word) && brackets)
            transfer(word, content, place, clauses);
        else if (word == "signal" && brackets)
            clauses.signals.push_back(content);
        else if (word == "wait" && brackets)
            clauses.waits.push_back(content);
        else if (word != "mandatory" && word != "optional")
            throw Mistake{place, "clause " + word + " of #pragma offload is not supported"};
        i = end;
    }
    if (!target) throw Mistake{place, "#pragma offload without target(gfx)"};
    return clauses;
}

}  // namespace genmedia::gfx
