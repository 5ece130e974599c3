#include "targets.h"

#include <algorithm>
#include <cctype>

namespace genmedia::cmc {
namespace {

struct Target {
    const char* name;
    const char* number;  // null where only the name is known
    const char* macro;
    int genx;
    bool wide_integers, doubles;  // 64 bits
};

// The first of those with a number stands for it.
constexpr Target targets[] = {
    {"hsw", "gen7_5", "CM_GEN7_5", 750, true, true},    {"bdw", "gen8", "CM_GEN8", 800, true, true},
    {"chv", "gen8_5", "CM_GEN8_5", 850, true, true},    {"skl", "gen9", "CM_GEN9", 900, true, true},
    {"bxt", nullptr, "CM_GEN9", 920, true, true},       {"kbl", "gen9_5", "CM_GEN9_5", 950, true, true},
    {"glk", nullptr, "CM_GEN9_5", 970, true, true},     {"icllp", "gen11", "CM_GEN11", 1150, false, false},
    {"icl", nullptr, "CM_GEN11", 1150, true, true},     {"tgllp", "gen12", "CM_GEN12", 1200, false, false},
    {"tgl", nullptr, "CM_GEN12", 1200, false, false},   {"rkl", nullptr, "CM_GEN12", 1201, false, false},
    {"dg1", nullptr, "CM_GEN12", 1210, false, false},   {"adlp", nullptr, "CM_GEN12", 1220, false, false},
    {"adls", nullptr, "CM_GEN12", 1230, false, false},  {"adln", nullptr, "CM_GEN12", 1240, false, false},
    {"xehp_sdv", nullptr, "CM_XEHP", 1270, true, true}, {"dg2", nullptr, "CM_XEHPG", 1271, false, false},
    {"mtl", nullptr, "CM_XELPG", 1275, false, true},    {"pvc", nullptr, "CM_XEHPC", 1280, true, true},
    {"pvcxt", nullptr, "CM_XEHPC", 1280, true, true},
};

}  // namespace

std::vector<std::string> target_macros(const std::string& name) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    for (const Target& target : targets) {
        if (lower != target.name && (target.number == nullptr || lower != target.number)) continue;
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
    for (const Target& target : targets) names += (names.empty() ? "" : ", ") + std::string(target.name);
    return names;
}

}  // namespace genmedia::cmc
