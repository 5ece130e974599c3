// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

TEST(Declarations, OfBuiltInsAreSetAside) {
    EXPECT_EQ(
        preprocessed("uchar __attribute__((overloadable)) intel_sub_group_media_block_read_uc(int2 a, int "
                     "b, int c, read_only image2d_t d);"),
        "uchar __attribute__((overloadable)) __genmedia_declared_intel_sub_group_media_block_read_uc(int2 "
        "a, int b, int c, read_only image2d_t d);");
    EXPECT_EQ(preprocessed("extern uint get_sub_group_id(void); int sub_group_all(int);"),
              "extern uint __genmedia_declared_get_sub_group_id(void); int "
              "__genmedia_declared_sub_group_all(int);");
}

TEST(Declarations, KeepTheirLines) {
    Rewritten program("uint\nintel_sub_group_shuffle(uint a,\n    uint b);\nuint f(void);\n");
    EXPECT_EQ(program.line(2), "__genmedia_declared_intel_sub_group_shuffle(uint a,");
    EXPECT_EQ(program.line(4), "uint f(void);");
}

TEST(Declarations, OfOthersStay) {
    for (const std::string text : {"uint sub_group_sum_of_pixels(uint a);", "uint f(uint a);",
                                   "void intel_filter(uint a);", "uint get_sub_groups(void);"})
        EXPECT_EQ(preprocessed(text), text);
}

TEST(Declarations, OfDefinedFunctionsStay) {
    const std::string text =
        "uint intel_sub_group_own(uint a); uint intel_sub_group_own(uint a) { return a; }";
    EXPECT_EQ(preprocessed(text), text);
}

}  // namespace
}  // namespace genmedia::opencl
