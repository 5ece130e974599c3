// SPDX-License-Identifier: MIT
#include "reductions.h"

#include "groups.h"
#include "lexer.h"

#include <array>

namespace genmedia::gfx {
namespace {

// The last of equal elements counts, as GCC's compiler has it.
constexpr std::array<Reduction, 12> kAll = {{
    {"__sec_reduce_add", "0", "__gfx_r+=__gfx_e;"},
    {"__sec_reduce_mul", "1", "__gfx_r*=__gfx_e;"},
    {"__sec_reduce_max", "0", "if(!__gfx_any||__gfx_e>__gfx_r)__gfx_r=__gfx_e;__gfx_any=1;"},
    {"__sec_reduce_min", "0", "if(!__gfx_any||__gfx_e<__gfx_r)__gfx_r=__gfx_e;__gfx_any=1;"},
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

}  // namespace

const Reduction* reduction_named(const std::string& name) {
    for (const Reduction& reduction : kAll)
        if (name == reduction.name) return &reduction;
    return nullptr;
}

ReductionText reduction_text(const Reduction& kind, const std::string& index) {
    std::string step = kind.step;
    if (const size_t at = step.find("INDEX"); at != std::string::npos) step.replace(at, 5, "(int)" + index);
    const bool compares = step.find("__gfx_any") != std::string::npos;
    return {" __gfx_r=" + std::string(kind.start) + ";" + (compares ? "int __gfx_any=0;" : "") +
                (kind.index ? "int __gfx_at=0;" : ""),
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
