// SPDX-License-Identifier: MIT
// Kernels of programs that PoCL has in a rewritten form.
#pragma once

#include "opencl/layer/built_in_kernels.h"
#include "opencl/layer/programs/launch_memory.h"
#include "opencl/layer/programs/programs.h"
#include "opencl/layer/registry.h"
#include "opencl/layer/target.h"
#include "opencl/source/rewrite.h"

#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace genmedia::opencl {

struct KernelFacts {
    KernelDescription description;
    bool treated = true;           // false: of a program in which only loops are guarded; PoCL alone runs it
    cl_program program = nullptr;  // the application's; one reference is this kernel's
    std::shared_ptr<int> live;     // the program's count of its kernels
    cl_context context = nullptr;
    std::mutex mutex;
    std::vector<cl_mem> images;                              // by parameter; null where none was set
    std::map<cl_command_queue, LaunchMemory> launch_memory;  // on a GPU's own driver
    std::set<size_t> compiled;  // local sizes that PoCL was launched with: it compiles each separately
    const BuiltInKernel* built_in = nullptr;  // null: the application's own
    BuiltInArguments arguments;               // of a built-in kernel

    ~KernelFacts() {
        if (program != nullptr) programs().release(program, target().clReleaseProgram);
    }
};

Registry<cl_kernel, KernelFacts>& kernels();

// The facts of a kernel that uses what the layer adds; null: PoCL alone runs it.
std::shared_ptr<KernelFacts> treated_kernel(cl_kernel kernel);

// The number of work-items in a sub-group.
size_t sub_group_size(const KernelDescription& kernel);

}  // namespace genmedia::opencl
