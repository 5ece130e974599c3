// SPDX-License-Identifier: MIT
// Built-in kernels as objects: their programs, queries and arguments, and why their launches are refused.
// [registry texts cl_intel_motion_estimation, cl_intel_advanced_motion_estimation; OpenCL,
// clSetKernelArg]
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl/media/media.h"

namespace genmedia::test {
namespace {

constexpr const char* kBlock = "block_motion_estimate_intel";
constexpr const char* kCheck = "block_advanced_motion_estimate_check_intel";
constexpr const char* kBidirectional = "block_advanced_motion_estimate_bidirectional_check_intel";

class BuiltInKernels : public MediaTest {
protected:
    cl_int error_of(cl_context in, cl_uint count, const cl_device_id* devices, const char* names) const {
        cl_int error = CL_SUCCESS;
        EXPECT_EQ(clCreateProgramWithBuiltInKernels(in, count, devices, names, &error), nullptr);
        return error;
    }
    cl_int error_of(const char* names) const {
        const cl_device_id one = device();
        return error_of(context(), 1, &one, names);
    }

    std::string device_text(cl_device_info name) const {
        size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(device(), name, 0, nullptr, &size), CL_SUCCESS);
        std::string text(size, '\0');
        clGetDeviceInfo(device(), name, size, text.data(), nullptr);
        return text.c_str();
    }
    template <class T>
    T kernel_value(cl_kernel kernel, cl_kernel_info name) const {
        T value{};
        EXPECT_EQ(clGetKernelInfo(kernel, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
    std::string parameter_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) const {
        char text[128] = {};
        EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof text, text, nullptr), CL_SUCCESS) << index;
        return text;
    }
};

// ---- Devices and programs

TEST_F(BuiltInKernels, TheDeviceNamesThem) {
    const std::string names = ";" + device_text(CL_DEVICE_BUILT_IN_KERNELS) + ";";
    size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0, nullptr, &size),
              CL_SUCCESS);
    std::vector<cl_name_version> versions(size / sizeof(cl_name_version));
    clGetDeviceInfo(device(), CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, size, versions.data(), nullptr);
    for (const std::string name : {kBlock, kCheck, kBidirectional}) {
        EXPECT_NE(names.find(";" + name + ";"), std::string::npos) << names;
        EXPECT_TRUE(std::any_of(versions.begin(), versions.end(), [&](const cl_name_version& one) {
            return name == one.name;
        })) << name;
    }
}

TEST_F(BuiltInKernels, TheDevicesVersion) {
    cl_uint version = 0;
    EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_ME_VERSION_INTEL, sizeof version, &version, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(version, cl_uint{CL_ME_VERSION_ADVANCED_VER_2_INTEL});
    EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_ME_VERSION_INTEL, 2, &version, nullptr), CL_INVALID_VALUE);
}

// Hosts of that time ask for all kernels that the device names.
TEST_F(BuiltInKernels, ProgramsOfAllThatTheDeviceNames) {
    const Owned<cl_program> program = built_in_program(device_text(CL_DEVICE_BUILT_IN_KERNELS).c_str());
    for (const char* name : {kBlock, kCheck, kBidirectional}) {
        cl_int error = CL_SUCCESS;
        const Owned<cl_kernel> kernel(clCreateKernel(program.get(), name, &error));
        EXPECT_EQ(error, CL_SUCCESS) << name;
        EXPECT_EQ(kernel_value<cl_program>(kernel.get(), CL_KERNEL_PROGRAM), program.get());
    }
}

