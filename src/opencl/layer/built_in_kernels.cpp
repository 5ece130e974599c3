// SPDX-License-Identifier: MIT
#include "opencl/layer/built_in_kernels.h"

#include "opencl/builtins/kernels/kernels.h"
#include "opencl/layer/accelerators.h"
#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/programs.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <sstream>

namespace genmedia::opencl {
namespace {

enum class Kind : uint8_t {
    accelerator,
    picture,          // of the pair that is searched
    checked_picture,  // of the three that are checked
    number,
    buffer,  // may be null
    required_buffer,
};
enum class Per : uint8_t { macroblock, block, skip_block };  // what a buffer has one element for

struct BuiltInParameter {
    std::string_view name;
    Kind kind;
    size_t bytes = 0;  // of a number; of a buffer's element
    Per per = Per::macroblock;
};

bool is_picture(const BuiltInParameter& parameter) {
    return parameter.kind == Kind::picture || parameter.kind == Kind::checked_picture;
}

}  // namespace

struct BuiltInKernel {
    std::string_view name;
    const std::string& (*text)();
    bool advanced;
    std::vector<BuiltInParameter> parameters;
};

namespace {

// ---- The kernels, with the names that the texts give their parameters

constexpr size_t kVectorBytes = 4, kResidualBytes = 2;           // short2, ushort
constexpr size_t kPredictors = 8, kBidirectionalPredictors = 4;  // a macroblock's room for predictors
constexpr size_t kModeBytes = 22;  // 1 of 16x16, 4 of 8x8, 16 of 4x4, 1 of chroma

const std::array<BuiltInKernel, 3>& all_kernels() {
    static const auto& all = *new std::array<BuiltInKernel, 3>{{
        {"block_motion_estimate_intel",
         block_motion_estimate,
         false,
         {{"accelerator", Kind::accelerator},
          {"src_image", Kind::picture},
          {"ref_image", Kind::picture},
          {"prediction_motion_vector_buffer", Kind::buffer, kVectorBytes},
          {"motion_vector_buffer", Kind::required_buffer, kVectorBytes, Per::block},
          {"residuals", Kind::buffer, kResidualBytes, Per::block}}},
        {"block_advanced_motion_estimate_check_intel",
         block_advanced_motion_estimate_check,
         true,
         {{"accelerator", Kind::accelerator},
          {"src_image", Kind::picture},
          {"ref_image", Kind::picture},
          {"flags", Kind::number, sizeof(cl_uint)},
          {"skip_block_type", Kind::number, sizeof(cl_uint)},
          {"search_cost_penalty", Kind::number, sizeof(cl_uint)},
          {"search_cost_precision", Kind::number, sizeof(cl_uint)},
          {"count_motion_vector_buffer", Kind::required_buffer, kVectorBytes},
          {"predictor_motion_vector_buffer", Kind::buffer, kPredictors * kVectorBytes},
          {"skip_motion_vector_buffer", Kind::buffer, kPredictors * kVectorBytes, Per::skip_block},
          {"search_motion_vector_buffer", Kind::buffer, kVectorBytes, Per::block},
          {"intra_search_predictor_modes", Kind::buffer, kModeBytes},
          {"search_residuals", Kind::buffer, kResidualBytes, Per::block},
          {"skip_residuals", Kind::buffer, kPredictors * kResidualBytes, Per::skip_block},
          {"intra_residuals", Kind::buffer, 4 * kResidualBytes}}},
        {"block_advanced_motion_estimate_bidirectional_check_intel",
         block_advanced_motion_estimate_bidirectional_check,
         true,
         {{"accelerator", Kind::accelerator},
          {"src_search_image", Kind::picture},
          {"ref_search_image", Kind::picture},
          {"src_check_image", Kind::checked_picture},
          {"ref0_check_image", Kind::checked_picture},
          {"ref1_check_image", Kind::checked_picture},
          {"flags", Kind::number, sizeof(cl_uint)},
          {"search_cost_penalty", Kind::number, sizeof(cl_uint)},
          {"search_cost_precision", Kind::number, sizeof(cl_uint)},
          {"count_global", Kind::number, sizeof(cl_short2)},
          {"bidir_weight", Kind::number, sizeof(cl_uchar)},
          {"count_motion_vector_buffer", Kind::buffer, kVectorBytes},
          {"prediction_motion_vector_buffer", Kind::buffer, kBidirectionalPredictors * kVectorBytes},
          {"skip_input_mode_buffer", Kind::buffer, 1},
          {"skip_motion_vector_buffer", Kind::buffer, 2 * kBidirectionalPredictors * kVectorBytes,
           Per::skip_block},
          {"search_motion_vector_buffer", Kind::buffer, kVectorBytes, Per::block},
          {"intra_search_predictor_modes", Kind::buffer, kModeBytes},
          {"search_residuals", Kind::buffer, kResidualBytes, Per::block},
          {"skip_residuals", Kind::buffer, kBidirectionalPredictors * kResidualBytes, Per::skip_block},
          {"intra_residuals", Kind::buffer, 4 * kResidualBytes}}},
    }};
    return all;
}

// ---- Programs

std::string program_text(const std::vector<const BuiltInKernel*>& kernels) {
    std::string text = built_in_common();
    const auto is_advanced = [](const BuiltInKernel* kernel) { return kernel->advanced; };
    if (std::ranges::any_of(kernels, is_advanced)) text += built_in_advanced();
    for (const BuiltInKernel* kernel : kernels) text += kernel->text();
    return text;
}

// The kernels of these names, each once. CL_INVALID_VALUE: a name is unknown. A program cannot mix these with
// PoCL's own kernels; a host that asks for all names in CL_DEVICE_BUILT_IN_KERNELS gets these.
cl_int kernels_of(const std::vector<std::string>& names, cl_device_id device,
                  std::vector<const BuiltInKernel*>& kernels) {
    const auto pocls =
        split_names(query_string(target().clGetDeviceInfo, device, CL_DEVICE_BUILT_IN_KERNELS));
    for (const std::string& name : names) {
        const BuiltInKernel* kernel = find_built_in_kernel(name);
        if (kernel == nullptr && std::ranges::find(pocls, name) == pocls.end()) return CL_INVALID_VALUE;
        if (kernel == nullptr)
            log().warn(
                "clCreateProgramWithBuiltInKernels: {} is PoCL's and left out of a program with genmedia's",
                name);
        else if (std::ranges::find(kernels, kernel) == kernels.end())
            kernels.push_back(kernel);
    }
    return CL_SUCCESS;
}

cl_int check_request(const std::vector<cl_device_id>& of_context, const std::vector<cl_device_id>& devices,
                     const std::vector<std::string>& names) {
    if (devices.empty() || names.empty()) return CL_INVALID_VALUE;
    const auto is_there = [&](cl_device_id device) {
        return std::ranges::find(of_context, device) != of_context.end() && is_served(device);
    };
    return std::ranges::all_of(devices, is_there) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_program create(cl_context context, const std::vector<cl_device_id>& devices,
                  const std::vector<std::string>& names, cl_int& error) {
    std::vector<const BuiltInKernel*> kernels;
    if ((error = check_request(devices_of(context), devices, names)) != CL_SUCCESS) return nullptr;
    if ((error = kernels_of(names, devices.front(), kernels)) != CL_SUCCESS) return nullptr;
    return create_built_in_program(context, devices, program_text(kernels), error);
}

// False if all names are others' kernels (PoCL's own), or if the context has no served device.
bool is_for_layer(cl_context context, const std::vector<std::string>& names) {
    if (!names.empty() && std::ranges::none_of(names, find_built_in_kernel)) return false;
    return context != nullptr && std::ranges::any_of(devices_of(context), is_served);
}

cl_program CL_API_CALL create_with_built_in_kernels(cl_context context, cl_uint count,
                                                    const cl_device_id* devices, const char* kernel_names,
                                                    cl_int* error) {
    const auto names = split_names(kernel_names == nullptr ? "" : kernel_names);
    if (!is_for_layer(context, names))
        return target().clCreateProgramWithBuiltInKernels(context, count, devices, kernel_names, error);
    const std::vector<cl_device_id> wanted(devices, devices == nullptr ? devices : devices + count);
    cl_int result = CL_SUCCESS;
    const cl_program program = create(context, wanted, names, result);
    if (error != nullptr) *error = result;
    return program;
}

// ---- Arguments

cl_int set_accelerator(size_t size, const void* value, std::optional<uint64_t>& argument,
                       const SetArgument& set) {
    cl_accelerator_intel handle = nullptr;
    if (value == nullptr) return CL_INVALID_ACCELERATOR_INTEL;
    if (size != sizeof handle) return CL_INVALID_ARG_SIZE;
    std::memcpy(&handle, value, sizeof handle);
    const auto descriptor = accelerator_descriptor(handle);
    if (!descriptor) return CL_INVALID_ACCELERATOR_INTEL;
    const cl_int error = set(sizeof *descriptor, &*descriptor);
    if (error == CL_SUCCESS) argument = descriptor->mb_block_type;
    return error;
}

// A 1-byte number may come as 4 bytes, and a 4-byte number as 1: the text has a uchar for
// `search_cost_precision`, Intel's driver had a uint.
cl_int set_number(const BuiltInParameter& parameter, size_t size, const void* value,
                  std::optional<uint64_t>& argument, const SetArgument& set) {
    const auto is_usual = [](size_t bytes) { return bytes == sizeof(cl_uchar) || bytes == sizeof(cl_uint); };
    if (value == nullptr) return CL_INVALID_ARG_VALUE;
    if (size != parameter.bytes && !(is_usual(size) && is_usual(parameter.bytes))) return CL_INVALID_ARG_SIZE;
    uint64_t number = 0;
    std::memcpy(&number, value, size);
    const cl_int error = set(parameter.bytes, &number);
    if (error == CL_SUCCESS) argument = number;
    return error;
}

cl_int set_object(size_t size, const void* value, std::optional<uint64_t>& argument, const SetArgument& set) {
    const cl_int error = set(size, value);
    if (error != CL_SUCCESS) return error;
    cl_mem handle = nullptr;
    if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
    argument = reinterpret_cast<uint64_t>(handle);
    return error;
}

// ---- Launches

struct Side {
    size_t width = 0, height = 0;
    friend bool operator==(const Side&, const Side&) = default;
};

// Checks a launch. Each check tells the context what it has found wrong.
class LaunchCheck {
public:
    LaunchCheck(cl_context context, const BuiltInKernel& kernel, const BuiltInArguments& arguments)
        : context_(context), kernel_(kernel), arguments_(arguments) {}

    cl_int run(const PixelRange& pixels, MacroblockRange& macroblocks) {
        for (const cl_int error : {check_range(pixels, macroblocks), check_arguments()})
            if (error != CL_SUCCESS) return error;
        macroblock_count_ = macroblocks.global[0] / 16 * macroblocks.global[1];
        for (const auto check :
             {&LaunchCheck::check_pictures, &LaunchCheck::check_numbers, &LaunchCheck::check_buffers})
            if (const cl_int error = (this->*check)(); error != CL_SUCCESS) return error;
        return CL_SUCCESS;
    }

private:
    template <class... Values>
    cl_int refuse(cl_int error, fmt::format_string<Values...> message, Values&&... values) const {
        report_to(context_, fmt::format("kernel {}: ", kernel_.name) +
                                fmt::format(message, std::forward<Values>(values)...));
        return error;
    }

    cl_int check_range(const PixelRange& pixels, MacroblockRange& macroblocks) {
        if (pixels.dimensions != 2)
            return refuse(CL_INVALID_WORK_DIMENSION, "work_dim is {}; expected 2", pixels.dimensions);
        if (pixels.local != nullptr)
            return refuse(CL_INVALID_WORK_GROUP_SIZE, "local_work_size is given; expected NULL");
        if (pixels.global == nullptr || pixels.global[0] == 0 || pixels.global[1] == 0)
            return CL_INVALID_GLOBAL_WORK_SIZE;
        region_ = {pixels.global[0], pixels.global[1]};
        if (pixels.offset != nullptr) offset_ = {pixels.offset[0], pixels.offset[1]};
        macroblocks.offset = {offset_.width, offset_.height};
        macroblocks.global = {(region_.width + 15) / 16 * 16, (region_.height + 15) / 16};
        return CL_SUCCESS;
    }

    cl_int check_arguments() const {
        for (size_t i = 0; i < arguments_.size(); i++) {
            const BuiltInParameter& parameter = kernel_.parameters[i];
            const bool needed = is_picture(parameter) || parameter.kind == Kind::required_buffer;
            if (!arguments_[i] || (needed && *arguments_[i] == 0))
                return refuse(CL_INVALID_KERNEL_ARGS, "argument {} ({}) is not set", i, parameter.name);
        }
        return CL_SUCCESS;
    }

    cl_int check_pictures() {
        for (const Kind kind : {Kind::picture, Kind::checked_picture}) {
            std::optional<Side> first;
            for (size_t i = 0; i < arguments_.size(); i++) {
                if (kernel_.parameters[i].kind != kind) continue;
                Side side;
                if (const cl_int error = check_picture(i, side); error != CL_SUCCESS) return error;
                if (!first) first = side;
                if (side != *first)
                    return refuse(CL_INVALID_IMAGE_SIZE, "{} has {}x{} pixels; expected {}x{} as its source",
                                  kernel_.parameters[i].name, side.width, side.height, first->width,
                                  first->height);
            }
        }
        return CL_SUCCESS;
    }

    cl_int check_picture(size_t index, Side& side) const {
        const auto image = reinterpret_cast<cl_mem>(*arguments_[index]);
        const auto format = query_value<cl_image_format>(target().clGetImageInfo, image, CL_IMAGE_FORMAT);
        if (whole_planar_image(image) || format.image_channel_order != CL_R ||
            format.image_channel_data_type != CL_UNORM_INT8)
            return refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                          "{} is another image; expected CL_R, CL_UNORM_INT8",
                          kernel_.parameters[index].name);
        side.width = query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_WIDTH);
        side.height = query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_HEIGHT);
        return check_region(kernel_.parameters[index].name, side);
    }

