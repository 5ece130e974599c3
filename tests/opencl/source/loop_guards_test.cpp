// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

// A kernel's body in a program that PoCL alone runs, after rewriting. < stands for a guard.
std::string guarded(const std::string& body, const std::string& functions = {}) {
    const std::string begin = "__kernel void k(__global int* o, int n, int u) { ", end = " barrier(1); }";
    const Rewritten result(functions + begin + body + end);
    EXPECT_EQ(result.status.message(), "");
    if (result.source.mended_text.empty()) return body;
    std::string text;
    std::istringstream lines(result.source.mended_text);
    std::getline(lines, text);  // the condition's function
    text.clear();
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("#line ")) text += (text.empty() || text.ends_with(' ') ? "" : " ") + line;
    text = text.substr(functions.size() + begin.size());
    text.resize(text.size() - end.size());
    for (size_t at = 0; (at = text.find("{ if (__genmedia_here())", at)) != text.npos;)
        text.replace(at, 24, "<");
    return text;
}

TEST(LoopGuards, StandAroundLoopsInWhatWorkItemsMayLeaveOrSkip) {
    for (const std::string body :
         {"do { for (int j = 0; j < n; j++) a(); } while (get_local_id(0) < x);",
          "for (int t = 0; t < n; t++) { for (int j = 0; j < n; j++) a(); if (o[0]) break; }",
          "if (u == 0 && o[0]) a(); else while (u--) a();",
          "switch (u) { case 0: if (o[0]) break; default: while (n--) a(); }",
          "for (int i = 0, l = get_local_id(0); i < l; i++) do a(); while (n--);",
          "for (int t = 0; t < n; t++) { if (o[t]) continue; while (n--) a(); }"})
        EXPECT_TRUE(guarded(body).starts_with("<")) << guarded(body);
}

TEST(LoopGuards, StandNowhereElse) {
    for (const std::string body :
         {"for (int j = 0; j < n; j++) a(o[j]);",                                             // all come here
          "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a();",                     // and here
          "for (int t = 0; t < o[0]; t++) { barrier(1); for (int j = 0; j < n; j++) a(); }",  // and here
          "if (n == 3 && u > get_group_id(0)) while (u--) a();",
          "for (int j = get_local_id(0); j < n; j++) a();",  // no loop in it
          "if (get_local_id(0) == 0) { a(); b(); }"})
        EXPECT_EQ(guarded(body), body);
}

TEST(LoopGuards, FollowVariables) {
    const std::string nest = "for (int i = 0; i < v; i++) for (int j = 0; j < n; j++) a();";
    for (const std::string before :
         {"int v = o[0];", "int v = f(n); f(&v);", "int v = 0; if (o[0]) v++;", "int v = 0; if (o[0]) --v;",
          "int u2 = get_global_id(1), v; v = u2 * 2;", "int v[2]; v[get_local_id(0)] = 1;",
          "int v = n; if (get_local_id(0)) return;", "int v = 1; while (u--) { if (o[u]) break; v += 2; }"})
        EXPECT_NE(guarded(before + nest, "int f(int); "), before + nest);
    for (const std::string before : {"int v = n * 2 + get_local_size(0);", "int v = 0; if (u) v++;",
                                     "int v = n, w = get_local_id(0);", "int v = 1; if (u) return;"})
        EXPECT_EQ(guarded(before + nest), before + nest);
}

TEST(LoopGuards, KeepPragmasAttributesAndElseWithTheirStatements) {
    const std::string loop = "for (int i = 0; i < o[0]; i++) for (int j = 0; j < n; j++) a();";
    const auto text = [&](const std::string& body) {
        return Rewritten("kernel void k(global int* o, int n) { " + body + " barrier(1); }")
            .source.mended_text;
    };
    EXPECT_NE(text("\n#pragma unroll\n" + loop).find("{ if (__genmedia_here())\n#pragma unroll\nfor"),
              std::string::npos)
        << text("\n#pragma unroll\n" + loop);
    EXPECT_NE(text("__attribute__((opencl_unroll_hint)) " + loop)
                  .find("{ if (__genmedia_here()) __attribute__((opencl_unroll_hint)) for"),
              std::string::npos);
    EXPECT_NE(text("if (n) while (o[0]) while (n--) ; else a();")
                  .find("{ if (__genmedia_here()) if (n) while (o[0]) while (n--) ; else a(); }"),
              std::string::npos);
}

TEST(LoopGuards, OfFunctionsDependOnTheirCalls) {
    const std::string loop = "int f(int n) { int s = 0; for (int j = 0; j < n; j++) s += j; return s; } ";
    const auto mended = [&](const std::string& body) {
        return !Rewritten(loop + "kernel void k(global int* o, int n) { " + body + " barrier(1); }")
                    .source.mended_text.empty();
    };
    EXPECT_FALSE(mended("o[0] = f(n);"));
    EXPECT_FALSE(mended("if (n) o[0] = f(n);"));
    EXPECT_TRUE(mended("if (o[1]) o[0] = f(n);"));
    EXPECT_TRUE(mended("o[0] = o[1] ? f(n) : 0;"));
    EXPECT_TRUE(mended("do o[0] = f(n); while (o[0] < 5);"));
}

TEST(LoopGuards, NeedABarrier) {
    const std::string nest = "for (int i = 0; i < o[0]; i++) for (int j = 0; j < 3; j++) o[i] = 1;";
    EXPECT_EQ(Rewritten("kernel void k(global int* o) { " + nest + " }").source.mended_text, "");
    EXPECT_NE(Rewritten("kernel void k(global int* o) { " + nest + " barrier(1); }").source.mended_text, "");
    EXPECT_NE(Rewritten("void f(global int* o) { " + nest + " }").source.mended_text,
              "");  // may be linked to one
}

}  // namespace
}  // namespace genmedia::opencl
