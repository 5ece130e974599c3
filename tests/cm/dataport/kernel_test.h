// SPDX-License-Identifier: MIT
// What the dataport's tests share: one file of kernels, which the runtime runs, and test data.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>

#include "host.h"

using Bytes = std::vector<unsigned char>;
using Dwords = std::vector<uint32_t>;

class KernelTest : public testing::Test {
protected:
    explicit KernelTest(const char* file) : host_(file) {}

    // Runs one thread.
    template <class... T>
    void run(const char* name, T... arguments) {
        CmKernel* kernel = host_.kernel(name);
        Host::set_all(kernel, arguments...);
        host_.run(kernel, 1, 1);
    }
    // Runs one thread whose task ends with an error. What the log says.
    template <class... T>
    std::string refused(const char* name, T... arguments) {
        CmKernel* kernel = host_.kernel(name);
        Host::set_all(kernel, arguments...);
        CmThreadSpace* space = nullptr;
        cm_result_check(host_.device->CreateThreadSpace(1, 1, space));
        CmTask* task = nullptr;
        cm_result_check(host_.device->CreateTask(task));
        cm_result_check(task->AddKernel(kernel));
        testing::internal::CaptureStderr();
        CmEvent* event = nullptr;
        cm_result_check(host_.queue->Enqueue(task, event, space));
        EXPECT_EQ(event->WaitForTaskFinished(static_cast<DWORD>(-1)), CM_TASK_MEDIA_RESET);
        return testing::internal::GetCapturedStderr();
    }
    template <class T>
    static std::vector<T> contents(CmBuffer* buffer, size_t count) {
        std::vector<T> data(count);
        Host::read(buffer, data);
        return data;
    }

    Host host_;
};

// Bytes, none of which is 0.
inline Bytes pattern(size_t bytes) {
    Bytes data(bytes);
    for (size_t i = 0; i < bytes; i++) data[i] = static_cast<unsigned char>((i * 2654435761u >> 11) | 1);
    return data;
}
inline Dwords ramp(size_t count, uint32_t first = 0) {
    Dwords data(count);
    std::iota(data.begin(), data.end(), first);
    return data;
}