    // The longer kernels have an error code for each number. [ext, both: the errors at their end]
    cl_int check_region(std::string_view picture, const Side& side) const {
        const auto exceeds = [&side](const Side& other) {
            return other.width > side.width || other.height > side.height;
        };
        const bool offset = exceeds(offset_), size = exceeds(region_);
        if (!offset && !size && !exceeds({offset_.width + region_.width, offset_.height + region_.height}))
            return CL_SUCCESS;
        const cl_int error = !kernel_.advanced ? CL_INVALID_IMAGE_SIZE
                             : size            ? CL_INVALID_WORK_GROUP_SIZE
                             : offset          ? CL_INVALID_GLOBAL_OFFSET
                                               : CL_INVALID_IMAGE_SIZE;
        return refuse(error, "the region of {}x{} pixels at ({}, {}) exceeds {} of {}x{}", region_.width,
                      region_.height, offset_.width, offset_.height, picture, side.width, side.height);
    }

    std::optional<uint64_t> number(std::string_view name) const {
        const auto found = std::ranges::find(kernel_.parameters, name, &BuiltInParameter::name);
        if (found == kernel_.parameters.end()) return std::nullopt;
        return arguments_[static_cast<size_t>(found - kernel_.parameters.begin())];
    }

    cl_int check_number(std::string_view name, std::initializer_list<uint64_t> allowed) const {
        const auto value = number(name);
        if (!value || std::ranges::find(allowed, *value) != allowed.end()) return CL_SUCCESS;
        return refuse(CL_INVALID_KERNEL_ARGS, "{} is {}; expected one of {}", name, *value,
                      fmt::join(allowed, ", "));
    }

