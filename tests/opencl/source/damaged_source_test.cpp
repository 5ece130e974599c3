// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

std::string repeated(const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; i++) result += text;
    return result;
}

void survives(const std::string& text) {
    ProgramSource source;
    (void)rewrite({text, {}, {{"self.h", "#include \"self.h\"\n#include \"self.h\"\n"}}, {}}, Fibers::never,
                  source);
}

TEST(DamagedSource, GrowthIsBounded) {
    std::string doubling = "#define A0 x x\n";
    for (int i = 1; i < 60; i++) {
        const std::string last = "A" + std::to_string(i - 1);
        doubling += "#define A" + std::to_string(i) + " " + last + " " + last + "\n";
    }
    EXPECT_NE(failure(doubling + "A59").find("too large"), std::string::npos);
    EXPECT_NE(failure("#define D(x) D2(x##x)\n#define D2(x) D3(x##x)\n#define D3(x) " +
                      repeated("x##", 70'000) + "x\nD(a)")
                  .find("too long"),
              std::string::npos);
    survives("#include \"self.h\"\n");
    EXPECT_FALSE(Rewritten(SourceInput{"#include \"s\"", {}, {{"s", "#include \"s\"\n"}}, {}}).status.ok());
}

TEST(DamagedSource, NestingIsBounded) {
    for (const char* open : {"(", "{", "if (x) ", "else ", "a = ", "case 1: ", "do ", "!", "for (;;) "}) {
        survives("void f() { " + repeated(open, 20'000) + ";");
        survives("#if " + repeated(open, 20'000) + "\n#endif\n");
    }
    survives("void f() {" + repeated("{ if (get_local_id(0)) {", 20'000) + repeated("}}", 20'000) + "}");
    survives("#define F(x) x\n" + repeated("F(", 20'000) + repeated(")", 20'000));
    survives("void f() {" + repeated("a = (", 20'000) + repeated(")", 20'000) + "; }");
    survives(repeated("void f() { f(); }", 5'000));
    for (const char* open :
         {"{ local int x; x = ", "struct { ", "int (", "(local ", "for (int (", "typeof(", "x = ({ "}) {
        const std::string close = open[0] == '(' || open[0] == 'i' || open[0] == 't' ? ")" : "}";
        survives("kernel void k() { local int y; " + repeated(open, 20'000) + repeated(close, 20'000) +
                 "; }");
    }
}

TEST(DamagedSource, PiecesOfATextAreFine) {
    const std::string text =
        "#define F(a, ...) a ## __VA_ARGS__ #a\n#if defined(X) && (1 ? 2 : '\\x41')\n#elif 1\n"
        "typedef image2d_t I; inline kernel __attribute__((reqd_work_group_size(1,1,1))) void k(I a, int "
        "b[2])\n"
        "{ F(x, y) _Pragma(\"u\") if (get_local_id(0)) { atomic_inc(a); } else switch (1) { case 1: return; "
        "} "
        "do intel_sub_group_block_read(a); while (0); }\n#endif\n#pragma x\n#line 3 \"q\"\n__FILE__ \"\\\"";
    const std::string local =
        "typedef local int T[2]; kernel void k(local int* p, local int (*q)[2]) { local struct { int a; } s, "
        "t[2]; for (local int *u = a, v; ;) ; struct S { int n; } w = {.s = ({ local int* local y; s; })}; { "
        "case 1: enum { A } local x; x = (local int*)s.a * t; __typeof__(s) z; } }";
    for (const std::string& whole : {text, local}) {
        for (size_t i = 0; i <= whole.size(); i++) {
            survives(whole.substr(0, i));
            survives(whole.substr(i));
            for (const size_t left_out : {1U, 3U}) {
                survives(whole.substr(0, i) + whole.substr(std::min(whole.size(), i + left_out)));
            }
        }
    }
}

}  // namespace
}  // namespace genmedia::opencl
