// SPDX-License-Identifier: MIT
#include "reductions.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <array>

namespace genmedia::gfx {
namespace {

// The last of equal elements counts, as GCC's compiler has it.
constexpr std::array<Reduction, 12> kAll = {{
    {"__sec_reduce_add", "0", "__gfx_r+=__gfx_e;"},
    {"__sec_reduce_mul", "1", "__gfx_r*=__gfx_e;"},
    {"__sec_reduce_max", "LEAST", "if(__gfx_e>__gfx_r)__gfx_r=__gfx_e;"},
    {"__sec_reduce_min", "MOST", "if(__gfx_e<__gfx_r)__gfx_r=__gfx_e;"},
    {"__sec_reduce_max_ind", "0",
     "if(!__gfx_any||__gfx_e>=__gfx_r){__gfx_r=__gfx_e;__gfx_at=INDEX;}__gfx_any=1;", false, true},
    {"__sec_reduce_min_ind", "0",
     "if(!__gfx_any||__gfx_e<=__gfx_r){__gfx_r=__gfx_e;__gfx_at=INDEX;}__gfx_any=1;", false, true},
    {"__sec_reduce_all_zero", "1", "if(__gfx_e)__gfx_r=0;", true},
    {"__sec_reduce_all_nonzero", "1", "if(!__gfx_e)__gfx_r=0;", true},
    {"__sec_reduce_any_zero", "0", "if(!__gfx_e)__gfx_r=1;", true},
    {"__sec_reduce_any_nonzero", "0", "if(__gfx_e)__gfx_r=1;", true},
    {"__sec_reduce", "", "", false, false, true},
    {"__sec_reduce_mutating", "", "", false, false, true, true},
}};

// Of a type __gfx_t.
constexpr const char* kLeastInC =
    "((__gfx_t)0.5!=(__gfx_t)0?(__gfx_t)-__builtin_huge_val():"
    "(__gfx_t)-1<(__gfx_t)0?(__gfx_t)(~0ULL<<(sizeof(__gfx_t)*8-1)):(__gfx_t)0)";
constexpr const char* kMostInC =
    "((__gfx_t)0.5!=(__gfx_t)0?(__gfx_t)__builtin_huge_val():"
    "(__gfx_t)-1<(__gfx_t)0?(__gfx_t)~(~0ULL<<(sizeof(__gfx_t)*8-1)):(__gfx_t)-1)";

}  // namespace

const Reduction* reduction_named(const std::string& name) {
    for (const Reduction& reduction : kAll)
        if (name == reduction.name) return &reduction;
    return nullptr;
}

ReductionText reduction_text(const Reduction& kind, const std::string& index, bool cpp) {
    std::string step = kind.step, start = kind.start;
    if (const size_t at = step.find("INDEX"); at != std::string::npos) step.replace(at, 5, "(int)" + index);
    if (start == "LEAST") start = cpp ? "::gfxcc::least<__gfx_t>()" : kLeastInC;
    if (start == "MOST") start = cpp ? "::gfxcc::most<__gfx_t>()" : kMostInC;
    return {" __gfx_t;__gfx_t __gfx_r=" + start + ";" + (kind.index ? "int __gfx_any=0,__gfx_at=0;" : ""),
            step, kind.index ? "__gfx_at" : "__gfx_r"};
}

Tokens custom_reduction(Tokens out, const Reduction& kind, const Tokens& first, const Tokens& value,
                        const Tokens& function, const Tokens& type, const Tokens& loops, Place place) {
    const auto add = [&](const char* text) { append(out, made(text, place)); };
    if (!kind.mutates) {
        append(out, type);
        add(" __gfx_r=(");
        append(out, first);
        add(");");
    }
    append(out, loops);
    add(kind.mutates ? "{" : "{__gfx_r=");
    append(out, function);
    add("(");
    if (kind.mutates)
        append(out, first);
    else
        add("__gfx_r");
    add(",");
    append(out, value);
    add(kind.mutates ? ");}(void)0;})" : ");}__gfx_r;})");
    return out;
}

}  // namespace genmedia::gfx