    // Other values are undefined in the text; Intel's driver refused them, too.
    cl_int check_numbers() {
        const uint64_t flags = number("flags").value_or(0);
        if ((flags & CL_ME_CHROMA_INTRA_PREDICT_ENABLED_INTEL) != 0)
            return refuse(CL_INVALID_KERNEL_ARGS, "flags is {}: intra prediction of chroma is reserved",
                          flags);
        for (const cl_int error :
             {check_number("skip_block_type", {CL_ME_MB_TYPE_16x16_INTEL, CL_ME_MB_TYPE_8x8_INTEL}),
              check_number("search_cost_penalty",
                           {CL_ME_COST_PENALTY_NONE_INTEL, CL_ME_COST_PENALTY_LOW_INTEL,
                            CL_ME_COST_PENALTY_NORMAL_INTEL, CL_ME_COST_PENALTY_HIGH_INTEL}),
              check_number("search_cost_precision",
                           {CL_ME_COST_PRECISION_QPEL_INTEL, CL_ME_COST_PRECISION_HPEL_INTEL,
                            CL_ME_COST_PRECISION_PEL_INTEL, CL_ME_COST_PRECISION_DPEL_INTEL}),
              check_number("bidir_weight",
                           {0, CL_ME_BIDIR_WEIGHT_QUARTER_INTEL, CL_ME_BIDIR_WEIGHT_THIRD_INTEL,
                            CL_ME_BIDIR_WEIGHT_HALF_INTEL, CL_ME_BIDIR_WEIGHT_TWO_THIRD_INTEL,
                            CL_ME_BIDIR_WEIGHT_THREE_QUARTER_INTEL}),
              check_counts()})
            if (error != CL_SUCCESS) return error;
        return CL_SUCCESS;
    }

