// SPDX-License-Identifier: MIT
// What devices and kernels report about themselves.
#include "layer_test.h"

#include <CL/cl_ext.h>
#include <CL/cl_layer.h>

namespace genmedia::test {
namespace {

using Queries = LayerTest;

const char* const kExtensions[] = {"cl_khr_subgroups",
                                   "cl_khr_subgroup_shuffle",
                                   "cl_khr_subgroup_shuffle_relative",
                                   "cl_intel_subgroups",
                                   "cl_intel_subgroups_short",
                                   "cl_intel_subgroups_char",
                                   "cl_intel_subgroups_long",
                                   "cl_intel_accelerator",
                                   "cl_intel_motion_estimation",
                                   "cl_intel_advanced_motion_estimation",
                                   "cl_intel_media_block_io",
                                   "cl_intel_required_subgroup_size",
                                   "cl_intel_planar_yuv",
                                   "cl_intel_sharing_format_query",
                                   "cl_intel_va_api_media_sharing",
                                   "cl_intel_device_side_avc_motion_estimation"};

TEST_F(Queries, Extensions) {
    size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
    std::string all(size, '\0');
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, size, all.data(), nullptr), CL_SUCCESS);
    all = " " + std::string(all.c_str()) + " ";
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size), CL_SUCCESS);
    std::vector<cl_name_version> versions(size / sizeof(cl_name_version));
    clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, size, versions.data(), nullptr);
    for (const std::string name : kExtensions) {
        const size_t at = all.find(" " + name + " ");
        EXPECT_NE(at, std::string::npos) << name;
        EXPECT_EQ(all.find(" " + name + " ", at + 1), std::string::npos) << name << " twice";
        EXPECT_EQ(std::count_if(versions.begin(), versions.end(),
                                [&](const cl_name_version& one) { return name == one.name; }),
                  1)
            << name;
    }
    EXPECT_NE(all.find("cl_khr_"), std::string::npos) << "PoCL's own extensions are gone";
}

TEST_F(Queries, TheUnit) {
    EXPECT_EQ(device_value<cl_uint>(device(), CL_DEVICE_AVC_ME_VERSION_INTEL),
              cl_uint{CL_AVC_ME_VERSION_1_INTEL});
    EXPECT_EQ(device_value<cl_bool>(device(), CL_DEVICE_AVC_ME_SUPPORTS_TEXTURE_SAMPLER_USE_INTEL),
              cl_bool{CL_TRUE});
    EXPECT_EQ(device_value<cl_bool>(device(), CL_DEVICE_AVC_ME_SUPPORTS_PREEMPTION_INTEL), cl_bool{CL_TRUE});
    EXPECT_GE(device_value<size_t>(device(), CL_DEVICE_PLANAR_YUV_MAX_WIDTH_INTEL), 4096u);
    EXPECT_GE(device_value<size_t>(device(), CL_DEVICE_PLANAR_YUV_MAX_HEIGHT_INTEL), 4096u);
    EXPECT_GE(device_value<cl_uint>(device(), CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
    EXPECT_EQ(device_value<cl_bool>(device(), CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS),
              cl_bool{CL_TRUE});
}

TEST_F(Queries, SubGroupSizes) {
    size_t bytes = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes), CL_SUCCESS);
    std::vector<size_t> sizes(bytes / sizeof(size_t));
    clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, sizes.data(), nullptr);
    for (const size_t size : {8, 16, 32}) EXPECT_EQ(std::count(sizes.begin(), sizes.end(), size), 1) << size;
}

TEST_F(Queries, TooSmallAPlaceIsAnError) {
    cl_uint value = 0;
    EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_AVC_ME_VERSION_INTEL, 1, &value, nullptr),
              CL_INVALID_VALUE);
    char letters[4];
    EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, sizeof letters, letters, nullptr),
              CL_INVALID_VALUE);
}

TEST_F(Queries, ComputeUnitsAreProcessors) {
    cl_uint units = device_value<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS);
    EXPECT_GE(units, 1u);
    EXPECT_LE(units, 4096u);
}

// A local size that makes as many sub-groups as asked for; all of it in the first dimension.
TEST_F(Queries, LocalSizesForSubGroups) {
    const Owned<cl_program> program = built(
        "__attribute__((intel_reqd_sub_group_size(8)))\n"
        "__kernel void k(__global int* out) { out[get_sub_group_id()] = get_sub_group_size(); }\n");
    const Owned<cl_kernel> eight = kernel(program.get(), "k");
    const size_t count = 3;
    for (const size_t dimensions : {1, 2, 3}) {
        std::vector<size_t> local(dimensions);
        size_t bytes = 0;
        EXPECT_EQ(
            clGetKernelSubGroupInfo(eight.get(), device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                    sizeof count, &count, dimensions * sizeof(size_t), local.data(), &bytes),
            CL_SUCCESS);
        std::vector<size_t> expected(dimensions, 1);
        expected[0] = 24;
        EXPECT_EQ(local, expected);
        EXPECT_EQ(bytes, dimensions * sizeof(size_t));
    }
    size_t four[4];
    EXPECT_EQ(clGetKernelSubGroupInfo(eight.get(), device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof count, &count, sizeof four, four, nullptr),
              CL_INVALID_VALUE);
}

TEST_F(Queries, KernelsThatUseTheUnitHaveSixteenLanes) {
    const Owned<cl_program> program = built(
        "__kernel void unit(__read_only image2d_t src, __global ushort2* out) {\n"
        "    intel_sub_group_avc_sic_payload_t p = intel_sub_group_avc_sic_initialize((ushort2)(0, 0));\n"
        "    intel_sub_group_avc_sic_result_t r = intel_sub_group_avc_sic_evaluate_ipe(src, 0, p);\n"
        "    out[0] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(r);\n}\n"
        "__attribute__((intel_reqd_sub_group_size(8))) __attribute__((reqd_work_group_size(8, 4, 1)))\n"
        "__kernel void eight(__global int* out) { out[get_sub_group_id()] = get_sub_group_size(); }\n");
    const Owned<cl_kernel> unit = kernel(program.get(), "unit"), eight = kernel(program.get(), "eight");
    size_t size = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(unit.get(), device(), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                      nullptr, sizeof size, &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, 16u);
    const size_t local[2] = {8, 4};
    EXPECT_EQ(clGetKernelSubGroupInfo(eight.get(), device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof local, local, sizeof size, &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, 8u);
    EXPECT_EQ(clGetKernelSubGroupInfo(eight.get(), device(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                      sizeof local, local, sizeof size, &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, 4u);
    EXPECT_EQ(clGetKernelSubGroupInfo(eight.get(), device(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3, local,
                                      sizeof size, &size, nullptr),
              CL_INVALID_VALUE);
    size_t required[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(eight.get(), device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof required, required, nullptr),
              CL_SUCCESS);
    EXPECT_EQ((std::vector<size_t>(required, required + 3)), (std::vector<size_t>{8, 4, 1}));
}

}  // namespace
}  // namespace genmedia::test
