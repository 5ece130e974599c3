// SPDX-License-Identifier: MIT
#include "cm/compiler/module/reachable_text.h"

#include <map>
#include <string_view>

namespace genmedia::cmc {
namespace {

bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '-';
}

// Calls take for each @name or @"name".
template <class F>
void for_each_name(std::string_view text, const F& take) {
    for (size_t at = 0; (at = text.find('@', at)) != std::string_view::npos;) {
        at++;
        const bool quoted = at < text.size() && text[at] == '"';
        size_t end = quoted ? text.find('"', at + 1) : at;
        while (!quoted && end < text.size() && in_name(text[end])) end++;
        if (end == std::string_view::npos) return;
        take(text.substr(at + (quoted ? 1 : 0), end - at - (quoted ? 1 : 0)));
        at = end;
    }
}

struct Item {
    std::string_view text, name;  // no name: it stays
    bool wanted = false;
};

// A function to its closing brace, or a line.
std::vector<Item> items_of(std::string_view module) {
    std::vector<Item> items;
    for (size_t at = 0; at < module.size();) {
        const bool function = module.compare(at, 7, "define ") == 0;
        size_t end = module.find(function ? "\n}\n" : "\n", at);
        end = end == std::string_view::npos ? module.size() : end + (function ? 3 : 1);
        Item item{module.substr(at, end - at), {}, false};
        if (function || module[at] == '@')
            for_each_name(item.text.substr(0, item.text.find('\n')), [&](std::string_view name) {
                if (item.name.empty()) item.name = name;
            });
        items.push_back(item);
        at = end;
    }
    return items;
}

}  // namespace

std::string reachable_text(const std::string& module, const std::vector<std::string>& functions) {
    std::vector<Item> items = items_of(module);
    std::map<std::string_view, Item*> named;
    for (Item& item : items)
        if (!item.name.empty()) named[item.name] = &item;
    std::vector<Item*> work;
    const auto want = [&](std::string_view name) {
        const auto found = named.find(name);
        if (found == named.end() || found->second->wanted) return;
        found->second->wanted = true;
        work.push_back(found->second);
    };
    for (const std::string& function : functions) want(function);
    while (!work.empty()) {
        const Item* item = work.back();
        work.pop_back();
        for_each_name(item->text, want);
    }
    std::string text;
    for (const Item& item : items)
        if (item.name.empty() || item.wanted) text += item.text;
    return text;
}

}  // namespace genmedia::cmc
