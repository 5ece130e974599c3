// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

bool in_step(const std::string& text) {
    const Rewritten result(text);
    EXPECT_EQ(result.status.message(), "");
    EXPECT_TRUE(!result.source.in_step || result.source.needs_layer) << text;
    return result.source.in_step;
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

TEST(Lockstep, WaitsBeforeAndAfterAStatementOnItsLine) {
    Rewritten result(
        "kernel void k(global int* o, local int* c) {\n    if (o[1])\n        c[o[1]] = c[0] = 3;\n"
        "    else c[1] = 2;\n    o[0] = c[2];\n}");
    const std::string wait = "sub_group_barrier(CLK_LOCAL_MEM_FENCE);";
    const std::string text = result.flat();
    for (const std::string statement : {"c[o[1]] = c[0] = 3;", "c[1] = 2;"})
        EXPECT_NE(text.find("{ " + wait + " " + statement + " " + wait + "}"), text.npos) << text;
    EXPECT_NE(result.line(3).find("c[0] = 3;"), std::string::npos) << text;
}

}  // namespace
}  // namespace genmedia::opencl
