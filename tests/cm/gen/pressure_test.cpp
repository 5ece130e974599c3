// SPDX-License-Identifier: MIT
// How many registers are live at which line, from the output of Intel's compiler.
#include "cm/gen/report/pressure.h"

#include <gtest/gtest.h>

namespace genmedia::gen {
namespace {

TEST(Pressure, ThePeakIsItsFirstLine) {
    Pressure pressure;
    ASSERT_TRUE(
        read_pressure("a header\n"
                      "[12]  add (16) r1 // #10:$1:%2\n"
                      "[40]  mul (16) r2 // #11:$2:%2\n"
                      "[39]  mov (8) r3 // #12:$3:%2\n"
                      "[40]  mov (8) r3 // #13:$4:%2\n"
                      "[7]  mov (8) r3 // #11:$5:%2\n",
                      pressure));
    EXPECT_EQ(pressure.peak, 40);
    EXPECT_EQ(pressure.peak_line, 11);
    EXPECT_EQ(pressure.lines, (decltype(pressure.lines){{10, 12}, {11, 40}, {12, 39}, {13, 40}}));
}

// Code that the compiler adds itself has no line.
TEST(Pressure, APeakWithoutALineTakesTheFirstThatHasOne) {
    Pressure pressure;
    ASSERT_TRUE(read_pressure("[40]  mov (8) r3\n[40]  mul (16) r2 // #11:$2\n[40]  mul (16) r2 // #12:$2\n",
                              pressure));
    EXPECT_EQ(pressure.peak, 40);
    EXPECT_EQ(pressure.peak_line, 11);
    EXPECT_EQ(pressure.lines.count(0), 0u);
}

TEST(Pressure, WhatSaysNothingIsRefused) {
    Pressure pressure;
    EXPECT_FALSE(read_pressure("", pressure));
    EXPECT_FALSE(read_pressure("add (16) r1 [3]\n", pressure));
}

}  // namespace
}  // namespace genmedia::gen
