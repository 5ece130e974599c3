// SPDX-License-Identifier: MIT
// A host program that is linked only to Debian's library, and that runs with genmedia's in its place. It
// loads a kernel, runs it over a thread space, and compares what the kernel wrote.
#include <cm_rt.h>
#undef _tmain

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

bool ok(INT code, const char* what) {
    if (code == CM_SUCCESS) return true;
    const char* name = GetCmErrorString(code);
    std::fprintf(stderr, "%s: %s\n", what, name == nullptr ? "?" : name);
    return false;
}
#define DO(call) \
    if (!ok(call, #call)) return 1

int work(CmDevice* device, std::vector<char>& file) {
    CmProgram* program = nullptr;
    CmKernel* kernel = nullptr;
    CmBuffer* buffer = nullptr;
    CmThreadSpace* space = nullptr;
    CmTask* task = nullptr;
    CmQueue* queue = nullptr;
    CmEvent* event = nullptr;
    SurfaceIndex* index = nullptr;
    const UINT width = 24, height = 10;
    DO(device->LoadProgram(file.data(), static_cast<UINT>(file.size()), program));
    DO(device->CreateKernel(program, "ids", kernel));
    DO(device->CreateBuffer(4 * width * height, buffer));
    DO(buffer->GetIndex(index));
    DO(kernel->SetKernelArg(0, sizeof(SurfaceIndex), index));
    DO(kernel->SetKernelArg(1, sizeof(width), &width));
    DO(device->CreateThreadSpace(width, height, space));
    DO(device->CreateTask(task));
    DO(task->AddKernel(kernel));
    DO(device->CreateQueue(queue));
    DO(queue->Enqueue(task, event, space));
    DO(device->DestroyTask(task));
    DO(device->DestroyThreadSpace(space));
    DO(event->WaitForTaskFinished());
    UINT64 time = 0;
    DO(event->GetExecutionTime(time));
    std::vector<uint32_t> seen(width * height);
    DO(buffer->ReadSurface(reinterpret_cast<unsigned char*>(seen.data()), event));
    for (UINT i = 0; i < width * height; i++) {
        if (seen[i] != 1000 * (i / width) + i % width + 1) return std::fprintf(stderr, "thread %u\n", i), 1;
    }
    DO(queue->DestroyEvent(event));
    DO(device->DestroySurface(buffer));
    DO(device->DestroyKernel(kernel));
    DO(device->DestroyProgram(program));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream in(argv[1], std::ios::binary);
    std::vector<char> file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    CmDevice* device = nullptr;
    UINT version = 0;
    DO(CreateCmDevice(device, version));
    if (version != CM_7_2 || device == nullptr) return 1;
    if (const int failed = work(device, file); failed != 0) return failed;
    DO(DestroyCmDevice(device));
    std::puts("a host linked to Debian's library ran");
    return 0;
}
