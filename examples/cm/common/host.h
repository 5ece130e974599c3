// SPDX-License-Identifier: MIT
// What the examples' hosts share: a device, its queue and one kernel file.
#pragma once

#include <cm/host/common/cm_rt_helpers.h>
#include <cm/host/common/isa_helpers.h>

#include <cstdint>
#include <vector>

class Host {
public:
    // Loads `file` from the working directory. On failure, ends the program with a message.
    explicit Host(const char* file) {
        UINT version = 0;
        cm_result_check(CreateCmDevice(device, version));
        cm_result_check(device->CreateQueue(queue));
        std::string code = cm::util::isa::loadFile(file);
        if (code.empty()) std::exit(1);
        cm_result_check(device->LoadProgram(code.data(), static_cast<UINT>(code.size()), program));
    }
    ~Host() { cm_result_check(DestroyCmDevice(device)); }  // also destroys everything that was made from it
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    CmKernel* kernel(const char* name) {
        CmKernel* kernel = nullptr;
        cm_result_check(device->CreateKernel(program, name, kernel));
        return kernel;
    }

    template <class T>
    CmBuffer* buffer(const std::vector<T>& data) {
        CmBuffer* buffer = nullptr;
        cm_result_check(device->CreateBuffer(static_cast<UINT>(data.size() * sizeof(T)), buffer));
        cm_result_check(buffer->WriteSurface(reinterpret_cast<const unsigned char*>(data.data()), nullptr));
        return buffer;
    }
    template <class T>
    CmSurface2D* picture(UINT width, UINT height, CM_SURFACE_FORMAT format, const std::vector<T>& data) {
        CmSurface2D* picture = nullptr;
        cm_result_check(device->CreateSurface2D(width, height, format, picture));
        cm_result_check(picture->WriteSurface(reinterpret_cast<const unsigned char*>(data.data()), nullptr));
        return picture;
    }

    // Sets argument `index` to a surface, a sampler, or a value.
    static void set(CmKernel* kernel, UINT index, CmBuffer* surface) { set_surface(kernel, index, surface); }
    static void set(CmKernel* kernel, UINT index, CmSurface2D* surface) {
        set_surface(kernel, index, surface);
    }
    static void set(CmKernel* kernel, UINT index, SurfaceIndex* handle) {
        cm_result_check(kernel->SetKernelArg(index, sizeof *handle, handle));
    }
    static void set(CmKernel* kernel, UINT index, CmSampler* sampler) {
        SamplerIndex* handle = nullptr;
        cm_result_check(sampler->GetIndex(handle));
        cm_result_check(kernel->SetKernelArg(index, sizeof *handle, handle));
    }
    template <class T>
    static void set(CmKernel* kernel, UINT index, T value) {
        cm_result_check(kernel->SetKernelArg(index, sizeof(T), &value));
    }
    // Sets all arguments at once.
    template <class... T>
    static void set_all(CmKernel* kernel, T... arguments) {
        UINT index = 0;
        (set(kernel, index++, arguments), ...);
    }

    // Runs a kernel over width x height threads; returns when it has ended.
    void run(CmKernel* kernel, UINT width, UINT height, CM_DEPENDENCY_PATTERN pattern = CM_NONE_DEPENDENCY) {
        CmThreadSpace* space = nullptr;
        cm_result_check(device->CreateThreadSpace(width, height, space));
        cm_result_check(space->SelectThreadDependencyPattern(pattern));
        run_task(kernel, [&](CmTask* task, CmEvent*& event) { return queue->Enqueue(task, event, space); });
        cm_result_check(device->DestroyThreadSpace(space));
    }
    // The same over groups_x x groups_y groups of threads_x x threads_y threads.
    void run_groups(CmKernel* kernel, UINT threads_x, UINT threads_y, UINT groups_x, UINT groups_y) {
        CmThreadGroupSpace* space = nullptr;
        cm_result_check(device->CreateThreadGroupSpace(threads_x, threads_y, groups_x, groups_y, space));
        run_task(kernel,
                 [&](CmTask* task, CmEvent*& event) { return queue->EnqueueWithGroup(task, event, space); });
        cm_result_check(device->DestroyThreadGroupSpace(space));
    }

    template <class S, class T>
    static void read(S* surface, std::vector<T>& data) {
        cm_result_check(surface->ReadSurface(reinterpret_cast<unsigned char*>(data.data()), nullptr));
    }

    CmDevice* device = nullptr;
    CmQueue* queue = nullptr;
    CmProgram* program = nullptr;

private:
    template <class Enqueue>
    void run_task(CmKernel* kernel, const Enqueue& enqueue) {
        CmTask* task = nullptr;
        cm_result_check(device->CreateTask(task));
        cm_result_check(task->AddKernel(kernel));
        CmEvent* event = nullptr;
        cm_result_check(enqueue(task, event));
        cm_result_check(event->WaitForTaskFinished(static_cast<DWORD>(-1)));
        cm_result_check(queue->DestroyEvent(event));
        cm_result_check(device->DestroyTask(task));
    }
    template <class S>
    static void set_surface(CmKernel* kernel, UINT index, S* surface) {
        SurfaceIndex* handle = nullptr;
        cm_result_check(surface->GetIndex(handle));
        set(kernel, index, handle);
    }
};

// Prints whether the results are as expected. Returns main's exit status.
inline int report(bool right) {
    std::cout << (right ? "PASSED" : "FAILED") << "\n";
    return right ? 0 : 1;
}
