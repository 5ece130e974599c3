// SPDX-License-Identifier: MIT
// Each built-in that a program may name brings the functions with it that it leads to.
#include "opencl/builtins/prelude.h"
#include "opencl/builtins/device_prelude.h"
#include "opencl/builtins/prelude_parts.h"
#include "opencl/preprocessor/preprocess.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace genmedia::opencl {
namespace {

// Names that programs have, of macros without parameters or with some.
std::vector<std::string> public_macros(const std::string& text, const char* after_name) {
    const std::regex definition(std::string("#define ((?!GM_|__g)[A-Za-z_0-9]+)") + after_name);
    std::vector<std::string> names;
    for (std::sregex_iterator i(text.begin(), text.end(), definition), end; i != end; ++i)
        names.push_back((*i)[1]);
    return names;
}

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream in(path);
    EXPECT_TRUE(in) << path;
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

// What names lead to once all macros are expanded, beside all identifiers of the prelude that they bring.
struct Expanded {
    std::map<std::string, std::string> to;
    std::set<std::string> identifiers;
};

Expanded expanded(const std::string& prelude_text, const std::vector<std::string>& names) {
    std::string text = prelude_text + "\n__end_of_prelude;\n";
    for (const std::string& name : names) text += name + ";\n";
    Tokens tokens;
    preprocess(SourceInput{text, {}, {}, {"__OPENCL_VERSION__=300"}}, tokens);
    Expanded result;
    size_t next = names.size() + 1;  // while the prelude lasts
    std::string before;
    for (const Token& token : tokens.list) {
        const std::string& word = token.text;
        if (word == "__end_of_prelude") {
            next = 0;
        } else if (next > names.size()) {
            result.identifiers.insert(word);
        } else if (word == ";") {
            if (next > 0) result.to[names[next - 1]] = before;
            next++;
        }
        before = word;
    }
    EXPECT_EQ(result.to.size(), names.size());
    return result;
}

TEST(Prelude, EveryNameBringsWhatItLeadsTo) {
    std::vector<std::string> names = public_macros(prelude_names(), " __gm");
    EXPECT_GT(names.size(), 80U);
    for (const std::string& name : lines_of(GENMEDIA_AVC_BUILTINS)) names.push_back(name);
    for (const bool fibers : {false, true}) {
        std::map<std::string, std::vector<std::string>> by_prelude;
        for (const std::string& name : names)
            by_prelude[prelude_for("x = " + name + "(y);", fibers)].push_back(name);
        EXPECT_GT(by_prelude.size(), 3U);
        for (const auto& [text, some] : by_prelude) {
            const Expanded result = expanded(text, some);
            for (const auto& [name, to] : result.to)
                EXPECT_TRUE(result.identifiers.contains(to))
                    << name << " leads to " << to << ", which is not there";
        }
    }
}

TEST(Prelude, EveryMacroWithParametersIsThere) {
    for (const std::string* part : {&prelude_atomics(), &prelude_planar_images()}) {
        const std::vector<std::string> names = public_macros(*part, "\\(");
        EXPECT_GT(names.size(), 5U);
        for (const std::string& name : names)
            EXPECT_NE(prelude_for(name + "(p)", false).find("#define " + name + "("), std::string::npos)
                << name;
    }
}

TEST(Prelude, AKernelWithoutThemBringsNone) {
    const std::string text =
        prelude_for("kernel void k(global int* to) { to[0] = get_global_id(0); }", false);
    EXPECT_EQ(text, prelude_work_items() + prelude_names());
    EXPECT_LT(5 * text.size(), 4 * prelude(false).size());
}

// What a driver's own compiler gets has each name, too, and nothing in it is called as the engine is.
TEST(DevicePrelude, EveryNameBringsWhatItLeadsTo) {
    std::vector<std::string> names = public_macros(prelude_sub_group_names(), " __gm");
    EXPECT_GT(names.size(), 70U);
    for (const std::string& name : lines_of(GENMEDIA_AVC_BUILTINS)) names.push_back(name);
    for (const auto& [lanes, helpers] :
         {std::pair(Lanes::ptx, false), {Lanes::ptx, true}, {Lanes::meet_at_barriers, false}}) {
        std::string program;
        for (const std::string& name : names) program += name + "(y); ";
        const std::string text = device_prelude(lanes, helpers, program);
        const Expanded result = expanded(text, names);
        for (const auto& [name, to] : result.to)
            EXPECT_TRUE(result.identifiers.contains(to))
                << name << " leads to " << to << ", which is not there";
        EXPECT_FALSE(result.identifiers.contains("__gm_call"));
    }
}

// All of it, as a driver's compiler reads it: also its own assertions, of what fits into local memory.
TEST(DevicePrelude, CompilesForAGpu) {
    if (std::string(GENMEDIA_CLANG).ends_with("NOTFOUND")) GTEST_SKIP() << "no clang";
    std::string program;
    for (const std::string& name : lines_of(GENMEDIA_AVC_BUILTINS)) program += name + "(y); ";
    for (const auto& [lanes, helpers] :
         {std::pair(Lanes::ptx, false), {Lanes::ptx, true}, {Lanes::meet_at_barriers, false}}) {
        const std::string path = testing::TempDir() + "genmedia_prelude_" + std::to_string(getpid()) + ".cl";
        std::ofstream(path) << device_prelude(lanes, helpers, program);
        const std::string command = GENMEDIA_CLANG
                                    " -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Dasm=__asm__ -Xclang "
                                    "-finclude-default-header --target=nvptx64-- -w -fsyntax-only " +
                                    path;
        EXPECT_EQ(std::system(command.c_str()), 0) << "helpers " << helpers;
        std::remove(path.c_str());
    }
}

// Programs differ in what of the unit is compiled; none loses what one of its functions asks.
TEST(DevicePrelude, HasWhatFunctionsAsk) {
    const std::pair<const char*, const char*> asked[] = {
        {"TWO_PICTURES", "_evaluate_with_(dual|multi)_reference"},
        {"LIMITED_VECTORS", "_set_max_motion_vector_count$"},
        {"EARLY_ENDS", "_set_early_search_termination"},
        {"SAD_WEIGHTS", "_set_weighted_sad$"},
        {"COEFFICIENTS", "_set_skc_forward_transform_enable$"},
    };
    for (const auto& [part, functions] : asked) {
        int count = 0;
        for (const std::string& name : lines_of(GENMEDIA_AVC_BUILTINS)) {
            const bool asks = std::regex_search(name, std::regex(functions));
            count += asks;
            const std::string line =
                "#define GENMEDIA_" + std::string(part) + " " + (asks ? "1" : "0") + "\n";
            EXPECT_NE(device_prelude(Lanes::ptx, true, "x = " + name + "(y);").find(line), std::string::npos)
                << name << ": " << line;
        }
        EXPECT_GT(count, 0) << part;
    }
}

TEST(DevicePrelude, BoundsPollsOfPlainMemory) {
    const std::string loop = "while ((p[0] == 0) && __gm_patient(__gm_c, &__gm_polls));";
    EXPECT_NE(device_prelude(Lanes::ptx, false, loop).find("bool __gm_patient("), std::string::npos);
}

TEST(DevicePrelude, LeavesNamesToPrograms) {
    const Expanded result =
        expanded(device_prelude(Lanes::ptx, false, "_avc_"), {"refine", "SAD", "item", "Position", "WORDS"});
    for (const auto& [name, to] : result.to) EXPECT_EQ(name, to);
    for (const char* name : {"refine", "decide", "SAD", "item", "Position", "fetch"})
        EXPECT_FALSE(result.identifiers.contains(name)) << name;
}

TEST(DevicePrelude, RenamesWhatATextDefines) {
    const std::string text = with_own_names(
        "// not(this)\n#define M(x) f(x)\nenum { A = 1, B };\ntypedef struct { int a; } T;\nint f(T t) { "
        "return g(t); }\n",
        "M(A)");
    EXPECT_EQ(text.substr(0, text.find("//")),
              "#define A __gm_unit_A\n#define B __gm_unit_B\n#define T __gm_unit_T\n#define f __gm_unit_f\n");
    EXPECT_EQ(text.substr(text.find("M(A)")), "M(A)#undef A\n#undef B\n#undef T\n#undef f\n#undef M\n");
}

}  // namespace
}  // namespace genmedia::opencl
