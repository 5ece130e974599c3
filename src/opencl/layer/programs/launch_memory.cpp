// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/launch_memory.h"

#include "opencl/engine/tables.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"
#include "vme/inter/search_path.h"
#include "vme/opencl/make_records.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>

namespace genmedia::opencl {

// One kernel object a context; its arguments are set and used under the lock.
class CopyKernel {
public:
    explicit CopyKernel(cl_context context);
    CopyKernel(const CopyKernel&) = delete;
    CopyKernel& operator=(const CopyKernel&) = delete;
    ~CopyKernel() {
        if (kernel != nullptr) target().clReleaseKernel(kernel);
    }

    std::mutex mutex;
    cl_kernel kernel = nullptr;
};

namespace {

// Copies a plane to where the unit looks for it: four bytes a work-item. Beyond its width a line repeats its
// last sample. `kind`: 1 and 2 channels of 8 bits, or 3, one of 16 bits that is two.
constexpr const char* kCopyText = R"(
kernel void genmedia_copy_plane(read_only image2d_t from, global uint* to, uint at, int width, int stride, int kind) {
    const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const int word = get_global_id(0), y = get_global_id(1);
    uint bytes = 0;
    for (int i = 0; i < (kind == 1 ? 4 : 2); i++) {
        const int x = min((kind == 1 ? 4 : 2) * word + i, width - 1);
        const float4 sample = read_imagef(from, edge, (int2)(x, y));
        if (kind == 1) bytes |= (uint)(sample.x * 255.0f + 0.5f) << 8 * i;
        if (kind == 2) bytes |= ((uint)(sample.x * 255.0f + 0.5f) | (uint)(sample.y * 255.0f + 0.5f) << 8) << 16 * i;
        if (kind == 3) bytes |= (uint)(sample.x * 65535.0f + 0.5f) << 16 * i;
    }
    to[at + y * stride + word] = bytes;
}
)";

// A context's, as long as one of its kernels needs it: it keeps the context.
std::shared_ptr<CopyKernel> copy_kernel(cl_context context) {
    static auto& mutex = *new std::mutex;
    static auto& all = *new std::map<cl_context, std::weak_ptr<CopyKernel>>;
    const std::lock_guard lock(mutex);
    std::erase_if(all, [](const auto& known) { return known.second.expired(); });
    std::shared_ptr<CopyKernel> copy = all[context].lock();
    if (!copy) all[context] = copy = std::make_shared<CopyKernel>(context);
    return copy;
}

abi::PathRecord path_of(int window, bool dual) {
    return vme::opencl::path_record(vme::search_path(static_cast<vme::SearchWindow>(window), dual));
}

std::unique_ptr<abi::gm_device_launch> tables_alone() {
    auto record = std::make_unique<abi::gm_device_launch>();
    *record = {};
    record->tables = default_tables();
    for (const int window : {0, 1, 2, 3, 4, 5, 9, 10}) {
        for (const bool dual : {false, true}) {
            record->paths[window][dual] = path_of(window, dual);
            record->are_rectangles[window][dual] =
                vme::opencl::is_rectangle({}, vme::search_path(static_cast<vme::SearchWindow>(window), dual));
        }
    }
    return record;
}

abi::PlaneRecord plane_of(cl_mem image, int bytes_per_sample, size_t& at) {
    const auto width = query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_WIDTH);
    const auto height = query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_HEIGHT);
    const size_t stride = (width * static_cast<size_t>(bytes_per_sample) + 15) / 16 * 16;
    const abi::PlaneRecord plane{static_cast<uint32_t>(at), static_cast<int32_t>(width),
                                 static_cast<int32_t>(height), static_cast<int32_t>(stride)};
    at += stride * height;
    return plane;
}

void release(cl_mem& memory) {
    if (memory != nullptr) target().clReleaseMemObject(memory);
    memory = nullptr;
}

std::vector<size_t> shape_of(const std::vector<UnitPicture>& pictures) {
    std::vector<size_t> shape;
    for (const UnitPicture& picture : pictures)
        for (const size_t value :
             {picture.parameter, query_value<size_t>(target().clGetImageInfo, picture.luma, CL_IMAGE_WIDTH),
              query_value<size_t>(target().clGetImageInfo, picture.luma, CL_IMAGE_HEIGHT),
              static_cast<size_t>(picture.chroma != nullptr)})
            shape.push_back(value);
    return shape;
}

}  // namespace

CopyKernel::CopyKernel(cl_context context) {
    cl_int error = CL_SUCCESS;
    const char* text = kCopyText;
    const cl_program program = target().clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    if (program == nullptr) return;
    if (target().clBuildProgram(program, 0, nullptr, "-cl-std=CL1.2 -w", nullptr, nullptr) == CL_SUCCESS)
        kernel = target().clCreateKernel(program, "genmedia_copy_plane", &error);
    target().clReleaseProgram(program);
}

