// SPDX-License-Identifier: MIT
#include "cm/compiler/module/outlining.h"

#include "cm/compiler/module/llvm_text.h"

#include <map>
#include <set>

namespace genmedia::cmc {
namespace {

// Instructions, before any optimisation, by which one function may make a module grow. Clang takes some four
// seconds for a million; kernels of a few functions stay far below.
constexpr double kMostCopies = 1e6;

constexpr std::string_view kInlined = "alwaysinline";

struct Function {
    double instructions = 0;
    std::map<std::string_view, int> calls;
    std::string_view attributes;  // "#5": the group's name
    bool is_inlined = false;
};

// The last word of the form #5 in a line that begins a function.
std::string_view attribute_group(std::string_view line) {
    const size_t at = line.rfind(" #");
    if (at == std::string_view::npos) return {};
    const size_t end = line.find_first_not_of("0123456789", at + 2);
    return line.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
}

bool is_call(std::string_view line) {
    return line.find("call ") != std::string_view::npos || line.find("invoke ") != std::string_view::npos;
}

class Outlining {
public:
    explicit Outlining(std::string_view text) : text_(text) {
        Function* current = nullptr;
        for_each_line(text, [&](std::string_view line) { take(line, current); });
        for (auto& [name, function] : functions_)
            function.is_inlined = inlining_.count(function.attributes) != 0;
    }

    // The names of functions that stay apart. Each time, the one that saves most is chosen.
    std::set<std::string_view> choose() {
        std::set<std::string_view> chosen;
        for (;;) {
            measure();
            std::string_view largest;
            double most = kMostCopies;
            for (const auto& [name, function] : functions_) {
                const double copies = (times_[name] - 1) * sizes_[name];
                if (!function.is_inlined || of_the_headers(name) || copies < most) continue;
                largest = name;
                most = copies;
            }
            if (largest.empty()) return chosen;
            chosen.insert(largest);
            functions_[largest].is_inlined = false;
        }
    }

    std::string with_apart(const std::set<std::string_view>& chosen) const {
        std::string changed;
        std::set<std::string_view> groups;
        for_each_line(text_, [&](std::string_view line) {
            if (starts(line, "define ") && chosen.count(names_in(line)[0]) != 0) {
                const std::string_view group = attribute_group(line);
                const size_t end = static_cast<size_t>(group.data() - line.data()) + group.size();
                groups.insert(group);
                changed.append(line.substr(0, end)).append(kApartSuffix);
                line.remove_prefix(end);
            }
            changed.append(line).append("\n");
        });
        for_each_line(text_, [&](std::string_view line) {
            const std::string_view group = group_of_attributes(line);
            if (groups.count(group) == 0) return;
            std::string attributes(line);
            attributes.replace(attributes.find(kInlined), kInlined.size(), "noinline");
            attributes.insert(attributes.find(group) + group.size(), kApartSuffix);
            changed.append(attributes).append("\n");
        });
        return changed;
    }

private:
    // Added to the number of a group of attributes: names a copy of the group, for functions kept apart.
    static constexpr std::string_view kApartSuffix = "00000";

    // "#5" of `attributes #5 = { ... }`.
    static std::string_view group_of_attributes(std::string_view line) {
        constexpr std::string_view begin = "attributes ";
        if (!starts(line, begin)) return {};
        return line.substr(begin.size(), line.find(' ', begin.size()) - begin.size());
    }

    void take(std::string_view line, Function*& current) {
        if (starts(line, "define ")) {
            current = &functions_[names_in(line)[0]];
            current->attributes = attribute_group(line);
        } else if (starts(line, "}")) {
            current = nullptr;
        } else if (current != nullptr && starts(line, "  ")) {
            current->instructions++;
            if (is_call(line))
                for (const std::string_view name : names_in(line)) current->calls[name]++;
        } else if (line.find(kInlined) != std::string_view::npos) {
            inlining_.insert(group_of_attributes(line));
        }
    }

    // How large each function is with all that is inlined into it, and how often it is copied itself.
    void measure() {
        sizes_.clear();
        times_.clear();
        std::vector<std::string_view> callees_first;
        for (const auto& [name, function] : functions_) size_of(name, callees_first);
        for (const auto& [name, function] : functions_)
            if (!function.is_inlined) times_[name] = 1;
        for (auto name = callees_first.rbegin(); name != callees_first.rend(); name++)
            for_each_inlined(
                *name, [&](std::string_view callee, int count) { times_[callee] += count * times_[*name]; });
    }

    double size_of(std::string_view name, std::vector<std::string_view>& callees_first) {
        if (const auto known = sizes_.find(name); known != sizes_.end()) return known->second;
        sizes_[name] = 0;  // clang does not inline functions that call each other in a circle
        double size = functions_[name].instructions;
        for_each_inlined(name, [&](std::string_view callee, int count) {
            size += count * size_of(callee, callees_first);
        });
        callees_first.push_back(name);
        return sizes_[name] = size;
    }

    template <class F>
    void for_each_inlined(std::string_view name, const F& take) const {
        for (const auto& [callee, count] : functions_.at(name).calls) {
            const auto found = functions_.find(callee);
            if (found != functions_.end() && found->second.is_inlined) take(callee, count);
        }
    }

    const std::string_view text_;
    std::map<std::string_view, Function> functions_;
    std::set<std::string_view> inlining_;  // groups of attributes
    std::map<std::string_view, double> sizes_, times_;
};

}  // namespace

std::string with_large_functions_apart(const std::string& module) {
    Outlining outlining(module);
    const std::set<std::string_view> chosen = outlining.choose();
    return chosen.empty() ? module : outlining.with_apart(chosen);
}

}  // namespace genmedia::cmc
