// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/fallback.h"

#include "opencl/layer/built_in_kernels.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace genmedia::opencl {
namespace {

std::string build_log(const cl_icd_dispatch& table, cl_program program, cl_device_id device) {
    return query_string(table.clGetProgramBuildInfo, program, device, CL_PROGRAM_BUILD_LOG);
}

// ---- What the application is told

// The line of a build log that says most: the first error, else the first line.
std::string main_line(const std::string& log) {
    std::istringstream lines(log);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of(" \t\r"));
        if (line.find("error") != line.npos) return line;
        if (first.empty()) first = line;
    }
    return first;
}

std::string names_of(const ProgramOnProcessors& program) {
    constexpr size_t most = 4;
    std::string names;
    size_t count = 0;
    for (const auto& kernel : program.kernels) {
        if (++count > most) break;
        names += (names.empty() ? "" : ", ") + kernel.first;
    }
    if (names.empty()) return "a program without kernels";
    const size_t others = program.kernels.size() - std::min(program.kernels.size(), most);
    return "kernel " + names +
           (others == 0   ? ""
            : others == 1 ? " and another"
                          : " and " + std::to_string(others) + " others");
}

// As notices of compilations: not the log's business, and silent with it.
void say(const ProgramOnProcessors& program, cl_device_id device) {
    if (log().level() == spdlog::level::off) return;
    std::fprintf(stderr, "genmedia: %s on processors, not on %s: %s\n", names_of(program).c_str(),
                 device_name(device).c_str(), main_line(program.reason).c_str());
}

// ---- Kernels' parameters

ParameterKind kind_of(cl_kernel kernel, cl_uint index) {
    const auto info = [&](cl_kernel_arg_info name) {
        cl_uint value = 0;
        own_table().clGetKernelArgInfo(kernel, index, name, sizeof value, &value, nullptr);
        return value;
    };
    switch (info(CL_KERNEL_ARG_ACCESS_QUALIFIER)) {
        case CL_KERNEL_ARG_ACCESS_READ_ONLY: return ParameterKind::read_image;
        case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
        case CL_KERNEL_ARG_ACCESS_READ_WRITE: return ParameterKind::written_image;
        default: break;
    }
    switch (info(CL_KERNEL_ARG_ADDRESS_QUALIFIER)) {
        case CL_KERNEL_ARG_ADDRESS_GLOBAL:
        case CL_KERNEL_ARG_ADDRESS_CONSTANT: return ParameterKind::buffer;
        case CL_KERNEL_ARG_ADDRESS_LOCAL: return ParameterKind::local;
        default: break;
    }
    const auto get = own_table().clGetKernelArgInfo;
    size_t bytes = 0;
    get(kernel, index, CL_KERNEL_ARG_TYPE_NAME, 0, nullptr, &bytes);
    std::string type(bytes, '\0');
    get(kernel, index, CL_KERNEL_ARG_TYPE_NAME, bytes, type.data(), nullptr);
    return std::string_view(type.c_str()) == "sampler_t" ? ParameterKind::sampler : ParameterKind::value;
}

