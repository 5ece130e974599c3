// SPDX-License-Identifier: MIT
#include "opencl/builtins/device_prelude.h"

#include "opencl/builtins/prelude_parts.h"
#include "opencl/engine/tables.h"
#include "vme/cost.h"
#include "vme/opencl/kernel_text.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace genmedia::opencl {
namespace {

// Who sees a part of files that both languages include.
enum class Readers { both, kernels, cpp };

// `line` is one of the preprocessor's.
Readers readers_after(std::string_view line, Readers before) {
    if (line.starts_with("#ifdef __OPENCL_VERSION__")) return Readers::kernels;
    if (line.starts_with("#ifndef __OPENCL_VERSION__")) return Readers::cpp;
    if (line.starts_with("#endif")) return Readers::both;
    if (!line.starts_with("#else") || before == Readers::both) return before;
    return before == Readers::kernels ? Readers::cpp : Readers::kernels;
}

// Words and other characters of OpenCL C, without comments. A line of the preprocessor is one word.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    Readers readers = Readers::both;
    for (size_t i = 0; i < text.size();) {
        size_t end = i + 1;
        if (text[i] == '#' || text.substr(i, 2) == "//") {
            end = text.find('\n', i);
            while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
            end = std::min(end, text.size());
        } else if (is_letter(text[i])) {
            while (end < text.size() && is_letter(text[end])) end++;
        }
        if (text[i] == '#') readers = readers_after(text.substr(i, end - i), readers);
        if (text[i] != '/' && !std::isspace(static_cast<unsigned char>(text[i])) && readers != Readers::cpp)
            words.push_back(text.substr(i, end - i));
        i = end;
    }
    return words;
}

bool is_name(std::string_view word) {
    return std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_';
}

struct Names {
    std::set<std::string, std::less<>> defined, macros;
};

std::string_view macro_name(std::string_view line) {
    constexpr std::string_view define = "#define ";
    if (!line.starts_with(define)) return {};
    line.remove_prefix(define.size());
    return line.substr(0, line.find_first_of(" (\n"));
}

// Functions, types, constants and macros. Only what this library's own text has is understood.
Names names_of(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    Names names;
    int braces = 0, parentheses = 0;
    bool in_enum = false;
    for (size_t i = 0; i + 1 < words.size(); i++) {
        const std::string_view word = words[i], next = words[i + 1];
        if (word[0] == '#') {
            if (const auto name = macro_name(word); !name.empty()) names.macros.emplace(name);
            continue;
        }
        if (word == "{") in_enum = braces++ == 0 && i > 0 && words[i - 1] == "enum";
        if (word == "}") braces--;
        if (word == "(") parentheses++;
        if (word == ")") parentheses--;
        if (!is_name(word) || parentheses != 0) continue;
        const bool is_function = braces == 0 && next == "(" && !word.starts_with("__attribute");
        const bool is_type = braces == 0 && next == ";";
        const bool is_constant = in_enum && braces == 1 && (words[i - 1] == "{" || words[i - 1] == ",");
        if (is_function || is_type || is_constant) names.defined.emplace(word);
    }
    return names;
}

std::string number(const char* name, uint32_t value) {
    return "#define GENMEDIA_" + std::string(name) + " " + std::to_string(value) + "\n";
}

// gm_tables::window_size as a constant.
std::string window_sizes() {
    std::string text = "__constant ushort __gm_window_sizes[16][2][2] = {";
    for (const auto& window : default_tables().window_size)
        for (const auto& size : window) text += std::to_string(size[0]) + "," + std::to_string(size[1]) + ",";
    return text + "};\n";
}

// Of the unit only the records that a launch has.
const std::string& without_unit() {
    static const std::string text = with_own_names(prelude_unit_records(), prelude_device_context());
    return text;
}

// Where sub-groups are, and the unit.
const std::string& with_unit() {
    static const std::string text = [] {
        const std::string built_ins = "#undef inline\n" + window_sizes() + prelude_device_context() +
                                      prelude_avc_types() + prelude_device_unit() + prelude_avc_operations();
        return number("VECTOR_COST_CAP", vme::kVectorCostCap) +
               number("LARGEST_4X4", vme::kLargest4x4Distortion) +
               with_own_names(prelude_unit_items() + vme::opencl::kernels(), built_ins);
    }();
    return text;
}

}  // namespace

std::string with_own_names(const std::string& text, const std::string& user) {
    const Names names = names_of(text);
    std::string before, after;
    for (const std::string& name : names.defined) {
        before += "#define " + name + " __gm_unit_" + name + "\n";
        after += "#undef " + name + "\n";
    }
    for (const std::string& name : names.macros) after += "#undef " + name + "\n";
    return before + text + user + after;
}

std::string device_prelude(Lanes lanes, bool helpers, std::string_view program) {
    const auto mentions = [&](std::string_view word) { return program.find(word) != program.npos; };
    std::string text = "#define GM_DEVICE 1\n";
    if (lanes == Lanes::ptx) text += "#define GENMEDIA_PTX 1\n";
    if (helpers) {
        text += "#define GENMEDIA_HELPERS 1\n";
        if (mentions("_ime_evaluate_")) text += "#define GENMEDIA_SEARCHES 1\n";
        if (mentions("_ref_evaluate_")) text += "#define GENMEDIA_REFINES 1\n";
        const bool skips = mentions("_configure_skc"), intra = mentions("_configure_ipe");
        if (mentions("_sic_evaluate_"))
            text += std::string("#define GENMEDIA_CHECKS ~") +
                    (skips && intra ? "0u"
                     : skips        ? "GM_INTRA"
                                    : "GM_SKIP") +
                    "\n";
    }
    text += number("POLLS", mentions("__gm_patient"));
    text += number("TWO_PICTURES", mentions("_evaluate_with_dual") || mentions("_evaluate_with_multi"));
    text += number("LIMITED_VECTORS", mentions("_set_max_motion_vector_count"));
    text += number("EARLY_ENDS", mentions("_set_early_search_termination"));
    text += number("SAD_WEIGHTS", mentions("_set_weighted_sad"));
    text += number("COEFFICIENTS", mentions("_set_skc_forward_transform_enable"));
    text += mentions("_avc_") ? with_unit() : without_unit();
    text += prelude_sub_groups();
    if (mentions("block_read") || mentions("block_write")) text += prelude_device_blocks();
    if (mentions("atomic_") || mentions("atom_") || mentions("mem_fence") || mentions("memory_scope") ||
        mentions("__gm_patient"))
        text += prelude_memory_order();
    if (helpers) text += prelude_helped_names();
    return text + prelude_sub_group_names();
}

}  // namespace genmedia::opencl