    // A buffer must give the counts that are not given for the whole picture.
    cl_int check_counts() const {
        const auto counts = number("count_global");
        if (!counts || *number("count_motion_vector_buffer") != 0) return CL_SUCCESS;
        constexpr uint64_t from_buffer = 0xFFFF;  // -1
        if ((*counts & 0xFFFF) != from_buffer && *counts >> 16 != from_buffer) return CL_SUCCESS;
        return refuse(CL_INVALID_KERNEL_ARGS,
                      "count_global has a -1, and count_motion_vector_buffer is NULL");
    }

    size_t elements(Per per) const {
        const bool quadrants = number("skip_block_type").value_or(0) == CL_ME_MB_TYPE_8x8_INTEL ||
                               (number("flags").value_or(0) & CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL) != 0;
        switch (per) {
            case Per::macroblock: return macroblock_count_;
            case Per::block: return macroblock_count_ << (2 * *number("accelerator"));
            default: return macroblock_count_ * (quadrants ? 4 : 1);
        }
    }

    cl_int check_buffers() {
        for (size_t i = 0; i < arguments_.size(); i++) {
            const BuiltInParameter& parameter = kernel_.parameters[i];
            const bool is_buffer = parameter.kind == Kind::buffer || parameter.kind == Kind::required_buffer;
            if (!is_buffer || *arguments_[i] == 0) continue;
            const auto memory = reinterpret_cast<cl_mem>(*arguments_[i]);
            const auto bytes = query_value<size_t>(target().clGetMemObjectInfo, memory, CL_MEM_SIZE);
            const size_t needed = elements(parameter.per) * parameter.bytes;
            if (bytes < needed)
                return refuse(CL_INVALID_BUFFER_SIZE, "{} has {} bytes; expected {} for {} macroblocks",
                              parameter.name, bytes, needed, macroblock_count_);
        }
        return CL_SUCCESS;
    }