TEST_F(BuiltInKernels, ProgramsOfSome) {
    const std::string names = std::string(kBlock) + ";" + kCheck + ";" + kBlock;
    const Owned<cl_program> program = built_in_program(names.c_str());
    size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    char text[256] = {};
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_KERNEL_NAMES, sizeof text, text, nullptr),
              CL_SUCCESS);
    EXPECT_NE(std::string(text).find(kBlock), std::string::npos);
    EXPECT_NE(std::string(text).find(kCheck), std::string::npos);
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(program.get(), kBidirectional, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
    cl_kernel both[2] = {};
    cl_uint made = 0;
    ASSERT_EQ(clCreateKernelsInProgram(program.get(), 2, both, &made), CL_SUCCESS);
    EXPECT_EQ(made, 2u);
    for (const cl_kernel kernel : both) {
        const cl_uint arguments = kernel_value<cl_uint>(kernel, CL_KERNEL_NUM_ARGS);
        EXPECT_TRUE(arguments == 6 || arguments == 15) << arguments;
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    }
}

TEST_F(BuiltInKernels, ProgramErrors) {
    const cl_device_id one = device(), none[] = {nullptr};
    EXPECT_EQ(error_of("block_motion_estimate"), CL_INVALID_VALUE);
    EXPECT_EQ(error_of((std::string(kBlock) + ";no_such_kernel").c_str()), CL_INVALID_VALUE);
    EXPECT_EQ(error_of(""), CL_INVALID_VALUE);
    EXPECT_EQ(error_of(nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(error_of(context(), 0, &one, kBlock), CL_INVALID_VALUE);
    EXPECT_EQ(error_of(context(), 1, nullptr, kBlock), CL_INVALID_VALUE);
    EXPECT_EQ(error_of(context(), 1, none, kBlock), CL_INVALID_DEVICE);
    EXPECT_EQ(error_of(nullptr, 1, &one, kBlock), CL_INVALID_CONTEXT);
}

// Some hosts build a program that is already built.
TEST_F(BuiltInKernels, BuildingAgainIsAllowed) {
    const Owned<cl_program> program = built_in_program(kBlock);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_int error = CL_SUCCESS;
    const Owned<cl_kernel> kernel(clCreateKernel(program.get(), kBlock, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    const cl_accelerator_intel any = accelerator(kPlain);
    EXPECT_EQ(clSetKernelArg(kernel.get(), 0, sizeof any, &any), CL_SUCCESS);
}

// ---- Kernels

TEST_F(BuiltInKernels, ParametersAreThoseOfTheTexts) {
    const std::pair<const char*, std::vector<const char*>> kernels[] = {
        {kBlock,
         {"accelerator", "src_image", "ref_image", "prediction_motion_vector_buffer", "motion_vector_buffer",
          "residuals"}},
        {kCheck,
         {"accelerator", "src_image", "ref_image", "flags", "skip_block_type", "search_cost_penalty",
          "search_cost_precision", "count_motion_vector_buffer", "predictor_motion_vector_buffer",
          "skip_motion_vector_buffer", "search_motion_vector_buffer", "intra_search_predictor_modes",
          "search_residuals", "skip_residuals", "intra_residuals"}},
        {kBidirectional,
         {"accelerator",
          "src_search_image",
          "ref_search_image",
          "src_check_image",
          "ref0_check_image",
          "ref1_check_image",
          "flags",
          "search_cost_penalty",
          "search_cost_precision",
          "count_global",
          "bidir_weight",
          "count_motion_vector_buffer",
          "prediction_motion_vector_buffer",
          "skip_input_mode_buffer",
          "skip_motion_vector_buffer",
          "search_motion_vector_buffer",
          "intra_search_predictor_modes",
          "search_residuals",
          "skip_residuals",
          "intra_residuals"}}};
    for (const auto& [name, parameters] : kernels) {
        const Owned<cl_kernel> kernel = built_in_kernel(name);
        ASSERT_EQ(kernel_value<cl_uint>(kernel.get(), CL_KERNEL_NUM_ARGS), parameters.size()) << name;
        EXPECT_EQ(parameter_text(kernel.get(), 0, CL_KERNEL_ARG_TYPE_NAME), "accelerator_intel_t");
        for (cl_uint i = 0; i < parameters.size(); i++)
            EXPECT_EQ(parameter_text(kernel.get(), i, CL_KERNEL_ARG_NAME), parameters[i]) << name;
        char own_name[128] = {};
        EXPECT_EQ(clGetKernelInfo(kernel.get(), CL_KERNEL_FUNCTION_NAME, sizeof own_name, own_name, nullptr),
                  CL_SUCCESS);
        EXPECT_STREQ(own_name, name);
    }
}

TEST_F(BuiltInKernels, WorkGroupQueries) {
    const Owned<cl_kernel> kernel = built_in_kernel(kBlock);
    size_t compiled[3] = {}, largest[3] = {}, width = 0, height = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel.get(), device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof compiled, compiled, nullptr),
              CL_SUCCESS);
    EXPECT_EQ((std::vector<size_t>(compiled, compiled + 3)), (std::vector<size_t>{16, 1, 1}));
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel.get(), device(), CL_KERNEL_GLOBAL_WORK_SIZE, sizeof largest,
                                       largest, nullptr),
              CL_SUCCESS);
    clGetDeviceInfo(device(), CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof width, &width, nullptr);
    clGetDeviceInfo(device(), CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof height, &height, nullptr);
    EXPECT_EQ((std::vector<size_t>(largest, largest + 3)), (std::vector<size_t>{width, height, 1}));
}

