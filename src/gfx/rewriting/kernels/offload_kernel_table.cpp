// SPDX-License-Identifier: MIT
// Kernels are found by name and by address when the program runs.
#include "gfx/rewriting/rewriter.h"

#include "gfx/rewriting/tokens/brackets.h"
#include "gfx/rewriting/tokens/gfx_lexer.h"

#include <algorithm>

namespace genmedia::gfx {
namespace {

// A parameter in C. Its type is asked of the compiler, but where tokens say that it is a pointer.
struct Parameter {
    std::string kind, value;
};

Parameter parameter(const Tokens& declared, const std::string& argument) {
    const std::string pointer = "(void*)" + argument + ".pointer";
    for (const Token& token : declared)
        if (token.is("*") || token.is("[")) return {"GFXCC_POINTER", pointer};
    const bool named = declared.size() > 1 && declared.back().is_name();
    const std::string type = text_of(part(declared, 0, declared.size() - (named ? 1 : 0)));
    const std::string sort = "__builtin_classify_type(*(" + type + "*)0)";
    return {"__builtin_types_compatible_p(" + type + ",__gfx_surface_index)?GFXCC_IMAGE:" + sort +
                "==5?GFXCC_POINTER:" + sort + "==8?GFXCC_REAL:GFXCC_INTEGER",
            "__builtin_choose_expr(" + sort + "==5," + pointer + ",__gfxcc_number(&" + argument + "))"};
}

}  // namespace

Tokens Rewriter::registration(size_t name, const Tokens& head, bool two) {
    const bool plain =
        versions_ != nullptr && !where_.target && !where_.in_class && !where_.in_template &&
        !head[0].is("template") &&
        std::none_of(head.begin(), head.end(), [](const Token& token) { return token.is("::"); });
    if (!plain) return {};
    const std::string host = head[name].text, target = two ? target_name(host) : host;
    if (!shared_.language.cpp) return registration_in_c(name, head, target);
    return made("static const ::gfxcc::Kernel " + shared_.fresh("kernel") + "(\"" + host + "\",&" + host +
                    ",&" + target + ");",
                head[name].place);
}

Tokens Rewriter::registration_in_c(size_t name, const Tokens& head, const std::string& target) {
    const std::string host = head[name].text, own = shared_.fresh("kernel");
    std::string kinds, values;
    int count = 0;
    for (const Tokens& each : split(part(head, name + 2, closing(head, name + 1)), ",")) {
        if (each.empty() || (each.size() == 1 && each[0].is("void"))) continue;
        const Parameter found = parameter(each, "all[" + std::to_string(count) + "]");
        kinds += found.kind + ",";
        values += (count++ > 0 ? "," : "") + found.value;
    }
    return made("static void " + own +
                    "_call(const void*target,const gfxcc_argument*all){(void)all;((__typeof__(&" + host +
                    "))(void*)target)(" + values + ");}__attribute__((constructor))static void " + own +
                    "_add(void){static int kinds[" + std::to_string(count + 1) + "];const int all[]={" +
                    kinds + "0};__builtin_memcpy(kinds,all,sizeof all);static gfxcc_kernel kernel={\"" +
                    host + "\",(const void*)&" + host + ",(const void*)&" + target + ",kinds," +
                    std::to_string(count) + "," + own + "_call};gfxcc_add_kernel(&kernel);}",
                head[name].place);
}

}  // namespace genmedia::gfx
