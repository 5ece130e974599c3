// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

std::string mended(const std::string& functions) {
    const Rewritten result(functions +
                           " __kernel void k(__global int* o) { __local int a[9]; o[0] = f(a); }");
    EXPECT_EQ(result.status.message(), "");
    return result.source.mended_text;
}

TEST(LocalArguments, AreOfFunctionsThatTheFrontEndPutsIntoTheirCallers) {
    for (const std::string function :
         {"int f(__local int* a) { return a[1]; }", "static int f(const local int a[9]) { return a[1]; }",
          "typedef __local int* ints; inline int f(ints a) { return a[1]; }"})
        EXPECT_NE(mended(function).find("__attribute__((always_inline))"), std::string::npos) << function;
}

TEST(LocalArguments, AreMissedByNoAttributeOfTheFunction) {
    const std::string text = mended(
        "int f(__local int* a) __attribute__((__noinline__));\n"
        "__attribute__((noinline)) int f(__local int* a) { return a[1]; }");
    EXPECT_EQ(text.find("noinline"), std::string::npos) << text;
}

TEST(LocalArguments, LeaveOtherFunctionsAlone) {
    EXPECT_EQ(mended("int f(__global int* a) { __attribute__((noinline)) int x = a[1]; return x; }"), "");
    const Rewritten nested(
        "__kernel void f(__local int* a) { a[1] = 2; } __kernel void k(__local int* a) { f(a); }");
    EXPECT_EQ(nested.source.mended_text, "");
}

}  // namespace
}  // namespace genmedia::opencl
