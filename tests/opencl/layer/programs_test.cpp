// SPDX-License-Identifier: MIT
// Programs: which program is built in place of another, and what applications see of that.
#include "layer_test.h"
#include "own_folder.h"

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace genmedia::test {
namespace {

using Programs = LayerTest;

const std::string kRotate = R"(__kernel void k(__global int* out) {
    out[get_global_id(0)] = intel_sub_group_shuffle((int)get_global_id(0), (get_sub_group_local_id() + 1) & 15);
}
)";

std::vector<cl_int> rotated() {
    std::vector<cl_int> values(32);
    for (int i = 0; i < 32; i++) values[i] = i / 16 * 16 + (i + 1) % 16;
    return values;
}

TEST_F(Programs, WithoutTheExtensionsArePoclsOwn) {
    const Owned<cl_program> program = built("__kernel void k(__global int* o) { o[get_global_id(0)] = 7; }");
    size_t size = 0;
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char* pointer = bytes.data();
    ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    const std::string binary(bytes.begin(), bytes.end());
    EXPECT_EQ(binary.find("genmedia kernels"), std::string::npos);  // the layer appends this
    EXPECT_EQ(binary.find("__genmedia_"), std::string::npos);       // and marks kernels with this
    EXPECT_EQ(run_ints(kernel(program.get(), "k").get(), 3, {.global = {3, 1, 1}, .local = {3, 1, 1}}),
              (std::vector<cl_int>{7, 7, 7}));
}

TEST_F(Programs, KeepTheirSourceNamesAndOptions) {
    const Owned<cl_program> program = built(kRotate, "-D UNUSED=1");
    size_t size = 0;
    clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, 0, nullptr, &size);
    std::string text(size, '\0');
    clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, size, text.data(), nullptr);
    EXPECT_STREQ(text.c_str(), kRotate.c_str());
    char names[64] = {};
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(names, "k");
    char options[64] = {};
    clGetProgramBuildInfo(program.get(), device(), CL_PROGRAM_BUILD_OPTIONS, sizeof options, options,
                          nullptr);
    EXPECT_STREQ(options, "-D UNUSED=1");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    cl_program owner = nullptr;
    EXPECT_EQ(clGetKernelInfo(made.get(), CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr), CL_SUCCESS);
    EXPECT_EQ(owner, program.get());
}

TEST_F(Programs, MayBeReleasedBeforeTheirKernels) {
    Owned<cl_program> program = built(kRotate);
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    program.reset();
    EXPECT_EQ(run_ints(made.get(), 32, {.global = {32, 1, 1}}), rotated());
}

TEST_F(Programs, LiveAsLongAsTheirKernels) {
    Owned<cl_program> program = built(kRotate);
    Owned<cl_kernel> first = kernel(program.get(), "k");
    program.reset();
    cl_program owner = nullptr;
    ASSERT_EQ(clGetKernelInfo(first.get(), CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr), CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(owner, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    const Owned<cl_kernel> second = kernel(owner, "k");
    ASSERT_NE(second.get(), nullptr);
    first.reset();
    EXPECT_EQ(run_ints(second.get(), 32, {.global = {32, 1, 1}}), rotated());
}

TEST_F(Programs, CannotBeBuiltAgainWhileTheyHaveKernels) {
    const Owned<cl_program> program = built(kRotate);
    Owned<cl_kernel> made = kernel(program.get(), "k");
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    made.reset();
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Programs, AreBuiltAnewWithOtherOptions) {
    const std::string text =
        "#ifdef SIX\n#define V 6\n#else\n#define V get_sub_group_local_id() * 0 + 5\n#endif\n"
        "__kernel void k(__global int* o) { o[get_global_id(0)] = V; }";
    const Owned<cl_program> program = built(text);
    EXPECT_EQ(run_ints(kernel(program.get(), "k").get(), 1, {.local = {1, 1, 1}}), std::vector<cl_int>{5});
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "-DSIX", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(program.get(), "k").get(), 1, {.local = {1, 1, 1}}), std::vector<cl_int>{6});
}

TEST_F(Programs, ExpandMacrosOfTheOptionsOnce) {
    const std::string text =
        "__kernel void k(__global int* o) { int n = 5; o[get_global_id(0)] = twice(n) + 0 * "
        "intel_sub_group_shuffle(1, 0); }";
    EXPECT_EQ(run_ints("int (twice)(int x) { return 2 * x; }\n" + text, 1, {.local = {1, 1, 1}},
                       "-D UNUSED -Dtwice(x)=(twice(x)+1)"),
              std::vector<cl_int>{11});
}

std::vector<unsigned char> binary_of(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char* pointer = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr), CL_SUCCESS);
    return bytes;
}