// Notes the parameters of all kernels. An error: the compiler keeps them to itself.
cl_int note_kernels(ProgramOnProcessors& program) {
    const std::string names =
        query_string(own_table().clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES);
    for (const std::string& name : split_names(names)) {
        cl_int error = CL_SUCCESS;
        const cl_kernel kernel = own_table().clCreateKernel(program.get(), name.c_str(), &error);
        if (kernel == nullptr) return error;
        const auto count = query_value<cl_uint>(own_table().clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS);
        cl_uint known = 0;
        if (count != 0)
            error = own_table().clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof known,
                                                   &known, nullptr);
        auto& parameters = program.kernels[name];
        for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++) parameters.push_back(kind_of(kernel, i));
        own_table().clReleaseKernel(kernel);
        if (error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

// ---- Building

cl_program create(cl_context context, const std::string& text) {
    const char* string = text.c_str();
    const size_t length = text.size();
    cl_int error = CL_SUCCESS;
    return own_table().clCreateProgramWithSource(context, 1, &string, &length, &error);
}

cl_int compile(cl_program program, const std::vector<Header>& headers, const std::string& options) {
    std::vector<cl_program> made;
    std::vector<const char*> names;
    for (const Header& header : headers) {
        made.push_back(create(processors().context, header.text));
        names.push_back(header.name.c_str());
    }
    const cl_int error = own_table().clCompileProgram(
        program, 1, &processors().device, options.c_str(), static_cast<cl_uint>(made.size()),
        made.empty() ? nullptr : made.data(), made.empty() ? nullptr : names.data(), nullptr, nullptr);
    for (const cl_program one : made)
        if (one != nullptr) own_table().clReleaseProgram(one);
    return error;
}

// Kernels are launched by what their parameters are.
std::string with_parameters(const std::string& options) { return options + " -cl-kernel-arg-info"; }

cl_int build(ProgramOnProcessors& made, const KnownProgram& known, const FallbackBuild& build) {
    if (made.get() == nullptr) return CL_OUT_OF_HOST_MEMORY;
    if (const auto facts = programs().find(made.get())) facts->built_in = known.built_in;
    const std::string options = with_parameters(build.options);
    if (build.compile_only) return compile(made.get(), known.headers, options);
    const cl_int error =
        own_table().clBuildProgram(made.get(), 1, &processors().device, options.c_str(), nullptr, nullptr);
    return error == CL_SUCCESS ? note_kernels(made) : error;
}

void take(KnownProgram& known, ProgramOnProcessors made) {
    known.rewritten = {};
    known.fibers = {};
    known.kernels.clear();
    known.treated = false;
    known.refusal.reset();
    known.on_processors = std::move(made);
}

// Why the device cannot run it: lines of a build log.
std::string reason_of(cl_program program, const KnownProgram& known, const FallbackBuild& build,
                      cl_device_id device, cl_int failure) {
    if (fallback_choice() == Fallback::always) return "GENMEDIA_CL_FALLBACK is always\n";
    if (failure == CL_INVALID_BUILD_OPTIONS)
        return "error: the device's compiler does not take the build options \"" + build.options + "\"\n";
    std::string reason = known.refusal.value_or(std::string());
    if (reason.empty()) reason = build_log(target(), program, device);
    if (reason.empty()) reason = "error: the device's compiler does not say why\n";
    if (!reason.ends_with('\n')) reason += '\n';
    return reason;
}

// ---- Programs that come from no source

// The application's program, of which nothing is built.
cl_program stand_in(cl_context context, ProgramOnProcessors made, const std::string& options, cl_int* error) {
    const char* nothing = "";
    cl_int result = CL_SUCCESS;
    const cl_program program = target().clCreateProgramWithSource(context, 1, &nothing, nullptr, &result);
    if (error != nullptr) *error = result;
    if (program == nullptr) return nullptr;
    auto known = std::make_shared<KnownProgram>();
    known->context = context;
    known->options = options;
    known->on_processors = std::move(made);
    programs().put(program, std::move(known));
    return program;
}

bool are_devices_of(cl_context context, cl_uint count, const cl_device_id* devices) {
    const auto all = devices_of(context);
    return std::all_of(devices, devices + count,
                       [&](cl_device_id device) { return std::ranges::find(all, device) != all.end(); });
}

cl_program no_program(cl_int code, cl_int* error) {
    if (error != nullptr) *error = code;
    return nullptr;
}

// A part of a link as a program of processors: what fell back already, or is compiled for it.
cl_program part_on_processors(cl_program part, std::vector<ProgramOnProcessors>& compiled, cl_int& error,
                              std::string& reason) {
    const auto known = programs().find(part);
    error = CL_INVALID_OPERATION;
    if (!known) {
        log().error("a program without source cannot be linked with one that runs on processors");
        return nullptr;
    }
    const std::lock_guard lock(known->mutex);
    if (known->on_processors.get() != nullptr) {
        if (reason.empty()) reason = known->on_processors.reason;
        return known->on_processors.get();
    }
    if (known->source.empty()) {
        log().error("a program from a binary cannot be linked with one that runs on processors");
        return nullptr;
    }
    ProgramOnProcessors& made = compiled.emplace_back(create(processors().context, known->source));
    if (build(made, *known, {known->options, true}) == CL_SUCCESS) return made.get();
    log().error("a compiled program does not compile for processors: {}",
                main_line(build_log(own_table(), made.get(), processors().device)));
    error = CL_LINK_PROGRAM_FAILURE;
    return nullptr;
}

bool fell_back(cl_program program) {
    const auto known = programs().find(program);
    if (!known) return false;
    const std::lock_guard lock(known->mutex);
    return known->on_processors.get() != nullptr;
}

}  // namespace

