// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/mirrors.h"

#include "opencl/layer/devices/processors.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

namespace genmedia::opencl {
namespace {

using Bytes = std::vector<unsigned char>;

template <class T>
T of_memory(cl_mem memory, cl_mem_info name) {
    return query_value<T>(target().clGetMemObjectInfo, memory, name);
}
template <class T>
T of_image(cl_mem memory, cl_image_info name) {
    return query_value<T>(target().clGetImageInfo, memory, name);
}

// An application's object that stays until this is gone.
class Held {
public:
    explicit Held(cl_mem memory) : memory_(memory) { target().clRetainMemObject(memory); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { target().clReleaseMemObject(memory_); }
    cl_mem get() const { return memory_; }
    bool hides(cl_mem_flags flags) const {
        return (of_memory<cl_mem_flags>(memory_, CL_MEM_FLAGS) & (flags | CL_MEM_HOST_NO_ACCESS)) != 0;
    }

private:
    cl_mem memory_;
};

// A buffer of the application's context, through which memory goes that its host may not touch.
class Passage {
public:
    Passage(cl_command_queue queue, size_t bytes) {
        const auto context = query_value<cl_context>(target().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
        memory_ = target().clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    ~Passage() {
        if (memory_ != nullptr) target().clReleaseMemObject(memory_);
    }
    cl_mem get() const { return memory_; }
    cl_int error = CL_SUCCESS;

private:
    cl_mem memory_ = nullptr;
};

cl_int read_range(cl_command_queue queue, const Held& from, size_t at, size_t bytes, void* to) {
    const auto read = [&](cl_mem memory, size_t offset) {
        return target().clEnqueueReadBuffer(queue, memory, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr);
    };
    if (!from.hides(CL_MEM_HOST_WRITE_ONLY)) return read(from.get(), at);
    const Passage passage(queue, bytes);
    if (passage.error != CL_SUCCESS) return passage.error;
    const cl_int error =
        target().clEnqueueCopyBuffer(queue, from.get(), passage.get(), at, 0, bytes, 0, nullptr, nullptr);
    return error == CL_SUCCESS ? read(passage.get(), 0) : error;
}

cl_int write_range(cl_command_queue queue, const Held& to, size_t at, size_t bytes, const void* from) {
    const auto write = [&](cl_mem memory, size_t offset) {
        return target().clEnqueueWriteBuffer(queue, memory, CL_TRUE, offset, bytes, from, 0, nullptr,
                                             nullptr);
    };
    if (!to.hides(CL_MEM_HOST_READ_ONLY)) return write(to.get(), at);
    const Passage passage(queue, bytes);
    if (passage.error != CL_SUCCESS) return passage.error;
    if (const cl_int error = write(passage.get(), 0); error != CL_SUCCESS) return error;
    const cl_int error =
        target().clEnqueueCopyBuffer(queue, passage.get(), to.get(), 0, at, bytes, 0, nullptr, nullptr);
    return error == CL_SUCCESS ? target().clFinish(queue) : error;
}

// What of an image one command moves.
struct Box {
    std::array<size_t, 3> origin{}, region{1, 1, 1};
    size_t pixels() const { return region[0] * region[1] * region[2]; }
};

cl_int read_box(cl_command_queue queue, const Held& from, const Box& box, size_t pixel, size_t pitch,
                void* to) {
    if (!from.hides(CL_MEM_HOST_WRITE_ONLY))
        return target().clEnqueueReadImage(queue, from.get(), CL_TRUE, box.origin.data(), box.region.data(),
                                           pitch, 0, to, 0, nullptr, nullptr);
    const Passage passage(queue, box.pixels() * pixel);
    if (passage.error != CL_SUCCESS) return passage.error;
    const cl_int error = target().clEnqueueCopyImageToBuffer(
        queue, from.get(), passage.get(), box.origin.data(), box.region.data(), 0, 0, nullptr, nullptr);
    if (error != CL_SUCCESS) return error;
    return target().clEnqueueReadBuffer(queue, passage.get(), CL_TRUE, 0, box.pixels() * pixel, to, 0,
                                        nullptr, nullptr);
}

cl_int write_box(cl_command_queue queue, const Held& to, const Box& box, size_t pixel, const void* from) {
    if (!to.hides(CL_MEM_HOST_READ_ONLY))
        return target().clEnqueueWriteImage(queue, to.get(), CL_TRUE, box.origin.data(), box.region.data(), 0,
                                            0, from, 0, nullptr, nullptr);
    const Passage passage(queue, box.pixels() * pixel);
    if (passage.error != CL_SUCCESS) return passage.error;
    cl_int error = target().clEnqueueWriteBuffer(queue, passage.get(), CL_TRUE, 0, box.pixels() * pixel, from,
                                                 0, nullptr, nullptr);
    if (error == CL_SUCCESS)
        error = target().clEnqueueCopyBufferToImage(queue, passage.get(), to.get(), 0, box.origin.data(),
                                                    box.region.data(), 0, nullptr, nullptr);
    return error == CL_SUCCESS ? target().clFinish(queue) : error;
}

// Puts what changed into what is there now: other kernels may have written between meanwhile.
void merge(const unsigned char* before, const unsigned char* after, Bytes& now) {
    for (size_t i = 0; i < now.size(); i++)
        if (before[i] != after[i]) now[i] = after[i];
}

}  // namespace

// Part of a buffer: what arguments name of it together.
class MirroredBuffer {
public:
    MirroredBuffer(cl_mem root, size_t from, size_t to) : begin(from), end(to), root_(root) {}
    MirroredBuffer(const MirroredBuffer&) = delete;
    MirroredBuffer& operator=(const MirroredBuffer&) = delete;
    ~MirroredBuffer() {
        if (memory != nullptr) target().clReleaseMemObject(memory);
    }

