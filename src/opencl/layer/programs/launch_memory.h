// SPDX-License-Identifier: MIT
// What a kernel on a GPU's own driver has besides its arguments: the unit's copies of its pictures, and
// tables.
#pragma once

#include "genmedia/status.h"
#include "opencl/builtins/device/device_launch.h"
#include "opencl/layer/target.h"

#include <memory>
#include <vector>

namespace genmedia::opencl {

struct Failure {
    abi::gm_u32 code, operation, x, y, image, source;
};

// An image that the unit may read, by kernel parameter: its planes as the driver has them. Chroma may be
// missing.
struct UnitPicture {
    size_t parameter = 0;
    cl_mem luma = nullptr, chroma = nullptr;
    bool chroma_is_wide = false;  // one channel of 16 bits in place of two of 8
};

class CopyKernel;

// Of the launches of one kernel on one queue, which come one after the other: the next one's pictures take
// the place of the last one's.
class LaunchMemory {
public:
    LaunchMemory() = default;
    LaunchMemory(const LaunchMemory&) = delete;
    LaunchMemory& operator=(const LaunchMemory&) = delete;
    ~LaunchMemory();

    // Enqueues the copies of these pictures. `before` becomes the events that the kernel has to wait for.
    cl_int prepare(cl_command_queue queue, const std::vector<UnitPicture>& pictures,
                   std::vector<cl_event>& before);
    cl_mem launch() const { return launch_; }
    cl_mem samples() const { return samples_; }
    // Waits for the kernel, and says what it could not evaluate; code 0: nothing.
    cl_int read_failure(cl_command_queue queue, cl_event kernel, Failure& failure);
    // The last launch's event, for queues that keep no order.
    void note_end(cl_command_queue queue, cl_event kernel);

private:
    cl_int make_buffers(cl_command_queue queue, const std::vector<UnitPicture>& pictures);
    cl_int copy(cl_command_queue queue, cl_mem image, const abi::PlaneRecord& plane, int kind,
                const std::vector<cl_event>& before, cl_event* event) const;

    cl_context context_ = nullptr;
    std::shared_ptr<CopyKernel> copy_;
    cl_mem launch_ = nullptr, samples_ = nullptr;
    size_t sample_bytes_ = 0;
    cl_event last_ = nullptr;
    std::vector<size_t> shape_;  // of the pictures that launch_ describes
    std::unique_ptr<abi::gm_device_launch> record_;
};

}  // namespace genmedia::opencl
