// SPDX-License-Identifier: MIT
// Programs that declare the extensions' functions themselves, as they had to if their compiler had no header
// for them. The declarations must mean the existing functions.
#include "opencl/spec/spec_test.h"

namespace genmedia::test {
namespace {

using Declarations = SpecTest;

// All declarations of cl_intel_media_block_io, cl_intel_subgroups and cl_intel_subgroups_short, as written in
// their texts.
std::string all_declarations() {
    std::string text;
    const auto declare = [&text](const std::string& result, const std::string& name,
                                 const std::string& parameters) {
        text += result + " __attribute__((overloadable)) " + name + "(" + parameters + ");\n";
    };
    for (const auto& [type, suffix, most] :
         {std::tuple("uchar", "uc", 16), std::tuple("ushort", "us", 16), std::tuple("uint", "ui", 8)}) {
        for (int count = 1; count <= most; count *= 2) {
            const std::string number = count == 1 ? "" : std::to_string(count), value = type + number;
            const std::string media = "intel_sub_group_media_block_", ending = suffix + number;
            for (const std::string access : {"read_only", "read_write"})
                declare(value, media + "read_" + ending, "int2 o, int w, int h, " + access + " image2d_t i");
            declare("void", media + "write_" + ending,
                    "int2 o, int w, int h, " + value + " v, write_only image2d_t i");
            if (count > 8 || std::string(suffix) == "uc") continue;
            const std::string block = "intel_sub_group_block_",
                              name = std::string(suffix) == "ui" ? number : ending;
            const std::string infix = std::string(suffix) == "ui" ? "" : "_";
            declare(value, block + "read" + infix + name, std::string("const __global ") + type + "* p");
            declare(value, block + "read" + infix + name, "read_only image2d_t i, int2 c");
            declare("void", block + "write" + infix + name,
                    std::string("__global ") + type + "* p, " + value + " v");
        }
    }
    for (const std::string type : {"int", "uint", "float", "short", "ushort"}) {
        declare(type, "intel_sub_group_shuffle", type + " v, uint lane");
        declare(type, "intel_sub_group_shuffle_xor", type + " v, uint mask");
        declare(type, "intel_sub_group_shuffle_down", type + " a, " + type + " b, uint n");
        declare(type, "intel_sub_group_reduce_add", type + " v");
        declare(type, "sub_group_reduce_max", type + " v");
        declare(type, "sub_group_broadcast", type + " v, uint lane");
    }
    declare("uint", "get_sub_group_local_id", "void");
    declare("uint", "get_sub_group_size", "void");
    declare("void", "sub_group_barrier", "cl_mem_fence_flags flags");
    return text;
}

TEST_F(Declarations, OfEveryFunctionChangeNothing) {
    // Writes bytes 4 to 19 of an image's line 2, and the value of each lane's opposite lane.
    const std::string text = all_declarations() + R"(
        __attribute__((intel_reqd_sub_group_size(16)))
        __kernel void k(__global int* out, read_only image2d_t image) {
            const uchar pixel = intel_sub_group_media_block_read_uc((int2)(4, 2), 16, 1, image);
            out[get_sub_group_local_id()] = pixel;
            out[16 + get_sub_group_local_id()] = intel_sub_group_shuffle((uint)pixel, 15 - get_sub_group_local_id());
        })";
    const Bytes pixels = scattered_image(32, 4, 1, 5);
    const Owned<cl_mem> picture = image(pixels);
    const cl_mem handle = picture.get();
    const cl_program program = built_once(text, "-cl-std=CL2.0");
    const Owned<cl_kernel> made = kernel(program, "k");
    ASSERT_EQ(clSetKernelArg(made.get(), 1, sizeof handle, &handle), CL_SUCCESS);
    const auto out = run_ints(made.get(), 32, {{16, 1, 1}});
    for (int lane = 0; lane < 16; lane++) {
        EXPECT_EQ(out[static_cast<size_t>(lane)], pixels.nearest(4 + lane, 2)) << lane;
        EXPECT_EQ(out[static_cast<size_t>(16 + lane)], pixels.nearest(19 - lane, 2)) << lane;
    }
}

TEST_F(Declarations, OfTheUnitsFunctionsChangeNothing) {
    const std::string text = R"(
        intel_sub_group_avc_sic_payload_t __attribute__((overloadable)) intel_sub_group_avc_sic_initialize(ushort2);
        uchar __attribute__((overloadable)) intel_sub_group_avc_mce_get_default_inter_base_multi_reference_penalty(uchar slice, uchar qp);
        intel_sub_group_avc_sic_result_t intel_sub_group_avc_sic_evaluate_ipe(read_only image2d_t, sampler_t,
                                                                             intel_sub_group_avc_sic_payload_t);
        __kernel void k(__global int* out, read_only image2d_t image) {
            intel_sub_group_avc_sic_payload_t p = intel_sub_group_avc_sic_initialize((ushort2)(0, 0));
            p = intel_sub_group_avc_sic_configure_ipe(CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_16x16_INTEL, 0, 0, 0, 0, 0,
                CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, p);
            const sampler_t sampler = CLK_ADDRESS_CLAMP_TO_EDGE;
            out[get_global_id(0)] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(
                intel_sub_group_avc_sic_evaluate_ipe(image, sampler, p));
        })";
    // Without neighbours only DC is possible. It predicts 128, so 256 pixels of 131 differ by 3 each.
    const Owned<cl_mem> picture = OpenClTest::image(Picture(16, 16, 131));
    const cl_mem handle = picture.get();
    const cl_program program = built_once(text);
    const Owned<cl_kernel> made = kernel(program, "k");
    ASSERT_EQ(clSetKernelArg(made.get(), 1, sizeof handle, &handle), CL_SUCCESS);
    for (const cl_int distortion : run_ints(made.get(), 16, {{16, 1, 1}})) EXPECT_EQ(distortion, 3 * 256);
}

// A mistake elsewhere must be the only error in the log.
TEST_F(Declarations, AreNotErrors) {
    const std::string log = refused(
        "uchar __attribute__((overloadable)) intel_sub_group_media_block_read_uc(int2, int, int, read_only "
        "image2d_t);\n"
        "ushort2 intel_sub_group_avc_mce_get_motion_vectors(int);\n"
        "__kernel void k(__global int* out) { out[0] = get_sub_group_size() + missing; }\n");
    EXPECT_NE(log.find("program.cl:3:"), std::string::npos) << log;
    EXPECT_NE(log.find("missing"), std::string::npos) << log;
    EXPECT_EQ(log.find("intel_sub_group"), std::string::npos) << log;
}

}  // namespace
}  // namespace genmedia::test