    cl_int bring(cl_command_queue queue) {
        before_.resize(end - begin);
        if (const cl_int error = read_range(queue, root_, begin, before_.size(), before_.data());
            error != CL_SUCCESS)
            return error;
        return target().clEnqueueWriteBuffer(processors().copies, memory, CL_TRUE, 0, before_.size(),
                                             before_.data(), 0, nullptr, nullptr);
    }

    // Only what was changed: other kernels may write to other parts meanwhile.
    cl_int bring_back(cl_command_queue queue) const {
        if (!may_be_written) return CL_SUCCESS;
        Bytes after(before_.size());
        cl_int error = target().clEnqueueReadBuffer(processors().copies, memory, CL_TRUE, 0, after.size(),
                                                    after.data(), 0, nullptr, nullptr);
        constexpr size_t block = 256;
        const auto differs = [&](size_t at) {
            return std::memcmp(&before_[at], &after[at], std::min(block, after.size() - at)) != 0;
        };
        for (size_t at = 0; at < after.size() && error == CL_SUCCESS; at += block) {
            if (!differs(at)) continue;
            size_t stop = at + block;
            while (stop < after.size() && differs(stop)) stop += block;
            stop = std::min(stop, after.size());
            size_t first = at, last = stop;
            while (before_[first] == after[first]) first++;
            while (before_[last - 1] == after[last - 1]) last--;
            Bytes now(last - first);
            error = read_range(queue, root_, begin + first, now.size(), now.data());
            if (error != CL_SUCCESS) break;
            merge(&before_[first], &after[first], now);
            error = write_range(queue, root_, begin + first, now.size(), now.data());
            at = stop;
        }
        return error;
    }

    const size_t begin, end;
    bool may_be_written = false;
    cl_mem memory = nullptr;  // of processors()

private:
    Held root_;
    Bytes before_;
};

class MirroredImage {
public:
    explicit MirroredImage(const MirroredArgument& argument)
        : may_be_written(argument.may_be_written), from_(argument.memory) {}
    MirroredImage(const MirroredImage&) = delete;
    MirroredImage& operator=(const MirroredImage&) = delete;
    ~MirroredImage() {
        if (memory != nullptr) own_table().clReleaseMemObject(memory);  // the layer may know of it
    }

    bool is_of(cl_mem image) const { return from_.get() == image; }

