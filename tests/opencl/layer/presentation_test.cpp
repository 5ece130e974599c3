// SPDX-License-Identifier: MIT
// How hosts of that time find a served device: Intel's platform, and a GPU on it.
#include "layer_test.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <sstream>
#include <thread>

namespace genmedia::test {
namespace {

std::string text(cl_platform_id platform, cl_platform_info name) {
    size_t size = 0;
    EXPECT_EQ(clGetPlatformInfo(platform, name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
    std::string value(size, '\0');
    EXPECT_EQ(clGetPlatformInfo(platform, name, size, value.data(), nullptr), CL_SUCCESS);
    return value.c_str();
}

std::string text(cl_device_id device, cl_device_info name) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
    std::string value(size, '\0');
    EXPECT_EQ(clGetDeviceInfo(device, name, size, value.data(), nullptr), CL_SUCCESS);
    return value.c_str();
}

std::vector<std::string> words(const std::string& from) {
    std::istringstream stream(from);
    std::vector<std::string> found;
    for (std::string word; stream >> word;) found.push_back(word);
    std::sort(found.begin(), found.end());
    return found;
}

// The names from a *_WITH_VERSION query, sorted. None may have version 0.
template <class Query, class Handle>
std::vector<std::string> versioned_names(Query query, Handle handle, cl_uint name) {
    size_t size = 0;
    EXPECT_EQ(query(handle, name, 0, nullptr, &size), CL_SUCCESS);
    std::vector<cl_name_version> versions(size / sizeof(cl_name_version));
    EXPECT_EQ(query(handle, name, size, versions.data(), nullptr), CL_SUCCESS);
    std::vector<std::string> names;
    for (const cl_name_version& one : versions) {
        names.push_back(one.name);
        EXPECT_GT(one.version, 0u) << one.name;
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Expects "OpenCL 3.0 whatever", the form in the specification of both queries, and the matching number.
void expect_version(const std::string& version, cl_version number) {
    const std::string wanted = "OpenCL " + std::to_string(CL_VERSION_MAJOR(number)) + "." +
                               std::to_string(CL_VERSION_MINOR(number)) + " ";
    EXPECT_EQ(version.substr(0, wanted.size()), wanted);
}

class Presentation : public LayerTest {
protected:
    cl_platform_id platform() const { return device_value<cl_platform_id>(device(), CL_DEVICE_PLATFORM); }
    // How often a search by type returns the device.
    auto found(cl_device_type type) const {
        std::vector<cl_device_id> devices(8);
        cl_uint count = 0;
        EXPECT_EQ(clGetDeviceIDs(platform(), type, 8, devices.data(), &count), CL_SUCCESS) << type;
        devices.resize(count);
        return std::count(devices.begin(), devices.end(), device());
    }
};

constexpr cl_device_type kFindingTypes[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_DEFAULT,
                                            CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU};

TEST_F(Presentation, ThePlatformIsIntels) {
    EXPECT_EQ(text(platform(), CL_PLATFORM_NAME), "Intel(R) OpenCL HD Graphics");
    EXPECT_EQ(text(platform(), CL_PLATFORM_VENDOR), "Intel(R) Corporation");
    cl_version number = 0;
    ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_NUMERIC_VERSION, sizeof number, &number, nullptr),
              CL_SUCCESS);
    expect_version(text(platform(), CL_PLATFORM_VERSION), number);
    EXPECT_EQ(text(platform(), CL_PLATFORM_PROFILE), "FULL_PROFILE");
}

TEST_F(Presentation, TheDeviceIsAGpuOfIntels) {
    EXPECT_EQ(device_value<cl_device_type>(device(), CL_DEVICE_TYPE), cl_device_type{CL_DEVICE_TYPE_GPU});
    EXPECT_EQ(device_value<cl_uint>(device(), CL_DEVICE_VENDOR_ID), 0x8086u);
    EXPECT_EQ(text(device(), CL_DEVICE_VENDOR), "Intel(R) Corporation");
    const std::string name = text(device(), CL_DEVICE_NAME), begin = "Intel(R) Gen9 VME on ",
                      end = " (genmedia)";
    ASSERT_GT(name.size(), begin.size() + end.size());
    EXPECT_TRUE(name.starts_with(begin) && name.ends_with(end)) << name;
    EXPECT_EQ(name.find("  "), std::string::npos) << name;
    expect_version(text(device(), CL_DEVICE_VERSION),
                   device_value<cl_version>(device(), CL_DEVICE_NUMERIC_VERSION));
}

TEST_F(Presentation, ExtensionsAndTheirVersionsAreTheSame) {
    const auto of_device = words(text(device(), CL_DEVICE_EXTENSIONS));
    const auto of_platform = words(text(platform(), CL_PLATFORM_EXTENSIONS));
    EXPECT_EQ(of_device, versioned_names(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION));
    EXPECT_EQ(of_platform,
              versioned_names(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION));
    const auto is_intels = [](const std::string& name) { return name.starts_with("cl_intel_"); };
    std::vector<std::string> intels_device, intels_platform;
    std::copy_if(of_device.begin(), of_device.end(), std::back_inserter(intels_device), is_intels);
    std::copy_if(of_platform.begin(), of_platform.end(), std::back_inserter(intels_platform), is_intels);
    // PoCL 5 has an extension (unified shared memory) only on the device.
    EXPECT_TRUE(std::includes(intels_device.begin(), intels_device.end(), intels_platform.begin(),
                              intels_platform.end()));
    EXPECT_TRUE(std::binary_search(of_platform.begin(), of_platform.end(),
                                   "cl_intel_device_side_avc_motion_estimation"));
    EXPECT_TRUE(std::binary_search(of_platform.begin(), of_platform.end(), "cl_khr_icd"));
}

TEST_F(Presentation, TooSmallAPlaceIsAnError) {
    char letters[4];
    for (const cl_platform_info name :
         {CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_EXTENSIONS, CL_PLATFORM_EXTENSIONS_WITH_VERSION})
        EXPECT_EQ(clGetPlatformInfo(platform(), name, sizeof letters, letters, nullptr), CL_INVALID_VALUE)
            << std::hex << name;
    for (const cl_device_info name : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_TYPE})
        EXPECT_EQ(clGetDeviceInfo(device(), name, sizeof letters, letters, nullptr), CL_INVALID_VALUE)
            << std::hex << name;
    EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_VENDOR_ID, 3, letters, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetPlatformInfo(platform(), 0x1234, sizeof letters, letters, nullptr), CL_INVALID_VALUE);
}

TEST_F(Presentation, SearchesFindTheDeviceOnce) {
    for (const cl_device_type type : kFindingTypes) EXPECT_EQ(found(type), 1) << type;
}

TEST_F(Presentation, ASearchCountsAndCutsOff) {
    for (const cl_device_type type : kFindingTypes) {
        cl_uint count = 0;
        EXPECT_EQ(clGetDeviceIDs(platform(), type, 0, nullptr, &count), CL_SUCCESS);
        EXPECT_GE(count, 1u);
        cl_device_id devices[2] = {nullptr, nullptr};
        EXPECT_EQ(clGetDeviceIDs(platform(), type, 1, devices, nullptr), CL_SUCCESS);
        EXPECT_EQ(devices[0], device());
        EXPECT_EQ(devices[1], nullptr);
        EXPECT_EQ(clGetDeviceIDs(platform(), type, 0, devices, nullptr), CL_INVALID_VALUE);
        EXPECT_EQ(clGetDeviceIDs(platform(), type, 0, nullptr, nullptr), CL_INVALID_VALUE);
    }
}

TEST_F(Presentation, NothingElseIsFound) {
    cl_device_id none = nullptr;
    cl_uint count = 7;
    EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ACCELERATOR, 1, &none, &count), CL_DEVICE_NOT_FOUND);
    EXPECT_EQ(none, nullptr);
    cl_int error = CL_SUCCESS;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                reinterpret_cast<cl_context_properties>(platform()), 0};
    EXPECT_EQ(clCreateContextFromType(properties, CL_DEVICE_TYPE_ACCELERATOR, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_DEVICE_NOT_FOUND);
}

