// SPDX-License-Identifier: MIT
#include "opencl/layered_device.h"

#include <CL/cl_ext.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace genmedia::test {
namespace {

constexpr const char* kExtension = "cl_intel_device_side_avc_motion_estimation";

template <class Handle, class Query>
std::string queried_text(Query query, Handle handle, cl_uint what) {
    size_t size = 0;
    if (query(handle, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string text(size, '\0');
    query(handle, what, size, text.data(), nullptr);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
}

// The first device with the extension. Else the first device, so that the test can say what it lacks.
cl_device_id find_device() {
    cl_platform_id platforms[16];
    cl_device_id first = nullptr;
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return nullptr;
    for (cl_uint i = 0; i < count && i < 16; i++) {
        cl_device_id device = nullptr;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) continue;
        if (queried_text(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find(kExtension) != std::string::npos)
            return device;
        if (first == nullptr) first = device;
    }
    return first;
}

// A kernel that hangs must end the program, below gtest's line with the name of the test. The limit is long
// enough for a kernel that is only slow on a busy machine.
constexpr unsigned kSecondsOfATest = 600;

void begin_time_limit() {
    std::signal(SIGALRM, [](int) {
        constexpr char words[] = "this test takes longer than 600 seconds: it hangs\n";
        (void)!write(STDERR_FILENO, words, sizeof words - 1);
        _exit(1);
    });
    alarm(kSecondsOfATest);
}

// Kept until the last test of the process ended. With each context PoCL starts threads and reads 9 MB of its
// own functions; with each build it reads 900 kB of declarations, even if it finds the result in its cache.
struct Shared {
    Owned<cl_context> context;
    std::map<std::pair<std::string, std::string>, Owned<cl_program>> programs;  // by source and options
};
Shared shared;

struct EndOfShared : ::testing::Environment {
    void TearDown() override { shared = {}; }
};
[[maybe_unused]] const auto* const end_of_shared = ::testing::AddGlobalTestEnvironment(new EndOfShared);

}  // namespace

cl_context OpenClTest::context() const { return shared.context.get(); }

std::string OpenClTest::device_of(cl_event event) const {
    using Ask = cl_int(CL_API_CALL*)(cl_event, size_t, void*, size_t*);
    const auto platform = device_value<cl_platform_id>(device_, CL_DEVICE_PLATFORM);
    const auto ask = reinterpret_cast<Ask>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetEventDeviceNameGENMEDIA"));
    char name[256] = {};
    if (ask != nullptr) {
        EXPECT_EQ(ask(event, sizeof name, name, nullptr), CL_SUCCESS);
    }
    EXPECT_STRNE(name, "") << "clGetEventDeviceNameGENMEDIA";
    return name;
}

void OpenClTest::SetUp() {
    begin_time_limit();
    device_ = find_device();
    ASSERT_NE(device_, nullptr) << "no OpenCL device (package pocl-opencl-icd)";
    const char* layers = std::getenv("OPENCL_LAYERS");
    ASSERT_NE(queried_text(clGetDeviceInfo, device_, CL_DEVICE_EXTENSIONS).find(kExtension),
              std::string::npos)
        << "the layer does not serve " << queried_text(clGetDeviceInfo, device_, CL_DEVICE_NAME)
        << ": its extensions lack " << kExtension << "; OPENCL_LAYERS is "
        << (layers == nullptr ? "not set" : layers);
    cl_int error = CL_SUCCESS;
    if (shared.context == nullptr)
        shared.context.reset(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << "clCreateContext";
    queue_.reset(clCreateCommandQueueWithProperties(context(), device_, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << "clCreateCommandQueueWithProperties";
}

void OpenClTest::TearDown() {
    alarm(0);
    const char* folder = std::getenv("GENMEDIA_OPENCL_COVERAGE");
    if (folder == nullptr || HasFailure() || called_.empty()) return;
    const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::ofstream file(std::string(folder) + "/" + info->test_suite_name() + "." + info->name());
    for (const std::string& call : called_) file << call << "\n";
    EXPECT_TRUE(file.flush()) << "cannot write below " << folder;
}

Owned<cl_mem> OpenClTest::image(const Picture& picture) const {
    const cl_image_format format{CL_R, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = static_cast<size_t>(picture.width);
    description.image_height = static_cast<size_t>(picture.height);
    cl_int error = CL_SUCCESS;
    Owned<cl_mem> made(clCreateImage(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                     &description, const_cast<uint8_t*>(picture.samples.data()), &error));
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateImage";
    return made;
}

// Writes the planes of an NV12 image through an image for each plane.
Owned<cl_mem> OpenClTest::nv12(const Picture& luma, const Picture& chroma) const {
    const cl_image_format format{CL_NV12_INTEL, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = static_cast<size_t>(luma.width);
    description.image_height = static_cast<size_t>(luma.height);
    description.image_depth = 1;
    cl_int error = CL_SUCCESS;
    Owned<cl_mem> made(clCreateImage(
        context(), CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL, &format,
        &description, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateImage of NV12";
    if (error != CL_SUCCESS) return made;
    for (const size_t plane : {0, 1}) {
        const Picture& from = plane == 0 ? luma : chroma;
        const cl_image_format of_plane{plane == 0 ? cl_channel_order{CL_R} : cl_channel_order{CL_RG},
                                       CL_UNORM_INT8};
        description.image_depth = plane;
        description.mem_object = made.get();
        const Owned<cl_mem> view(
            clCreateImage(context(), CL_MEM_READ_WRITE, &of_plane, &description, nullptr, &error));
        EXPECT_EQ(error, CL_SUCCESS) << "clCreateImage of plane " << plane;
        if (error != CL_SUCCESS) return made;
        const size_t origin[3] = {};
        const size_t region[3] = {static_cast<size_t>(from.width) >> plane, static_cast<size_t>(from.height),
                                  1};
        EXPECT_EQ(clEnqueueWriteImage(queue(), view.get(), CL_TRUE, origin, region, 0, 0, from.samples.data(),
                                      0, nullptr, nullptr),
                  CL_SUCCESS)
            << "plane " << plane;
    }
    return made;
}

Owned<cl_mem> OpenClTest::buffer(size_t size, const void* data) const {
    cl_int error = CL_SUCCESS;
    Owned<cl_mem> made(clCreateBuffer(context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                      const_cast<void*>(data), &error));
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateBuffer";
    return made;
}

Owned<cl_program> OpenClTest::source(const std::string& text) const {
    const char* string = text.c_str();
    cl_int error = CL_SUCCESS;
    Owned<cl_program> program(clCreateProgramWithSource(context(), 1, &string, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateProgramWithSource";
    return program;
}

std::string OpenClTest::log_of(cl_program program) const {
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), CL_SUCCESS);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return log.c_str();
}

Owned<cl_program> OpenClTest::built(const std::string& text, const std::string& options) const {
    Owned<cl_program> program = source(text);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS)
        << log_of(program.get());
    return program;
}

cl_program OpenClTest::built_once(const std::string& text, const std::string& options) const {
    Owned<cl_program>& program = shared.programs[{text, options}];
    if (program == nullptr) program = built(text, options);
    return program.get();
}

cl_program OpenClTest::built_once_of_file(const char* file) const {
    const std::string folder = GENMEDIA_OPENCL_KERNELS;
    std::ifstream stream(folder + "/" + file);
    std::stringstream source;
    source << stream.rdbuf();
    EXPECT_TRUE(stream) << "cannot read " << folder << "/" << file;
    return built_once(source.str(), "-I " + folder);
}

OpenClTest::Call::Call(OpenClTest& test, const char* file, const char* name) : test_(test) {
    const cl_program program = test.built_once_of_file(file);
    if (HasFailure()) return;
    cl_int error = CL_SUCCESS;
    kernel_.reset(clCreateKernel(program, name, &error));
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateKernel " << name << " of " << file;
    test.called_.push_back(std::string(file) + " " + name);
}

void OpenClTest::Call::add_raw(size_t size, const void* value) {
    EXPECT_EQ(clSetKernelArg(kernel_.get(), next_, size, value), CL_SUCCESS) << "argument " << next_;
    next_++;
}

void OpenClTest::Call::add(const Image& of) {
    memory_.push_back(of.chroma == nullptr ? test_.image(*of.luma) : test_.nv12(*of.luma, *of.chroma));
    const cl_mem image = memory_.back().get();
    add_raw(sizeof image, &image);
}

cl_mem OpenClTest::Call::add(size_t size, const void* data) {
    memory_.push_back(test_.buffer(size, data));
    const cl_mem buffer = memory_.back().get();
    add_raw(sizeof buffer, &buffer);
    return buffer;
}

void OpenClTest::Call::run(Grid grid) {
    if (HasFailure()) return;  // an argument could not be made
    const size_t global[] = {grid.columns * grid.group_size, grid.rows}, local[] = {grid.group_size, 1};
    ASSERT_EQ(
        clEnqueueNDRangeKernel(test_.queue(), kernel_.get(), 2, nullptr, global, local, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(test_.queue()), CL_SUCCESS);
    for (const Output& output : outputs_) read(output.buffer, output.size, output.to);
}

void OpenClTest::Call::read(cl_mem from, size_t size, void* to) {
    EXPECT_EQ(clEnqueueReadBuffer(test_.queue(), from, CL_TRUE, 0, size, to, 0, nullptr, nullptr),
              CL_SUCCESS);
}

}  // namespace genmedia::test
