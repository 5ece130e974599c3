// SPDX-License-Identifier: MIT
// cl_intel_accelerator: every function, query and error. [registry text, "Accelerator Objects"]
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "opencl/media/media.h"

namespace genmedia::test {
namespace {

class Accelerators : public MediaTest {
protected:
    cl_int error_of(cl_context in, cl_accelerator_type_intel type, size_t size,
                    const void* descriptor) const {
        cl_int error = CL_SUCCESS;
        EXPECT_EQ(functions().create(in, type, size, descriptor, &error), nullptr);
        EXPECT_EQ(functions().create(in, type, size, descriptor, nullptr), nullptr);
        return error;
    }
    cl_int error_of(const Descriptor& descriptor) const {
        return error_of(context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof descriptor,
                        &descriptor);
    }

    template <class T>
    T value(cl_accelerator_intel accelerator, cl_accelerator_info_intel name) const {
        T value{};
        size_t size = 0;
        EXPECT_EQ(functions().get_info(accelerator, name, 0, nullptr, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof value);
        EXPECT_EQ(functions().get_info(accelerator, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
};

TEST_F(Accelerators, OfEveryDescriptor) {
    for (const Descriptor& descriptor : all_descriptors()) {
        const cl_accelerator_intel made = accelerator(descriptor);
        ASSERT_NE(made, nullptr);
        const auto got = value<Descriptor>(made, CL_ACCELERATOR_DESCRIPTOR_INTEL);
        EXPECT_EQ(std::memcmp(&got, &descriptor, sizeof got), 0) << text_of(descriptor);
    }
}

TEST_F(Accelerators, Queries) {
    const cl_accelerator_intel made = accelerator(kPlain);
    EXPECT_EQ(value<cl_uint>(made, CL_ACCELERATOR_REFERENCE_COUNT_INTEL), 1u);
    EXPECT_EQ(value<cl_context>(made, CL_ACCELERATOR_CONTEXT_INTEL), context());
    EXPECT_EQ(value<cl_uint>(made, CL_ACCELERATOR_TYPE_INTEL),
              cl_uint{CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL});
}

TEST_F(Accelerators, QueryErrors) {
    const cl_accelerator_intel made = accelerator(kPlain);
    unsigned char bytes[sizeof(Descriptor)] = {};
    const auto query = [&](cl_accelerator_info_intel name, size_t size) {
        return functions().get_info(made, name, size, bytes, nullptr);
    };
    EXPECT_EQ(query(CL_ACCELERATOR_DESCRIPTOR_INTEL, sizeof(Descriptor) - 1), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_ACCELERATOR_REFERENCE_COUNT_INTEL, sizeof(cl_uint) - 1), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_ACCELERATOR_CONTEXT_INTEL, sizeof(cl_context) - 1), CL_INVALID_VALUE);
    EXPECT_EQ(query(CL_ACCELERATOR_TYPE_INTEL, sizeof(cl_uint) - 1), CL_INVALID_VALUE);
    EXPECT_EQ(query(0x4094, sizeof bytes), CL_INVALID_VALUE);
    EXPECT_EQ(functions().get_info(nullptr, CL_ACCELERATOR_TYPE_INTEL, 0, nullptr, nullptr),
              CL_INVALID_ACCELERATOR_INTEL);
}

TEST_F(Accelerators, References) {
    cl_int error = CL_SUCCESS;
    const cl_accelerator_intel made = functions().create(
        context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof kPlain, &kPlain, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(functions().retain(made), CL_SUCCESS);
    EXPECT_EQ(value<cl_uint>(made, CL_ACCELERATOR_REFERENCE_COUNT_INTEL), 2u);
    EXPECT_EQ(functions().release(made), CL_SUCCESS);
    EXPECT_EQ(value<cl_uint>(made, CL_ACCELERATOR_REFERENCE_COUNT_INTEL), 1u);
    EXPECT_EQ(functions().release(made), CL_SUCCESS);
    EXPECT_EQ(functions().release(made), CL_INVALID_ACCELERATOR_INTEL);
    EXPECT_EQ(functions().retain(made), CL_INVALID_ACCELERATOR_INTEL);
    EXPECT_EQ(functions().get_info(made, CL_ACCELERATOR_TYPE_INTEL, 0, nullptr, nullptr),
              CL_INVALID_ACCELERATOR_INTEL);
    EXPECT_EQ(functions().release(nullptr), CL_INVALID_ACCELERATOR_INTEL);
    EXPECT_EQ(functions().retain(nullptr), CL_INVALID_ACCELERATOR_INTEL);
}

// An accelerator keeps its context.
TEST_F(Accelerators, RetainTheirContext) {
    const auto references = [this] {
        cl_uint count = 0;
        clGetContextInfo(context(), CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
        return count;
    };
    const cl_uint before = references();
    cl_int error = CL_SUCCESS;
    const cl_accelerator_intel made = functions().create(
        context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof kPlain, &kPlain, &error);
    EXPECT_EQ(references(), before + 1);
    EXPECT_EQ(functions().release(made), CL_SUCCESS);
    EXPECT_EQ(references(), before);
}

TEST_F(Accelerators, CreationErrors) {
    constexpr cl_accelerator_type_intel type = CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL;
    EXPECT_EQ(error_of(nullptr, type, sizeof kPlain, &kPlain), CL_INVALID_CONTEXT);
    EXPECT_EQ(error_of(context(), 1, sizeof kPlain, &kPlain), CL_INVALID_ACCELERATOR_TYPE_INTEL);
    EXPECT_EQ(error_of(context(), type, sizeof kPlain, nullptr), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    EXPECT_EQ(error_of(context(), type, sizeof kPlain - 1, &kPlain), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    EXPECT_EQ(error_of(context(), type, sizeof kPlain + 4, &kPlain), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    EXPECT_EQ(error_of({3, 0, 0, 0}), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    EXPECT_EQ(error_of({0, 3, 0, 0}), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    EXPECT_EQ(error_of({0, 0, 2, 0}), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
    for (const cl_uint path : {2, 3, 4, 6})
        EXPECT_EQ(error_of({0, 0, 0, path}), CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL);
}

// OpenCL 1.1's query for a function has no platform.
TEST_F(Accelerators, FunctionsWithoutAPlatform) {
    EXPECT_EQ(clGetExtensionFunctionAddress("clCreateAcceleratorINTEL"),
              reinterpret_cast<void*>(functions().create));
    EXPECT_EQ(clGetExtensionFunctionAddress("clReleaseAcceleratorINTEL"),
              reinterpret_cast<void*>(functions().release));
    EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform_of(device()), "clCreateAcceleratorsINTEL"),
              nullptr);
}

}  // namespace
}  // namespace genmedia::test
