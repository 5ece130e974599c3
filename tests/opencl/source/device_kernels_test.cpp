// SPDX-License-Identifier: MIT
#include "opencl/source/device_kernels.h"

#include <gtest/gtest.h>

#include <sstream>

namespace genmedia::opencl {
namespace {

struct OnDevice {
    DeviceSource source;
    Status status;

    explicit OnDevice(const std::string& text)
        : status(rewrite_for_device({text, {}, {}, {}}, false, source)) {}

    // Without #line and blanks.
    std::string flat() const {
        std::istringstream lines(source.text);
        std::string all;
        for (std::string line; std::getline(lines, line);)
            if (!line.starts_with("#line")) all += line;
        return without_blanks(all);
    }
    bool has(const std::string& words) const {
        return flat().find(without_blanks(words)) != std::string::npos;
    }

    static std::string without_blanks(std::string text) {
        std::erase(text, ' ');
        return text;
    }
};

constexpr const char* kParameters =
    "__global struct gm_device_launch* __gm_launch, __global const uchar* __gm_pictures, __local ulong2* "
    "__gm_memory";

TEST(DeviceKernels, GetTheirMemoryAndAContext) {
    const OnDevice none("kernel void k() { sub_group_barrier(0); }");
    EXPECT_TRUE(none.has("void k( " + std::string(kParameters) + " ) {")) << none.flat();
    EXPECT_TRUE(none.has("__genmedia_enter(16, 16, __gm_launch, __gm_pictures, __gm_memory);"))
        << none.flat();
    EXPECT_TRUE(none.has("sub_group_barrier( __gm_c, 0)")) << none.flat();
    const OnDevice one("kernel void k(global int* a) { a[0] = sub_group_any(get_sub_group_local_id()); }");
    EXPECT_TRUE(one.has("void k(global int* a , " + std::string(kParameters))) << one.flat();
    EXPECT_TRUE(one.has("sub_group_any( __gm_c, get_sub_group_local_id( __gm_c))")) << one.flat();
    const OnDevice empty("kernel void k(void) { sub_group_barrier(0); }");
    EXPECT_TRUE(empty.has("void k( " + std::string(kParameters))) << empty.flat();
}

TEST(DeviceKernels, HandTheContextAndImagesToFunctions) {
    const OnDevice program(
        "int low(read_only image2d_t i);\n"
        "int plain(int x) { return x; }\n"
        "int low(read_only image2d_t i) { return intel_sub_group_shuffle(plain(1), 2); }\n"
        "int none() { return sub_group_any(1); }\n"
        "kernel void k(read_only image2d_t a, read_only image2d_t b) { low((b)); none(); }\n");
    EXPECT_TRUE(program.has(
        "int low( const struct __gm_context __gm_c, read_only image2d_t i , const uint __gm_image_i);"))
        << program.flat();
    EXPECT_TRUE(program.has("intel_sub_group_shuffle( __gm_c, plain(1), 2)")) << program.flat();
    EXPECT_TRUE(program.has("int none( const struct __gm_context __gm_c) {")) << program.flat();
    EXPECT_TRUE(program.has("const uint __gm_image_a = 0; const uint __gm_image_b = 1;")) << program.flat();
    EXPECT_TRUE(program.has("low( __gm_c, (b) , __gm_image_b); none( __gm_c);")) << program.flat();
}

TEST(DeviceKernels, EvaluateImagesByTheirNumbers) {
    const std::string images = "read_only image2d_t s, read_only image2d_t f, read_only image2d_t b";
    const auto body = [&](const std::string& call) {
        return OnDevice("kernel void k(" + images + ") {\nsampler_t v = 0; x = intel_sub_group_avc_" + call +
                        ";\n}");
    };
    EXPECT_TRUE(body("ime_evaluate_with_single_reference_streamin(s, (f), v, p, c)")
                    .has("_streamin( __gm_c, __gm_image_s, __gm_image_f , p, c)"));
    EXPECT_TRUE(body("ref_evaluate_with_dual_reference(s, f, b, v, p)")
                    .has("reference( __gm_c, __gm_image_s, __gm_image_f, __gm_image_b , p)"));
    const OnDevice multi = body("sic_evaluate_with_multi_reference(s, 5, 3, v, p)");
    EXPECT_TRUE(multi.has("reference( __gm_c, __gm_image_s, 5, 3 , p)")) << multi.flat();
    EXPECT_TRUE(multi.source.kernels.front().may_fail);
    EXPECT_TRUE(body("sic_evaluate_ipe(s, v, p)").has("ipe( __gm_c, __gm_image_s , p)"));
    // What only packs values knows nothing of all this.
    EXPECT_TRUE(body("ime_initialize(at, 0, 0)").has("intel_sub_group_avc_ime_initialize(at, 0, 0)"));
    const OnDevice other = body("sic_evaluate_ipe(a[1], v, p)");
    EXPECT_EQ(other.status.message(),
              "program.cl:2:22: error: argument 1 of 'intel_sub_group_avc_sic_evaluate_ipe' is no image "
              "parameter by "
              "its name; expected one on this device");
}

TEST(DeviceKernels, ThatTakeDifferentWaysAreNoted) {
    const OnDevice lanes(
        "kernel void k(global int* a) {\n"
        "int l = get_sub_group_local_id();\nif (l < 8) a[l] = intel_sub_group_shuffle(l, 3);\n}");
    EXPECT_TRUE(lanes.has("intel_sub_group_shuffle( __gm_here(__gm_c), l, 3)")) << lanes.flat();
    ASSERT_EQ(lanes.source.divided.size(), 1U);
    EXPECT_EQ(lanes.source.divided.front(), "program.cl:3:19: error: intel_sub_group_shuffle");
    const OnDevice all(
        "kernel void k(global int* a, int n) { if (n < 8) a[0] = intel_sub_group_shuffle(n, 3); }");
    EXPECT_TRUE(all.source.divided.empty());
    const OnDevice groups(
        "kernel void k(global int* a) { if (get_sub_group_id() == 0) a[0] = intel_sub_group_shuffle(2, 3); "
        "}");
    EXPECT_EQ(groups.source.divided.size(), 1U) << "where a work-group meets at barriers";
    EXPECT_TRUE(groups.has("intel_sub_group_shuffle( __gm_c, 2, 3)")) << "its lanes are together";
    EXPECT_TRUE(all.has("intel_sub_group_shuffle( __gm_c, n, 3)"));
}

TEST(DeviceKernels, HaveRoomForTheLargestVector) {
    const auto bytes = [](const std::string& type) {
        return OnDevice("kernel void k(global " + type + "* a) { sub_group_barrier(0); }")
            .source.kernels.front()
            .exchange_bytes;
    };
    EXPECT_EQ(bytes("int"), 8U);
    EXPECT_EQ(bytes("uchar16"), 16U);
    EXPECT_EQ(bytes("float3"), 16U);
    EXPECT_EQ(bytes("ulong16"), 128U);
    EXPECT_EQ(bytes("point16"), 8U);
}

TEST(DeviceKernels, WaitNoLongerThanTheyHavePatience) {
    const OnDevice program(
        "void wait(global int* p) { while (atomic_or(p, 0) == 0); }\n"
        "void again(global int* p) { do { p++; } while (atomic_add(p, 0) < 3); while (p[0]) p++; }\n"
        "kernel void k(global int* a) { wait(a); again(a); sub_group_barrier(0); }");
    EXPECT_TRUE(program.has(
        "{ uint __gm_polls = 0; while ( ( atomic_or(p, 0) == 0 ) && __gm_patient(__gm_c, &__gm_polls) );"))
        << program.flat();
    EXPECT_TRUE(program.has(
        "} while ( ( atomic_add(p, 0) < 3 ) && __gm_patient(__gm_c, &__gm_polls) ); while (p[0]) p++;"))
        << program.flat();
    EXPECT_TRUE(program.source.kernels.front().may_fail);
    const auto loop = [](const std::string& statement) {
        return OnDevice("kernel void k(volatile global int* p) { int i; " + statement +
                        " sub_group_barrier(0); }");
    };
    const std::string patient = "__gm_patient(__gm_c, &__gm_polls)";
    for (const auto& [written, bounded] :
         {std::pair("for (; p[0] < (1 + 2);) {}", "for (; ( p[0] < (1 + 2) ) && " + patient + " ;) {}"),
          {"for (;;) { if (atomic_or(p, 0)) break; }", "for (; " + patient + " ;) { if"},
          {"while (p[0] == 0);", "while ( ( p[0] == 0 ) && " + patient + " );"},
          {"while (p[0] == 0) { }", "while ( ( p[0] == 0 ) && " + patient + " ) { }"}})
        EXPECT_TRUE(loop(written).has(bounded)) << loop(written).flat();
    // Loops that count or work.
    for (const char* written : {"for (i = 0; i < 9; i++) atomic_add(p, 1);", "while (i < 9) { i++; }",
                                "do { i++; } while (i < 9);", "for (; i < 9;) { i++; }"})
        EXPECT_FALSE(loop(written).has("__gm_patient")) << written;
}

TEST(DeviceKernels, OfOneSubGroupTakeHelpers) {
    const std::string size = "__attribute__((reqd_work_group_size(16, 1, 1))) ";
    const std::string asks = "{ if (p > 0) return; intel_sub_group_avc_sic_initialize(p); }";
    const auto takes = [](const std::string& text) { return OnDevice(text).source.takes_helpers; };
    const OnDevice program("kernel " + size + "void k(int p) " + asks);
    EXPECT_TRUE(program.source.takes_helpers);
    EXPECT_TRUE(program.has("__gm_memory); if (__genmedia_help(__gm_c)) return;")) << program.flat();
    EXPECT_TRUE(program.has("if (p > 0) { __genmedia_leave(__gm_c); return; }")) << program.flat();
    EXPECT_TRUE(program.has("__genmedia_leave(__gm_c); }")) << program.flat();
    // A launch may give them more sub-groups, or they ask for what helpers change.
    EXPECT_FALSE(takes("kernel void k(int p) " + asks));
    EXPECT_FALSE(takes("kernel __attribute__((reqd_work_group_size(16, 2, 1))) void k(int p) " + asks));
    EXPECT_FALSE(
        takes("kernel " + size + "void k(int p) " + asks + " kernel void other() { sub_group_barrier(0); }"));
    for (const char* call : {"get_work_dim()", "get_local_linear_id()", "get_global_linear_id()",
                             "work_group_all(p)", "wait_group_events(1, &p)"})
        EXPECT_FALSE(takes("kernel " + size +
                           "void k(int p) { intel_sub_group_avc_sic_initialize(p); p = " + call + "; }"))
            << call;
}

TEST(DeviceKernels, WriteImagesWithoutAQualifier) {
    const OnDevice program(
        "void low(int, image2d_t);\n"
        "void low(int x, image2d_t to) { intel_sub_group_block_write(to, 0, x); }\n"
        "kernel void k(image2d_t from, image2d_t to) { low(intel_sub_group_block_read(from, 0), to); }\n"
        "kernel void other(write_only image2d_t to) { low(1, to); }\n");
    EXPECT_TRUE(program.has("int x, __write_only image2d_t to, const uint __gm_image_to")) << program.flat();
    EXPECT_TRUE(program.has("int, __write_only image2d_t, const uint __gm_image_to )")) << program.flat();
    EXPECT_TRUE(program.has("void k(image2d_t from, __write_only image2d_t to")) << program.flat();
    EXPECT_TRUE(program.has("void other(write_only image2d_t to")) << program.flat();
}

TEST(DeviceKernels, CallNoOtherKernels) {
    const OnDevice program("kernel void a() { sub_group_barrier(0); }\nkernel void b() { a(); }");
    EXPECT_EQ(program.status.code(), StatusCode::invalid_argument);
    EXPECT_EQ(program.status.message(),
              "program.cl:2:19: error: kernel 'a' is called by a function; kernels that use sub-groups can "
              "be launched "
              "alone on this device");
}

TEST(DeviceKernels, ThatNeedNothingStay) {
    const OnDevice program("kernel void k(global int* a) { a[0] = get_local_id(0); }");
    EXPECT_TRUE(program.status.ok());
    EXPECT_FALSE(program.source.needs_layer);
}

}  // namespace
}  // namespace genmedia::opencl