TEST_F(Presentation, ContextsFromTypesHaveTheDevice) {
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                reinterpret_cast<cl_context_properties>(platform()), 0};
    for (const cl_device_type type : kFindingTypes) {
        for (const cl_context_properties* given :
             {properties, static_cast<decltype(properties + 0)>(nullptr)}) {
            cl_int error = 1;
            const Owned<cl_context> made(clCreateContextFromType(given, type, nullptr, nullptr, &error));
            ASSERT_EQ(error, CL_SUCCESS) << type;
            std::vector<cl_device_id> devices(8);
            size_t size = 0;
            ASSERT_EQ(clGetContextInfo(made.get(), CL_CONTEXT_DEVICES, 64, devices.data(), &size),
                      CL_SUCCESS);
            devices.resize(size / sizeof(cl_device_id));
            EXPECT_EQ(std::count(devices.begin(), devices.end(), device()), 1) << type;
        }
    }
    const Owned<cl_context> silent(
        clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, nullptr));
    EXPECT_NE(silent, nullptr);
}

TEST_F(Presentation, ContextsOfGpusTakeOverTheirProperties) {
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                reinterpret_cast<cl_context_properties>(platform()), 0};
    const Owned<cl_context> made(
        clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, nullptr));
    cl_context_properties read[3] = {};
    ASSERT_EQ(clGetContextInfo(made.get(), CL_CONTEXT_PROPERTIES, sizeof read, read, nullptr), CL_SUCCESS);
    EXPECT_TRUE(std::equal(std::begin(read), std::end(read), properties));
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, &error, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE) << "user data without a callback";
}

using ComputeUnits = Presentation;

