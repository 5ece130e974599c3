// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/compiler_options.h"
#include "opencl/source/rewrite.h"
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

using Strings = std::vector<std::string>;

TEST(Options, SplitAtBlanks) {
    EXPECT_EQ(split_options("  -D A=1\t-I dir\n-cl-mad-enable "),
              (Strings{"-D", "A=1", "-I", "dir", "-cl-mad-enable"}));
    EXPECT_TRUE(split_options("").empty());
}

TEST(Options, QuotesKeepBlanks) {
    EXPECT_EQ(split_options(R"(-I "my dir" -DT="unsigned int" "" x\y)"),
              (Strings{"-I", "my dir", "-DT=unsigned int", "", "x\\y"}));
    EXPECT_EQ(split_options(R"(-DS=\"text\" "-DU=\"a b\\\"")"), (Strings{"-DS=\"text\"", "-DU=\"a b\\\""}));
}

TEST(Options, DefineAndUndefineInOrder) {
    const SourceInput input{
        .text = "A B C D E F G(1)",
        .options = {"-D", "A=1", "-DB", "-DC=x y", "-DD=1", "-UD", "-U", "E", "-Werror", "-DG(x)=x+x", "-D"},
        .headers = {},
        .predefined = {"E=5", "F"}};
    EXPECT_EQ(Rewritten(input).flat(), "1 1 x y D E 1 1+1");
}

TEST(Options, LayerNamesInRawText) {
    EXPECT_TRUE(mentions_layer("x = intel_sub_group_avc_mce_convert(1);"));
    EXPECT_TRUE(mentions_layer("#define SIZE get_max_sub_group_size()"));
    EXPECT_FALSE(mentions_layer("// intel_sub_group_avc\n x = \"sub_group_all\";"));
}

}  // namespace
}  // namespace genmedia::opencl
