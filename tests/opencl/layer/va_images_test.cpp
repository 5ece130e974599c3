// SPDX-License-Identifier: MIT
// Images of VA-API's surfaces. [ext cl_intel_va_api_media_sharing]
#include "layer_test.h"
#include "va/loaded_driver.h"

#include <CL/cl_va_api_media_sharing_intel.h>

#include <algorithm>

namespace genmedia::test {
namespace {

// Luma 3x + y, and chroma x + 7y and 200 - x.
struct Nv12 {
    std::vector<std::vector<uint8_t>> luma, chroma;

    Nv12(size_t width, size_t height) : luma(height), chroma(height / 2) {
        for (size_t y = 0; y < height; y++)
            for (size_t x = 0; x < width; x++) luma[y].push_back(static_cast<uint8_t>(3 * x + y));
        for (size_t y = 0; y < height / 2; y++)
            for (size_t x = 0; x < width / 2; x++) {
                chroma[y].push_back(static_cast<uint8_t>(x + 7 * y));
                chroma[y].push_back(static_cast<uint8_t>(200 - x));
            }
    }
};

class VaImages : public LayerTest {
protected:
    static constexpr size_t kWidth = 40, kHeight = 24;

    void SetUp() override {
        LayerTest::SetUp();
        if (HasFatalFailure()) return;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
                clGetExtensionFunctionAddressForPlatform(platform(), name));
            ASSERT_NE(function, nullptr) << name;
        };
        find(get_devices, "clGetDeviceIDsFromVA_APIMediaAdapterINTEL");
        find(create, "clCreateFromVA_APIMediaSurfaceINTEL");
        find(acquire, "clEnqueueAcquireVA_APIMediaSurfacesINTEL");
        find(release, "clEnqueueReleaseVA_APIMediaSurfacesINTEL");
        find(get_formats, "clGetSupportedVA_APIMediaSurfaceFormatsINTEL");
        cl_int error = CL_SUCCESS;
        shared_.reset(make_context({CL_CONTEXT_VA_API_DISPLAY_INTEL, va(driver.display()), 0}, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        queue_.reset(clCreateCommandQueueWithProperties(shared_.get(), device(), nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
    }

    static cl_context_properties va(void* display) {
        return reinterpret_cast<cl_context_properties>(display);
    }
    cl_platform_id platform() const {
        cl_platform_id of_device = nullptr;
        clGetDeviceInfo(device(), CL_DEVICE_PLATFORM, sizeof of_device, &of_device, nullptr);
        return of_device;
    }
    cl_context make_context(const std::vector<cl_context_properties>& properties, cl_int* error) const {
        const cl_device_id id = device();
        return clCreateContext(properties.data(), 1, &id, nullptr, nullptr, error);
    }
    Owned<cl_mem> image(VASurfaceID& surface, cl_uint plane, cl_int expected = CL_SUCCESS,
                        cl_mem_flags flags = CL_MEM_READ_WRITE) const {
        cl_int error = 1;
        Owned<cl_mem> made(create(shared_.get(), flags, &surface, plane, &error));
        EXPECT_EQ(error, expected) << "plane " << plane;
        EXPECT_EQ(made == nullptr, expected != CL_SUCCESS);
        return made;
    }
    Owned<cl_kernel> kernel_of(const char* text) const {
        cl_int error = CL_SUCCESS;
        const Owned<cl_program> program(clCreateProgramWithSource(shared_.get(), 1, &text, nullptr, &error));
        EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS)
            << log_of(program.get());
        return kernel(program.get(), "k");
    }
    cl_int run(cl_kernel kernel, const std::vector<cl_mem>& arguments, size_t width, size_t height) const {
        for (cl_uint i = 0; i < arguments.size(); i++)
            if (const cl_int error = clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]);
                error != CL_SUCCESS)
                return error;
        const size_t global[2] = {width, height};
        return clEnqueueNDRangeKernel(queue_.get(), kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
    }
    template <class Function>
    cl_int change(Function function, const std::vector<cl_mem>& images) const {
        return function(queue_.get(), static_cast<cl_uint>(images.size()), images.data(), 0, nullptr,
                        nullptr);
    }

    LoadedDriver driver;
    clGetDeviceIDsFromVA_APIMediaAdapterINTEL_fn get_devices = nullptr;
    clCreateFromVA_APIMediaSurfaceINTEL_fn create = nullptr;
    clEnqueueAcquireVA_APIMediaSurfacesINTEL_fn acquire = nullptr;
    clEnqueueReleaseVA_APIMediaSurfacesINTEL_fn release = nullptr;
    clGetSupportedVA_APIMediaSurfaceFormatsINTEL_fn get_formats = nullptr;
    Owned<cl_context> shared_;
    Owned<cl_command_queue> queue_;
};

TEST_F(VaImages, DevicesOfADisplay) {
    const auto ask = [&](void* display, cl_uint source, cl_uint set, cl_uint count, cl_device_id* devices,
                         cl_uint* found) {
        return get_devices(platform(), source, display, set, count, devices, found);
    };
    cl_device_id found = nullptr;
    cl_uint count = 0;
    for (const cl_uint set : {CL_PREFERRED_DEVICES_FOR_VA_API_INTEL, CL_ALL_DEVICES_FOR_VA_API_INTEL}) {
        EXPECT_EQ(ask(driver.display(), CL_VA_API_DISPLAY_INTEL, set, 1, &found, &count), CL_SUCCESS);
        EXPECT_EQ(found, device());
        EXPECT_GE(count, 1u);
    }
    const cl_uint all = CL_ALL_DEVICES_FOR_VA_API_INTEL;
    EXPECT_EQ(ask(driver.display(), 7, all, 1, &found, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(ask(driver.display(), CL_VA_API_DISPLAY_INTEL, 7, 1, &found, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(ask(driver.display(), CL_VA_API_DISPLAY_INTEL, all, 0, &found, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(ask(driver.display(), CL_VA_API_DISPLAY_INTEL, all, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(ask(nullptr, CL_VA_API_DISPLAY_INTEL, all, 0, nullptr, &count), CL_DEVICE_NOT_FOUND);
}

TEST_F(VaImages, ContextsOfDisplays) {
    VADriverContext of_other{};
    of_other.str_vendor = "genmedia";  // the same text in another place
    VADisplayContext other{};
    other.vadpy_magic = VA_DISPLAY_MAGIC;
    other.pDriverContext = &of_other;
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(make_context({CL_CONTEXT_VA_API_DISPLAY_INTEL, va(&other), 0}, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VA_API_MEDIA_ADAPTER_INTEL);
    constexpr cl_context_properties glx_display = 0x200A;
    EXPECT_EQ(
        make_context({CL_CONTEXT_VA_API_DISPLAY_INTEL, va(driver.display()), glx_display, 1, 0}, &error),
        nullptr);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    const std::vector<cl_context_properties> given = {
        CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()),
        CL_CONTEXT_VA_API_DISPLAY_INTEL, va(driver.display()), 0};
    const Owned<cl_context> made(
        clCreateContextFromType(given.data(), CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_context_properties> told(given.size());
    size_t size = 0;
    EXPECT_EQ(
        clGetContextInfo(made.get(), CL_CONTEXT_PROPERTIES, told.size() * sizeof told[0], told.data(), &size),
        CL_SUCCESS);
    EXPECT_EQ(size, given.size() * sizeof given[0]);
    EXPECT_EQ(told, given);
}

// The kernel adds one to each sample; there is no other way from one surface to the next.
TEST_F(VaImages, KernelsReadAndWriteTheSurfacesOwnSamples) {
    const Nv12 picture(kWidth, kHeight);
    VASurfaceID from = driver.surface(kWidth, kHeight, VA_FOURCC_NV12),
                to = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    driver.fill(from, 0, picture.luma);
    driver.fill(from, 1, picture.chroma);
    const Owned<cl_kernel> more = kernel_of(R"(
        __kernel void k(read_only image2d_t from, write_only image2d_t to) {
            const sampler_t nearest = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
            const int2 at = (int2)(get_global_id(0), get_global_id(1));
            write_imagef(to, at, read_imagef(from, nearest, at) + 1 / 255.0f);
        })");
    for (const cl_uint plane : {0u, 1u}) {
        const Owned<cl_mem> source = image(from, plane, CL_SUCCESS, CL_MEM_READ_ONLY),
                            sink = image(to, plane);
        ASSERT_EQ(change(acquire, {source.get(), sink.get()}), CL_SUCCESS);
        EXPECT_EQ(run(more.get(), {source.get(), sink.get()}, kWidth >> plane, kHeight >> plane), CL_SUCCESS);
        ASSERT_EQ(change(release, {source.get(), sink.get()}), CL_SUCCESS);  // which waits for the kernel
        auto expected = plane == 0 ? picture.luma : picture.chroma;
        for (auto& row : expected)
            for (uint8_t& sample : row) sample = static_cast<uint8_t>(sample + (sample < 255));
        EXPECT_EQ(driver.rows(to, plane, kWidth, kHeight >> plane), expected) << "plane " << plane;
    }
}

TEST_F(VaImages, SamplesOutliveTheirSurface) {
    const Nv12 picture(kWidth, kHeight);
    VASurfaceID surface = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    driver.fill(surface, 0, picture.luma);
    const Owned<cl_mem> luma = image(surface, 0);
    ASSERT_EQ(change(acquire, {luma.get()}), CL_SUCCESS);
    ASSERT_EQ(driver.table.vaDestroySurfaces(driver.context(), &surface, 1), VA_STATUS_SUCCESS);
    std::vector<uint8_t> row(kWidth);
    const size_t origin[3] = {0, 5, 0}, region[3] = {kWidth, 1, 1};
    EXPECT_EQ(clEnqueueReadImage(queue_.get(), luma.get(), CL_TRUE, origin, region, 0, 0, row.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(row, picture.luma[5]);
}

TEST_F(VaImages, WhatAnImageSaysOfItself) {
    VASurfaceID surface = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    const Owned<cl_mem> chroma = image(surface, 1, CL_SUCCESS, CL_MEM_READ_ONLY);
    const auto of_image = [&]<class T>(T value, cl_image_info name) {
        EXPECT_EQ(clGetImageInfo(chroma.get(), name, sizeof value, &value, nullptr), CL_SUCCESS) << name;
        return value;
    };
    EXPECT_EQ(of_image(cl_uint{}, CL_IMAGE_VA_API_PLANE_INTEL), 1u);
    EXPECT_EQ(of_image(size_t{}, CL_IMAGE_WIDTH), kWidth / 2);
    EXPECT_EQ(of_image(size_t{}, CL_IMAGE_HEIGHT), kHeight / 2);
    const auto format = of_image(cl_image_format{}, CL_IMAGE_FORMAT);
    EXPECT_EQ(format.image_channel_order, cl_channel_order{CL_RG});
    EXPECT_EQ(format.image_channel_data_type, cl_channel_type{CL_UNORM_INT8});
    VASurfaceID* named = nullptr;
    EXPECT_EQ(
        clGetMemObjectInfo(chroma.get(), CL_MEM_VA_API_MEDIA_SURFACE_INTEL, sizeof named, &named, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(named, &surface);
    cl_mem_flags flags = 0;
    EXPECT_EQ(clGetMemObjectInfo(chroma.get(), CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
    EXPECT_EQ(flags, cl_mem_flags{CL_MEM_READ_ONLY});
    const Owned<cl_mem> other = buffer(16, std::vector<uint8_t>(16).data());
    EXPECT_EQ(
        clGetMemObjectInfo(other.get(), CL_MEM_VA_API_MEDIA_SURFACE_INTEL, sizeof named, &named, nullptr),
        CL_INVALID_VA_API_MEDIA_SURFACE_INTEL);
}

TEST_F(VaImages, FormatsAndPlanes) {
    const struct {
        unsigned fourcc;
        cl_uint planes;
        cl_image_format first;
    } formats[] = {
        {VA_FOURCC_NV12, 2, {CL_R, CL_UNORM_INT8}},    {VA_FOURCC_P010, 1, {CL_R, CL_UNORM_INT16}},
        {VA_FOURCC_I420, 3, {CL_R, CL_UNORM_INT8}},    {VA_FOURCC_444P, 3, {CL_R, CL_UNORM_INT8}},
        {VA_FOURCC_Y800, 1, {CL_R, CL_UNORM_INT8}},    {VA_FOURCC_RGBA, 1, {CL_RGBA, CL_UNORM_INT8}},
        {VA_FOURCC_BGRA, 1, {CL_BGRA, CL_UNORM_INT8}}, {VA_FOURCC_UYVY, 0, {}}};
    for (const auto& format : formats) {
        VASurfaceID surface = driver.surface(kWidth, kHeight, format.fourcc);
        std::vector<Owned<cl_mem>> made;
        for (cl_uint plane = 0; plane < format.planes; plane++) made.push_back(image(surface, plane));
        image(surface, 3, format.planes == 0 ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_INVALID_VALUE);
        for (cl_uint plane = 0; plane < 3; plane++) {
            VAImageFormat listed[32];
            cl_uint count = 0;
            ASSERT_EQ(get_formats(shared_.get(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, plane, 32, listed,
                                  &count),
                      CL_SUCCESS);
            const bool is_listed = std::any_of(listed, listed + count, [&](const VAImageFormat& one) {
                return one.fourcc == format.fourcc;
            });
            if (plane < format.planes || format.planes == 0) {
                EXPECT_EQ(is_listed, plane < format.planes) << format.fourcc << ", plane " << plane;
            }
        }
        if (made.empty()) continue;
        cl_image_format told{};
        clGetImageInfo(made[0].get(), CL_IMAGE_FORMAT, sizeof told, &told, nullptr);
        EXPECT_EQ(told.image_channel_order, format.first.image_channel_order);
        EXPECT_EQ(told.image_channel_data_type, format.first.image_channel_data_type);
    }
}

TEST_F(VaImages, WhoHasASurface) {
    VASurfaceID surface = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    const Owned<cl_mem> luma = image(surface, 0);
    const Owned<cl_kernel> reading = kernel_of(
        "__kernel void k(read_only image2d_t a, __global float* out) {\n"
        "    out[get_global_id(0)] = read_imagef(a, (int2)(0, 0)).x; }");
    std::vector<uint8_t> zeros(4096);
    cl_int error = CL_SUCCESS;
    const Owned<cl_mem> out(clCreateBuffer(shared_.get(), CL_MEM_READ_WRITE, zeros.size(), nullptr, &error));
    const size_t origin[3] = {}, region[3] = {kWidth, kHeight, 1};
    const auto read = [&] {
        return clEnqueueReadImage(queue_.get(), luma.get(), CL_TRUE, origin, region, 0, 0, zeros.data(), 0,
                                  nullptr, nullptr);
    };
    EXPECT_EQ(read(), CL_VA_API_MEDIA_SURFACE_NOT_ACQUIRED_INTEL);
    EXPECT_EQ(run(reading.get(), {luma.get(), out.get()}, 16, 1), CL_VA_API_MEDIA_SURFACE_NOT_ACQUIRED_INTEL);
    EXPECT_EQ(change(release, {luma.get()}), CL_VA_API_MEDIA_SURFACE_NOT_ACQUIRED_INTEL);
    cl_event acquired = nullptr;
    const cl_mem list = luma.get();
    ASSERT_EQ(acquire(queue_.get(), 1, &list, 0, nullptr, &acquired), CL_SUCCESS);
    cl_command_type type = 0;
    clGetEventInfo(acquired, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_ACQUIRE_VA_API_MEDIA_SURFACES_INTEL});
    EXPECT_EQ(clReleaseEvent(acquired), CL_SUCCESS);
    EXPECT_EQ(change(acquire, {luma.get()}), CL_VA_API_MEDIA_SURFACE_ALREADY_ACQUIRED_INTEL);
    EXPECT_EQ(read(), CL_SUCCESS);
    EXPECT_EQ(run(reading.get(), {luma.get(), out.get()}, 16, 1), CL_SUCCESS);
    EXPECT_EQ(change(release, {luma.get(), luma.get()}), CL_VA_API_MEDIA_SURFACE_NOT_ACQUIRED_INTEL);
    EXPECT_EQ(change(release, {luma.get()}), CL_SUCCESS);
    EXPECT_EQ(change(acquire, {}), CL_SUCCESS);
    EXPECT_EQ(acquire(queue_.get(), 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(change(acquire, {out.get()}), CL_INVALID_MEM_OBJECT);
    const cl_mem one = luma.get();
    EXPECT_EQ(acquire(queue(), 1, &one, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(acquire(nullptr, 1, &one, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(VaImages, WrongSurfaces) {
    VASurfaceID surface = driver.surface(kWidth, kHeight, VA_FOURCC_NV12), none = 12345;
    image(none, 0, CL_INVALID_VA_API_MEDIA_SURFACE_INTEL);
    image(surface, 0, CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR);
    {
        const Owned<cl_mem> first = image(surface, 0);
        image(surface, 0, CL_INVALID_VA_API_MEDIA_SURFACE_INTEL);  // a plane has one image
        EXPECT_EQ(clRetainMemObject(first.get()), CL_SUCCESS);
        EXPECT_EQ(clReleaseMemObject(first.get()), CL_SUCCESS);
        image(surface, 0, CL_INVALID_VA_API_MEDIA_SURFACE_INTEL);
    }
    image(surface, 0);
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(create(shared_.get(), 0, nullptr, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VA_API_MEDIA_SURFACE_INTEL);
    EXPECT_EQ(create(context(), 0, &surface, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
    EXPECT_EQ(create(nullptr, 0, &surface, 0, nullptr), nullptr);
}

}  // namespace
}  // namespace genmedia::test