TEST_F(BuiltInKernels, References) {
    const Owned<cl_kernel> kernel = built_in_kernel(kBlock);
    EXPECT_EQ(clRetainKernel(kernel.get()), CL_SUCCESS);
    EXPECT_EQ(kernel_value<cl_uint>(kernel.get(), CL_KERNEL_REFERENCE_COUNT), 2u);
    EXPECT_EQ(clReleaseKernel(kernel.get()), CL_SUCCESS);
    const cl_accelerator_intel any = accelerator(kPlain);
    EXPECT_EQ(clSetKernelArg(kernel.get(), 0, sizeof any, &any), CL_SUCCESS) << "still the built-in one";
}

// ---- Arguments

TEST_F(BuiltInKernels, AcceleratorArguments) {
    for (const char* name : {kBlock, kCheck, kBidirectional}) {
        const Owned<cl_kernel> kernel = built_in_kernel(name);
        const cl_accelerator_intel any = accelerator(kPlain), none = nullptr;
        const auto set = [&](size_t size, const void* value) {
            return clSetKernelArg(kernel.get(), 0, size, value);
        };
        EXPECT_EQ(set(sizeof any, &any), CL_SUCCESS);
        EXPECT_EQ(set(sizeof any, nullptr), CL_INVALID_ACCELERATOR_INTEL);
        EXPECT_EQ(set(sizeof none, &none), CL_INVALID_ACCELERATOR_INTEL);
        EXPECT_EQ(set(4, &any), CL_INVALID_ARG_SIZE);
        EXPECT_EQ(set(sizeof kPlain, &kPlain), CL_INVALID_ARG_SIZE);
        const Picture picture(16, 16);
        const Owned<cl_mem> image = OpenClTest::image(picture);
        const cl_mem handle = image.get();
        EXPECT_EQ(set(sizeof handle, &handle), CL_INVALID_ACCELERATOR_INTEL);
    }
}

