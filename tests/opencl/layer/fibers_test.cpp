// SPDX-License-Identifier: MIT
// Kernels that exchange values behind conditions. Their work-items are fibers: lanes take different paths as
// on SIMD hardware. Also everything that a kernel's text may contain.
#include "genmedia/vme.h"
#include "layer_test.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

namespace genmedia::test {
namespace {

constexpr unsigned kLanes = 16;

class Fibers : public LayerTest {
protected:
    // Runs kernel k on one sub-group. In it, `body` computes x from mine, which is value(lane).
    std::vector<cl_int> run(const std::string& body, const std::string& before = "") {
        return run_ints(
            before +
                "__kernel void k(__global int* out) {\n    const int lane = get_sub_group_local_id(), "
                "mine = 7 * lane * lane + 3;\n    int x = mine;\n" +
                body + "\n    out[get_global_id(0)] = x;\n}\n",
            kLanes, {.global = {kLanes, 1, 1}});
    }
    static cl_int value(unsigned lane) { return static_cast<cl_int>(7 * lane * lane + 3); }

    template <class Expected>
    void expect(const std::vector<cl_int>& out, Expected expected) {
        for (unsigned i = 0; i < out.size(); i++) EXPECT_EQ(out[i], expected(i)) << "lane " << i;
    }
};

bool lanes_go_one_way() {
    const char* choice = std::getenv("GENMEDIA_CL_LANES");
    return choice != nullptr && std::strcmp(choice, "never") == 0;
}

// On a GPU's own driver, or what takes its place.
bool driver_prints() {
    const char *device = std::getenv("GENMEDIA_CL_DEVICE"), *fallback = std::getenv("GENMEDIA_CL_FALLBACK");
    const bool on_device = device != nullptr && std::strcmp(device, "processors") != 0;
    return on_device && (fallback == nullptr || std::strcmp(fallback, "always") != 0);
}

// Lanes may take different paths to an exchange. PoCL's own work-items cannot.
class DivergentFibers : public Fibers {
    void SetUp() override {
        Fibers::SetUp();
        if (lanes_go_one_way()) GTEST_SKIP() << "GENMEDIA_CL_LANES=never: all lanes go the same way";
    }
};

TEST_F(DivergentFibers, EachHalfExchangesThenAll) {
    const auto out =
        run("    if (lane < 8) x = intel_sub_group_shuffle(mine, 3);\n"
            "    else x = intel_sub_group_shuffle(mine, 12);\n    x += 1000 * sub_group_reduce_add(x);");
    const cl_int sum = 8 * (value(3) + value(12));
    expect(out, [&](unsigned i) { return value(i < 8 ? 3 : 12) + 1000 * sum; });
}

TEST_F(DivergentFibers, LanesLeaveALoopAfterEachOther) {
    const auto out =
        run("    x = 0;\n    for (int i = 0; i <= lane; i++) x += intel_sub_group_shuffle(mine, 15);\n"
            "    x += sub_group_reduce_add(x);");
    expect(out, [&](unsigned i) { return static_cast<cl_int>(i + 1 + 136) * value(15); });
}

TEST_F(DivergentFibers, WhileOnALane) {
    const auto out =
        run("    int n = lane;\n    x = 0;\n    while (n-- > 0) { x += sub_group_any(n >= 0); }\n"
            "    do x += 100 * sub_group_all(1); while (x < 0);");
    expect(out, [](unsigned i) { return static_cast<cl_int>(i + 100); });
}

// A lane that continues a loop from inside waits for the others before its next turn.
TEST_F(DivergentFibers, LanesGoOnWithALoop) {
    const auto out =
        run("    x = 0;\n    for (int i = 0; i < 4; i++) {\n        x += sub_group_reduce_add(1);\n"
            "        if ((lane & 1) == (i & 1)) continue;\n"
            "        x += 1000 * intel_sub_group_shuffle(1, lane ^ 2);\n    }");
    expect(out, [](unsigned) { return 4 * 16 + 2 * 1000; });
}

TEST_F(DivergentFibers, LanesGoOnWithALoopWithoutBraces) {
    const auto out =
        run("    x = 0;\n    for (int i = 0; i < 4; i++) if (i == (lane & 3)) continue; else x += "
            "sub_group_any(1) + 16 * intel_sub_group_shuffle(lane, lane);");
    expect(out, [](unsigned i) { return static_cast<cl_int>(3 + 3 * 16 * i); });
}

TEST_F(DivergentFibers, LoopsThatAskInTheirHead) {
    const auto out =
        run("    x = 0;\n    for (int i = 0; sub_group_any(i < lane); i++) {\n"
            "        if (i >= lane) continue;\n        x += intel_sub_group_shuffle(1, 15);\n    }\n"
            "    x = 100 * x + sub_group_reduce_add(x);");
    expect(out, [](unsigned i) { return static_cast<cl_int>(100 * i + 120); });
}

TEST_F(DivergentFibers, BreaksAndReturns) {
    const auto out =
        run("    x = 0;\n    for (int i = 0; i < 9; i++) {\n        if (i == lane) break;\n"
            "        x += intel_sub_group_shuffle(1, 15);\n    }\n"
            "    if (lane >= 12) { out[get_global_id(0)] = -x; return; }\n"
            "    x += 100 * intel_sub_group_shuffle(lane, 5);");
    expect(out, [](unsigned i) {
        const auto turns = static_cast<cl_int>(std::min(i, 9u));
        return i >= 12 ? -turns : turns + 500;
    });
}

// The other lanes wait at a later exchange. They continue when the last of these lanes has returned.
TEST_F(DivergentFibers, HalfReturnsAfterItsOwnExchange) {
    const auto out =
        run("    if (lane < 8) { out[get_global_id(0)] = intel_sub_group_shuffle(mine, 3); return; }\n"
            "    x = intel_sub_group_shuffle(mine, 12) + 1000 * intel_sub_group_shuffle(lane, 9);");
    expect(out, [](unsigned i) { return i < 8 ? value(3) : value(12) + 9000; });
}

TEST_F(DivergentFibers, ChainsOfConditions) {
    const auto out =
        run("    if (lane < 2) x = intel_sub_group_shuffle(mine, 1);\n"
            "    else if (lane < 5) { x = intel_sub_group_shuffle(mine, 4); if (lane == 3) x += "
            "intel_sub_group_shuffle(5, 3); }\n"
            "    else switch (lane & 3) {\n        case 0: x = intel_sub_group_shuffle(mine, 12); break;\n"
            "        case 1: x = 0;\n        default: x += intel_sub_group_shuffle(1, 15);\n    }\n"
            "    x = 10 * x + (sub_group_reduce_add(1) == 16);");
    expect(out, [](unsigned i) {
        cl_int x = value(i);
        if (i < 2)
            x = value(1);
        else if (i < 5)
            x = value(4) + (i == 3 ? 5 : 0);
        else if (i % 4 == 0)
            x = value(12);
        else
            x = (i % 4 == 1 ? 0 : x) + 1;
        return 10 * x + 1;
    });
}

TEST_F(DivergentFibers, FunctionsThatExchange) {
    const auto out =
        run("    x = lane < 6 ? half_sum(mine, 2) : half_sum(mine, 9);\n"
            "    if (lane == 4 && half_sum(lane, 4) == 8) x = -1;\n    x += 1000 * sub_group_reduce_add(1);",
            "int half_sum(int v, uint from) { int s = 0; for (int i = 0; i < 2; i++) s += "
            "intel_sub_group_shuffle(v, from); return s; }\n");
    expect(out, [](unsigned i) { return 16000 + (i == 4 ? -1 : 2 * value(i < 6 ? 2 : 9)); });
}

// Lanes make different numbers of exchanges first. What they give to the unit still goes to one place.
TEST_F(DivergentFibers, EvaluationAfterDifferentNumbersOfExchanges) {
    const Owned<cl_program> program = built(R"(
__kernel void k(__global int* out, __read_only image2d_t source) {
    const int lane = get_sub_group_local_id();
    int x = 0;
    for (int i = 0; i < lane % 3; i++) x += intel_sub_group_shuffle(1, 14);
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize((ushort2)(16, 16));
    payload = intel_sub_group_avc_sic_configure_ipe(CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL,
        CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL, (uchar)(3 * lane), 0, 0, 0,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
    out[lane] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(
        intel_sub_group_avc_sic_evaluate_ipe(source, CLK_AVC_ME_INITIALIZE_INTEL, payload)) + 100000 * x;
})");
    const Picture picture(48, 48, [](int x, int y) { return x * x / 3 + 5 * y + x * y; });
    vme::SicRequest request;
    request.source.image.luma = picture.view();
    request.source.x = request.source.y = 16;
    vme::IntraEstimation& intra = request.intra.emplace();
    intra.neighbors.has_left = true;
    for (size_t i = 0; i < kLanes; i++) intra.neighbors.left[i] = static_cast<uint8_t>(3 * i);
    vme::SicResult result;
    ASSERT_TRUE(vme::evaluate(request, result).ok());

    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const Owned<cl_mem> source = image(picture);
    const cl_mem handle = source.get();
    clSetKernelArg(made.get(), 1, sizeof handle, &handle);
    expect(run_ints(made.get(), kLanes, {.global = {kLanes, 1, 1}}), [&](unsigned i) {
        return static_cast<cl_int>(result.intra_distortion) + 100000 * static_cast<cl_int>(i % 3);
    });
}

// ---- What works in all modes

TEST_F(Fibers, NothingToDo) {
    EXPECT_EQ(run_ints("__kernel void k(__global int* out) { if (get_sub_group_id() > 9) out[0] = "
                       "sub_group_reduce_add(1); }",
                       1, {.global = {256, 1, 1}})[0],
              0);
}

TEST_F(Fibers, SubGroupSizes) {
    for (const unsigned size : {8u, 16u, 32u}) {
        const std::string attribute =
            "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) ";
        const auto out = run_ints(attribute +
                                      "__kernel void k(__global int* out) {\n    int x = get_global_id(0);\n"
                                      "    for (int i = 0; i < 3; i++) x += sub_group_reduce_add(x);\n"
                                      "    out[get_global_id(0)] = x;\n}",
                                  64, {.global = {64, 1, 1}, .local = {64, 1, 1}});
        std::vector<cl_int> wanted(64);
        std::iota(wanted.begin(), wanted.end(), 0);
        for (unsigned turn = 0; turn < 3; turn++) {
            for (unsigned first = 0; first < 64; first += size) {
                const cl_int sum = std::accumulate(wanted.begin() + first, wanted.begin() + first + size, 0);
                for (unsigned i = first; i < first + size; i++) wanted[i] += sum;
            }
        }
        EXPECT_EQ(out, wanted) << "sub-groups of " << size;
    }
}

// From the kernel to its lanes: a structure, vectors, arrays, constants, images, a sampler, local memory.
TEST_F(Fibers, ParametersOfAllKinds) {
    const Owned<cl_program> program = built(R"(
struct Pair { int a; float b; short c[3]; };
__constant int table[4] = {10, 20, 30, 40};
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__attribute__((vec_type_hint(int4))) __kernel void k(__global int* const restrict out, const struct Pair pair,
    float16 wide, __constant int con[], __read_only image2d_t in, __write_only image2d_t written, const sampler_t sampler,
    __local int* scratch, uchar small, __global int (*rows)[4]) {
    __local int own[16], more;
    __local float fraction;
    const int l = get_sub_group_local_id();
    float a[20];
    for (int i = 0; i < 20; i++) a[i] = i * l;
    scratch[l] = 2 * l;
    own[l] = l * l;
    if (l == 0) { more = 5; fraction = 0.25f; }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 2; i++) if (sub_group_any(l == i)) rows[i][l & 3] = sizeof(own) + i;
    out[l] = pair.a + (int)pair.b + pair.c[2] + (int)wide.s5 + con[l & 3] + table[l & 3] + scratch[15 - l] +
             own[(l + 1) & 15] + more + (int)(4 * fraction) + (int)a[3] + small +
             (int)(read_imagef(in, nearest, (int2)(l, 1)).x * 255 + 0.5f) +
             (int)(read_imagef(in, sampler, (float2)(l + 0.5f, 2.5f)).x * 255 + 0.5f);
    write_imagef(written, (int2)(l, 0), (float4)(l / 255.0f, 0, 0, 1));
})");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    struct {
        cl_int a = 1;
        cl_float b = 2;
        cl_short c[3] = {0, 0, 3};
    } pair;
    cl_float16 wide{};
    wide.s[5] = 4;
    std::vector<cl_int> con{100, 200, 300, 400}, rows(8);
    const Picture picture(16, 4, [](int x, int y) { return 3 * (16 * y + x); });
    const Owned<cl_mem> constants = buffer(16, con.data()), in = image(picture), written = image(picture),
                        row_memory = buffer(32, rows.data());
    cl_int error = CL_SUCCESS;
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_FALSE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP_TO_EDGE,
                                                CL_SAMPLER_FILTER_MODE,
                                                CL_FILTER_NEAREST,
                                                0};
    const cl_sampler sampler = clCreateSamplerWithProperties(context(), properties, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_uchar small = 9;
    const auto set = [&](cl_uint index, const auto& argument) {
        EXPECT_EQ(clSetKernelArg(made.get(), index, sizeof argument, &argument), CL_SUCCESS) << index;
    };
    set(1, pair);
    set(2, wide);
    set(3, static_cast<cl_mem>(constants.get()));
    set(4, static_cast<cl_mem>(in.get()));
    set(5, written.get());
    set(6, sampler);
    EXPECT_EQ(clSetKernelArg(made.get(), 7, 16 * sizeof(cl_int), nullptr), CL_SUCCESS);
    set(8, small);
    set(9, row_memory.get());
    expect(run_ints(made.get(), kLanes, {.global = {kLanes, 1, 1}}), [&](unsigned i) {
        const auto l = static_cast<cl_int>(i);
        const cl_int next = (l + 1) & 15;
        return 1 + 2 + 3 + 4 + con[i & 3] + 10 * ((l & 3) + 1) + 2 * (15 - l) + next * next + 5 + 1 + 3 * l +
               9 + picture.samples[16 + i] + picture.samples[32 + i];
    });
    clEnqueueReadBuffer(queue(), row_memory.get(), CL_TRUE, 0, 32, rows.data(), 0, nullptr, nullptr);
    EXPECT_EQ(rows, (std::vector<cl_int>{64, 64, 64, 64, 65, 65, 65, 65}));
    clReleaseSampler(sampler);
}

// Each sub-group makes another number of exchanges between the barriers.
TEST_F(Fibers, SubGroupsMeetAtBarriers) {
    for (const size_t local : {32, 256, 512}) {
        const auto out = run_ints(R"(
__kernel void k(__global int* out) {
    __local int turn[64];
    const int id = get_sub_group_id(), groups = get_num_sub_groups();
    int x = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < id; i++) x += intel_sub_group_shuffle(i, i & 15);
        if (get_sub_group_local_id() == 0) turn[id] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = turn[(id + 1) % groups];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = x;
})",
                                  2 * local, {.global = {2 * local, 1, 1}, .local = {local, 1, 1}});
        const size_t groups = local / kLanes;
        std::vector<size_t> x(groups);
        for (int round = 0; round < 3; round++) {
            for (size_t id = 0; id < groups; id++) x[id] += id * (id - 1) / 2;
            std::rotate(x.begin(), x.begin() + 1, x.end());
        }
        for (size_t i = 0; i < out.size(); i++)
            ASSERT_EQ(out[i], static_cast<cl_int>(x[i % local / kLanes])) << local << ", work-item " << i;
    }
}

