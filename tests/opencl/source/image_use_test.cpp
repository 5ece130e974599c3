// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

constexpr char kSingle[] = "intel_sub_group_avc_ime_evaluate_with_single_reference";
constexpr char kDual[] = "intel_sub_group_avc_ref_evaluate_with_dual_reference";
constexpr char kMulti[] = "intel_sub_group_avc_sic_evaluate_with_multi_reference_interlaced";

std::string kernel(const std::string& parameters, const std::string& body) {
    return "kernel void k(" + parameters + ") {\n" + body + "\n}\n";
}

const std::string kImages =
    "read_only image2d_t a, read_only image2d_t b, read_only image2d_t c, read_only image2d_t d, int n";

Status verdict(const std::string& body, const std::string& parameters = kImages) {
    return Rewritten(kernel(parameters, body)).status;
}

TEST(ImageUse, SingleReferenceFollowsTheSource) {
    const std::string name = kSingle;
    for (const char* variant : {"", "_streamin", "_streamout", "_streaminout"}) {
        EXPECT_TRUE(verdict(name + variant + "(a, b, s, p);").ok());
        EXPECT_TRUE(verdict(name + variant + "(b, (d), s, p);").ok());
        EXPECT_EQ(verdict(name + variant + "(b, a, s, p);").code(), StatusCode::invalid_argument);
    }
    EXPECT_EQ(
        verdict("x = " + name + "(c, a, s, p);").message(),
        "program.cl:2:5: error: kernel 'k': '" + name +
            "' has the source 'c' (parameter 2) and the reference "
            "'a' (parameter 0); expected the reference after the source, with only images between them");
    EXPECT_FALSE(verdict(name + "(a, a, s, p);").ok());
    EXPECT_FALSE(verdict(name + "(a, b, s, p);", "read_only image2d_t a, int n, read_only image2d_t b").ok());
}

TEST(ImageUse, DualReferencesAreAPair) {
    const std::string name = kDual;
    EXPECT_TRUE(verdict(name + "(a, b, c, s, p);").ok());
    EXPECT_TRUE(verdict(name + "(b, c, d, s, p);").ok());
    EXPECT_FALSE(verdict(name + "(a, c, d, s, p);").ok());
    EXPECT_FALSE(verdict(name + "(a, b, d, s, p);").ok());
    EXPECT_FALSE(verdict(name + "(a, c, b, s, p);").ok());
    const std::string more = "image2d_t a, image2d_t b, image2d_t c, image2d_t d, image2d_t e";
    EXPECT_TRUE(verdict(name + "(a, d, e, s, p);", more).ok());
    EXPECT_NE(verdict(name + "(a, c, d, s, p);").message().find("expected the forward reference 1, 3, 5"),
              std::string::npos);
}

TEST(ImageUse, FollowedThroughFunctions) {
    const std::string text = "void inner(image2d_t x, image2d_t y) {\n  " + std::string(kSingle) +
                             "(x, y, 0, 0);\n  if (0) outer(1, x, y);\n}\n"
                             "void outer(int n, image2d_t s, image2d_t r) { inner(s, r); }\n"
                             "kernel void good(image2d_t a, image2d_t b) { outer(1, a, b); }\n"
                             "kernel void bad(image2d_t a, image2d_t b) { outer(1, b, a); }\n";
    const std::string message = failure(text);
    EXPECT_TRUE(message.starts_with("program.cl:2:3: error: kernel 'bad'")) << message;
    EXPECT_EQ(message.find('\n'), message.npos) << message;
    EXPECT_NE(message.find("the source 'b' (parameter 1)"), message.npos) << message;
}

TEST(ImageUse, WhatCannotBeFollowedIsNotJudged) {
    const std::string name = kSingle;
    EXPECT_TRUE(verdict(name + "(n ? b : a, a, s, p);").ok());
    EXPECT_TRUE(verdict(name + "(b, images[0], s, p);").ok());
    EXPECT_TRUE(verdict(name + "(b, global_image, s, p);").ok());
    EXPECT_TRUE(verdict("other(b, a);").ok());
    EXPECT_TRUE(verdict(std::string(kMulti) + "(b, ids, polarities, s, p);").ok());
}