    cl_int make(bool treated) {
        if (const auto whole = whole_planar_image(from_.get())) return make_planar(*whole);
        read_description();
        cl_int error = CL_SUCCESS;
        const auto create = [&](const cl_image_format& format) {
            return own_table().clCreateImage(processors().context, CL_MEM_READ_WRITE, &format, &description_,
                                             nullptr, &error);
        };
        auto format = of_image<cl_image_format>(from_.get(), CL_IMAGE_FORMAT);
        const auto planar = planar_objects().find(from_.get());
        const bool emulated = planar && planar->emulated;
        if (!emulated) memory = create(format);
        if (memory != nullptr) return CL_SUCCESS;
        // Pixels of two bytes, which PoCL may lack (planar_images.h).
        const bool is_pair =
            format.image_channel_order == CL_RG && (format.image_channel_data_type == CL_UNORM_INT8 ||
                                                    format.image_channel_data_type == CL_UNSIGNED_INT8);
        if (!treated || (!emulated && !is_pair)) return error;
        const cl_channel_type type = emulated ? planar->type : format.image_channel_data_type;
        if (!emulated)
            format = {CL_R, static_cast<cl_channel_type>(type == CL_UNORM_INT8 ? CL_UNORM_INT16
                                                                               : CL_UNSIGNED_INT16)};
        memory = create(format);
        if (memory == nullptr) return error;
        auto object = std::make_shared<PlanarObject>();
        object->plane = 1;
        object->emulated = true;
        object->type = type;
        object->flags = CL_MEM_READ_WRITE;
        planar_objects().put(memory, std::move(object));
        return CL_SUCCESS;
    }

    cl_int bring(cl_command_queue queue) {
        if (const auto whole = whole_planar_image(memory)) return bring_planar(queue, *whole->image);
        before_.resize(box_.pixels() * pixel_);
        if (const cl_int error = read_box(queue, from_, box_, pixel_, 0, before_.data()); error != CL_SUCCESS)
            return error;
        return target().clEnqueueWriteImage(processors().copies, memory, CL_TRUE, box_.origin.data(),
                                            box_.region.data(), 0, 0, before_.data(), 0, nullptr, nullptr);
    }

    cl_int bring_back(cl_command_queue queue) const {
        if (!may_be_written || whole_planar_image(memory)) return CL_SUCCESS;
        Bytes after(before_.size());
        cl_int error =
            target().clEnqueueReadImage(processors().copies, memory, CL_TRUE, box_.origin.data(),
                                        box_.region.data(), 0, 0, after.data(), 0, nullptr, nullptr);
        const size_t row = box_.region[0] * pixel_;
        const auto differs = [&](size_t y) {
            return std::memcmp(&before_[y * row], &after[y * row], row) != 0;
        };
        for (size_t z = 0; z < box_.region[2] && error == CL_SUCCESS; z++) {
            const size_t begin = z * box_.region[1], end = begin + box_.region[1];
            for (size_t y = begin; y < end && error == CL_SUCCESS; y++) {
                if (!differs(y)) continue;
                size_t stop = y + 1;
                while (stop < end && differs(stop)) stop++;
                const Box rows{{0, y - begin, z}, {box_.region[0], stop - y, 1}};
                Bytes now((stop - y) * row);
                error = read_box(queue, from_, rows, pixel_, 0, now.data());
                if (error != CL_SUCCESS) break;
                merge(&before_[y * row], &after[y * row], now);
                error = write_box(queue, from_, rows, pixel_, now.data());
                y = stop;
            }
        }
        return error;
    }

    bool may_be_written;
    cl_mem memory = nullptr;  // of processors()

private:
    void read_description() {
        const cl_mem image = from_.get();
        description_.image_type = of_memory<cl_mem_object_type>(image, CL_MEM_TYPE);
        description_.image_width = of_image<size_t>(image, CL_IMAGE_WIDTH);
        description_.image_height = of_image<size_t>(image, CL_IMAGE_HEIGHT);
        description_.image_depth = of_image<size_t>(image, CL_IMAGE_DEPTH);
        description_.image_array_size = of_image<size_t>(image, CL_IMAGE_ARRAY_SIZE);
        pixel_ = of_image<size_t>(image, CL_IMAGE_ELEMENT_SIZE);
        box_.region[0] = description_.image_width;
        switch (description_.image_type) {
            case CL_MEM_OBJECT_IMAGE1D_ARRAY: box_.region[1] = description_.image_array_size; break;
            case CL_MEM_OBJECT_IMAGE2D_ARRAY:
                box_.region[1] = description_.image_height;
                box_.region[2] = description_.image_array_size;
                break;
            case CL_MEM_OBJECT_IMAGE2D: box_.region[1] = description_.image_height; break;
            case CL_MEM_OBJECT_IMAGE3D:
                box_.region[1] = description_.image_height;
                box_.region[2] = description_.image_depth;
                break;
            default: break;  // one dimension
        }
    }

