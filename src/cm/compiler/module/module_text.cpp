// SPDX-License-Identifier: MIT
#include "cm/compiler/module/module_text.h"

#include "cm/compiler/module/llvm_text.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace genmedia::cmc {
namespace {

std::string demangled(std::string_view name) {
    if (!starts(name, "_Z")) return std::string(name);
    char* text = abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, nullptr);
    std::string result = text == nullptr ? std::string(name) : text;
    std::free(text);
    return result;
}

// Where `thread_local` goes into the line of a variable that has a value, can change and is not thread-local;
// npos: it is none. What stands before `global`: [linkage] [visibility] [thread_local] [unnamed_addr] ...
size_t thread_local_place(std::string_view line) {
    const std::vector<std::string_view> names = names_in(line.substr(0, line.find(" = ")));
    size_t at = line.find(" = "), place = std::string_view::npos;
    if (names.empty() || at == std::string_view::npos || starts(names[0], "llvm.") ||
        of_the_headers(names[0]))
        return std::string_view::npos;
    for (at += 3; at < line.size();) {
        const std::string_view word = line.substr(at, line.find(' ', at) - at);
        for (const char* other : {"constant", "alias", "ifunc", "external", "extern_weak",
                                  "available_externally", "thread_local"})
            if (starts(word, other) && word != "externally_initialized") return std::string_view::npos;
        const bool after = starts(word, "unnamed_addr") || starts(word, "local_unnamed_addr") ||
                           starts(word, "addrspace") || word == "externally_initialized" || word == "global";
        if (after && place == std::string_view::npos) place = at;
        if (word == "global") return place;
        at += word.size() + 1;
    }
    return std::string_view::npos;
}

// The last number of `@NAME = ... constant { i32 } { i32 64 }, section ...`.
std::string number_of(std::string_view line) {
    const size_t type = line.rfind("{ i32 ");
    if (type == std::string_view::npos) return "0";
    return std::string(line.substr(type + 6, line.find_first_of(" ,}", type + 6) - type - 6));
}

std::string text_of(std::string_view line) {
    const size_t open = line.find(" c\"");
    return open == std::string_view::npos
               ? ""
               : std::string(line.substr(open + 3, line.find("\\00\"", open) - open - 3));
}

class Module {
public:
    explicit Module(std::string_view text) {
        std::string_view function;  // whose body is being read
        for_each_line(text, [&](std::string_view line) {
            const bool variable = starts(line, "@"), define = starts(line, "define ");
            if (starts(line, "}")) function = {};
            if (starts(line, "declare ") || (variable && line.find(" = external ") != line.npos))
                declared_.insert(names_in(line)[0]);
            if (!variable && !define && function.empty()) return;
            const auto names = names_in(line);
            if (names.empty()) return;
            if (define) function = names[0];
            auto& uses = uses_[variable || define ? names[0] : function];
            uses.insert(names.begin(), names.end());
            if (!variable) return;
            lines_[names[0]] = line;
        });
    }

    std::vector<ModuleKernel> kernels() const {
        std::vector<ModuleKernel> kernels;
        const std::vector<Annotation> all = annotations();
        std::set<std::string_view> seen;
        for (const Annotation& main : all) {
            // An instantiation of a template that is marked itself is listed twice.
            if (main.text != "genx_main" || !seen.insert(main.function).second) continue;
            kernels.push_back(kernel(main.function));
            for (const Annotation& other : all)
                if (other.text == "genx_float_control" && other.function == main.function)
                    kernels.back().float_control = number_of(line_of(other.arguments));
        }
        return kernels;
    }

    std::string what_is_nowhere() const {
        for (const Annotation& main : annotations()) {
            if (main.text != "genx_main") continue;
            for (const std::string_view name : reached(main.function))
                if (declared_.count(name) != 0 && !starts(name, "llvm.") && !in_a_library(name))
                    return "kernel " + kernel(main.function).name + " uses " + demangled(name);
        }
        return {};
    }

private:
    // Kernel files are linked to the libraries that this program has loaded itself.
    static bool in_a_library(std::string_view name) {
        return dlsym(RTLD_DEFAULT, std::string(name).c_str()) != nullptr;
    }