std::string device_name(cl_device_id device) {
    return query_string(target().clGetDeviceInfo, device, CL_DEVICE_NAME);
}

cl_int build_fallback(cl_program program, KnownProgram& known, const FallbackBuild& build,
                      cl_device_id device, cl_int failure) {
    const std::lock_guard lock(known.mutex);
    const std::string reason = reason_of(program, known, build, device, failure);
    std::string others;
    if (!processors().missing.empty()) {
        others = processors().missing;
    } else {
        ProgramOnProcessors made(create(processors().context, known.source));
        const cl_int error = opencl::build(made, known, build);
        if (error == CL_SUCCESS) {
            made.reason = reason;
            if (!build.compile_only) say(made, device);  // a part of a program: when it is linked
            take(known, std::move(made));
            return CL_SUCCESS;
        }
        if (made.get() != nullptr) others = build_log(own_table(), made.get(), processors().device);
        if (others.empty()) others = "OpenCL error " + std::to_string(error);
        if (fallback_choice() == Fallback::always) failure = error;
    }
    if (failure != CL_INVALID_BUILD_OPTIONS)
        known.refusal = reason + "On processors, in its place:\n" + others + "\n";
    return failure;
}

std::optional<cl_program> create_fallback_with_binary(cl_context context, cl_uint count,
                                                      const cl_device_id* devices, const size_t* lengths,
                                                      const unsigned char** binaries, cl_int* status,
                                                      cl_int* error) {
    std::vector<FallbackBinary> split;
    for (cl_uint i = 0; i < count; i++)
        if (binaries[i] != nullptr)
            if (auto one = split_fallback_binary(binaries[i], lengths[i])) split.push_back(std::move(*one));
    if (split.empty()) return std::nullopt;
    const auto refused = [&](const char* why) {
        log().error("program binary of a program that runs on processors: {}", why);
        for (cl_uint i = 0; i < count && status != nullptr; i++) status[i] = CL_INVALID_BINARY;
        return no_program(CL_INVALID_BINARY, error);
    };
    if (devices == nullptr) return no_program(CL_INVALID_VALUE, error);
    if (!are_devices_of(context, count, devices)) return no_program(CL_INVALID_DEVICE, error);
    if (split.size() != count) return refused("others of its devices have another program");
    if (std::ranges::any_of(split, &FallbackBinary::damaged))
        return refused("its checksum is wrong; expected it as clGetProgramInfo gave it");
    const BinaryPart& own = split.front().own;
    if (!on_device(context)) {  // processors are the device
        std::vector<size_t> sizes(count, own.count);
        std::vector<const unsigned char*> parts(count, own.bytes);
        return own_table().clCreateProgramWithBinary(context, count, devices, sizes.data(), parts.data(),
                                                     status, error);
    }
    if (!falls_back()) return refused("GENMEDIA_CL_FALLBACK is never");
    if (!processors().missing.empty()) return refused(processors().missing.c_str());
    const unsigned char* bytes = own.bytes;
    cl_int code = CL_SUCCESS, of_binary = CL_SUCCESS;
    ProgramOnProcessors made(own_table().clCreateProgramWithBinary(
        processors().context, 1, &processors().device, &own.count, &bytes, &of_binary, &code));
    for (cl_uint i = 0; i < count && status != nullptr; i++) status[i] = of_binary;
    if (made.get() == nullptr) return no_program(code, error);
    made.kernels = std::move(split.front().kernels);
    made.reason = std::move(split.front().reason);
    return stand_in(context, std::move(made), {}, error);
}

cl_int build_fallback_binary(KnownProgram& known, const std::string& options) {
    const std::lock_guard lock(known.mutex);
    known.options = options;
    const cl_int error = own_table().clBuildProgram(known.on_processors.get(), 1, &processors().device,
                                                    options.c_str(), nullptr, nullptr);
    if (error == CL_SUCCESS) say(known.on_processors, served_device(known.context));
    return error;
}

