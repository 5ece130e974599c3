// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

KernelDescription described(const std::string& text, size_t kernel = 0) {
    const Rewritten result(text);
    EXPECT_EQ(result.status.message(), "") << text;
    return result.source.kernels.at(kernel);
}

// A kernel's body after rewriting, without the marks around it.
std::string shared(const std::string& body) {
    const std::string head = "kernel void k() { ", enter = "__genmedia_enter(); ",
                      leave = " __genmedia_leave(); }";
    const std::string source = head + body + " }", text = preprocessed(source);
    EXPECT_TRUE(described(source).shares_local_memory) << source;
    const size_t start = head.size() + enter.size();
    return text.substr(start, text.size() - start - leave.size());
}

std::string variable(const std::string& name, int number) {
    return " __typeof__(&" + name + ") __genmedia_local_" + name + " = __genmedia_local(" +
           std::to_string(number) + ", &" + name + ");";
}

bool shares(const std::string& text) {
    const Rewritten result(text);
    EXPECT_EQ(result.status.message(), "") << text;
    const bool is_shared = result.source.kernels.at(0).shares_local_memory;
    EXPECT_EQ(result.flat().find("__genmedia_local") != std::string::npos, is_shared) << result.flat();
    return is_shared;
}

TEST(LocalMemory, OfParameters) {
    EXPECT_EQ(preprocessed("kernel void k(local int* p, read_only image2d_t i, global int* g, __local float4 "
                           "const* restrict q, float volatile __local *r, local int a[], local int (*b)[4], "
                           "local int* local* c) { p[0] = 1; }"),
              "kernel void k(local int* p, read_only image2d_t i, global int* g, __local float4 const* "
              "restrict q, float volatile __local *r, local int a[], local int (*b)[4], local int* local* c) "
              "{ __genmedia_enter(); __genmedia_image(1, i); p = __genmedia_local(0, p); "
              "q = __genmedia_local(3, q); r = __genmedia_local(4, r); a = __genmedia_local(5, a); "
              "b = __genmedia_local(6, b); c = __genmedia_local(7, c); p[0] = 1; __genmedia_leave(); }");
}

TEST(LocalMemory, OfParametersThatCannotBeAssigned) {
    for (const std::string parameter :
         {"local int* const p", "local int p[const 4]", "local int* global* p", "local int* p[4]",
          "local int*", "LocalPointer p", "__attribute__((address_space(3))) int* p"}) {
        EXPECT_FALSE(shares("typedef local int* LocalPointer; kernel void k(local int* q, " + parameter +
                            ") { local int t; t = q[0]; }"))
            << parameter;
    }
}

TEST(LocalMemory, OfVariables) {
    EXPECT_EQ(shared("__local float tile[16][17], sum; tile[0][sum] = 1;"),
              "__local float tile[16][17], sum;" + variable("tile", 64) + variable("sum", 65) +
                  " (*__genmedia_local_tile)[0][(*__genmedia_local_sum)] = 1;");
    EXPECT_EQ(shared("local struct S s; int local __attribute__((aligned(8))) n; f(&s, s.n, q->n, n); n++;"),
              "local struct S s;" + variable("s", 64) + " int local __attribute__((aligned(8))) n;" +
                  variable("n", 65) +
                  " f(&(*__genmedia_local_s), (*__genmedia_local_s).n, q->n, (*__genmedia_local_n)); "
                  "(*__genmedia_local_n)++;");
    EXPECT_EQ(shared("local struct { int a; } s[2] __attribute__((aligned(8))); s[0].a = sizeof s;"),
              "local struct { int a; } s[2] __attribute__((aligned(8)));" + variable("s", 64) +
                  " (*__genmedia_local_s)[0].a = sizeof (*__genmedia_local_s);");
    EXPECT_EQ(shared("local struct t t; struct t c = t;"),
              "local struct t t;" + variable("t", 64) + " struct t c = (*__genmedia_local_t);");
    EXPECT_EQ(
        shared("local int n; S s = {.n = n, .m = {n * n}}; x = c ? n : a * n; a = b; return;"),
        "local int n;" + variable("n", 64) +
            " S s = {.n = (*__genmedia_local_n), .m = {(*__genmedia_local_n) * (*__genmedia_local_n)}}; "
            "x = c ? (*__genmedia_local_n) : a * (*__genmedia_local_n); a = b; "
            "{ __genmedia_leave(); return; }");
    EXPECT_EQ(shared("int n = 1; { n = 2; local int n; n = 3; { n = 4; } } n = 5; { local int n; n = 6; }"),
              "int n = 1; { n = 2; local int n;" + variable("n", 64) +
                  " (*__genmedia_local_n) = 3; { (*__genmedia_local_n) = 4; } } n = 5; { local int n;" +
                  variable("n", 65) + " (*__genmedia_local_n) = 6; }");
}

