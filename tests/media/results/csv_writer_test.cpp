// SPDX-License-Identifier: MIT
#include "media/results/writers/csv_writer.h"

#include "media/test_files.h"

#include <sstream>

namespace genmedia::media {
namespace {

class CsvWriterTest : public MediaTest {};

// ",x0,y0,x1,..." of 16 blocks that share a vector.
std::string vectors(int x, int y) {
    std::ostringstream text;
    for (int i = 0; i < 16; i++) text << ',' << x << ',' << y;
    return text.str();
}

const std::string kHeader =
    "frame,mb_x,mb_y,major,minor,mv0_x,mv0_y,mv1_x,mv1_y,mv2_x,mv2_y,mv3_x,mv3_y,mv4_x,mv4_y,"
    "mv5_x,mv5_y,mv6_x,mv6_y,mv7_x,mv7_y,mv8_x,mv8_y,mv9_x,mv9_y,mv10_x,mv10_y,mv11_x,mv11_y,"
    "mv12_x,mv12_y,mv13_x,mv13_y,mv14_x,mv14_y,mv15_x,mv15_y";

MotionField two_macroblocks() {
    MotionField field = made_up_field(0, 32, 16, false, true);
    for (vme::InterResult& result : field.inter) result.vectors.fill({{-5, 6}, {}});
    field.inter[1].major_shape = vme::MajorShape::shape_8x8;
    field.inter[1].minor_shapes = {vme::MinorShape::shape_4x4, vme::MinorShape::shape_8x8,
                                   vme::MinorShape::shape_8x4, vme::MinorShape::shape_4x8};
    return field;
}

TEST_F(CsvWriterTest, WritesForwardVectors) {
    MotionField field = two_macroblocks();
    field.has_intra = false;
    field.inter[0].vectors[15].forward = {-32768, 32767};
    CsvWriter writer;
    ASSERT_TRUE(writer.open(path("a.csv"), false).ok());
    ASSERT_TRUE(writer.append({.number = 12}, field).ok());
    ASSERT_TRUE(writer.finish({.frames = 1}).ok());
    // Minor shapes: 3 + (0 << 2) + (1 << 4) + (2 << 6) = 147; none for the 16x16 macroblock.
    std::string first = vectors(-5, 6);
    first.replace(first.rfind(",-5,6"), 5, ",-32768,32767");
    EXPECT_EQ(read("a.csv"), kHeader + "\n12,0,0,0,0" + first + "\n12,1,0,3,147" + vectors(-5, 6) + "\n");
}

TEST_F(CsvWriterTest, AddsTheIntraDecision) {
    MotionField field = two_macroblocks();
    CsvWriter writer;
    ASSERT_TRUE(writer.open(path("a.csv"), true).ok());
    ASSERT_TRUE(writer.append({.number = 0}, field).ok());
    field.has_inter = false;
    field.inter.clear();
    ASSERT_TRUE(writer.append({.number = 1}, field).ok());
    ASSERT_TRUE(writer.finish({.frames = 2}).ok());
    EXPECT_EQ(read("a.csv"), kHeader + ",inter_dist,intra_dist,intra_shape\n" + "0,0,0,0,0" + vectors(-5, 6) +
                                 ",40000,41000,0\n" + "0,1,0,3,147" + vectors(-5, 6) + ",40001,41001,1\n" +
                                 "1,0,0,0,0" + vectors(0, 0) + ",65535,41000,0\n" + "1,1,0,0,0" +
                                 vectors(0, 0) + ",65535,41001,1\n");
}

// As after a failure in the middle of the second frame.
TEST_F(CsvWriterTest, EndsAfterTheFramesThatAreWhole) {
    const MotionField field = made_up_field(0, 32, 16, false, false);
    for (const char* name : {"one.csv", "two.csv"}) {
        CsvWriter writer;
        ASSERT_TRUE(writer.open(path(name), false).ok());
        ASSERT_TRUE(writer.append({.number = 0}, field).ok());
        if (std::string(name) == "two.csv") {
            ASSERT_TRUE(writer.append({.number = 1}, field).ok());
        }
        ASSERT_TRUE(writer.finish({.frames = 1}).ok());
    }
    EXPECT_EQ(read("one.csv"), read("two.csv"));
}

TEST_F(CsvWriterTest, NumbersMacroblocksInRasterOrder) {
    CsvWriter writer;
    ASSERT_TRUE(writer.open(path("a.csv"), false).ok());
    ASSERT_TRUE(writer.append({.number = 0}, made_up_field(0, 37, 29, false, false)).ok());
    ASSERT_TRUE(writer.finish({.frames = 1}).ok());
    std::istringstream lines(read("a.csv"));
    std::string line;
    std::getline(lines, line);
    for (int i = 0; i < 6; i++) {
        ASSERT_TRUE(std::getline(lines, line));
        std::ostringstream wanted;
        wanted << "0," << i % 3 << ',' << i / 3 << ',';
        EXPECT_EQ(line.substr(0, 6), wanted.str());
    }
    EXPECT_FALSE(std::getline(lines, line));
}

}  // namespace
}  // namespace genmedia::media