TEST_F(Fibers, LastSubGroupIsSmaller) {
    const auto out = run_ints(
        "__kernel void k(__global int* out) {\n    int x = 0;\n    for (uint i = 0; i <= "
        "get_sub_group_id(); i++) x += sub_group_reduce_add(1);\n    out[get_global_id(0)] = x;\n}",
        44, {.global = {44, 1, 1}, .local = {22, 1, 1}});
    if (lanes_go_one_way()) GTEST_SKIP() << "GENMEDIA_CL_LANES=never: its sub-groups have to go the same way";
    for (unsigned i = 0; i < 44; i++) EXPECT_EQ(out[i], i % 22 < 16 ? 16 : 12) << i;
}

// Sub-groups of one work-group wait for each other's flags.
TEST_F(Fibers, SubGroupsPollEachOther) {
    const Owned<cl_program> program = built(R"(
__kernel void k(__global int* out, volatile __global int* flags) {
    __local int unused[4];
    const int id = get_sub_group_id(), lane = get_sub_group_local_id();
    for (int round = 1; round <= 5; round++) {
        if (lane == 0) {
            if (id != 0) while (atomic_add(&flags[id - 1], 0) < round);
            atomic_add(&flags[id], 1);
            if (id == 0) while (atomic_add(&flags[3], 0) < round);
        }
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = flags[id] + intel_sub_group_shuffle(lane, 2);
})");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_int zeros[4] = {};
    const Owned<cl_mem> flags = buffer(sizeof zeros, zeros);
    const cl_mem handle = flags.get();
    clSetKernelArg(made.get(), 1, sizeof handle, &handle);
    for (const cl_int value : run_ints(made.get(), 64, {.global = {64, 1, 1}, .local = {64, 1, 1}}))
        EXPECT_EQ(value, 7);
}

constexpr const char* kTwoKinds = R"(
int twice(int v) { return 2 * v; }
__kernel void straight(__global int* out) { out[get_global_id(0)] = sub_group_reduce_add(twice(1)); }
__kernel void conditional(__global int* out, int n);
__kernel void conditional(__global int* out, int n) {
    int x = 0;
    for (int i = 0; i < n; i++) x += sub_group_reduce_add(twice(i));
    out[get_global_id(0)] = x;
}
__kernel void calls(__global int* out) { conditional(out, 3); }
)";

