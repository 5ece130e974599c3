// SPDX-License-Identifier: MIT
// No exception leaves a C entry point: the tests check what Guard returns instead. All entries of the table
// go through Guard, since Entries::put is the only way in.
#include "opencl/layer/guard.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace genmedia::opencl {
namespace {

cl_int CL_API_CALL error_of(int what) {
    if (what == 1) throw std::bad_alloc();
    if (what == 2) throw std::runtime_error("a reason");
    if (what == 3) throw 7;
    return CL_INVALID_VALUE;
}

cl_mem CL_API_CALL handle_of(int what, cl_int* error) {
    if (error != nullptr) *error = CL_SUCCESS;
    if (error_of(what) == CL_INVALID_VALUE) return reinterpret_cast<cl_mem>(&error_of);
    return nullptr;
}

void CL_CALLBACK called_back(cl_event, cl_int what, void* calls) {
    (*static_cast<int*>(calls))++;
    error_of(what);
}

void* CL_API_CALL address_of(const char*) { throw std::runtime_error("no such function"); }

cl_int CL_API_CALL flush(cl_command_queue) { throw std::bad_alloc(); }

TEST(Guard, ReturnsTheErrorOfAnException) {
    EXPECT_EQ(kGuarded<error_of>(0), CL_INVALID_VALUE);
    EXPECT_EQ(kGuarded<error_of>(1), CL_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(kGuarded<error_of>(2), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(kGuarded<error_of>(3), CL_OUT_OF_RESOURCES);
}

TEST(Guard, GivesItThroughTheLastArgument) {
    cl_int error = 1;
    EXPECT_NE(kGuarded<handle_of>(0, &error), nullptr);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(kGuarded<handle_of>(1, &error), nullptr);
    EXPECT_EQ(error, CL_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(kGuarded<handle_of>(2, nullptr), nullptr);
    EXPECT_EQ(kGuarded<address_of>("name"), nullptr);
}

TEST(Guard, EndsCallbacks) {
    int calls = 0;
    kGuarded<called_back>(nullptr, 2, &calls);
    kGuarded<called_back>(nullptr, 0, &calls);
    EXPECT_EQ(calls, 2);
}

TEST(Guard, IsWhatTheTableHolds) {
    cl_icd_dispatch table{};
    Entries(table).put<&cl_icd_dispatch::clFlush, flush>();
    EXPECT_EQ(table.clFlush(nullptr), CL_OUT_OF_HOST_MEMORY);
}

}  // namespace
}  // namespace genmedia::opencl