TEST_F(BuiltInKernels, OtherArguments) {
    const Owned<cl_kernel> kernel = built_in_kernel(kCheck);
    const cl_uint number = 1;
    const cl_uchar byte = 1;
    const cl_ulong eight = 1;
    const auto set = [&](cl_uint index, size_t size, const void* value) {
        return clSetKernelArg(kernel.get(), index, size, value);
    };
    EXPECT_EQ(set(15, sizeof number, &number), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(set(3, sizeof number, nullptr), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(set(3, sizeof eight, &eight), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(set(6, sizeof number, &number), CL_SUCCESS) << "search_cost_precision as the driver had it";
    EXPECT_EQ(set(6, sizeof byte, &byte), CL_SUCCESS) << "and as the text has it";
    EXPECT_EQ(set(1, 3, &number), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(set(8, sizeof(cl_mem), nullptr), CL_SUCCESS) << "a buffer may be NULL";
}

// Other kernels do not know accelerators.
TEST_F(BuiltInKernels, NamesAreTheApplicationsInItsOwnPrograms) {
    const char* text =
        "__kernel void block_motion_estimate_intel(__global int* out) { out[get_global_id(0)] = "
        "intel_sub_group_shuffle((int)get_global_id(0), 0); }";
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> program(clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    const Owned<cl_kernel> kernel(clCreateKernel(program.get(), kBlock, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_int> out(32);
    Arguments arguments(*this, kernel.get());
    arguments.buffer(out);
    const size_t global = 32, local = 16;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    arguments.read();
    for (int i = 0; i < 32; i++) EXPECT_EQ(out[i], i / 16 * 16);
}

// ---- Launches

// A correct launch of each kernel; then the same with one mistake.
class BuiltInLaunches : public MediaTest, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        MediaTest::SetUp();
        if (HasFailure()) return;
        kernel_ = built_in_kernel(GetParam());
        ASSERT_FALSE(HasFailure());
        const std::string name = GetParam();
        if (name == kBlock) set_block();
        if (name == kCheck) set_check();
        if (name == kBidirectional) set_bidirectional();
    }

    bool advanced() const { return GetParam() != std::string(kBlock); }
    cl_kernel kernel() const { return kernel_.get(); }

    cl_int enqueued(const Region& region) const {
        const cl_int error = enqueue(kernel(), region);
        EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
        return error;
    }
    cl_int enqueued() const { return enqueued(kWhole); }

    void set_image(cl_uint index, const cl_image_format& format, size_t width, size_t height) {
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = width;
        description.image_height = height;
        cl_int error = CL_SUCCESS;
        memory_.emplace_back(
            clCreateImage(context(), CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        set(index, memory_.back().get());
    }
    void set_buffer(cl_uint index, size_t bytes) {
        cl_int error = CL_SUCCESS;
        memory_.emplace_back(clCreateBuffer(context(), CL_MEM_READ_WRITE, bytes, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        const std::vector<char> zeros(bytes);
        ASSERT_EQ(clEnqueueWriteBuffer(queue(), memory_.back().get(), CL_TRUE, 0, bytes, zeros.data(), 0,
                                       nullptr, nullptr),
                  CL_SUCCESS);
        set(index, memory_.back().get());
    }
    void set_null(cl_uint index) {
        ASSERT_EQ(clSetKernelArg(kernel(), index, sizeof(cl_mem), nullptr), CL_SUCCESS);
    }
    template <class T>
    void set(cl_uint index, const T& value) {
        ASSERT_EQ(clSetKernelArg(kernel(), index, sizeof value, &value), CL_SUCCESS) << "argument " << index;
    }

    // The least number of bytes of each buffer, from the texts' tables for 80x48 pixels, that is fifteen
    // macroblocks: four vectors and residuals each, skip checks of 16x16 or 8x8.
    std::vector<std::pair<cl_uint, size_t>> buffers(bool skip_8x8) const {
        const size_t n = 15, blocks = skip_8x8 ? 4 : 1;
        const std::string name = GetParam();
        if (name == kBlock) return {{3, n * 4}, {4, n * 4 * 4}, {5, n * 4 * 2}};
        if (name == kCheck)
            return {{7, n * 4},   {8, n * 8 * 4},  {9, n * 8 * blocks * 4},  {10, n * 4 * 4},
                    {11, n * 22}, {12, n * 4 * 2}, {13, n * 8 * blocks * 2}, {14, n * 4 * 2}};
        return {{11, n * 4},     {12, n * 4 * 4}, {13, n},         {14, n * 4 * 2 * blocks * 4},
                {15, n * 4 * 4}, {16, n * 22},    {17, n * 4 * 2}, {18, n * 4 * blocks * 2},
                {19, n * 4 * 2}};
    }

    static constexpr Region kWhole{0, 0, 80, 48};
    static constexpr cl_image_format kLuma{CL_R, CL_UNORM_INT8};

private:
    void set_pictures(cl_uint count) {
        for (cl_uint i = 1; i <= count; i++) set_image(i, kLuma, kWhole.width, kWhole.height);
    }
    void set_buffers() {
        for (const auto& [index, bytes] : buffers(false)) set_buffer(index, bytes);
    }
    void set_accelerator() {
        Descriptor descriptor = kPlain;
        descriptor.mb_block_type = CL_ME_MB_TYPE_8x8_INTEL;
        set(0, accelerator(descriptor));
    }
    void set_block() {
        set_accelerator();
        set_pictures(2);
        set_buffers();
    }
    void set_check() {
        set_accelerator();
        set_pictures(2);
        for (cl_uint i = 3; i <= 6; i++) set(i, cl_uint{0});
        set_buffers();
    }
    void set_bidirectional() {
        set_accelerator();
        set_pictures(5);
        for (cl_uint i = 6; i <= 8; i++) set(i, cl_uint{0});
        set(9, cl_short2{{-1, -1}});
        set(10, cl_uchar{CL_ME_BIDIR_WEIGHT_HALF_INTEL});
        set_buffers();
    }

    Owned<cl_kernel> kernel_;
    std::list<Owned<cl_mem>> memory_;
};

TEST_P(BuiltInLaunches, Right) {
    EXPECT_EQ(enqueued(), CL_SUCCESS);
    EXPECT_EQ(enqueued({64, 32, 16, 16}), CL_SUCCESS);
    cl_event event = nullptr;
    const size_t global[] = {kWhole.width, kWhole.height};
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), kernel(), 2, nullptr, global, nullptr, 0, nullptr, &event),
              CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
}

TEST_P(BuiltInLaunches, Dimensions) {
    const size_t global[] = {80, 48, 1}, local[] = {16, 1};
    const auto error = [&](cl_uint dimensions, const size_t* given) {
        return clEnqueueNDRangeKernel(queue(), kernel(), dimensions, nullptr, global, given, 0, nullptr,
                                      nullptr);
    };
    EXPECT_EQ(error(1, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(error(3, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(error(2, local), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueued({0, 0, 0, 48}), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(enqueued({0, 0, 80, 0}), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(clEnqueueTask(queue(), kernel(), 0, nullptr, nullptr), CL_INVALID_WORK_DIMENSION);
}

TEST_P(BuiltInLaunches, RegionsBesideThePictures) {
    EXPECT_EQ(enqueued({0, 0, 81, 48}), advanced() ? CL_INVALID_WORK_GROUP_SIZE : CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({0, 0, 80, 49}), advanced() ? CL_INVALID_WORK_GROUP_SIZE : CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({81, 0, 16, 16}), advanced() ? CL_INVALID_GLOBAL_OFFSET : CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({0, 49, 16, 16}), advanced() ? CL_INVALID_GLOBAL_OFFSET : CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({65, 0, 16, 16}), CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({0, 33, 16, 16}), CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(enqueued({~size_t{0} - 7, 0, 16, 16}),
              advanced() ? CL_INVALID_GLOBAL_OFFSET : CL_INVALID_IMAGE_SIZE);
}

TEST_P(BuiltInLaunches, OtherImages) {
    const cl_uint images = GetParam() == std::string(kBidirectional) ? 5 : 2;
    for (cl_uint i = 1; i <= images; i++) {
        for (const cl_image_format& format :
             {cl_image_format{CL_RGBA, CL_UNORM_INT8}, cl_image_format{CL_R, CL_FLOAT},
              cl_image_format{CL_R, CL_UNSIGNED_INT8}, cl_image_format{CL_R, CL_UNORM_INT16}}) {
            set_image(i, format, 80, 48);
            EXPECT_EQ(enqueued(), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) << "image " << i;
        }
        set_image(i, kLuma, 96, 48);
        EXPECT_EQ(enqueued(), CL_INVALID_IMAGE_SIZE)
            << "image " << i << " is larger than the one it goes with";
        set_image(i, kLuma, 80, 48);
        EXPECT_EQ(enqueued(), CL_SUCCESS);
    }
    const Owned<cl_mem> planar = nv12(Picture(80, 48), Picture(80, 24));
    set(1, planar.get());
    EXPECT_EQ(enqueued(), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_P(BuiltInLaunches, SmallBuffers) {
    for (const bool skip_8x8 : {false, true}) {
        if (skip_8x8 && !advanced()) continue;
        if (skip_8x8 && GetParam() == std::string(kCheck)) set(4, cl_uint{CL_ME_MB_TYPE_8x8_INTEL});
        if (skip_8x8 && GetParam() == std::string(kBidirectional))
            set(6, cl_uint{CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL});
        for (const auto& [index, bytes] : buffers(skip_8x8)) set_buffer(index, bytes);
        EXPECT_EQ(enqueued(), CL_SUCCESS);
        for (const auto& [index, bytes] : buffers(skip_8x8)) {
            set_buffer(index, bytes - 1);
            EXPECT_EQ(enqueued(), CL_INVALID_BUFFER_SIZE) << "argument " << index;
            set_buffer(index, bytes);
        }
    }
}

TEST_P(BuiltInLaunches, MissingArguments) {
    const Owned<cl_kernel> bare = built_in_kernel(GetParam());
    EXPECT_EQ(enqueue(bare.get(), kWhole), CL_INVALID_KERNEL_ARGS);
    const cl_uint required = GetParam() == std::string(kBlock) ? 4 : 7;
    if (GetParam() != std::string(kBidirectional)) {
        set_null(required);
        EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS);
    }
}

// All other buffers may be NULL, one by one and together.
TEST_P(BuiltInLaunches, NullBuffers) {
    const cl_uint required = GetParam() == std::string(kBlock)   ? 4
                             : GetParam() == std::string(kCheck) ? 7
                                                                 : 99;
    if (GetParam() == std::string(kBidirectional)) set(9, cl_short2{{2, 2}});
    for (const bool together : {false, true}) {
        for (const auto& [index, bytes] : buffers(false)) {
            if (index == required) continue;
            set_null(index);
            EXPECT_EQ(enqueued(), CL_SUCCESS) << "argument " << index;
            if (!together) set_buffer(index, bytes);
        }
    }
}

TEST_P(BuiltInLaunches, Numbers) {
    if (!advanced()) return;
    const bool bidirectional = GetParam() == std::string(kBidirectional);
    const cl_uint flags = bidirectional ? 6 : 3, penalty = bidirectional ? 7 : 5,
                  precision = bidirectional ? 8 : 6;
    for (const cl_uint index : {penalty, precision}) {
        set(index, cl_uint{3});
        EXPECT_EQ(enqueued(), CL_SUCCESS);
        set(index, cl_uint{4});
        EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS) << "argument " << index;
        set(index, cl_uint{0});
    }
    set(flags, cl_uint{CL_ME_CHROMA_INTRA_PREDICT_ENABLED_INTEL});
    EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS);
    set(flags, cl_uint{CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL});
    EXPECT_EQ(enqueued(), CL_SUCCESS);
    if (!bidirectional) {
        set(4, cl_uint{CL_ME_MB_TYPE_4x4_INTEL});
        EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS);
        return;
    }
    set(10, cl_uchar{17});
    EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS);
    set(10, cl_uchar{CL_ME_BIDIR_WEIGHT_THIRD_INTEL});
    EXPECT_EQ(enqueued(), CL_SUCCESS);
    set_null(11);
    EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS) << "counts are asked for, and there are none";
    set(9, cl_short2{{1, -1}});
    EXPECT_EQ(enqueued(), CL_INVALID_KERNEL_ARGS);
    set(9, cl_short2{{1, 0}});
    EXPECT_EQ(enqueued(), CL_SUCCESS);
}

INSTANTIATE_TEST_SUITE_P(, BuiltInLaunches, ::testing::Values(kBlock, kCheck, kBidirectional),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace genmedia::test