TEST_F(Fibers, ProgramsOfBothKinds) {
    const Owned<cl_program> program = built(kTwoKinds);
    size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 3U);
    cl_kernel made[3] = {};
    cl_uint created = 0;
    ASSERT_EQ(clCreateKernelsInProgram(program.get(), 3, made, &created), CL_SUCCESS);
    EXPECT_EQ(created, 3U);
    const cl_int n = 4;
    for (cl_kernel one : made) {
        const Owned<cl_kernel> owned(one);
        char name[40] = {};
        EXPECT_EQ(clGetKernelInfo(one, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr), CL_SUCCESS);
        const std::string which = name;
        if (which == "conditional") clSetKernelArg(one, 1, sizeof n, &n);
        EXPECT_EQ(run_ints(one, kLanes, {.global = {kLanes, 1, 1}})[5], which == "straight"      ? 32
                                                                        : which == "conditional" ? 192
                                                                                                 : 96)
            << which;
    }
    EXPECT_EQ(clCreateKernelsInProgram(program.get(), 2, made, &created), CL_INVALID_VALUE);
}

TEST_F(Fibers, BinariesOfBothKinds) {
    const Owned<cl_program> program = built(kTwoKinds);
    size_t bytes = 0;
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> binary(bytes);
    unsigned char* place = binary.data();
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
              CL_SUCCESS);
    const unsigned char* from = binary.data();
    const cl_device_id one = device();
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    const Owned<cl_program> again(
        clCreateProgramWithBinary(context(), 1, &one, &bytes, &from, &status, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(again.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(again.get(), "straight").get(), kLanes, {.global = {kLanes, 1, 1}})[5], 32);
    EXPECT_EQ(run_ints(kernel(again.get(), "calls").get(), kLanes, {.global = {kLanes, 1, 1}})[5], 96);
}

