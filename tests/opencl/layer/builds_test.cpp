// SPDX-License-Identifier: MIT
// What PoCL is given to build: options, and programs that it does not build as they are.
#include "layer_test.h"

#include <sstream>

namespace genmedia::test {
namespace {

using Builds = LayerTest;

const std::string kFirst = R"(__kernel void k(__global int* out) {
    out[get_global_id(0)] = intel_sub_group_shuffle((int)get_global_id(0), 0);
}
)";

TEST_F(Builds, AcceptOptionsOfIntelsCompiler) {
    const std::string alone = "__kernel void k(__global int* o) { o[get_global_id(0)] = VALUE; }";
    const auto accept = [&](const std::string& text, const std::string& option) {
        const std::string options = option + " -D VALUE=7";
        const Owned<cl_program> program = built(text, options);
        std::string answer(options.size() + 1, '\0');
        EXPECT_EQ(clGetProgramBuildInfo(program.get(), device(), CL_PROGRAM_BUILD_OPTIONS, answer.size(),
                                        answer.data(), nullptr),
                  CL_SUCCESS);
        EXPECT_STREQ(answer.c_str(), options.c_str());
    };
    for (const std::string option :
         {"-cl-intel-greater-than-4GB-buffer-required", "-cl-no-subgroup-ifp",
          "-cl-intel-reqd-eu-thread-count=4", "-cl-intel-reqd-eu-thread-count 4",
          "-ze-opt-large-register-file", "-cl-intel-256-GRF-per-thread", "-cl-intel-has-buffer-offset-arg",
          "-gline-tables-only", "-ze-opt-level=2"})
        accept(alone, option);
    accept(kFirst, "-cl-intel-256-GRF-per-thread -cl-intel-reqd-eu-thread-count 4");
    EXPECT_EQ(run_ints(alone, 1, {.local = {1, 1, 1}}, "-cl-no-subgroup-ifp -D VALUE=7"),
              std::vector<cl_int>{7});
}

TEST_F(Builds, RefuseOptionsThatNobodyKnows) {
    for (const std::string& text : {std::string("__kernel void k(__global int* o) { o[0] = 1; }"), kFirst})
        for (const std::string option :
             {"-cl-intel-no-such-option", "-no-such-option", "-cl-no-subgroup-ifpx"}) {
            const Owned<cl_program> program = source(text);
            EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, option.c_str(), nullptr, nullptr),
                      CL_INVALID_BUILD_OPTIONS)
                << option;
        }
}

// Programs ask for extensions as their texts say. PoCL's compiler knows none of those that the layer adds.
TEST_F(Builds, MayEnableTheExtensionsOfTheDevice) {
    const std::string alone = "__kernel void k(__global int* o) { o[0] = 1; }\n";
    size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
    std::string all(size, '\0');
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, size, all.data(), nullptr), CL_SUCCESS);
    std::istringstream words(all.c_str());
    std::string pragmas;
    int added = 0;
    for (std::string name; words >> name;) {
        if (!name.starts_with("cl_intel_") && !name.starts_with("cl_khr_subgroup")) continue;
        pragmas += "#pragma OPENCL EXTENSION " + name + " : enable\n";
        added++;
    }
    EXPECT_GE(added, 14);
    for (const std::string& text : {alone, kFirst}) {
        built(pragmas + text, "-Werror");
        const Owned<cl_program> program =
            source("#pragma OPENCL EXTENSION cl_intel_no_such_extension : enable\n" + text);
        EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-Werror", nullptr, nullptr),
                  CL_BUILD_PROGRAM_FAILURE);
    }
    EXPECT_EQ(run_ints(pragmas + kFirst, 16, {.global = {16, 1, 1}, .local = {16, 1, 1}}, "-Werror"),
              std::vector<cl_int>(16));
}

// OpenCL C 2.0 is built as 3.0 where PoCL has none, with and without the layer's functions.
TEST_F(Builds, AcceptTheLanguageOfIntelsDrivers) {
    for (const std::string& text : {std::string("__kernel void k(__global int* o) { o[0] = 1; }"), kFirst})
        built(text, "-cl-std=CL2.0");
}

// PoCL's header makes macros of built-in functions' names.
TEST_F(Builds, MayPasteNamesOfBuiltInFunctions) {
    const std::string text =
        "#define PASTE_(a, b) a##b\n#define PASTE(a, b) PASTE_(a, b)\n#define vload1(at, from) (from)[at]\n"
        "#define min1(a) (a)\n"
        "__kernel void k(__global int* o) { o[0] = PASTE(min, 1)(PASTE(vload, 1)(0, o)) + 5; }";
    EXPECT_EQ(run_ints(text, 1, {.local = {1, 1, 1}}), std::vector<cl_int>{5});
}

// ---- Messages

TEST_F(Builds, MessagesNameTheProgramsOwnFunctions) {
    struct Case {
        std::string body, named, place;
    };
    const std::string begin =
        "#define READ(p) intel_sub_group_block_read(p)\n__kernel void k(__global uint* o) {\n";
    for (const Case& one : {
             Case{"__local uint t[16]; o[0] = intel_sub_group_block_read(t);", "'intel_sub_group_block_read'",
                  ":3:28:"},
             Case{"__local uint t[16]; o[0] = READ(t);", "'intel_sub_group_block_read'", ":3:28:"},
             Case{"__local ushort t[16]; o[0] = intel_sub_group_block_read_us8(t).x;",
                  "'intel_sub_group_block_read_us8'", ":3:30:"},
             Case{"struct { int a; } s; intel_sub_group_shuffle(s, 0);", "'intel_sub_group_shuffle'",
                  ":3:22:"},
             Case{"struct { int a; } s; sub_group_broadcast(s, 0);", "'sub_group_broadcast'", ":3:22:"},
             Case{"float4 f; intel_sub_group_shuffle(1, 0); atomic_inc(f);", "'atomic_inc'", ":3:42:"},
         }) {
        const std::string log = refused(begin + one.body + " }");
        EXPECT_NE(log.find(one.named), std::string::npos) << log;
        EXPECT_NE(log.find("program.cl" + one.place), std::string::npos) << log;
        for (const char* ours : {"__gm_", "__genmedia", "_cl_", "genmedia/"})
            EXPECT_EQ(log.find(ours), std::string::npos) << log;
    }
}

TEST_F(Builds, OldLanguagesSayWhatIsNeeded) {
    const std::string log = refused(kFirst, "-cl-std=CL1.1");
    EXPECT_NE(log.find("OpenCL C 1.1"), std::string::npos) << log;
    EXPECT_NE(log.find("expected -cl-std=CL1.2 or later"), std::string::npos) << log;
    built("__kernel void k(__global int* o) { o[0] = 1; }", "-cl-std=CL1.1");
}

}  // namespace
}  // namespace genmedia::test