    // Luma and chroma are images of their own on the device, and one picture for processors.
    cl_int make_planar(const PlanarObject& whole) {
        luma_ = std::make_unique<Held>(whole.luma);
        chroma_ = std::make_unique<Held>(whole.chroma);
        const cl_image_format format{CL_NV12_INTEL, CL_UNORM_INT8};
        description_.image_type = CL_MEM_OBJECT_IMAGE2D;
        description_.image_width = whole.image->width;
        description_.image_height = whole.image->height;
        description_.image_depth = 1;
        cl_int error = CL_SUCCESS;
        memory = own_table().clCreateImage(processors().context, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                           &format, &description_, nullptr, &error);
        return error;
    }

    cl_int bring_planar(cl_command_queue queue, const PlanarImage& to) const {
        const Box luma{{}, {to.width, to.height, 1}}, chroma{{}, {to.width / 2, to.height / 2, 1}};
        const cl_int error = read_box(queue, *luma_, luma, 1, to.pitch, to.pixels);
        return error == CL_SUCCESS ? read_box(queue, *chroma_, chroma, 2, to.pitch, to.chroma()) : error;
    }

    Held from_;
    std::unique_ptr<Held> luma_, chroma_;  // of a whole NV12 image
    cl_image_desc description_{};
    Box box_;
    size_t pixel_ = 0;
    Bytes before_;
};

namespace {

// What an argument names of a buffer.
struct Part {
    const MirroredArgument* argument = nullptr;
    cl_mem root = nullptr;
    size_t begin = 0, end = 0;
    bool is_image = false;
};

bool is_of_buffer(cl_mem memory) {
    const auto type = of_memory<cl_mem_object_type>(memory, CL_MEM_TYPE);
    return type == CL_MEM_OBJECT_BUFFER || type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

Part part_of(const MirroredArgument& argument) {
    Part part{&argument, argument.memory};
    cl_mem buffer = argument.memory;
    part.is_image = of_memory<cl_mem_object_type>(buffer, CL_MEM_TYPE) == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (part.is_image) buffer = of_memory<cl_mem>(buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
    part.root = buffer;
    if (const auto parent = of_memory<cl_mem>(buffer, CL_MEM_ASSOCIATED_MEMOBJECT)) {
        part.root = parent;
        part.begin = of_memory<size_t>(buffer, CL_MEM_OFFSET);
    }
    const size_t bytes = part.is_image ? of_image<size_t>(argument.memory, CL_IMAGE_WIDTH) *
                                             of_image<size_t>(argument.memory, CL_IMAGE_ELEMENT_SIZE)
                                       : of_memory<size_t>(buffer, CL_MEM_SIZE);
    part.end = part.begin + bytes;
    return part;
}

cl_mem sub_buffer(cl_mem buffer, size_t origin, size_t bytes, cl_int& error) {
    const cl_buffer_region region{origin, bytes};
    return target().clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                      &error);
}

cl_mem image_of(const Part& part, cl_mem buffer, cl_int& error) {
    const auto format = of_image<cl_image_format>(part.argument->memory, CL_IMAGE_FORMAT);
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = of_image<size_t>(part.argument->memory, CL_IMAGE_WIDTH);
    description.mem_object = buffer;
    return target().clCreateImage(processors().context, CL_MEM_READ_WRITE, &format, &description, nullptr,
                                  &error);
}

}  // namespace

Mirrors::Mirrors() = default;

Mirrors::~Mirrors() {
    while (!views_.empty()) {
        target().clReleaseMemObject(views_.back());
        views_.pop_back();
    }
}

void Mirrors::place(size_t parameter, cl_mem memory) {
    if (in_place_.size() <= parameter) in_place_.resize(parameter + 1);
    in_place_[parameter] = memory;
}

cl_mem Mirrors::in_place_of(size_t parameter) const {
    return parameter < in_place_.size() ? in_place_[parameter] : nullptr;
}

cl_int Mirrors::refuse(size_t parameter, const char* what, cl_int error) const {
    log().error("kernel {}, argument {}: processors have no {} like the application's (OpenCL error {})",
                kernel_, parameter, what, error);
    return error == CL_INVALID_BUFFER_SIZE || error == CL_INVALID_IMAGE_SIZE
               ? CL_MEM_OBJECT_ALLOCATION_FAILURE
               : error;
}

cl_int Mirrors::make_buffers(const std::vector<MirroredArgument>& arguments) {
    std::vector<Part> parts;
    for (const MirroredArgument& argument : arguments)
        if (is_of_buffer(argument.memory)) parts.push_back(part_of(argument));
    std::ranges::sort(parts, [](const Part& a, const Part& b) {
        return std::tie(a.root, a.begin, a.end) < std::tie(b.root, b.begin, b.end);
    });
    cl_int error = CL_SUCCESS;
    for (size_t i = 0; i < parts.size();) {
        size_t stop = i, end = parts[i].end;
        bool may_be_written = false;
        for (; stop < parts.size() && parts[stop].root == parts[i].root &&
               (stop == i || parts[stop].begin < end);
             stop++) {
            end = std::max(end, parts[stop].end);
            may_be_written |= parts[stop].argument->may_be_written;
        }
        MirroredBuffer& made =
            *buffers_.emplace_back(std::make_unique<MirroredBuffer>(parts[i].root, parts[i].begin, end));
        made.may_be_written = may_be_written;
        made.memory = target().clCreateBuffer(processors().context, CL_MEM_READ_WRITE, made.end - made.begin,
                                              nullptr, &error);
        if (error != CL_SUCCESS) return refuse(parts[i].argument->parameter, "buffer", error);
        for (; i < stop; i++) {
            const Part& part = parts[i];
            cl_mem memory = made.memory;
            if (part.begin != made.begin || part.end != made.end) {
                memory = sub_buffer(made.memory, part.begin - made.begin, part.end - part.begin, error);
                if (error != CL_SUCCESS) return refuse(part.argument->parameter, "sub-buffer", error);
                views_.push_back(memory);
            }
            if (part.is_image) {
                memory = image_of(part, memory, error);
                if (error != CL_SUCCESS) return refuse(part.argument->parameter, "image of a buffer", error);
                views_.push_back(memory);
            }
            place(part.argument->parameter, memory);
        }
    }
    return CL_SUCCESS;
}

cl_int Mirrors::make_image(const MirroredArgument& argument, bool treated) {
    // The same image may be read by one argument and written by another.
    for (size_t i = 0; i < images_.size(); i++)
        if (images_[i]->is_of(argument.memory)) {
            images_[i]->may_be_written |= argument.may_be_written;
            place(argument.parameter, images_[i]->memory);
            return CL_SUCCESS;
        }
    MirroredImage& made = *images_.emplace_back(std::make_unique<MirroredImage>(argument));
    if (const cl_int error = made.make(treated); error != CL_SUCCESS)
        return refuse(argument.parameter, "image", error);
    place(argument.parameter, made.memory);
    return CL_SUCCESS;
}

cl_int Mirrors::make(const std::string& kernel, const std::vector<MirroredArgument>& arguments,
                     bool treated) {
    kernel_ = kernel;
    if (const cl_int error = make_buffers(arguments); error != CL_SUCCESS) return error;
    for (const MirroredArgument& argument : arguments) {
        if (is_of_buffer(argument.memory)) continue;
        if (const cl_int error = make_image(argument, treated); error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

cl_int Mirrors::bring(cl_command_queue queue) {
    for (const auto& one : buffers_)
        if (const cl_int error = one->bring(queue); error != CL_SUCCESS) return error;
    for (const auto& one : images_)
        if (const cl_int error = one->bring(queue); error != CL_SUCCESS) return error;
    return CL_SUCCESS;
}

cl_int Mirrors::bring_back(cl_command_queue queue) {
    for (const auto& one : buffers_)
        if (const cl_int error = one->bring_back(queue); error != CL_SUCCESS) return error;
    for (const auto& one : images_)
        if (const cl_int error = one->bring_back(queue); error != CL_SUCCESS) return error;
    return CL_SUCCESS;
}

}  // namespace genmedia::opencl