// Conversions, modifiers, vectors and strings. Each is compared with the output of C's printf.
TEST_F(Fibers, Print) {
    const std::string text = R"(
__kernel void k(__global int* out, int n) {
    int x = 1;
    for (int i = 0; i < n; i++) x = sub_group_reduce_add(x);
    if (get_sub_group_local_id() != 3) return;
    printf("nothing 100%%\n");
    printf("%d %5d|%-5d|%05d %+d %i\n", x, -7, 8, 9, 10, (char)-11);
    printf("%u %x %#X %o %hhu %hd %lu\n", 4000000000u, 255, 255, 8, (uchar)200, (short)-300, 18000000000000000000ul);
    printf("%x %x %lx\n", -1, (char)-1, -1l);
    printf("%f %.2f %e %g|%8.3f|\n", 1.5f, 2.345f, 1e10f, 0.0001f, 3.14159f);
    printf("%v4d %v2hlf %v3f %#v4hhx\n", (int4)(1, -2, 3, 4), (float2)(0.5f, 2), (float3)(1, 2, 3), (uchar4)(1, 2, 254, 255));
    printf("%s and %s, %c%c %p\n", "one", "two", 'o', 107, (__global int*)0);
    printf("[%.0d%s]\n", 0, "");
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    out[0] = x + printf("") + (get_global_id(0) ? printf("in an expression\n") : 1);
})";
    if (lanes_go_one_way() || driver_prints()) GTEST_SKIP() << "the driver prints, vectors otherwise";
    const Owned<cl_program> program = built(text);
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_int n = 1;
    clSetKernelArg(made.get(), 1, sizeof n, &n);
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(run_ints(made.get(), kLanes, {.global = {kLanes, 1, 1}})[0], 16);
    std::fflush(stdout);
    char wanted[2000];
    std::snprintf(
        wanted, sizeof wanted,
        "nothing 100%%\n%d %5d|%-5d|%05d %+d %i\n%u %x %#X %o %u %d %lu\nffffffff ffffffff ffffffffffffffff\n"
        "%f %.2f %e %g|%8.3f|\n1,-2,3,4 0.500000,2.000000 1.000000,2.000000,3.000000 0x1,0x2,0xfe,0xff\n"
        "one and two, ok %p\n[]\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\nin an "
        "expression\n",
        16, -7, 8, 9, 10, -11, 4000000000u, 255u, 255u, 8u, 200u, -300, 18000000000000000000ul, 1.5,
        static_cast<double>(2.345f), 1e10, static_cast<double>(0.0001f), static_cast<double>(3.14159f),
        static_cast<void*>(nullptr));
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), wanted);
}

