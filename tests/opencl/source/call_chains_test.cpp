// SPDX-License-Identifier: MIT
// Which functions the front end is asked to put into their callers.
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

std::string rewritten_text(const std::string& text, Fibers choice) {
    ProgramSource source;
    EXPECT_EQ(rewrite({text, {}, {}, {}}, choice, source).message(), "");
    return source.text + source.fiber_text;
}

// f0 to f(levels - 1), each of which calls the one before as often as `calls` says.
std::string chain(int levels, int calls) {
    std::string text = "int f0(int x) { return x; }\n";
    for (int i = 1; i < levels; i++) {
        const std::string callee = "f" + std::to_string(i - 1) + "(x)";
        text += "int f" + std::to_string(i) + "(int x) { return sub_group_any(x) + " + callee;
        for (int call = 1; call < calls; call++) text += " * " + callee;
        text += "; }\n";
    }
    return text + "kernel void k(global int* p) { p[0] = f" + std::to_string(levels - 1) + "(1); }";
}

size_t count(const std::string& text, const std::string& what) {
    size_t found = 0;
    for (size_t at = 0; (at = text.find(what, at)) != text.npos; at++) found++;
    return found;
}

TEST(CallChains, ThatAreShortStay) {
    EXPECT_EQ(count(rewritten_text(chain(8, 1), Fibers::where_needed),
                    "__attribute__((always_inline)) static int f"),
              0U);
}

// Until some ten levels are left.
TEST(CallChains, ThatAreLongGoIntoTheirCallers) {
    const std::string text = rewritten_text(chain(40, 1), Fibers::where_needed);
    EXPECT_GE(count(text, "__attribute__((always_inline)) static int f"), 28U) << text;
    EXPECT_LE(count(text, "__attribute__((always_inline)) static int f"), 40U) << text;
}

// A function with two calls would be there twice, one below it four times.
TEST(CallChains, DoNotMakeTheProgramGrowWithoutEnd) {
    const std::string text = rewritten_text(chain(40, 2), Fibers::where_needed);
    EXPECT_GE(count(text, "__attribute__((always_inline)) static int f"), 20U) << text;
    EXPECT_LE(count(text, "__attribute__((always_inline)) static int f"), 32U) << text;
}

TEST(CallChains, OfProgramsToBeLinkedStayVisible) {
    const std::string text = rewritten_text(chain(40, 1), Fibers::all_or_none);
    EXPECT_EQ(count(text, "static"), count(rewritten_text(chain(8, 1), Fibers::all_or_none), "static"));
    EXPECT_GE(count(text, "__attribute__((always_inline)) int f"), 28U);
}

TEST(CallChains, DeclarationsAgree) {
    const std::string text = rewritten_text("int f2(int);\n" + chain(40, 1), Fibers::where_needed);
    EXPECT_NE(text.find("static int f2(int);"), std::string::npos) << text;
    const std::string external = rewritten_text("extern int f2(int);\n" + chain(40, 1), Fibers::where_needed);
    EXPECT_EQ(external.find("static int f2("), std::string::npos) << external;
}

}  // namespace
}  // namespace genmedia::opencl
