// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

TEST(Kernels, MarksWhereAKernelStartsAndEnds) {
    EXPECT_EQ(
        preprocessed("kernel void k(global int* p) { if (p[0]) return; else { p[0] = 1; return ; } }"),
        "kernel void k(global int* p) { __genmedia_enter(); if (p[0]) { __genmedia_leave(); return; } else { "
        "p[0] = 1; { __genmedia_leave(); return ; } } __genmedia_leave(); }");
    EXPECT_EQ(preprocessed("__kernel void k(void) {}"),
              "__kernel void k(void) { __genmedia_enter(); __genmedia_leave(); }");
}

TEST(Kernels, NamesImagesByTheirPosition) {
    const Rewritten result(
        "typedef read_only image2d_t Plane;\n"
        "kernel void k(int n, read_only image2d_t a, const sampler_t s, Plane b, __write_only "
        "image2d_array_t c,\n"
        "              global float4* const restrict out, constant int t[4]) { ; }");
    EXPECT_NE(result.flat().find("{ __genmedia_enter(); __genmedia_image(1, a); __genmedia_image(3, b); "
                                 "__genmedia_image(4, c); ;"),
              std::string::npos)
        << result.flat();
    ASSERT_EQ(result.source.kernels.size(), 1U);
    const auto& parameters = result.source.kernels[0].parameters;
    ASSERT_EQ(parameters.size(), 7U);
    EXPECT_EQ(parameters[0].name, "n");
    EXPECT_TRUE(parameters[3].is_image);
    EXPECT_FALSE(parameters[2].is_image);
    EXPECT_EQ(parameters[5].name, "out");
    EXPECT_EQ(parameters[6].name, "t");
}

TEST(Kernels, OtherFunctionsAreNotMarked) {
    const std::string text =
        "struct S { int a; }; int f(int x) { return x; } struct S g(void) { struct S s = {1}; return s; } "
        "kernel void declared(int a); constant int table[2] = {f(1), 2};";
    EXPECT_EQ(preprocessed(text), text);
}

TEST(Kernels, MadeByMacrosAndInHeaders) {
    SourceInput input{
        .text =
            "#include \"k.h\"\n#define MAKE(T) __kernel void fill_##T(global T* p) \\\n"
            "  { p[0] = (T)1; /* } */ char c = '}'; }\nMAKE(int)\nMAKE(\n  float)\nint after;\n",
        .options = {},
        .headers = {{"k.h", "\nkernel void in_header(\n#ifdef WIDE\n  int wide,\n#endif\n  int n)\n{\n}\n"}},
        .predefined = {}};
    Rewritten result(input);
    ASSERT_EQ(result.source.kernels.size(), 3U) << result.status.message();
    EXPECT_EQ(result.source.kernels[0].name, "in_header");
    EXPECT_EQ(result.source.kernels[0].parameters.size(), 1U);
    EXPECT_EQ(result.source.kernels[1].name, "fill_int");
    EXPECT_EQ(result.source.kernels[2].name, "fill_float");
    EXPECT_EQ(result.line(7, "k.h"), "{ __genmedia_enter();");
    EXPECT_NE(result.line(4).find("fill_int"), std::string::npos);
    EXPECT_EQ(result.line(7), "int after;");
    input.options = {"-DWIDE"};
    EXPECT_EQ(Rewritten(input).source.kernels.at(0).parameters.size(), 2U);
}

TEST(Kernels, AttributesOfSizeAreTakenOut) {
    const Rewritten result(
        "#define WG 8\n"
        "__attribute__((reqd_work_group_size(WG * 2, (3 - 1), 8 / 8), vec_type_hint(float)))\n"
        "__attribute__((__work_group_size_hint__(1, 1, 1)))\n"
        "kernel void a(void) __attribute__((intel_reqd_sub_group_size(16))) { }\n"
        "kernel __attribute__((__reqd_work_group_size__(4,1,1))) void b(int x __attribute__((unused))) {}\n"
        "kernel __attribute__((reqd_work_group_size(ENUM,1,1))) void c() {}\n");
    ASSERT_EQ(result.source.kernels.size(), 3U) << result.status.message();
    const auto& a = result.source.kernels[0];
    EXPECT_EQ(a.required_work_group_size, (std::array<size_t, 3>{16, 2, 1}));
    EXPECT_EQ(a.required_sub_group_size, 16U);
    EXPECT_EQ(result.source.kernels[1].required_work_group_size, (std::array<size_t, 3>{4, 1, 1}));
    EXPECT_EQ(result.source.kernels[1].parameters.at(0).name, "x");
    EXPECT_EQ(result.source.kernels[2].required_work_group_size, (std::array<size_t, 3>{}));
    const std::string text = result.flat();
    EXPECT_NE(text.find("vec_type_hint(float)"), std::string::npos);
    EXPECT_NE(text.find("__attribute__((reqd_work_group_size(ENUM,1,1)))"), std::string::npos);
    EXPECT_EQ(text.find("hint__"), std::string::npos);
    EXPECT_EQ(text.find("intel_reqd"), std::string::npos);
    EXPECT_EQ(text.find("16"), std::string::npos);
    EXPECT_TRUE(result.source.needs_layer);
}

TEST(Kernels, UsesAreFollowedThroughCalls) {
    const Rewritten result(
        "void deep(local int* p) { atomic_inc(p); }\n"
        "void join(local int* p) { if (p[0]) join(p); deep(p); work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "uint lane() { return get_sub_group_local_id(); }\n"
        "kernel void a(local int* p) { join(p); }\n"
        "kernel void b(global uint* p) { p[0] = lane(); local int x; }\n"
        "kernel void c(global int* p) { p[0] = intel_sub_group_avc_mce_get_inter_distortions(x); }\n"
        "kernel void d(global int* barrier) { barrier[0] = 1; }\n");
    const auto flags = [&](size_t i) {
        const auto& k = result.source.kernels.at(i);
        return std::array{k.uses_motion_estimation, k.uses_sub_groups, k.uses_work_group_barrier,
                          k.uses_local_memory, k.uses_atomics};
    };
    EXPECT_EQ(flags(0), (std::array{false, false, true, true, true}));
    EXPECT_EQ(flags(1), (std::array{false, true, false, true, false}));
    EXPECT_EQ(flags(2), (std::array{true, true, false, false, false}));
    EXPECT_EQ(flags(3), (std::array{false, false, false, false, false}));
}

TEST(Kernels, InlineBecomesStatic) {
    EXPECT_EQ(preprocessed("inline int f(int); int f(int a) { return a; }"),
              "static inline int f(int); static int f(int a) { return a; }");
    const std::string fine =
        "static inline int f() { return 1; } extern inline int g() { return 1; } int h() { return 1; }";
    EXPECT_EQ(preprocessed(fine), fine);
    EXPECT_EQ(preprocessed("#pragma OPENCL FP_CONTRACT ON\n__inline void f() {}"),
              "#pragma OPENCL FP_CONTRACT ON static __inline void f() {}");
}

TEST(Kernels, LayerIsNeededForWhatItProvides) {
    EXPECT_FALSE(Rewritten("kernel void k() { barrier(0); }").source.needs_layer);
    EXPECT_FALSE(Rewritten("#if 0\nsub_group_all(1);\n#endif\n").source.needs_layer);
    EXPECT_TRUE(Rewritten("#define G(x) sub_group_##x\nkernel void k() { G(all)(1); }").source.needs_layer);
    EXPECT_TRUE(Rewritten("kernel void k() { int x = CLK_AVC_ME_MAJOR_16x16_INTEL; }").source.needs_layer);
}

}  // namespace
}  // namespace genmedia::opencl
