// SPDX-License-Identifier: MIT
// Loops that not all work-items of a work-group are in, or are in equally long, in kernels with a barrier.
#include "layer_test.h"

#include <iterator>

namespace genmedia::test {
namespace {

constexpr int kItems = 16, kWords = 2 * kItems;

struct LoneLoop {
    const char* name;
    std::string text;
    void (*meaning)(int l, int n, int u, const int* in, int* b);
};

// The body of a kernel for work-item l as OpenCL C, and the same text as C++.
#define LONE_LOOP(NAME, ...)                                                               \
    LoneLoop {                                                                             \
#NAME, #__VA_ARGS__, [](int l, int n, int u, const int* in, int* b) {                    \
            static_cast<void>(l), static_cast<void>(n), static_cast<void>(u), static_cast<void>(in); \
            __VA_ARGS__                                                                          \
        } \
    }

int total(int n) {
    int s = 0;
    for (int j = 0; j < n; j++) s += j + 1;
    return s;
}
int limited(int n, int u, int x) {
    if (u == 0 && x > 30) return 5;
    int s = 0;
    for (int j = 0; j < n; j++) s += j + 1;
    return s;
}
constexpr const char* kFunctions =
    "int total(int n) { int s = 0; for (int j = 0; j < n; j++) s += j + 1; return s; }\n"
    "int limited(int n, int u, int x) { if (u == 0 && x > 30) return 5; int s = 0;\n"
    "    for (int j = 0; j < n; j++) s += j + 1; return s; }\n";

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
const LoneLoop kLoops[] = {
    LONE_LOOP(
        border, int i = l; do {
            int s = 0;
            for (int j = 0; j < n; j++) s += in[j];
            b[i] = s;
            i += 16;
        } while (i < 18);),
    LONE_LOOP(
        broken,
        for (int t = 0; t < n; t++) {
            for (int j = 0; j < n; j++) b[l] += j + 1;
            if (t == l) break;
        }),
    LONE_LOOP(
        continued,
        for (int t = 0; t < n; t++) {
            if (u == 0 && t > l) continue;
            for (int j = 0; j < n; j++) b[l] += j + 1;
        }),
    LONE_LOOP(other_half, if (u == 0 && in[l] > 30) b[l] = 5;
              else for (int j = 0; j < n; j++) b[l] += j + 1;),
    LONE_LOOP(either, if (u == 1 || in[l] > 30) for (int j = 0; j < n; j++) b[l] += j + 1;),
    LONE_LOOP(
        fallen_through,
        switch (u) {
            case 0:
                if (in[l] > 30) break;
                b[l] = 7;
            case 1:
                for (int j = 0; j < n; j++) b[l] += j + 1;
        }),
    LONE_LOOP(
        counted, int left = 0; for (int t = 0; t < n; t++) if (in[l] > 30 * t) left++; int i = 0; do {
            for (int j = 0; j < n; j++) b[l] += j + 1;
        } while (++i < left);),
    LONE_LOOP(
        called, int i = l; do { b[i] = total(n); } while ((i += 16) < 18);),
    LONE_LOOP(returned, b[l] = limited(n, u, in[l]);),
};
#pragma GCC diagnostic pop

std::string program_of(const std::string& more) {
    std::string text = kFunctions;
    for (const LoneLoop& loop : kLoops)
        text += std::string("__kernel void ") + loop.name +
                "(__global int* out, __global const int* in, int n, int u) { __local int b[" +
                std::to_string(kWords) + "]; const int l = get_local_id(0); b[l] = b[l + 16] = 0;\n" +
                loop.text + "\nbarrier(CLK_LOCAL_MEM_FENCE); out[l] = b[l]; out[l + 16] = b[l + 16]" + more +
                "; }\n";
    return text;
}

class LoneLoops : public LayerTest {
protected:
    void expect_meaning(cl_program program) const {
        std::vector<cl_int> input(kItems);
        for (int i = 0; i < kItems; i++) input[static_cast<size_t>(i)] = i * i % 83;
        const Owned<cl_mem> in = buffer(input.size() * sizeof(cl_int), input.data());
        for (const LoneLoop& loop : kLoops) {
            const cl_int n = 5, u = 0;
            std::vector<cl_int> expected(kWords);
            for (int l = 0; l < kItems; l++) loop.meaning(l, n, u, input.data(), expected.data());
            const Owned<cl_kernel> made = kernel(program, loop.name);
            const cl_mem handle = in.get();
            clSetKernelArg(made.get(), 1, sizeof handle, &handle);
            clSetKernelArg(made.get(), 2, sizeof n, &n);
            clSetKernelArg(made.get(), 3, sizeof u, &u);
            EXPECT_EQ(run_ints(made.get(), kWords, {.global = {kItems, 1, 1}}), expected) << loop.name;
        }
    }
};

TEST_F(LoneLoops, MeanWhatTheySayInProgramsOfPoclAlone) { expect_meaning(built(program_of("")).get()); }

TEST_F(LoneLoops, MeanWhatTheySayBesideSubGroups) {
    expect_meaning(built(program_of(" + intel_sub_group_shuffle(0, l)")).get());
}

// PoCL has another program than the application's then. Nothing the application asks for shows it.
TEST_F(LoneLoops, LeaveTheProgramTheApplicationsOwn) {
    const std::string text = program_of("");
    const Owned<cl_program> program = built(text, "-DANY=1");
    Owned<cl_kernel> made = kernel(program.get(), "border");
    cl_program owner = nullptr;
    ASSERT_EQ(clGetKernelInfo(made.get(), CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr), CL_SUCCESS);
    EXPECT_EQ(owner, program.get());
    size_t count = 0;
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, std::size(kLoops));
    std::string source(text.size() + 1, '\0'), options(8, '\0');
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, source.size(), source.data(), nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(source.c_str(), text.c_str());
    ASSERT_EQ(clGetProgramBuildInfo(program.get(), device(), CL_PROGRAM_BUILD_OPTIONS, options.size(),
                                    options.data(), nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(options.c_str(), "-DANY=1");
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    made.reset();
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

}  // namespace
}  // namespace genmedia::test