LaunchMemory::~LaunchMemory() {
    release(launch_);
    release(samples_);
    if (last_ != nullptr) target().clReleaseEvent(last_);
}

cl_int LaunchMemory::make_buffers(cl_command_queue queue, const std::vector<UnitPicture>& pictures) {
    context_ = query_value<cl_context>(target().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
    if (!copy_) copy_ = copy_kernel(context_);
    std::vector<size_t> shape = shape_of(pictures);
    if (launch_ != nullptr && shape == shape_) return CL_SUCCESS;
    if (record_ == nullptr) record_ = tables_alone();
    size_t at = 0;
    for (auto& planes : {record_->luma, record_->chroma})
        std::fill_n(planes, abi::GM_IMAGES, abi::PlaneRecord{});
    for (const UnitPicture& picture : pictures) {
        record_->luma[picture.parameter] = plane_of(picture.luma, 1, at);
        if (picture.chroma != nullptr) record_->chroma[picture.parameter] = plane_of(picture.chroma, 2, at);
    }
    cl_int error = CL_SUCCESS;
    if (launch_ == nullptr)
        launch_ = target().clCreateBuffer(context_, CL_MEM_READ_WRITE, sizeof *record_, nullptr, &error);
    if (error != CL_SUCCESS) return error;
    const size_t bytes = std::max<size_t>(at, 16);
    if (bytes > sample_bytes_) {
        release(samples_);
        samples_ = target().clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error);
        sample_bytes_ = samples_ == nullptr ? 0 : bytes;
    }
    if (error != CL_SUCCESS) return error;
    shape_ = std::move(shape);
    if (last_ != nullptr) target().clWaitForEvents(1, &last_);
    return target().clEnqueueWriteBuffer(queue, launch_, CL_TRUE, 0, sizeof *record_, record_.get(), 0,
                                         nullptr, nullptr);
}

cl_int LaunchMemory::copy(cl_command_queue queue, cl_mem image, const abi::PlaneRecord& plane, int kind,
                          const std::vector<cl_event>& before, cl_event* event) const {
    if (copy_->kernel == nullptr) return CL_OUT_OF_RESOURCES;
    const std::lock_guard lock(copy_->mutex);
    const cl_uint at = plane.at / 4;
    const cl_int stride = plane.stride / 4;
    const auto set = [&](cl_uint index, const auto& value) {
        return target().clSetKernelArg(copy_->kernel, index, sizeof value, &value);
    };
    for (const cl_int error :
         {set(0, image), set(1, samples_), set(2, at), set(3, plane.width), set(4, stride), set(5, kind)})
        if (error != CL_SUCCESS) return error;
    const size_t global[2] = {static_cast<size_t>(stride), static_cast<size_t>(plane.height)};
    return target().clEnqueueNDRangeKernel(queue, copy_->kernel, 2, nullptr, global, nullptr,
                                           static_cast<cl_uint>(before.size()),
                                           before.empty() ? nullptr : before.data(), event);
}

cl_int LaunchMemory::prepare(cl_command_queue queue, const std::vector<UnitPicture>& pictures,
                             std::vector<cl_event>& before) {
    if (const cl_int error = make_buffers(queue, pictures); error != CL_SUCCESS) return error;
    const bool in_order = keeps_order(queue);
    if (!in_order && last_ != nullptr) before.push_back(last_);
    std::vector<cl_event> copied;
    for (const UnitPicture& picture : pictures) {
        for (const cl_mem image : {picture.luma, picture.chroma}) {
            if (image == nullptr) continue;
            const bool luma = image == picture.luma;
            const auto& plane = luma ? record_->luma[picture.parameter] : record_->chroma[picture.parameter];
            cl_event event = nullptr;
            const cl_int error = copy(queue, image, plane,
                                      luma                     ? 1
                                      : picture.chroma_is_wide ? 3
                                                               : 2,
                                      before, in_order ? nullptr : &event);
            if (event != nullptr) copied.push_back(event);
            if (error != CL_SUCCESS) return error;
        }
    }
    if (!in_order && !copied.empty()) before = copied;
    return CL_SUCCESS;
}

void LaunchMemory::note_end(cl_command_queue queue, cl_event kernel) {
    if (keeps_order(queue)) return;
    if (last_ != nullptr) target().clReleaseEvent(last_);
    target().clRetainEvent(kernel);
    last_ = kernel;
}

cl_int LaunchMemory::read_failure(cl_command_queue queue, cl_event kernel, Failure& failure) {
    const size_t at = offsetof(abi::gm_device_launch, failure);
    const cl_int error = target().clEnqueueReadBuffer(queue, launch_, CL_TRUE, at, sizeof failure, &failure,
                                                      1, &kernel, nullptr);
    if (error != CL_SUCCESS || failure.code == 0) return error;
    const Failure none{};
    return target().clEnqueueWriteBuffer(queue, launch_, CL_TRUE, at, sizeof none, &none, 0, nullptr,
                                         nullptr);
}

}  // namespace genmedia::opencl
