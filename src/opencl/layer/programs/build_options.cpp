// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/build_options.h"

#include "opencl/preprocessor/compiler_options.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace genmedia::opencl {
namespace {

// Where an option's value is: it has none, follows as a word of its own or behind an =, or is part of the
// option.
enum class Value { none, apart, joined };

struct Option {
    std::string_view name;
    Value value = Value::none;
};

// The names are those of the Intel Graphics Compiler (IGC/Options/API-Options.md and ApiOptions.td of its
// repository), and of its driver (compiler_options.h of intel/compute-runtime).

// Each is there as -cl-NAME, -cl-intel-NAME, -ze-NAME, -ze-intel-NAME and -ze-opt-NAME.
constexpr Option kFamilies[] = {
    {"collect-cost-info"},
    {"disable-compaction"},
    {"disable-zebin"},
    {"emit-lib-compile-errors"},
    {"enable-auto-large-GRF-mode"},
    {"enable-ieee-float-exception-trap"},
    {"enable-zebin"},
    {"exp-register-file-size", Value::apart},
    {"fp32-correctly-rounded-divide-sqrt"},
    {"fp64-gen-conv-emu"},
    {"fp64-gen-emu"},
    {"greater-than-4GB-buffer-required"},
    {"gtpin-grf-info"},
    {"gtpin-indir-ref"},
    {"gtpin-rera"},
    {"gtpin-scratch-area-size", Value::apart},
    {"large-grf-kernel", Value::apart},
    {"large-register-file"},
    {"library-compilation"},
    {"library-compile-simd", Value::apart},
    {"no-fusedCallWA"},
    {"no-local-to-generic"},
    {"no-subgroup-ifp"},
    {"opt-disable"},
    {"poison-unsupported-fp64-kernels"},
    {"regular-grf-kernel", Value::apart},
    {"reqd-eu-thread-count", Value::apart},
    {"skip-fde"},
    {"static-profile-guided-trimming"},
    {"take-global-address"},
    {"uniform-work-group-size"},
    {"128-GRF-per-thread"},
    {"256-GRF-per-thread"},
};
constexpr std::string_view kPrefixes[] = {"-cl-intel-", "-cl-", "-ze-intel-", "-ze-opt-", "-ze-"};

constexpr Option kOthers[] = {
    {"-cl-intel-allow-zebin"},
    {"-cl-intel-buffer-offset-arg-required"},
    {"-cl-intel-debug-info"},
    {"-cl-intel-disable-a64WA"},
    {"-cl-intel-force-disable-4GB-buffer"},
    {"-cl-intel-force-emu-int32divrem"},
    {"-cl-intel-force-emu-sp-int32divrem"},
    {"-cl-intel-has-buffer-offset-arg"},
    {"-cl-intel-has-subDW-aligned-ptr-arg"},
    {"-cl-intel-no-prera-scheduling"},
    {"-cl-intel-num-thread-per-eu", Value::apart},
    {"-cl-intel-use-32bit-ptr-arith"},
    {"-cl-intel-use-bindless-advanced-mode"},
    {"-cl-intel-use-bindless-mode"},
    {"-cl-kernel-debug-enable"},
    {"-cl-match-sincospi"},
    {"-dump-opt-llvm=", Value::joined},
    {"-dwarf-column-info"},
    {"-fpreserve-vec3-type"},
    {"-gline-tables-only"},
    {"-igc_opts", Value::apart},
    {"-profiler"},
    {"-ze-opt-level=", Value::joined},
};

// These PoCL knows or refuses by itself.
bool is_standard(std::string_view option) {
    return option == "-cl-opt-disable" || option == "-cl-uniform-work-group-size" ||
           option == "-cl-fp32-correctly-rounded-divide-sqrt";
}

// Which of the options this is; its value may stand behind an =.
const Option* find(std::string_view word) {
    if (is_standard(word)) return nullptr;
    const std::string_view name = word.substr(0, word.find('='));
    for (const Option& option : kOthers)
        if (option.value == Value::joined ? word.starts_with(option.name) : name == option.name)
            return &option;
    for (const std::string_view prefix : kPrefixes) {
        if (!name.starts_with(prefix)) continue;
        for (const Option& option : kFamilies)
            if (name.substr(prefix.size()) == option.name) return &option;
    }
    return nullptr;
}

// Where each word of the options begins and ends, quotes included.
std::vector<std::string_view> words_of(std::string_view options) {
    std::vector<std::string_view> words;
    const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    for (size_t at = 0; at < options.size();) {
        if (is_blank(options[at])) {
            at++;
            continue;
        }
        const size_t begin = at;
        for (bool quoted = false; at < options.size() && (quoted || !is_blank(options[at])); at++) {
            const bool escapes = options[at] == '\\' && at + 1 < options.size();
            if (escapes)
                at++;
            else if (options[at] == '"')
                quoted = !quoted;
        }
        at = std::min(at, options.size());
        words.push_back(options.substr(begin, at - begin));
    }
    return words;
}

}  // namespace

std::string without_intel_options(const std::string& options) {
    const std::vector<std::string_view> words = words_of(options);
    const auto is_value = [&](size_t i) { return i > 0 && (words[i - 1] == "-D" || words[i - 1] == "-I"); };
    std::string kept;
    bool all = true;
    for (size_t i = 0; i < words.size(); i++) {
        const Option* option = is_value(i) ? nullptr : find(words[i]);
        if (option == nullptr) {
            kept.append(kept.empty() ? "" : " ").append(words[i]);
            continue;
        }
        all = false;
        const bool value_follows = option->value == Value::apart && words[i].find('=') == words[i].npos;
        if (value_follows) i++;
    }
    return all ? options : kept;
}

}  // namespace genmedia::opencl