TEST(LocalMemory, PrivatePointersStay) {
    for (const std::string body :
         {"local int* p = 0;", "local int *p = f(), *q;", "local float (*rows)[4] = 0;",
          "for (local int* i = a; i < b; i++) ;", "x = *(local int*)p; y = sizeof(__local float4*);",
          "struct S { local int* p; } s;"}) {
        EXPECT_EQ(shared(body), body);
    }
    EXPECT_EQ(shared("local int* local q; local int *p = 0, n;"),
              "local int* local q;" + variable("q", 64) + " local int *p = 0, n;" + variable("n", 65));
    EXPECT_EQ(shared("typedef struct { local int* p; } Context; local int t[2]; Context c = {t};"),
              "typedef struct { local int* p; } Context; local int t[2];" + variable("t", 64) +
                  " Context c = {(*__genmedia_local_t)};");
}

TEST(LocalMemory, LeftAloneWhereShadowed) {
    for (const std::string body :
         {"{ int t = 1; t++; }", "{ float4 *t; }", "{ T* t; }", "for (int t = 0; t < 4; t++) ;",
          "for (T *t = a; ;) ;", "{ int a, *t = 0; }", "{ int (*t)[4] = 0; }", "{ local int t; }",
          "struct { int a, t; } s;", "enum { t };", "f(({ int t = 1; t; }));",
          "switch (x) { case 1: T* t = 0; }", "{ struct t t; }", "t: ;", "{ enum e { a, t = 4 } v; }"}) {
        EXPECT_FALSE(shares("kernel void k(local int* p) { local int t; " + body + " }")) << body;
    }
}

TEST(LocalMemory, LeftAloneWhereNotUnderstood) {
    for (const std::string body :
         {"local int t = 1;", "for (local int t; ;) ;", "local t;", "local struct S;", "local int (t);",
          "switch (x) { case 0: ; local int t; case 1: t = 1; }", "if (x) goto end; local int t; end: t = 1;",
          "local Tile t;", "Tile t;", "typedef local int U; U t;", "local int t[4]; __typeof__(t[0]) u;",
          "__attribute__((address_space(3))) int t;", "__typeof__(*p) u;", "x = (local int)y;",
          "local struct S t; x = __builtin_offsetof(struct S, t);"}) {
        EXPECT_FALSE(shares("typedef local float Tile[16]; kernel void k(local int* p) { " + body + " }"))
            << body;
    }
    EXPECT_TRUE(described("typedef local int T; kernel void k() { T t; }").uses_local_memory);
}

TEST(LocalMemory, NoneIsShared) {
    EXPECT_TRUE(described("kernel void k(global int* p) { p[0] = 1; }").shares_local_memory);
    EXPECT_TRUE(
        described("void f(local int* const p) { p[0] = 1; } kernel void k() { f(0); }").shares_local_memory);
}

TEST(LocalMemory, OfKernelsThatAreCalled) {
    const std::string text =
        "kernel void a(local int* p, read_only image2d_t i) { if (p[0]) return; } "
        "kernel void b() { local int t; a(&t, i); } void c() { b(); } kernel void d() { c(); } "
        "kernel void e(local int* p) { a(p, i); }";
    EXPECT_EQ(
        preprocessed(text),
        "kernel void a(local int* p, read_only image2d_t i) { __genmedia_enter_nested(); if (p[0]) "
        "{ __genmedia_leave_nested(); return; } __genmedia_leave_nested(); } "
        "kernel void b() { __genmedia_enter_nested(); local int t; a(&t, i); __genmedia_leave_nested(); } "
        "void c() { b(); } kernel void d() { __genmedia_enter(); c(); __genmedia_leave(); } "
        "kernel void e(local int* p) { __genmedia_enter(); p = __genmedia_local(0, p); a(p, i); "
        "__genmedia_leave(); }");
    EXPECT_FALSE(described(text, 0).shares_local_memory);
    EXPECT_FALSE(described(text, 1).shares_local_memory);
    EXPECT_FALSE(described(text, 2).shares_local_memory) << "b's variable is in it";
    EXPECT_TRUE(described(text, 3).shares_local_memory);
}

TEST(LocalMemory, BarriersAndFunctionsOfWorkGroups) {
    const auto uses = [](const std::string& call) {
        const auto kernel = described("void f() { " + call + "; } kernel void k() { f(); }");
        return std::pair(kernel.uses_work_group_barrier, kernel.uses_work_group_functions);
    };
    EXPECT_EQ(uses("barrier(0)"), std::pair(true, false));
    EXPECT_EQ(uses("work_group_barrier(0)"), std::pair(true, false));
    for (const std::string call :
         {"work_group_all(1)", "work_group_reduce_add(x)", "wait_group_events(1, &e)",
          "async_work_group_copy(a, b, 4, 0)", "async_work_group_strided_copy(a, b)"}) {
        EXPECT_EQ(uses(call), std::pair(false, true)) << call;
    }
    EXPECT_EQ(uses("prefetch(p, 4); sub_group_barrier(0)"), std::pair(false, false));
}

}  // namespace
}  // namespace genmedia::opencl