Owned<cl_program> from_binary(cl_context context, cl_device_id id, const std::vector<unsigned char>& bytes,
                              cl_int& error) {
    const unsigned char* binary = bytes.data();
    const size_t size = bytes.size();
    cl_int status = CL_SUCCESS;
    return Owned<cl_program>(clCreateProgramWithBinary(context, 1, &id, &size, &binary, &status, &error));
}

TEST_F(Programs, ComeBackFromTheirBinaries) {
    const Owned<cl_program> program = built(kRotate);
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> again = from_binary(context(), device(), binary_of(program.get()), error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(again.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(again.get(), "k").get(), 32, {.global = {32, 1, 1}}), rotated());
}

TEST_F(Programs, DamagedBinariesAreRefused) {
    const Owned<cl_program> program = built(kRotate);
    const std::vector<unsigned char> whole = binary_of(program.get());
    const auto refused = [&](const std::vector<unsigned char>& bytes) {
        cl_int error = CL_SUCCESS;
        const Owned<cl_program> made = from_binary(context(), device(), bytes, error);
        return made.get() == nullptr && error == CL_INVALID_BINARY;
    };
    for (size_t at = 0; at < whole.size();
         at += at < 100 || at + 300 > whole.size() ? 1 : whole.size() / 50) {
        std::vector<unsigned char> bytes = whole;
        bytes[at] = static_cast<unsigned char>(bytes[at] ^ 1 << at % 8);
        EXPECT_TRUE(refused(bytes)) << "byte " << at << " of " << whole.size();
    }
    for (const size_t size : {whole.size() - 1, whole.size() / 2, size_t{30}, size_t{20}})
        EXPECT_TRUE(refused({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)})) << size;
}

TEST_F(Programs, AreCompiledWithHeadersAndLinked) {
    const Owned<cl_program> header = source("int turned(int value);\n");
    const Owned<cl_program> function = source(
        "int turned(int value) { return intel_sub_group_shuffle(value, (get_sub_group_local_id() + 1) & 15); "
        "}\n");
    const Owned<cl_program> main = source(
        "#include \"turn/turned.h\"\n__kernel void k(__global int* out) { out[get_global_id(0)] = "
        "turned(get_global_id(0)) + 0 * get_sub_group_id(); }\n");
    const cl_program headers[] = {header.get()};
    const char* names[] = {"turn/turned.h"};
    ASSERT_EQ(clCompileProgram(main.get(), 0, nullptr, "", 1, headers, names, nullptr, nullptr), CL_SUCCESS)
        << log_of(main.get());
    ASSERT_EQ(clCompileProgram(function.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << log_of(function.get());
    const cl_program parts[] = {main.get(), function.get()};
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> linked(
        clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(linked.get(), "k").get(), 32, {.global = {32, 1, 1}}), rotated());
}

// The kernel itself mentions nothing of the extensions.
TEST_F(Programs, PartsThatSeemToNeedNothingAreLinkedWithThoseThatDo) {
    const Owned<cl_program> function = source(
        "int turned(int value) { return intel_sub_group_shuffle(value, (get_sub_group_local_id() + 1) & 15); "
        "}\n");
    const Owned<cl_program> main = source(
        "int turned(int value);\n__kernel void k(__global int* out) { "
        "out[get_global_id(0)] = turned(get_global_id(0)); }\n");
    for (const cl_program part : {main.get(), function.get()})
        ASSERT_EQ(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    const cl_program parts[] = {main.get(), function.get()};
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> linked(
        clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(run_ints(kernel(linked.get(), "k").get(), 32, {.global = {32, 1, 1}}), rotated());
}

TEST_F(Programs, CallBackWhenBuilt) {
    const Owned<cl_program> program = source(kRotate);
    cl_program told = nullptr;
    const auto tell = [](cl_program which, void* place) { *static_cast<cl_program*>(place) = which; };
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "", tell, &told), CL_SUCCESS);
    EXPECT_EQ(told, program.get());
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, &told), CL_INVALID_VALUE);
}

TEST_F(Programs, GiveAllTheirKernelsAtOnce) {
    const Owned<cl_program> program = built(
        "__kernel void a(__global int* o) { o[get_sub_group_id()] = 1; }\n"
        "__kernel void b(__global int* o) { o[get_sub_group_id()] = 2; }\n");
    cl_uint count = 0;
    cl_kernel made[2] = {};
    ASSERT_EQ(clCreateKernelsInProgram(program.get(), 2, made, &count), CL_SUCCESS);
    ASSERT_EQ(count, 2u);
    const Owned<cl_kernel> first(made[0]), second(made[1]);
    EXPECT_EQ(run_ints(first.get(), 1, {.global = {16, 1, 1}})[0] +
                  run_ints(second.get(), 1, {.global = {16, 1, 1}})[0],
              3);
}

