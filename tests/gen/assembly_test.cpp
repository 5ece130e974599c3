// SPDX-License-Identifier: MIT
// What an assembly dump says of a kernel, and when its code is not usable.
#include "gen/assembly.h"

#include <gtest/gtest.h>

namespace genmedia::gen {
namespace {

const std::string kWrite =
    "         send (8|M0)  null  r10  0xC  0x120A8001 // wr:1h+8, rd:0; hdc.dc1; media block write // $785\n";

// Why a kernel that writes a block and has one more line is not usable.
std::string trap_with(const std::string& line) { return trap_of("k", read_assembly(kWrite + line + "\n")); }

TEST(Assembly, OneInstructionMakesCodeUnusable) {
    EXPECT_EQ(trap_with(""), "");
    EXPECT_EQ(trap_with("         call (1|M0)  r2.0  elsewhere"),
              "kernel k calls functions (1); expected that all are inlined");
    EXPECT_EQ(trap_with("(W)      calla (1|M0)  r2.0  elsewhere"),
              "kernel k calls functions (1); expected that all are inlined");
    EXPECT_EQ(trap_with("         illegal"),
              "kernel k has 1 instructions that the target has not; expected none");
    EXPECT_EQ(
        trap_with("         send (8|M0)  r20  r10  0xC  a0.0 // wr:1h, rd:1; hdc.dc0; oword block read x2"),
        "kernel k has 1 messages whose surface is not fixed; expected none");
}

TEST(Assembly, AFenceMovesNoData) {
    const std::string nothing = "kernel k reads and writes nothing; expected at least one message";
    EXPECT_EQ(trap_of("k", read_assembly("")), nothing);
    EXPECT_EQ(trap_of("k", read_assembly("         send (8|M0)  r20  r10  0xA  0x219E000 // wr:1h, rd:1; "
                                         "hdc.dc0; memory fence\n")),
              nothing);
}

}  // namespace
}  // namespace genmedia::gen
