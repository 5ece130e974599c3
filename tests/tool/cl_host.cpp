// SPDX-License-Identifier: MIT
// Shows what a program sees that knows nothing of genmedia.
//     cl_host units           how many units the device has, and what comes of dividing it in many ways
//     cl_host threads         the threads of this process, once it has a context
//     cl_host name STATUS     the first platform's name; then ends with STATUS
//     cl_host search STATUS   searches it for an accelerator; then ends with STATUS
//     cl_host accelerator     makes a context of one; ends with 1 where there is none
#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using Partition = std::vector<cl_device_partition_property>;

cl_platform_id platform() {
    cl_platform_id first = nullptr;
    if (clGetPlatformIDs(1, &first, nullptr) != CL_SUCCESS) std::exit(77);
    return first;
}

cl_device_id device() {
    cl_device_id first = nullptr;
    if (clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &first, nullptr) != CL_SUCCESS) std::exit(78);
    return first;
}

void print_platform_name() {
    char name[256] = "";
    clGetPlatformInfo(platform(), CL_PLATFORM_NAME, sizeof name, name, nullptr);
    std::puts(name);
}

void print_units(cl_device_id of) {
    cl_uint units = 0, parts = 0;
    clGetDeviceInfo(of, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    clGetDeviceInfo(of, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof parts, &parts, nullptr);
    std::array<cl_device_partition_property, 16> type{};
    size_t bytes = 0;
    clGetDeviceInfo(of, CL_DEVICE_PARTITION_TYPE, sizeof type, type.data(), &bytes);
    std::printf("units %u, parts %u, type", units, parts);
    for (size_t i = 0; i < bytes / sizeof type[0]; i++) std::printf(" %lld", static_cast<long long>(type[i]));
    std::puts("");
}

void divide(cl_device_id of, int depth) {
    print_units(of);
    const cl_device_partition_property equally = CL_DEVICE_PARTITION_EQUALLY,
                                       counts = CL_DEVICE_PARTITION_BY_COUNTS;
    const Partition partitions[] = {
        {0},
        {equally, 1, 0},
        {equally, 2, 0},
        {equally, 3, 0},
        {equally, 0, 0},
        {equally, 1000, 0},
        {equally, -1, 0},
        {counts, 1, 0, 0},
        {counts, 1, 1, 0, 0},
        {counts, 2, 0, 0},
        {counts, 1, 2, 0, 0},
        {counts, 1000, 0, 0},
        {counts, 0, 0},
        {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}};
    for (const Partition& partition : partitions) {
        std::vector<cl_device_id> parts(256);
        cl_uint count = 0;
        const cl_int error = clCreateSubDevices(of, partition.data(), 256, parts.data(), &count);
        const cl_int counted = clCreateSubDevices(of, partition.data(), 0, nullptr, &count);
        std::printf("%d %d %u\n", error, counted, count);
        if (error != CL_SUCCESS || depth == 0 || count == 0) continue;
        divide(parts[0], depth - 1);
        print_units(parts[count - 1]);
    }
}

int print_threads() {
    const cl_device_id of = device();
    if (clCreateContext(nullptr, 1, &of, nullptr, nullptr, nullptr) == nullptr) return 1;
    int count = 0;
    for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) count++;
    std::printf("%d\n", count);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const int status = argc > 2 ? std::atoi(argv[2]) : 0;
    if (what == "threads") return print_threads();
    if (what == "units") divide(device(), 2);
    if (what == "name") print_platform_name();
    cl_device_id none = nullptr;
    if (what == "search") clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ACCELERATOR, 1, &none, nullptr);
    if (what == "accelerator")
        return clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ACCELERATOR, nullptr, nullptr, nullptr) ==
               nullptr;
    return status;
}
