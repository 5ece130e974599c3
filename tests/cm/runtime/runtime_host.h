// SPDX-License-Identifier: MIT
// The usual steps of a host program, for tests of other things.
#pragma once

#include <cm/abi.h>
#include <gtest/gtest.h>

#include <cm_rt.h>
#undef _tmain

#include <cstdint>
#include <string>
#include <vector>

namespace test {

// A kernel file around the shared object of tests/cm/runtime/kernels.
// Names of this processor and of another one in kernel files, and features that all of this kind have.
#if defined(__aarch64__)
inline constexpr const char *kThisArchitecture = "aarch64", *kOtherArchitecture = "x86_64",
                            *kBaseFeatures = "";
#else
inline constexpr const char *kThisArchitecture = "x86_64", *kOtherArchitecture = "aarch64",
                            *kBaseFeatures = "sse2,popcnt";
#endif

std::vector<uint8_t> kernel_file();
cm_abi::FileHeader& header_of(std::vector<uint8_t>& file);
// Updates the file's checksum to its present content.
void seal(std::vector<uint8_t>& file);

#define CM_OK(call) ASSERT_EQ(call, CM_SUCCESS)

class Runtime : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;
    virtual VADisplay display() { return nullptr; }  // that the device is made with

    // Null, and a test failure, if there is none.
    CmKernel* kernel(const char* name);
    CmBuffer* buffer(UINT bytes);  // zeros
    CmTask* task(std::initializer_list<CmKernel*> kernels);
    CmThreadSpace* space(UINT width, UINT height);
    CmThreadGroupSpace* groups(UINT threads_x, UINT threads_y, UINT groups_x, UINT groups_y);

    static SurfaceIndex* index(CmBuffer* buffer);
    static INT set(CmKernel* kernel, UINT argument, CmBuffer* buffer);
    static INT set(CmKernel* kernel, UINT argument, uint32_t value);
    // Enqueues a kernel, waits for it and destroys the event.
    void run(CmKernel* kernel, CmThreadSpace* over = nullptr);
    static std::vector<uint32_t> read(CmBuffer* buffer, size_t dwords, CmEvent* event = nullptr);

    CmDevice* device = nullptr;
    CmProgram* program = nullptr;
    CmQueue* queue = nullptr;
};

}  // namespace test
