// SPDX-License-Identifier: MIT
// How many units a device has, and its division into smaller ones. PoCL counts its threads: several for each
// unit if the layer asked for them. Programs see processors.
#include "opencl/layer/devices/compute_units.h"

#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/threads.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/query.h"

namespace genmedia::opencl {
namespace {

constexpr cl_device_partition_property kMostUnits = 1 << 20;  // more than any device has

cl_uint pocl_units(cl_device_id device) {
    return query_value<cl_uint>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

// PoCL's threads for each unit of a device; 1 if the layer did not set their number.
cl_uint threads_a_unit(cl_device_id device) {
    const auto units = compute_units();
    if (!units || !is_pocl_cpu(device)) return 1;
    const cl_uint threads = pocl_units(whole_device(device));
    return threads % *units == 0 && threads != 0 ? threads / *units : 1;
}

// One unit cannot be divided, as in PoCL.
cl_uint most_parts(cl_device_id device, cl_uint threads) {
    const auto parts =
        query_value<cl_uint>(target().clGetDeviceInfo, device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
    return parts / threads > 1 ? parts / threads : 0;
}

// A partition has one count of units, or a list of counts. `change` multiplies or divides each.
template <class Change>
void change_counts(std::vector<cl_device_partition_property>& partition, Change change) {
    if (partition.empty()) return;
    const bool has_counts =
        partition[0] == CL_DEVICE_PARTITION_EQUALLY || partition[0] == CL_DEVICE_PARTITION_BY_COUNTS;
    for (size_t i = 1; has_counts && i < partition.size() && partition[i] > 0; i++)
        if (partition[i] < kMostUnits) partition[i] = change(partition[i]);
}

// Copies the terminators too: a zero ends the list of BY_COUNTS, and another zero ends the properties.
std::vector<cl_device_partition_property> copied(const cl_device_partition_property* properties) {
    std::vector<cl_device_partition_property> copy;
    while (*properties != 0) copy.push_back(*properties++);
    copy.insert(copy.end(), {0, 0});
    return copy;
}

cl_int CL_API_CALL create_sub_devices(cl_device_id device, const cl_device_partition_property* properties,
                                      cl_uint count, cl_device_id* devices, cl_uint* count_ret) {
    const cl_uint threads = properties == nullptr ? 1 : threads_a_unit(device);
    if (threads == 1) return target().clCreateSubDevices(device, properties, count, devices, count_ret);
    if (most_parts(device, threads) == 0) return CL_DEVICE_PARTITION_FAILED;  // as PoCL does for one unit
    auto partition = copied(properties);
    change_counts(partition, [threads](auto units) { return units * threads; });
    return target().clCreateSubDevices(device, partition.data(), count, devices, count_ret);
}

}  // namespace

std::optional<cl_int> answer_compute_units(cl_device_id device, cl_device_info name, size_t size, void* value,
                                           size_t* size_ret) {
    if (name != CL_DEVICE_MAX_COMPUTE_UNITS && name != CL_DEVICE_PARTITION_MAX_SUB_DEVICES &&
        name != CL_DEVICE_PARTITION_TYPE)
        return std::nullopt;
    const cl_uint threads = threads_a_unit(device);
    if (threads == 1) return std::nullopt;
    if (name == CL_DEVICE_MAX_COMPUTE_UNITS)
        return answer(cl_uint{pocl_units(device) / threads}, size, value, size_ret);
    if (name == CL_DEVICE_PARTITION_MAX_SUB_DEVICES)
        return answer(most_parts(device, threads), size, value, size_ret);
    auto partition =
        query_array<cl_device_partition_property>(target().clGetDeviceInfo, device, CL_DEVICE_PARTITION_TYPE);
    change_counts(partition, [threads](auto units) { return units / threads; });
    return answer(partition, size, value, size_ret);
}

void install_compute_units(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateSubDevices, create_sub_devices>();
}

}  // namespace genmedia::opencl