std::optional<cl_program> link_fallback(const Link& link, cl_int* error) {
    if (!on_device(link.context) || link.parts == nullptr) return std::nullopt;
    const std::vector<cl_program> given(link.parts, link.parts + link.count);
    if (std::ranges::none_of(given, fell_back)) return std::nullopt;
    if ((link.device_count == 0) != (link.devices == nullptr)) return no_program(CL_INVALID_VALUE, error);
    if (!are_devices_of(link.context, link.device_count, link.devices))
        return no_program(CL_INVALID_DEVICE, error);
    std::vector<ProgramOnProcessors> compiled;
    std::vector<cl_program> parts;
    std::string reason;
    compiled.reserve(given.size());
    for (const cl_program part : given) {
        cl_int code = CL_SUCCESS;
        const cl_program on_processors = part_on_processors(part, compiled, code, reason);
        if (on_processors == nullptr) return no_program(code, error);
        parts.push_back(on_processors);
    }
    cl_int code = CL_SUCCESS;
    const std::string options = link.options == nullptr ? "" : link.options;
    const auto linked = [&](const std::string& with) {
        return own_table().clLinkProgram(processors().context, 1, &processors().device, with.c_str(),
                                         static_cast<cl_uint>(parts.size()), parts.data(), nullptr, nullptr,
                                         &code);
    };
    // PoCL 3.1 takes the option for a link, and only then says what parameters are.
    ProgramOnProcessors made(linked(with_parameters(options)));
    if (made.get() == nullptr && code == CL_INVALID_LINKER_OPTIONS)
        made = ProgramOnProcessors(linked(options));
    if (made.get() == nullptr) return no_program(code, error);
    const bool is_library = options.find("-create-library") != options.npos;
    if (!is_library) code = note_kernels(made);
    if (code != CL_SUCCESS) return no_program(CL_LINK_PROGRAM_FAILURE, error);
    made.reason = std::move(reason);
    if (!is_library) say(made, link.devices != nullptr ? link.devices[0] : served_device(link.context));
    return stand_in(link.context, std::move(made), options, error);
}

std::optional<cl_int> fallback_program_info(cl_program program, const KnownProgram& known,
                                            cl_program_info name, size_t size, void* value,
                                            size_t* size_ret) {
    const cl_program made = known.on_processors.get();
    const auto ask = own_table().clGetProgramInfo;
    if (name == CL_PROGRAM_NUM_KERNELS || name == CL_PROGRAM_KERNEL_NAMES)
        return ask(made, name, size, value, size_ret);
    if (name != CL_PROGRAM_BINARY_SIZES && name != CL_PROGRAM_BINARIES) return std::nullopt;
    const auto bytes = query_value<size_t>(ask, made, CL_PROGRAM_BINARY_SIZES);
    std::vector<unsigned char> own(bytes);
    unsigned char* place = own.data();
    if (bytes != 0) ask(made, CL_PROGRAM_BINARIES, sizeof place, static_cast<void*>(&place), nullptr);
    const auto binary = bytes == 0 ? own : fallback_binary(own, known.on_processors);
    // Each device has the same.
    const auto count = query_value<cl_uint>(target().clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES);
    if (name == CL_PROGRAM_BINARY_SIZES)
        return answer(std::vector<size_t>(count, binary.size()), size, value, size_ret);
    if (size_ret != nullptr) *size_ret = count * sizeof(unsigned char*);
    if (value == nullptr) return CL_SUCCESS;
    if (size < count * sizeof(unsigned char*)) return CL_INVALID_VALUE;
    auto** places = static_cast<unsigned char**>(value);
    for (cl_uint i = 0; i < count; i++)
        if (places[i] != nullptr) std::ranges::copy(binary, places[i]);
    return CL_SUCCESS;
}

cl_int fallback_build_info(const KnownProgram& known, cl_device_id device, cl_program_build_info name,
                           size_t size, void* value, size_t* size_ret) {
    if (!are_devices_of(known.context, 1, &device)) return CL_INVALID_DEVICE;
    const cl_program made = known.on_processors.get();
    if (name == CL_PROGRAM_BUILD_OPTIONS) return answer(known.options, size, value, size_ret);
    if (name == CL_PROGRAM_BUILD_LOG)
        return answer("It runs on processors, as the device cannot run it:\n" + known.on_processors.reason +
                          build_log(own_table(), made, processors().device),
                      size, value, size_ret);
    return own_table().clGetProgramBuildInfo(made, processors().device, name, size, value, size_ret);
}

}  // namespace genmedia::opencl
