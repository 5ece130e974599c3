// SPDX-License-Identifier: MIT
// Compares the default costs with those of Intel's compiler. It compiles a kernel that asks for all of them,
// and puts its tables into the program: by QP, from 0 to 51.
#include "genmedia/vme_costs.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace genmedia::vme {
namespace {

template <class... Entries>
std::string bytes(Entries... entries) {
    return {static_cast<char>(entries.bits)...};
}

std::string bytes_of(const CostTable& table) {
    std::string all;
    for (int i = 0; i < 8; i++) all += bytes(table[i]);
    return all;
}

// Packed as in the extension.
std::string bytes_of(const InterShapePenalty& p) {
    return bytes(p.shape_16x8_8x16, p.shape_8x8, p.shape_8x4_4x8, p.shape_4x4, p.shape_16x16) +
           std::string(3, '\0');
}
std::string bytes_of(const IntraShapePenalty& p) {
    return '\0' + bytes(p.shape_16x16, p.shape_8x8, p.shape_4x4);
}
template <class Penalty>
std::string bytes_of(const Penalty& penalty) {
    return bytes(penalty);
}

class IntelTables : public ::testing::Test {
protected:
    template <class Function>
    void expect_in_program(Function of_slice, SliceType slice) {
        std::string table;
        for (int qp = 0; qp < 52; qp++) table += bytes_of(of_slice(slice, qp));
        EXPECT_NE(program_.find(table), std::string::npos);
    }

    void SetUp() override {
        std::ifstream file(GENMEDIA_INTEL_TABLES, std::ios::binary);
        program_.assign(std::istreambuf_iterator<char>(file), {});
        ASSERT_FALSE(program_.empty()) << "cannot read " GENMEDIA_INTEL_TABLES;
    }

private:
    std::string program_;
};

TEST_F(IntelTables, OfMotionVectors) {
    expect_in_program(default_motion_vector_cost, SliceType::p);
    expect_in_program(default_motion_vector_cost, SliceType::b);
}

TEST_F(IntelTables, OfInterShapes) {
    expect_in_program(default_inter_shape_penalty, SliceType::p);
    expect_in_program(default_inter_shape_penalty, SliceType::b);
}

TEST_F(IntelTables, OfIntraShapes) {
    expect_in_program(default_intra_luma_shape_penalty, SliceType::p);
    expect_in_program(default_intra_luma_shape_penalty, SliceType::b);
    expect_in_program(default_intra_luma_shape_penalty, SliceType::intra);
}

TEST_F(IntelTables, OfDirections) { expect_in_program(default_inter_direction_penalty, SliceType::b); }

TEST_F(IntelTables, OfReferences) {
    expect_in_program(default_base_multi_reference_penalty, SliceType::p);
    expect_in_program(default_base_multi_reference_penalty, SliceType::b);
}

TEST_F(IntelTables, OfIntraModes) {
    expect_in_program(default_intra_luma_mode_penalty, SliceType::p);
    expect_in_program(default_intra_luma_mode_penalty, SliceType::b);
    expect_in_program(default_intra_luma_mode_penalty, SliceType::intra);
}

}  // namespace
}  // namespace genmedia::vme
