// SPDX-License-Identifier: MIT
// Regions that run as kernels of C for Metal, by libigfxcmrt. It is a library of its own, so that other
// programs need no such runtime.
#include "gfx/gfxcc/gfx_abi.h"

#include "messages.h"

#include <cm_rt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace genmedia::gfx {
namespace {

constexpr int kMostThreads = 2047;  // a side of a thread space

void check(int result, const std::string& what) {
    if (result != CM_SUCCESS) fail(what + " failed: " + std::to_string(result));
}

std::vector<char> contents(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) fail("the kernel file " + name + " cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

// What a run reads and writes, for GFX_KEEP_KERNELS: a test may run the same elsewhere.
class Kept {
public:
    Kept(const char* name, int width, int height) {
        static std::map<std::string, int> runs;
        const char* folder = std::getenv("GFX_KEEP_KERNELS");
        if (folder == nullptr) return;
        path_ = std::string(folder) + "/" + name + "_" + std::to_string(runs[name]++);
        write("size", std::to_string(width) + " " + std::to_string(height) + "\n");
    }
    void write(const std::string& what, const std::string& bytes) const {
        if (!path_.empty()) std::ofstream(path_ + "_" + what, std::ios::binary) << bytes;
    }

private:
    std::string path_;
};

struct Memory {
    CmBuffer* buffer = nullptr;
    unsigned char* host = nullptr;
    size_t bytes = 0;
};

class Device {
public:
    static Device& get() {
        static Device device;
        return device;
    }
    std::mutex mutex;

    CmKernel* kernel(const char* file, const char* name) {
        CmProgram*& program = programs_[file];
        if (program == nullptr) {
            std::vector<char> code = contents(file);
            check(device_->LoadProgram(code.data(), static_cast<UINT>(code.size()), program),
                  std::string("loading ") + file);
        }
        CmKernel* kernel = nullptr;
        check(device_->CreateKernel(program, name, kernel), std::string("kernel ") + name + " of " + file);
        return kernel;
    }

    Memory buffer(CmKernel* kernel, UINT index, void* host, size_t bytes) {
        Memory memory{nullptr, static_cast<unsigned char*>(host), bytes};
        check(device_->CreateBuffer(static_cast<UINT>(std::max<size_t>(bytes, 16)), memory.buffer),
              "a buffer");
        if (bytes > 0) check(memory.buffer->WriteSurface(memory.host, nullptr, bytes), "writing a buffer");
        SurfaceIndex* handle = nullptr;
        check(memory.buffer->GetIndex(handle), "a surface's index");
        check(kernel->SetKernelArg(index, sizeof(*handle), handle), "a kernel's surface");
        return memory;
    }
    void take_back(Memory& memory) {
        if (memory.bytes > 0)
            check(memory.buffer->ReadSurface(memory.host, nullptr, memory.bytes), "reading a buffer");
        check(device_->DestroySurface(memory.buffer), "a buffer's end");
    }

    void run(CmKernel* kernel, int width, int height) {
        CmThreadSpace* space = nullptr;
        check(device_->CreateThreadSpace(static_cast<UINT>(width), static_cast<UINT>(height), space),
              "a thread space");
        CmTask* task = nullptr;
        check(device_->CreateTask(task), "a task");
        check(task->AddKernel(kernel), "a task's kernel");
        CmEvent* event = nullptr;
        check(queue_->Enqueue(task, event, space), "a kernel's start");
        check(event->WaitForTaskFinished(static_cast<DWORD>(-1)), "a kernel");
        check(queue_->DestroyEvent(event), "an event's end");
        check(device_->DestroyTask(task), "a task's end");
        check(device_->DestroyThreadSpace(space), "a thread space's end");
    }
    void drop(CmKernel* kernel) { check(device_->DestroyKernel(kernel), "a kernel's end"); }

private:
    Device() {
        UINT version = 0;
        check(CreateCmDevice(device_, version), "libigfxcmrt; expected that genmedia cm starts the program");
        check(device_->CreateQueue(queue_), "a queue");
    }

    CmDevice* device_ = nullptr;
    CmQueue* queue_ = nullptr;
    std::map<std::string, CmProgram*> programs_;
};

}  // namespace
}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" void gfxcc_run_kernel(const void* region, const char* file, const char* name,
                                 const char* kernel_name, const int* size, const void* const* places,
                                 int count, const void* captured, int captured_bytes) {
    const int width = size[0], height = size[1];
    if (width <= 0 || height <= 0) return;
    if (height > kMostThreads)
        fail(std::string(name) + ": an outer loop of " + std::to_string(height) +
             " rounds; expected at most " + std::to_string(kMostThreads) + " in a kernel");
    Device& device = Device::get();
    const std::lock_guard lock(device.mutex);
    CmKernel* kernel = device.kernel(file, kernel_name);
    const Kept kept(name, width, height);
    std::vector<Memory> all;
    for (int k = 0; k < count; k++) {
        all.push_back(device.buffer(kernel, static_cast<UINT>(k), const_cast<void*>(places[k]),
                                    gfxcc_region_bytes(region, places[k])));
        kept.write("in" + std::to_string(k), {reinterpret_cast<char*>(all.back().host), all.back().bytes});
    }
    const UINT next = static_cast<UINT>(count);
    check(kernel->SetKernelArg(next + 1, static_cast<size_t>(captured_bytes), captured), "a kernel's values");
    kept.write("values", {static_cast<const char*>(captured), static_cast<size_t>(captured_bytes)});
    for (int first = 0; first < width; first += kMostThreads) {
        check(kernel->SetKernelArg(next, sizeof(first), &first), "a kernel's first round");
        device.run(kernel, std::min(kMostThreads, width - first), height);
    }
    for (int k = 0; k < count; k++) {
        device.take_back(all[static_cast<size_t>(k)]);
        const Memory& memory = all[static_cast<size_t>(k)];
        kept.write("out" + std::to_string(k), {reinterpret_cast<char*>(memory.host), memory.bytes});
    }
    device.drop(kernel);
}
