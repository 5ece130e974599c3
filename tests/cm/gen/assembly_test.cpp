// SPDX-License-Identifier: MIT
// What an assembly dump says of a kernel, and when its code is not usable.
#include "cm/gen/assembly.h"

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
              "kernel k has 1 instructions that the target does not support; expected none");
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

// What the back end writes for registers that it spills, for two targets.
TEST(Assembly, MessagesOfSpillsCount) {
    const Assembly read = read_assembly("// Line 7:  v += 1;\n" + kWrite +
                                        "(W)      send (16|M0)  null  r10  0xA  0x20F1004 // wr:1h+2, rd:0; "
                                        "hdc.dc0; hword scratch block write x2 //  "
                                        "scratch space spill: V9 from offset[4x32]; $1\n"
                                        "(W)      send.dc0 (16|M0)  r20  r10  null  0x0  0x22C1006 {$11} // "
                                        "wr:1h+0, rd:4; hword scratch block read x4 "
                                        "//  scratch space fill: V9 from offset[6x32]; $2\n");
    ASSERT_EQ(read.messages.size(), 3u);
    EXPECT_EQ(read.messages[1].name, "hword scratch block write x2");
    EXPECT_EQ(read.messages[1].bytes, 64);
    EXPECT_EQ(read.messages[2].name, "hword scratch block read x4");
    EXPECT_EQ(read.messages[2].bytes, 128);
    EXPECT_EQ(read.spill_lines, (std::vector<int>{7, 7}));
}

}  // namespace
}  // namespace genmedia::gen