std::vector<cl_device_id> divided(cl_device_id device, std::vector<cl_device_partition_property> partition) {
    std::vector<cl_device_id> parts(256);
    cl_uint count = 0;
    EXPECT_EQ(clCreateSubDevices(device, partition.data(), 256, parts.data(), &count), CL_SUCCESS);
    parts.resize(count);
    return parts;
}

TEST_F(ComputeUnits, AreProcessors) {
    const unsigned processors = std::thread::hardware_concurrency();
    EXPECT_EQ(device_value<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS), processors);
    EXPECT_EQ(device_value<cl_uint>(device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES),
              processors > 1 ? processors : 0);
}

TEST_F(ComputeUnits, APartHasWhatItAskedFor) {
    const auto units = device_value<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS);
    if (units < 2) GTEST_SKIP() << "one processor is not divided";
    const std::vector<cl_device_partition_property> partitions[] = {
        {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, {CL_DEVICE_PARTITION_BY_COUNTS, 1, units - 1, 0, 0}};
    for (const auto& partition : partitions) {
        const auto parts = divided(device(), partition);
        const bool equally = partition[0] == CL_DEVICE_PARTITION_EQUALLY;
        ASSERT_EQ(parts.size(), equally ? units : 2);
        EXPECT_EQ(device_value<cl_uint>(parts[0], CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
        EXPECT_EQ(device_value<cl_uint>(parts.back(), CL_DEVICE_MAX_COMPUTE_UNITS), equally ? 1 : units - 1);
        EXPECT_EQ(device_value<cl_uint>(parts[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 0u);
        EXPECT_EQ(device_value<cl_device_type>(parts[0], CL_DEVICE_TYPE), cl_device_type{CL_DEVICE_TYPE_GPU});
        std::vector<cl_device_partition_property> type(partition.size());
        size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, type.size() * sizeof type[0],
                                  type.data(), &size),
                  CL_SUCCESS);
        type.resize(size / sizeof type[0]);
        EXPECT_TRUE(std::equal(type.begin(), type.end(), partition.begin()));
        const cl_device_partition_property again[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
        EXPECT_EQ(clCreateSubDevices(parts[0], again, 0, nullptr, nullptr), CL_DEVICE_PARTITION_FAILED);
        for (const cl_device_id part : parts) clReleaseDevice(part);
    }
}

TEST_F(ComputeUnits, MoreThanThereAreIsAnError) {
    const auto units = device_value<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS);
    if (units < 2) GTEST_SKIP() << "one processor is not divided";
    cl_device_id parts[8];
    cl_uint count = 0;
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, units + 1, 0},
                                       counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, units + 1, 0, 0},
                                       halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    EXPECT_NE(clCreateSubDevices(device(), equally, 8, parts, &count), CL_SUCCESS);
    EXPECT_EQ(clCreateSubDevices(device(), counts, 8, parts, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
    EXPECT_EQ(clCreateSubDevices(device(), halves, 1, parts, &count), CL_INVALID_VALUE)
        << "too small a place";
    EXPECT_EQ(clCreateSubDevices(device(), nullptr, 8, parts, &count), CL_INVALID_VALUE);
}

TEST_F(ComputeUnits, APartRunsSubGroupsThatMeet) {
    const auto units = device_value<cl_uint>(device(), CL_DEVICE_MAX_COMPUTE_UNITS);
    if (units < 2) GTEST_SKIP() << "one processor is not divided";
    // Never released: PoCL 3.1 frees a part while its threads still clean up a command on it.
    const auto parts = divided(device(), {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    cl_int error = CL_SUCCESS;
    const Owned<cl_context> context(clCreateContext(nullptr, 1, &parts[0], nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const Owned<cl_command_queue> queue(
        clCreateCommandQueueWithProperties(context.get(), parts[0], nullptr, &error));
    // Eight sub-groups in a work-group. Each passes its number to the next.
    const char* source = R"(__kernel void k(__global int* out) {
        __local int number[8];
        if (get_sub_group_local_id() == 0) number[get_sub_group_id()] = get_sub_group_id();
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = intel_sub_group_shuffle(number[(get_sub_group_id() + 1) % 8], 3);
    })";
    const Owned<cl_program> program(clCreateProgramWithSource(context.get(), 1, &source, nullptr, &error));
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    const Owned<cl_kernel> made(clCreateKernel(program.get(), "k", &error));
    std::vector<cl_int> out(256);
    const Owned<cl_mem> memory(
        clCreateBuffer(context.get(), CL_MEM_READ_WRITE, out.size() * sizeof(cl_int), nullptr, &error));
    const cl_mem handle = memory.get();
    clSetKernelArg(made.get(), 0, sizeof handle, &handle);
    const size_t global = 256, local = 128;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue.get(), made.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(queue.get(), handle, CL_TRUE, 0, out.size() * sizeof(cl_int), out.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < out.size(); i++) EXPECT_EQ(out[i], static_cast<cl_int>((i / 16 + 1) % 8)) << i;
}

}  // namespace
}  // namespace genmedia::test