// What is printed of values of other types is undefined, and may end the process where a driver prints: the 2
// would be an address.
TEST_F(Fibers, PrintOfOtherTypes) {
    if (lanes_go_one_way() || driver_prints()) GTEST_SKIP() << "the driver prints";
    const Owned<cl_program> program = built(R"(__kernel void k(__global int* out, int n) {
    for (int i = 0; i < n; i++) out[get_global_id(0)] = sub_group_reduce_add(1);
    if (get_sub_group_local_id() != 3) return;
    printf("%d %s %f\n", 1.5f, 2, 3);
    printf("%d %d\n", 1);
})");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_int n = 1;
    clSetKernelArg(made.get(), 1, sizeof n, &n);
    ::testing::internal::CaptureStdout();
    run_ints(made.get(), kLanes, {.global = {kLanes, 1, 1}});
    std::fflush(stdout);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "(?) (?) (?)\n1 (?)\n");
}

// Kernels that use what PoCL does itself for a whole work-group.
TEST_F(Fibers, KernelsThatCannotBe) {
    EXPECT_EQ(
        run_ints("__kernel void k(__global int* out) {\n    __local int copy[16];\n    for (int i = 0; i < "
                 "1; i++) "
                 "wait_group_events(0, 0);\n    event_t e = async_work_group_copy(copy, out, 16, 0);\n"
                 "    wait_group_events(1, &e);\n    if (out[0] == 0) out[get_global_id(0)] = copy[3] + "
                 "sub_group_reduce_add(1);\n}",
                 16, {.global = {16, 1, 1}})[9],
        16);
}