// ---- Build errors

TEST_F(Programs, ErrorsHaveTheLinesOfTheSource) {
    const std::string log = refused(
        "// one\n// two\n__kernel void k(__global int* o) {\n"
        "    o[0] = intel_sub_group_shuffle(1, 0);\n    o[1] = nowhere;\n}\n");
    EXPECT_NE(log.find("program.cl:5:12"), std::string::npos) << log;
    EXPECT_NE(log.find("nowhere"), std::string::npos) << log;
    EXPECT_EQ(log.find("__gm"), std::string::npos) << log;
}

TEST_F(Programs, ErrorsBehindMacrosAndIncludesHaveThemToo) {
    const ::test::OwnFolder folder;
    std::ofstream(folder.path("part.cl")) << "\n\nint part(void) { return elsewhere; }\n";
    const std::string log = refused(
        "#include \"part.cl\"\n__kernel void k(__global int* o) { o[0] = part() + get_sub_group_size(); }\n",
        ("-I " + folder.path()).c_str());
    EXPECT_NE(log.find("part.cl:3:25"), std::string::npos) << log;
}

TEST_F(Programs, AMissingIncludeIsNamed) {
    const std::string log = refused(
        "#include \"nowhere.cl\"\n__kernel void k(__global int* o) { o[0] = "
        "get_sub_group_size(); }\n");
    EXPECT_NE(log.find("nowhere.cl"), std::string::npos) << log;
}

std::string search(const std::string& parameters, const std::string& call) {
    return "__kernel void k(" + parameters +
           ", __global int* out) {\n"
           "    sampler_t s = CLK_AVC_ME_INITIALIZE_INTEL;\n"
           "    intel_sub_group_avc_ime_payload_t p = intel_sub_group_avc_ime_initialize((ushort2)(0, 0), 0, "
           "0);\n"
           "    " +
           call + ";\n}\n";
}

TEST_F(Programs, AReferenceBeforeItsSourceIsRefused) {
    const std::string log =
        refused(search("__read_only image2d_t ref, __read_only image2d_t src",
                       "intel_sub_group_avc_ime_evaluate_with_single_reference(src, ref, s, p)"));
    EXPECT_NE(log.find("program.cl:4:"), std::string::npos) << log;
    EXPECT_NE(log.find("src"), std::string::npos) << log;
}

TEST_F(Programs, ABufferBetweenTheImagesIsRefused) {
    const std::string log =
        refused(search("__read_only image2d_t src, __global int* between, __read_only image2d_t ref",
                       "intel_sub_group_avc_ime_evaluate_with_single_reference(src, ref, s, p)"));
    EXPECT_NE(log.find("program.cl:4:"), std::string::npos) << log;
}

TEST_F(Programs, AnImageOfTheUnitAndOfABlockReadIsRefused) {
    const std::string log =
        refused(search("__read_only image2d_t src, __read_only image2d_t ref",
                       "intel_sub_group_avc_ime_evaluate_with_single_reference(src, ref, s, p); "
                       "out[0] = intel_sub_group_media_block_read_uc((int2)(0, 0), 16, 1, src)"));
    EXPECT_NE(log.find("src"), std::string::npos) << log;
}

// ---- What compiling takes

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Each took a minute or more where compile time grew by a power of the size.
TEST_F(Programs, CompileInTimeThatGrowsWithTheirSizeAsFibers) {
    const std::string evaluate =
        "t += intel_sub_group_shuffle((int)get_local_id(0), t & 15) + sub_group_any(t == 99);";
    std::string chain = "int f0(int t, int n) { return t; }\n", returns;
    for (int i = 1; i < 30; i++)
        chain += "int f" + std::to_string(i) + "(int t, int n) { if (n == " + std::to_string(i) + ") " +
                 evaluate + " return f" + std::to_string(i - 1) + "(t, n); }\n";
    for (int i = 0; i < 60; i++)
        returns += "if (t == " + std::to_string(i + 1000) + ") return; " + evaluate + "\n";
    for (const std::string& text :
         {chain + "__kernel void k(__global int* o) { o[get_global_id(0)] = f29(1, o[0]); }",
          "__kernel void k(__global int* o) { int t = o[0]; " + returns + " o[get_global_id(0)] = 1; }"}) {
        const double begin = processor_seconds();
        EXPECT_EQ(run_ints(text, 16, {.global = {16, 1, 1}}), std::vector<cl_int>(16, 1));
        EXPECT_LT(processor_seconds() - begin, 10.0);
    }
}

}  // namespace
}  // namespace genmedia::test