TEST(ImageUse, AnImageIsForTheUnitOrForBlockTransfers) {
    const std::string unit = std::string(kSingle) + "(a, b, s, p);\n";
    EXPECT_TRUE(
        verdict(
            unit +
            "v = intel_sub_group_media_block_read_uc(xy, 16, 16, c); intel_sub_group_block_write(d, xy, v);")
            .ok());
    EXPECT_EQ(verdict(unit + "v = intel_sub_group_media_block_read_uc(xy, 16, 16, b);").message(),
              "program.cl:3:5: error: kernel 'k': image 'b' (parameter 1) is used by "
              "'intel_sub_group_media_block_read_uc' in program.cl:3 and by '" +
                  std::string(kSingle) + "' in program.cl:2; expected one parameter for each use");
    EXPECT_FALSE(verdict("intel_sub_group_block_write_ui2(a, xy, v);\n" + unit).ok());
    EXPECT_FALSE(
        verdict("intel_sub_group_avc_sic_evaluate_ipe(a, s, p); intel_sub_group_block_read(a, xy);").ok());
    EXPECT_FALSE(verdict(std::string(kMulti) + "(a, ids, s, p); intel_sub_group_block_read(a, xy);").ok());
}

TEST(ImageUse, EachReasonHasALine) {
    const std::string message =
        verdict(std::string(kSingle) + "(b, a, s, p);\n" + kDual + "(a, b, d, s, p);").message();
    EXPECT_NE(message.find("program.cl:2:1: error:"), message.npos);
    EXPECT_NE(message.find("\nprogram.cl:3:1: error:"), message.npos);
}

std::vector<std::pair<size_t, size_t>> unit_images(const std::string& text) {
    const Rewritten program(text);
    EXPECT_TRUE(program.status.ok()) << program.status.message();
    std::vector<std::pair<size_t, size_t>> images;
    for (const UnitImage& use : program.source.kernels.at(0).unit_images)
        images.emplace_back(use.source, use.image);
    return images;
}

using Pairs = std::vector<std::pair<size_t, size_t>>;

TEST(UnitImages, AreSourcesAndTheirReferences) {
    const std::string single = kSingle, dual = kDual, multi = kMulti;
    EXPECT_EQ(unit_images(kernel(kImages, single + "(a, b, s, p);")), (Pairs{{0, 0}, {0, 1}}));
    EXPECT_EQ(unit_images(kernel(kImages, dual + "(b, c, d, s, p);")), (Pairs{{1, 1}, {1, 2}, {1, 3}}));
    EXPECT_EQ(unit_images(kernel(kImages, multi + "(b, s, p);")), (Pairs{{1, 1}}));
    EXPECT_EQ(unit_images(kernel(kImages, "intel_sub_group_avc_sic_evaluate_ipe(c, s, p);")),
              (Pairs{{2, 2}}));
    EXPECT_EQ(unit_images(kernel(kImages, "read_imagef(a, s, p);")), (Pairs{}));
}

TEST(UnitImages, AreFollowedThroughFunctions) {
    const std::string function = "void f(read_only image2d_t x, read_only image2d_t y) { " +
                                 std::string(kSingle) + "(x, y, s, p); }\n";
    EXPECT_EQ(unit_images(function + kernel(kImages, "f(b, c); read_imagef(d, s, p);")),
              (Pairs{{1, 1}, {1, 2}}));
}

TEST(UnitImages, WithoutAKnownSourceAreTheirOwn) {
    EXPECT_EQ(unit_images(kernel(kImages, std::string(kSingle) + "(choose(a), b, s, p);")), (Pairs{{1, 1}}));
}

}  // namespace
}  // namespace genmedia::opencl
