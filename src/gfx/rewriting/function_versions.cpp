// SPDX-License-Identifier: MIT
#include "found.h"

#include "gfx/rewriting/tokens/brackets.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

// Without attributes, in which nothing that a program computes can differ.
std::vector<std::string> texts(const Tokens& tokens) {
    std::vector<std::string> all;
    for (size_t i = 0; i < tokens.size(); i++) {
        if ((tokens[i].is("__declspec") || tokens[i].is("__attribute__")) && i + 1 < tokens.size())
            i = closing(tokens, i + 1);
        else
            all.push_back(tokens[i].text);
    }
    return all;
}

void take_callers(const Found& target, std::set<std::string>& names) {
    for (bool more = true; more;) {
        more = false;
        for (const auto& [place, function] : target.functions)
            if (function.target && !names.contains(function.name) && mentions(function.tokens, names))
                more = names.insert(function.name).second;
    }
}

void check_regions(const Found& host, const Found& target, std::vector<Mistake>& wrong) {
    for (const auto& [place, statement] : host.regions) {
        const auto same = target.regions.find(place);
        if (same != target.regions.end() && texts(same->second) != texts(statement))
            wrong.push_back(
                {place,
                 "the statement behind #pragma offload differs under __GFX__; expected __GFX__ in "
                 "functions marked target(gfx) alone"});
    }
}

std::set<std::pair<Place, std::string>> outside(const Found& found, const Tokens& tokens, bool marked_too) {
    std::set<std::pair<Place, std::string>> all;
    for (const Token& token : tokens)
        if (token.kind != Kind::system) all.insert({token.place, token.text});
    if (marked_too) return all;
    for (const auto& [place, function] : found.functions)
        if (function.target)
            for (const Token& token : function.tokens) all.erase({token.place, token.text});
    for (const auto& [place, statement] : found.regions)
        for (const Token& token : statement) all.erase({token.place, token.text});
    return all;
}

// The target may lack what the host has. What only the target has must be in functions that are marked.
void check_rest(const Found& host, const Found& target, const Tokens& host_tokens,
                const Tokens& target_tokens, std::vector<Mistake>& wrong) {
    const auto known = outside(host, host_tokens, true);
    for (const auto& [place, text] : outside(target, target_tokens, false)) {
        if (known.contains({place, text}) || text == "__declspec" || text == "__attribute__") continue;
        wrong.push_back(
            {place,
             "this differs under __GFX__ outside of a function marked target(gfx), which is not supported"});
        return;
    }
}

bool is_called_by_target(const Found& target, const std::string& name) {
    return std::ranges::any_of(target.regions,
                               [&](const auto& region) { return mentions(region.second, {name}); }) ||
           std::ranges::any_of(target.functions, [&](const auto& each) {
               return each.second.target && each.second.definition && mentions(each.second.tokens, {name});
           });
}

// Functions that are defined in another file, which gives the target's version a name as well.
void take_other_files(const Found& target, std::set<std::string>& names, std::vector<Mistake>& warnings) {
    std::set<std::string> known;
    for (const auto& [place, function] : target.functions)
        if (function.definition) known.insert(function.name);
    for (const auto& [place, function] : target.functions) {
        if (!function.target || function.definition || known.contains(function.name)) continue;
        if (!is_called_by_target(target, function.name)) continue;
        known.insert(function.name);
        if (function.shared)
            names.insert(function.name);
        else
            warnings.push_back(
                {place, "'" + function.name +
                            "' is defined in another file; offloaded code calls its version for "
                            "the host, whatever it has under __GFX__"});
    }
}

}  // namespace

Versions versions(const Found& host, const Found& target, const Tokens& host_tokens,
                  const Tokens& target_tokens, std::vector<Mistake>& wrong, std::vector<Mistake>& warnings) {
    Versions result;
    result.target = target;
    for (const auto& [place, function] : target.functions) {
        if (!function.target || !function.definition) continue;
        const auto same = host.functions.find(place);
        const bool differs =
            same == host.functions.end() || texts(same->second.tokens) != texts(function.tokens);
        if (!differs && !function.groups) {
            if (function.shared) result.for_other_files.insert(place);
            continue;
        }
        if (same == host.functions.end())
            wrong.push_back(
                {place,
                 "a function that only __GFX__ has is not supported; expected one for the host as well"});
        else if (!function.renamable)
            wrong.push_back({place, "an operator or destructor that differs under __GFX__ is not supported"});
        else
            result.names.insert(function.name);
    }
    take_other_files(target, result.names, warnings);
    take_callers(target, result.names);
    check_regions(host, target, wrong);
    check_rest(host, target, host_tokens, target_tokens, wrong);
    return result;
}

}  // namespace genmedia::gfx