TEST_F(Fibers, LinkedFromParts) {
    const Owned<cl_program> library = source(
                                "int sums(int v, int n) { int s = 0; for (int i = 0; i < n; i++) s += "
                                "sub_group_reduce_add(v); return s; }"),
                            main = source(
                                "int sums(int v, int n);\n__kernel void k(__global int* out) { "
                                "out[get_global_id(0)] = sums(2, 3) + get_sub_group_size(); }");
    for (const auto* part : {&library, &main})
        ASSERT_EQ(clCompileProgram(part->get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
    const cl_program parts[] = {library.get(), main.get()};
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> linked(
        clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(linked.get(), "k").get(), kLanes, {.global = {kLanes, 1, 1}})[5], 96 + 16);
}

// Five conditional exchanges. PoCL takes seconds to compile them unless work-items are fibers.
TEST_F(Fibers, SlowCompilationIsSaid) {
    if (!lanes_go_one_way()) GTEST_SKIP() << "GENMEDIA_CL_LANES is not never: nothing compiles slowly";
    std::string text = "__kernel void slow(__global int* out, uint f) {\n    int s = f;\n";
    for (int i = 0; i < 5; i++)
        text += "    if (f & " + std::to_string(1 << i) + ") s += intel_sub_group_shuffle(s, " +
                std::to_string(i + 1) + ");\n";
    // A number that no earlier run used. Otherwise PoCL would take the kernel from its cache.
    text += "    out[get_global_id(0)] = s + " + std::to_string(std::random_device{}() >> 2) + ";\n}\n";
    const Owned<cl_program> program = built(text);
    const Owned<cl_kernel> made = kernel(program.get(), "slow");
    const cl_uint flags = 1;
    clSetKernelArg(made.get(), 1, sizeof flags, &flags);
    ::testing::internal::CaptureStderr();
    const auto begin = std::chrono::steady_clock::now();
    run_ints(made.get(), kLanes, {.global = {kLanes, 1, 1}});
    const bool slow = std::chrono::steady_clock::now() - begin > std::chrono::seconds(3);
    const std::string said = ::testing::internal::GetCapturedStderr();
    if (!slow) GTEST_SKIP() << "compiled within three seconds here";
    EXPECT_NE(said.find("genmedia: compiling slow ..."), said.npos) << said;
}

TEST_F(Fibers, BuildErrorsNameTheProgramsOwnText) {
    const std::string log = refused(
        "__kernel void k(__global int* out) {\n    for (int i = 0; i < 3; i++)\n        "
        "out[0] += sub_group_reduce_add(missing);\n}\n");
    EXPECT_NE(log.find("program.cl:3"), log.npos) << log;
    EXPECT_NE(log.find("missing"), log.npos) << log;
    EXPECT_EQ(log.find("__genmedia"), log.npos) << log;
}

// As x264's look-ahead is written: four lanes add up what they wrote, and no barrier is in between. Some
// return before, some leave the loop earlier.
TEST_F(DivergentFibers, KeepLanesInStepThatRelyOnIt) {
    const auto values = run_ints(R"(
int sum4(int v, int i, __local int* costs) {
    costs[i] = v;
    return costs[0] + costs[1] + costs[2] + costs[3];
}
__kernel void k(__global int* out) {
    __local int memory[64];
    const int me = get_global_id(0), i = me & 3, group = me >> 2;
    if (group == 5) return;
    __local int* costs = memory + 4 * (get_local_id(0) >> 2);
    int v = me * 7 % 13 + 1, total = sum4(v, i, costs), rounds = group % 4;
    while (rounds-- > 0) {
        costs[i] = v + rounds;
        v = costs[(i + 1) & 3];
    }
    out[me] = total * 100 + v;
}
)",
                                 64, {.global = {64, 1, 1}, .local = {32, 1, 1}});
    for (int group = 0; group < 16; group++) {
        if (group == 5) continue;
        std::array<int, 4> v{};
        for (int i = 0; i < 4; i++) v[i] = (group * 4 + i) * 7 % 13 + 1;
        const int total = v[0] + v[1] + v[2] + v[3];
        for (int rounds = group % 4; rounds-- > 0;) {
            const auto before = v;
            for (int i = 0; i < 4; i++) v[i] = before[(i + 1) & 3] + rounds;
        }
        for (int i = 0; i < 4; i++)
            EXPECT_EQ(values[group * 4 + i], total * 100 + v[i]) << group << ", " << i;
    }
}