    cl_context context_;
    const BuiltInKernel& kernel_;
    const BuiltInArguments& arguments_;
    Side region_, offset_;
    size_t macroblock_count_ = 0;
};

}  // namespace

std::vector<std::string> split_names(std::string_view names) {
    std::istringstream stream{std::string(names)};
    std::vector<std::string> found;
    for (std::string name; std::getline(stream, name, ';');)
        if (!name.empty()) found.push_back(name);
    return found;
}

std::string built_in_kernel_names() {
    std::string names;
    for (const BuiltInKernel& kernel : all_kernels())
        names += (names.empty() ? "" : ";") + std::string(kernel.name);
    return names;
}

const BuiltInKernel* find_built_in_kernel(std::string_view name) {
    const auto found = std::ranges::find(all_kernels(), name, &BuiltInKernel::name);
    return found == all_kernels().end() ? nullptr : &*found;
}

cl_int set_built_in_argument(const BuiltInKernel& kernel, BuiltInArguments& arguments, cl_uint index,
                             size_t size, const void* value, const SetArgument& set) {
    if (index >= kernel.parameters.size()) return CL_INVALID_ARG_INDEX;
    arguments.resize(kernel.parameters.size());
    const BuiltInParameter& parameter = kernel.parameters[index];
    switch (parameter.kind) {
        case Kind::accelerator: return set_accelerator(size, value, arguments[index], set);
        case Kind::number: return set_number(parameter, size, value, arguments[index], set);
        default: return set_object(size, value, arguments[index], set);
    }
}

cl_int check_built_in_launch(cl_context context, const BuiltInKernel& kernel,
                             const BuiltInArguments& arguments, const PixelRange& pixels,
                             MacroblockRange& macroblocks) {
    BuiltInArguments all = arguments;
    all.resize(kernel.parameters.size());
    return LaunchCheck(context, kernel, all).run(pixels, macroblocks);
}

std::array<size_t, 3> largest_range(cl_device_id device) {
    const auto side = [device](cl_device_info name) {
        return query_value<size_t>(target().clGetDeviceInfo, device, name);
    };
    return {side(CL_DEVICE_IMAGE2D_MAX_WIDTH), side(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 1};
}

void install_built_in_kernels(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateProgramWithBuiltInKernels, create_with_built_in_kernels>();
}

}  // namespace genmedia::opencl
