// SPDX-License-Identifier: MIT
#include "cm/compiler/targets.h"

#include <algorithm>
#include <cctype>

namespace genmedia::cmc {
namespace {

struct Target {
    const char* name;
    const char* number;  // null where only the name is known
    const char* other;   // as makefiles of Intel's Media SDK say, or null
    const char* macro;
    int genx;
    bool wide_integers, doubles;  // 64 bits
};

// The first of those with a number stands for it.
constexpr Target kTargets[] = {
    {"hsw", "gen7_5", nullptr, "CM_GEN7_5", 750, true, true},
    {"bdw", "gen8", nullptr, "CM_GEN8", 800, true, true},
    {"chv", "gen8_5", nullptr, "CM_GEN8_5", 850, true, true},
    {"skl", "gen9", nullptr, "CM_GEN9", 900, true, true},
    {"bxt", nullptr, nullptr, "CM_GEN9", 920, true, true},
    {"kbl", "gen9_5", nullptr, "CM_GEN9_5", 950, true, true},
    {"glk", nullptr, nullptr, "CM_GEN9_5", 970, true, true},
    {"icllp", "gen11", "gen11lp", "CM_GEN11", 1150, false, false},
    {"icl", nullptr, nullptr, "CM_GEN11", 1150, true, true},
    {"tgllp", "gen12", "gen12lp", "CM_GEN12", 1200, false, false},
    {"tgl", nullptr, nullptr, "CM_GEN12", 1200, false, false},
    {"rkl", nullptr, nullptr, "CM_GEN12", 1201, false, false},
    {"dg1", nullptr, nullptr, "CM_GEN12", 1210, false, false},
    {"adlp", nullptr, nullptr, "CM_GEN12", 1220, false, false},
    {"adls", nullptr, nullptr, "CM_GEN12", 1230, false, false},
    {"adln", nullptr, nullptr, "CM_GEN12", 1240, false, false},
    {"xehp_sdv", nullptr, nullptr, "CM_XEHP", 1270, true, true},
    {"dg2", nullptr, nullptr, "CM_XEHPG", 1271, false, false},
    {"mtl", nullptr, nullptr, "CM_XELPG", 1275, false, true},
    {"pvc", nullptr, nullptr, "CM_XEHPC", 1280, true, true},
    {"pvcxt", nullptr, nullptr, "CM_XEHPC", 1280, true, true},
};

}  // namespace

std::string target_name(const std::string& given) {
    std::string lower = given;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    for (const Target& target : kTargets)
        for (const char* name : {target.name, target.number, target.other})
            if (name != nullptr && lower == name) return target.name;
    return {};
}

std::vector<std::string> target_macros(const std::string& name) {
    for (const Target& target : kTargets) {
        if (name != target.name) continue;
        std::vector<std::string> macros = {"CM_GENX=" + std::to_string(target.genx), target.macro,
                                           "CM_GENX_REVID=0", "CM_HAS_IEEE_DIV_SQRT=1"};
        // A CPU does what the generation would emulate, too; the macros say what the generation says.
        if (target.wide_integers) macros.push_back("CM_HAS_LONG_LONG=1");
        if (target.doubles) macros.push_back("CM_HAS_DOUBLE=1");
        if (target.genx >= 1150) macros.push_back("CM_HAS_BIT_ROTATE=1");
        if (target.genx >= 1200) macros.push_back("CM_HAS_DP4A=1");
        if (target.genx >= 1270) macros.push_back("CM_HAS_BFN=1");
        return macros;
    }
    return {};
}

std::string target_names() {
    std::string names;
    for (const Target& target : kTargets) names += (names.empty() ? "" : ", ") + std::string(target.name);
    return names;
}

}  // namespace genmedia::cmc
