// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

bool in_step(const std::string& text, Fibers choice = Fibers::where_needed) {
    ProgramSource source;
    const Status status = rewrite({text, {}, {}, {}}, choice, source);
    EXPECT_EQ(status.message(), "");
    EXPECT_TRUE(!source.in_step || source.needs_layer) << text;
    return source.in_step;
}

const std::string kSum = "int sum(int v, int i, local int* c) { c[i] = v; return c[0] + c[1]; }\n";

TEST(Lockstep, IsKeptWhereNothingElseOrdersLocalMemory) {
    for (const std::string& text :
         {kSum + "kernel void k(global int* o, local int* c) { o[0] = sum(o[1], get_local_id(0), c); }",
          std::string("kernel void k(global int* o) { local int c[4]; c[o[1]] = 1; o[0] = c[2]; }"),
          std::string(
              "kernel void k(global int* o, local int* m) { volatile local int (*c)[2] = (volatile local "
              "int (*)[2])m; c[o[1]][0] = 1; o[0] = c[2][1]; }"),
          std::string(
              "kernel void k(global int* o, local int2* c) { if (o[1]) c[o[1]].x += 1; o[0] = c[2].y; }"),
          std::string(
              "void f(local int* p); kernel void k(global int* o) { local int c[4]; c[o[1]]++; f(c); }")})
        EXPECT_TRUE(in_step(text)) << text;
}

TEST(Lockstep, IsNobodysElse) {
    for (const std::string& text :
         {kSum + "kernel void k(global int* o, local int* c) { o[0] = sum(1, 2, c); barrier(1); }",
          std::string(
              "kernel void k(global int* o) { local int c[4]; c[o[1]] = 1; barrier(1); o[0] = c[2]; }"),
          std::string("kernel void k(global int* o) { local int c[4]; c[o[1]] = 1; }"),
          std::string("kernel void k(global int* o) { int c[4]; c[o[1]] = 1; o[0] = c[2]; }"),
          std::string("kernel void k(global int* o) { local int c[4]; o[0] = c[2]; }"),
          std::string(
              "kernel void k(global int* o) { local int c[4]; c[o[1]] = 1; o[0] = sub_group_any(c[2]); }"),
          kSum + "kernel void k(global int* o) { o[0] = 1; }"})
        EXPECT_FALSE(in_step(text)) << text;
}

// Where lanes go different ways, only fibers can wait: PoCL's loops over lanes would lose the `return`.
TEST(Lockstep, IsOfFibersWhereLanesGoDifferentWays) {
    const std::string end = " o[0] = sum(o[1], get_local_id(0), c); }";
    const std::string straight = kSum + "kernel void k(global int* o, local int* c) {" + end;
    for (const std::string& text :
         {kSum + "kernel void k(global int* o, local int* c) { if (o[2]) return;" + end,
          kSum + "kernel void k(global int* o, local int* c) { if (o[2]) {" + end + "}",
          kSum + "kernel void k(global int* o, local int* c) { while (o[2]--) {" + end + "}"}) {
        EXPECT_TRUE(in_step(text)) << text;
        EXPECT_FALSE(in_step(text, Fibers::never)) << text;
        const std::string lost =
            text + " kernel void barred(global int* o) { local int a[4], *p; p = a; o[0] = *p; }";
        EXPECT_FALSE(in_step(lost, Fibers::all_or_none)) << lost;  // one cannot be a fiber
    }
    EXPECT_TRUE(in_step(straight, Fibers::never));
    // Another kernel's conditions are its own. But a function that both call waits for both.
    EXPECT_TRUE(
        in_step(straight + " kernel void other(global int* o, local int* c) { if (o[1]) c[o[1]] = c[0]; }",
                Fibers::never));
    EXPECT_FALSE(
        in_step(straight + " kernel void other(global int* o, local int* c) { if (o[1]) {" + end + "}",
                Fibers::never));
}

TEST(Lockstep, WaitsBeforeAndAfterAStatementOnItsLine) {
    Rewritten result(
        "kernel void k(global int* o, local int* c) {\n    o[2] = 1;\n        c[o[1]] = c[0] = 3;\n"
        "    c[1] = 2;\n    o[0] = c[2];\n}");
    const std::string wait = "sub_group_barrier(CLK_LOCAL_MEM_FENCE);";
    const std::string text = result.flat();
    for (const std::string statement : {"c[o[1]] = c[0] = 3;", "c[1] = 2;"})
        EXPECT_NE(text.find("{ " + wait + " " + statement + " " + wait + "}"), text.npos) << text;
    EXPECT_NE(result.line(3).find("c[0] = 3;"), std::string::npos) << text;
}

}  // namespace
}  // namespace genmedia::opencl
