// SPDX-License-Identifier: MIT
// Runs a kernel over threads in a row: host PROGRAM KERNEL THREADS IN OUT
// The kernel's arguments are a buffer with IN's bytes, and one of that size whose bytes go to OUT.
#include <cm_rt.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

std::vector<char> contents(const char* name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void must(int status, const char* what) {
    if (status == CM_SUCCESS) return;
    std::fprintf(stderr, "%s failed with %d\n", what, status);
    std::exit(3);
}

CmBuffer* argument(CmDevice* device, CmKernel* kernel, unsigned index, const std::vector<char>& bytes) {
    CmBuffer* buffer = nullptr;
    must(device->CreateBuffer(static_cast<unsigned>(bytes.size()), buffer), "CreateBuffer");
    must(buffer->WriteSurface(reinterpret_cast<const unsigned char*>(bytes.data()), nullptr), "WriteSurface");
    SurfaceIndex* surface = nullptr;
    must(buffer->GetIndex(surface), "GetIndex");
    must(kernel->SetKernelArg(index, sizeof(SurfaceIndex), surface), "SetKernelArg");
    return buffer;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 6) return 2;
    std::vector<char> code = contents(arguments[1]);
    std::vector<char> bytes = contents(arguments[4]);
    CmDevice* device = nullptr;
    unsigned version = 0;
    must(CreateCmDevice(device, version), "CreateCmDevice");
    CmProgram* program = nullptr;
    must(device->LoadProgram(code.data(), static_cast<unsigned>(code.size()), program, "nojitter"),
         "LoadProgram");
    CmKernel* kernel = nullptr;
    must(device->CreateKernel(program, arguments[2], kernel), "CreateKernel");
    argument(device, kernel, 0, bytes);
    bytes.assign(bytes.size(), 0);
    CmBuffer* out = argument(device, kernel, 1, bytes);
    CmThreadSpace* space = nullptr;
    must(device->CreateThreadSpace(static_cast<unsigned>(std::atoi(arguments[3])), 1, space),
         "CreateThreadSpace");
    CmQueue* queue = nullptr;
    must(device->CreateQueue(queue), "CreateQueue");
    CmTask* task = nullptr;
    must(device->CreateTask(task), "CreateTask");
    must(task->AddKernel(kernel), "AddKernel");
    CmEvent* event = nullptr;
    must(queue->Enqueue(task, event, space), "Enqueue");
    must(event->WaitForTaskFinished(), "WaitForTaskFinished");
    must(out->ReadSurface(reinterpret_cast<unsigned char*>(bytes.data()), event), "ReadSurface");
    std::ofstream(arguments[5], std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    DestroyCmDevice(device);
}
