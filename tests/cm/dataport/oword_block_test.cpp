// SPDX-License-Identifier: MIT
// Blocks of buffers, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class OwordBlockTest : public KernelTest {
protected:
    OwordBlockTest() : KernelTest("oword_block_genx.isa") {}
};

TEST_F(OwordBlockTest, BuffersReadZeroAndDropWritesPastTheirEnd) {
    const Bytes data = pattern(100);
    for (const int from : {0, 16, 48, 96, 112, 1 << 30, -16}) {
        for (const int to : {0, 32, 80, 160, -32}) {
            Bytes expected(100, 1), found(100);
            CmBuffer* target = host_.buffer(expected);
            run("oword_copy", host_.buffer(data), from, target, to);
            Host::read(target, found);
            for (int i = 0; i < 64; i++) {
                const bool there = from >= 0 && from + i < 100;
                if (to >= 0 && to + i < 100) expected[to + i] = there ? data[from + i] : 0;
            }
            EXPECT_EQ(found, expected) << from << " to " << to;
        }
    }
    for (const int offset : {12, 13, 15}) {
        Dwords found(8);
        CmBuffer* target = host_.buffer(found);
        run("dword_copy", host_.buffer(ramp(32)), offset, target);
        Host::read(target, found);
        EXPECT_EQ(found, ramp(8, 3)) << offset;
    }
}

// A message names an oword: the offset's lower bits do not count. The block may end within one.
TEST_F(OwordBlockTest, BlocksBeginWithAnOword) {
    const Bytes data = pattern(100);
    for (const int from : {0, 5, 16, 31, 90}) {
        for (const int to : {0, 1, 47}) {
            Bytes expected(100, 1), found(100);
            CmBuffer* target = host_.buffer(expected);
            run("odd_copy", host_.buffer(data), from, target, to);
            Host::read(target, found);
            for (int i = 0; i < 23; i++)
                expected[to / 16 * 16 + i] = from / 16 * 16 + i < 100 ? data[from / 16 * 16 + i] : 0;
            EXPECT_EQ(found, expected) << from << " to " << to;
        }
    }
}

TEST_F(OwordBlockTest, MarksOfSurfaces) {
    for (const int by_name : {0, 1}) {
        CmBuffer* target = host_.buffer(Dwords(24));
        run("marked_copy", host_.buffer(ramp(24, 1)), target, by_name);
        Dwords found(24), expected(24);
        Host::read(target, found);
        for (uint32_t i = 1; i < 9; i++) expected[i] = i + 1;
        for (uint32_t i = 12; i < 20; i++) expected[i] = i + 1;
        EXPECT_EQ(found, expected) << by_name;
    }
}

}  // namespace
