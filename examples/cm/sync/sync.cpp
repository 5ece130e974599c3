// SPDX-License-Identifier: MIT
// Kernels of one task. AddSync between them keeps them in order: ((x + 1) * 2 + 1) * 2 and so on.
#include "../common/host.h"

int main() {
    constexpr int threads = 16;
    std::vector<unsigned char> bytes(threads * 64), expected(bytes.size());
    for (size_t i = 0; i < bytes.size(); i++) expected[i] = bytes[i] = static_cast<unsigned char>(i * 7);

    Host host("sync_genx.isa");
    CmBuffer* buffer = host.buffer(bytes);
    CmThreadSpace* space = nullptr;
    cm_result_check(host.device->CreateThreadSpace(threads, 1, space));
    CmTask* task = nullptr;
    cm_result_check(host.device->CreateTask(task));
    for (int i = 0; i < 8; i++) {
        CmKernel* kernel = host.kernel(i % 2 == 0 ? "add_one" : "twice");
        Host::set(kernel, 0, buffer);
        cm_result_check(kernel->AssociateThreadSpace(space));
        if (i > 0) cm_result_check(task->AddSync());
        cm_result_check(task->AddKernel(kernel));
        for (unsigned char& value : expected)
            value = static_cast<unsigned char>(i % 2 == 0 ? value + 1 : value * 2);
    }
    CmEvent* event = nullptr;
    cm_result_check(host.queue->Enqueue(task, event));
    cm_result_check(buffer->ReadSurface(bytes.data(), event));
    return report(bytes == expected);
}