    struct Annotation {
        std::string_view function;
        std::string text;
        std::string_view arguments;  // the name of what holds them; empty: none
    };

    std::string_view line_of(std::string_view name) const {
        const auto found = lines_.find(name);
        return found == lines_.end() ? std::string_view() : found->second;
    }

    // @llvm.global.annotations is an array of: what is annotated, text, file, line, and arguments or null.
    std::vector<Annotation> annotations() const {
        std::vector<Annotation> found;
        const std::string_view line = line_of("llvm.global.annotations");
        for (size_t at = line.find(" = "); at < line.size();) {
            const size_t end = std::min(line.find("}, {", at), line.size());
            const auto names = names_in(line.substr(at, end - at));
            if (names.size() >= 3)
                found.push_back(
                    {names[0], text_of(line_of(names[1])), names.size() > 3 ? names[3] : std::string_view()});
            at = end + 3;
        }
        return found;
    }

    ModuleKernel kernel(std::string_view symbol) const {
        ModuleKernel kernel;
        std::string full = demangled(symbol);
        const std::string unnamed = "(anonymous namespace)::";
        for (size_t at; (at = full.find(unnamed)) != std::string::npos;) full.erase(at, unnamed.size());
        // The name of a template's instantiation has its result type before it.
        if (starts(full, "void ")) full.erase(0, 5);
        int depth = 0;
        size_t name = 0, end = 0;
        for (; end < full.size() && (depth > 0 || full[end] != '('); end++) {
            if (full[end] == '<') depth++;
            if (full[end] == '>') depth--;
            if (depth == 0 && full[end] == ':') name = end + 1;
        }
        kernel.function = full.substr(0, end);
        kernel.name = full.substr(name, end - name);
        kernel.float_control = "0";
        kernel.waits = reaches(symbol, "_Z7cm_waitj");
        return kernel;
    }

    bool reaches(std::string_view from, std::string_view to) const { return reached(from).count(to) != 0; }

    // What a function or a variable mentions counts as used.
    std::set<std::string_view> reached(std::string_view from) const {
        std::set<std::string_view> seen = {from};
        std::vector<std::string_view> next = {from};
        while (!next.empty()) {
            const auto found = uses_.find(next.back());
            next.pop_back();
            if (found == uses_.end()) continue;
            for (const std::string_view name : found->second)
                if (seen.insert(name).second) next.push_back(name);
        }
        return seen;
    }

    std::set<std::string_view> declared_;  // and not defined
    std::map<std::string_view, std::set<std::string_view>> uses_;
    std::map<std::string_view, std::string_view> lines_;  // of variables and constants
};

}  // namespace

std::vector<ModuleKernel> kernels_of(const std::string& module) { return Module(module).kernels(); }

std::string what_is_nowhere(const std::string& module) { return Module(module).what_is_nowhere(); }

Status make_thread_local(std::string& text) {
    std::string error;
    std::set<std::string_view> variables;
    for_each_line(text, [&](std::string_view line) {
        if (starts(line, "@") && thread_local_place(line) != std::string_view::npos)
            variables.insert(names_in(line)[0]);
    });
    std::string changed;
    for_each_line(text, [&](std::string_view line) {
        if (starts(line, "@") && !starts(line, "@llvm.")) {
            const auto names = names_in(line);
            for (size_t i = 1; i < names.size(); i++)
                if (variables.count(names[i]) != 0)
                    error = "variable " + demangled(names[0]) + " begins with the address of " +
                            demangled(names[i]) +
                            ", of which each thread has its own; expected it to be set in the kernel";
            const size_t place = thread_local_place(line);
            if (place != std::string_view::npos) {
                changed.append(line.substr(0, place)).append("thread_local ");
                line.remove_prefix(place);
            }
        }
        const size_t storage = line.find("@_ZN2cm6detailL14thread_storageEv");
        if (variables.empty() && starts(line, "@genmedia_cm_module =") && storage != std::string_view::npos) {
            changed.append(line.substr(0, storage)).append("null");
            line.remove_prefix(std::min(line.find_first_of(",} ", storage), line.size()));
        }
        changed.append(line).append("\n");
    });
    if (!error.empty()) return Status(StatusCode::unsupported, error);
    text = std::move(changed);
    return Status();
}

}  // namespace genmedia::cmc
