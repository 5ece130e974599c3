// SPDX-License-Identifier: MIT
// Copies the host's records to the device, and back.
#pragma once

#include "vme/opencl/device_program.h"

#include <algorithm>
#include <vector>

namespace genmedia::vme::opencl {

// OpenCL has no empty buffers: they are one byte long.
template <class Record>
cl::Buffer upload(const Program& program, const std::vector<Record>& records) {
    cl::Buffer buffer(program.context(), CL_MEM_READ_ONLY,
                      std::max<size_t>(1, records.size() * sizeof(Record)));
    if (!records.empty())
        program.queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, records.size() * sizeof(Record),
                                           records.data());
    return buffer;
}

template <class Record>
cl::Buffer space_for(const Program& program, size_t count) {
    return {program.context(), CL_MEM_READ_WRITE, std::max<size_t>(1, count * sizeof(Record))};
}

template <class Record>
std::vector<Record> download(const Program& program, const cl::Buffer& buffer, size_t count) {
    std::vector<Record> records(count);
    program.queue().enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(Record), records.data());
    return records;
}

template <class... Arguments>
cl::Kernel with_arguments(cl::Kernel kernel, const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...);
    return kernel;
}

}  // namespace genmedia::vme::opencl