// The same where all lanes go one way, which PoCL's own work-items can do, too.
TEST_F(Fibers, KeepLanesInStepThatGoOneWay) {
    const auto values = run_ints(R"(
__kernel void k(__global int* out) {
    __local int memory[64];
    const int me = get_global_id(0), i = me & 3;
    __local int* costs = memory + 4 * (get_local_id(0) >> 2);
    for (int round = 0; round < 3; round++) {
        costs[i] = me * 7 % 13 + round;
        out[me] = costs[0] + costs[1] + costs[2] + costs[3];
    }
}
)",
                                 64, {.global = {64, 1, 1}, .local = {32, 1, 1}});
    for (int me = 0; me < 64; me++) {
        int sum = 0;
        for (int i = me & ~3; i < (me | 3) + 1; i++) sum += i * 7 % 13 + 2;
        EXPECT_EQ(values[me], sum) << me;
    }
}

// Waiting for each other must not lose a `return` of some lanes, even where not all can wait.
TEST_F(Fibers, KeepReturnsOfLanesInStep) {
    const auto values = run_ints(R"(
__kernel void k(__global int* out) {
    __local int memory[64];
    const int me = get_global_id(0), i = me & 3;
    out[me] = -1;
    if (me >> 2 == 5) return;
    __local int* costs = memory + 4 * (get_local_id(0) >> 2);
    costs[i] = me;
    out[me] = costs[0] + costs[1] + costs[2] + costs[3];
}
)",
                                 64, {.global = {64, 1, 1}, .local = {32, 1, 1}});
    for (int me = 0; me < 64; me++) {
        const bool returned = me >> 2 == 5;
        if (returned || !lanes_go_one_way()) {
            EXPECT_EQ(values[me], returned ? -1 : (me & ~3) * 4 + 6) << me;
        }
    }
}

}  // namespace
}  // namespace genmedia::test
