// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/programs.h"

#include "opencl/builtins/prelude.h"
#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/devices/fiber_choice.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/build_messages.h"
#include "opencl/layer/programs/build_options.h"
#include "opencl/layer/programs/compile_notice.h"
#include "opencl/layer/programs/fallback.h"
#include "opencl/layer/query.h"
#include "opencl/preprocessor/compiler_options.h"
#include "opencl/source/device_kernels.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

namespace genmedia::opencl {

Registry<cl_program, KnownProgram>& programs() {
    static auto& registry = *new Registry<cl_program, KnownProgram>;  // outlives the threads of PoCL
    return registry;
}

namespace {

// The first that exists of: the program asked for, the other one, the application's. The caller holds the
// program's lock.
cl_program built_of(const KnownProgram& known, cl_program program, bool fibers) {
    const cl_program wanted = fibers ? known.fibers.get() : known.rewritten.get();
    const cl_program other = fibers ? known.rewritten.get() : known.fibers.get();
    return wanted != nullptr ? wanted : other != nullptr ? other : program;
}

}  // namespace

cl_program built_program(cl_program program) { return built_program(program, {}); }

cl_program built_program(cl_program program, std::string_view kernel) {
    const auto known = programs().find(program);
    if (!known) return program;
    const std::lock_guard lock(known->mutex);
    const auto found = std::ranges::find(known->kernels, kernel, &KernelDescription::name);
    return built_of(*known, program, found != known->kernels.end() && found->fibers);
}

namespace {

using BuildNotify = void(CL_CALLBACK*)(cl_program, void*);

// ---- Creation

std::string joined(cl_uint count, const char** strings, const size_t* lengths) {
    std::string text;
    for (cl_uint i = 0; i < count; i++) {
        if (lengths != nullptr && lengths[i] != 0)
            text.append(strings[i], lengths[i]);
        else
            text.append(strings[i]);
    }
    return text;
}

cl_program CL_API_CALL create_with_source(cl_context context, cl_uint count, const char** strings,
                                          const size_t* lengths, cl_int* error) {
    const cl_program program = target().clCreateProgramWithSource(context, count, strings, lengths, error);
    if (program == nullptr || !serves_context(context)) return program;
    auto known = std::make_shared<KnownProgram>();
    known->context = context;
    known->source = joined(count, strings, lengths);
    programs().put(program, std::move(known));
    return program;
}

cl_program CL_API_CALL create_with_binary(cl_context context, cl_uint count, const cl_device_id* devices,
                                          const size_t* lengths, const unsigned char** binaries,
                                          cl_int* status, cl_int* error) {
    const auto pass_on = [&](const size_t* sizes, const unsigned char** bytes) {
        return target().clCreateProgramWithBinary(context, count, devices, sizes, bytes, status, error);
    };
    if (lengths == nullptr || binaries == nullptr) return pass_on(lengths, binaries);
    if (const auto fallen =
            create_fallback_with_binary(context, count, devices, lengths, binaries, status, error))
        return *fallen;
    std::array<std::vector<BinaryPart>, 2> parts;
    std::optional<std::vector<KernelDescription>> kernels;
    for (cl_uint i = 0; i < count; i++) {
        SplitBinary split;
        split.pocl[0] = {binaries[i], lengths[i]};
        if (binaries[i] != nullptr) split = split_binary(binaries[i], lengths[i]);
        if (split.damaged) {
            log().error(
                "program binary {} of {} bytes: its checksum is wrong; expected it as clGetProgramInfo gave "
                "it",
                i, lengths[i]);
            if (status != nullptr) status[i] = CL_INVALID_BINARY;
            if (error != nullptr) *error = CL_INVALID_BINARY;
            return nullptr;
        }
        for (size_t kind : {0, 1}) parts[kind].push_back(split.pocl[kind]);
        if (split.kernels) kernels = std::move(split.kernels);
    }
    const auto create = [&](const std::vector<BinaryPart>& of_devices) {
        std::vector<size_t> sizes;
        std::vector<const unsigned char*> bytes;
        for (const BinaryPart& part : of_devices) sizes.push_back(part.count), bytes.push_back(part.bytes);
        return pass_on(sizes.data(), bytes.data());
    };
    const auto is_there = [](const BinaryPart& part) { return part.count != 0; };
    const bool items = !kernels || std::ranges::any_of(parts[0], is_there);
    const cl_program program = create(parts[items ? 0 : 1]);
    if (program == nullptr) return program;
    programs().forget(program);
    if (!kernels) return program;
    auto known = std::make_shared<KnownProgram>();
    known->context = context;
    known->kernels = *std::move(kernels);
    known->treated = true;
    if (items && std::ranges::any_of(parts[1], is_there)) {
        known->rewritten = OwnedProgram(create(parts[0]));
        known->fibers = OwnedProgram(create(parts[1]));
        known->devices.assign(devices, devices + count);
    }
    programs().put(program, std::move(known));
    return program;
}

// ---- Building

std::vector<cl_device_id> chosen_devices(const KnownProgram& program, cl_uint count,
                                         const cl_device_id* devices) {
    if (devices != nullptr) return {devices, devices + count};
    return devices_of(program.context);
}

// Whether any identifier begins with this name.
bool mentions(std::string_view text, std::string_view name) {
    for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        if (at == 0 || (text[at - 1] != '_' && !std::isalnum(static_cast<unsigned char>(text[at - 1]))))
            return true;
    return false;
}

// Sub-group functions of Khronos' later extensions, and sub-group sizes that only PoCL has.
bool is_pocls(const ProgramSource& rewritten) {
    constexpr std::array names{"sub_group_ballot",       "sub_group_inverse_ballot", "sub_group_elect",
                               "sub_group_non_uniform_", "sub_group_clustered_",     "sub_group_rotate",
                               "get_sub_group_eq_mask",  "sub_group_named_barrier"};
    const auto is_other_size = [](const KernelDescription& kernel) {
        const size_t size = kernel.required_sub_group_size;
        return size != 0 && size != 8 && size != 16 && size != 32;
    };
    return std::ranges::any_of(rewritten.kernels, is_other_size) ||
           std::ranges::any_of(names, [&](std::string_view name) { return mentions(rewritten.text, name); });
}

// PoCL's own sub-groups are wrong if the last one of a work-group is smaller (5.0, 6.0). So PoCL's are used
// only for what the layer does not have.
bool wants_layer(const ProgramSource& rewritten, cl_device_id device) {
    if (!rewritten.needs_layer || !has_sub_groups(device) || mentions(rewritten.text, "intel_sub_group_"))
        return rewritten.needs_layer;
    return !is_pocls(rewritten);
}

// Surfaces of VA-API have chroma of two channels, which PoCL lacks. So where a context has such surfaces, the
// layer reads images.
bool may_see_chroma(cl_context context, std::string_view text) {
    return va_display_of(context) != nullptr && text.find("_image") != text.npos;
}

// While a program has kernels it cannot be built again.
bool has_kernels(const KnownProgram& program) { return program.live_kernels.use_count() > 1; }

cl_program create_pocl_program(cl_context context, const std::string& text, cl_int* error) {
    const char* string = text.c_str();
    const size_t length = text.size();
    return target().clCreateProgramWithSource(context, 1, &string, &length, error);
}

std::string build_log(cl_program program, cl_device_id device) {
    return query_string(target().clGetProgramBuildInfo, program, device, CL_PROGRAM_BUILD_LOG);
}

struct BuildRequest {
    std::vector<cl_device_id> devices;
    std::string options;
    bool compile_only = false;
    bool for_the_link = false;  // will be linked with treated programs, so must be treated too
    Fibers fibers = Fibers::never;
    std::vector<cl_program> headers;
    std::vector<const char*> header_names;
};

// How it fails where the program's text is why.
cl_int failure_of(const BuildRequest& request) {
    return request.compile_only ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
}

std::vector<Header> header_texts(const BuildRequest& request) {
    std::vector<Header> texts;
    for (size_t i = 0; i < request.headers.size(); i++)
        texts.push_back({request.header_names[i],
                         query_string(target().clGetProgramInfo, request.headers[i], CL_PROGRAM_SOURCE)});
    return texts;
}

// Removes -D, -U and -I: a rewritten text has been preprocessed already.
std::string options_after_preprocessing(const std::string& options) {
    std::string kept;
    bool skip = false;
    for (const std::string& option : split_options(options)) {
        const bool value_follows = option == "-D" || option == "-U" || option == "-I";
        const bool of_preprocessor =
            option.starts_with("-D") || option.starts_with("-U") || option.starts_with("-I");
        if (!skip && !of_preprocessor) kept += option + " ";
        skip = !skip && value_follows;
    }
    return kept;
}

// The same for a GPU's own driver, in the language that all have.
std::string device_options(const std::string& options) {
    std::string kept;
    for (const std::string& option :
         split_options(without_intel_options(options_after_preprocessing(options))))
        if (!option.starts_with("-cl-std=")) kept += option + " ";
    return kept + "-cl-std=CL1.2 -w";
}

// `original`: the text is the application's own.
cl_int build_with_pocl(cl_program program, const BuildRequest& request, bool original) {
    const auto count = static_cast<cl_uint>(request.devices.size());
    const std::string options = adapted_options(
        request.devices.front(), original ? request.options : options_after_preprocessing(request.options));
    if (!request.compile_only)
        return target().clBuildProgram(program, count, request.devices.data(), options.c_str(), nullptr,
                                       nullptr);
    const bool headers = original && !request.headers.empty();
    return target().clCompileProgram(
        program, count, request.devices.data(), options.c_str(),
        headers ? static_cast<cl_uint>(request.headers.size()) : 0,
        headers ? request.headers.data() : nullptr,
        headers ? const_cast<const char**>(request.header_names.data()) : nullptr, nullptr, nullptr);
}

// Called if the rewritten form did not compile or could not be made. Returns the compiler's messages about
// the application's own text. Empty: the compiler accepts that text.
std::string diagnosis(const KnownProgram& program, const BuildRequest& request) {
    const std::string text = prelude(false) + "#line 1 \"program.cl\"\n" + program.source;
    const OwnedProgram original(create_pocl_program(program.context, text, nullptr));
    if (original.get() == nullptr || build_with_pocl(original.get(), request, true) == CL_SUCCESS) return {};
    return in_words_of(program.source, build_log(original.get(), request.devices.front()));
}

std::string kernel_names(const KnownProgram& known) {
    std::string names;
    for (const KernelDescription& kernel : known.kernels) names += (names.empty() ? "" : ";") + kernel.name;
    return names;
}

// Builds what PoCL would get wrong in another form. Nothing: PoCL shall build the application's own.
std::optional<cl_int> build_mended(KnownProgram& program, const BuildRequest& request,
                                   const std::string& text) {
    if (text.empty()) return std::nullopt;
    const CompileNotice notice("a program");
    program.rewritten = OwnedProgram(create_pocl_program(program.context, text, nullptr));
    if (program.rewritten.get() != nullptr &&
        build_with_pocl(program.rewritten.get(), request, false) == CL_SUCCESS)
        return CL_SUCCESS;
    program.rewritten = {};
    return std::nullopt;
}

// As before its first build.
void forget_build(KnownProgram& program) {
    program.refusal.reset();
    program.on_processors = {};
    program.rewritten = {};
    program.fibers = {};
    program.kernels.clear();
    program.treated = false;
}

// The same for a GPU's own driver. Its text has OpenCL C 1.2, and what the program takes of later versions is
// defined.
std::optional<cl_int> build_for_device(KnownProgram& program, const BuildRequest& request) {
    const cl_device_id device = request.devices.front();
    const std::vector<std::string> options = split_options(request.options);
    const Lanes lanes = lanes_of(device);
    const cl_int failure = failure_of(request);
    DeviceSource rewritten;
    const Status status =
        rewrite_for_device({program.source, options, program.headers, predefined_macros(device, options)},
                           lanes != Lanes::ptx, rewritten);
    if (!status.ok() && status.code() != StatusCode::invalid_argument && !mentions_layer(program.source))
        return std::nullopt;
    if (!status.ok()) program.refusal = status.message() + "\n";
    if (status.ok() && !rewritten.needs_layer) return std::nullopt;
    if (status.ok() && request.compile_only)
        program.refusal =
            "program.cl:1:1: error: a program that uses sub-groups is compiled and linked in two steps; "
            "this device expects clBuildProgram\n";
    // NVIDIA's lanes exchange values wherever they are. That they evaluate together is the program's affair:
    // what the text says of conditions is too little to move whole programs off the GPU by it.
    if (lanes != Lanes::ptx && !rewritten.divided.empty())
        program.refusal =
            rewritten.divided.front() +
            ": work-items go different ways to this, which this device cannot do; processors can\n";
    if (program.refusal) return failure;
    program.kernels = std::move(rewritten.kernels);
    const bool helpers = lanes == Lanes::ptx && rewritten.takes_helpers;
    for (KernelDescription& kernel : program.kernels)
        kernel.takes_helpers = helpers && kernel.uses_motion_estimation;
    program.treated = true;
    const CompileNotice notice(program.kernels.empty() ? "a program" : kernel_names(program));
    cl_int error = CL_SUCCESS;
    const std::string text = device_prelude(lanes, helpers, rewritten.text) + rewritten.text;
    std::string flags = device_options(request.options);
    // Four work-groups of three warps on a multiprocessor, where many wait for a place. With all registers
    // that compilers ask for there is room for two.
    if (helpers && !rewritten.polls) flags += " -cl-nv-maxrregcount=168";
    program.rewritten = OwnedProgram(create_pocl_program(program.context, text, &error));
    if (program.rewritten.get() == nullptr) return error;
    error = target().clBuildProgram(program.rewritten.get(), static_cast<cl_uint>(request.devices.size()),
                                    request.devices.data(), flags.c_str(), nullptr, nullptr);
    if (error == failure)
        program.refusal =
            in_words_of(program.source, with_places_of(text, build_log(program.rewritten.get(), device)));
    return error;
}

// Builds the program that replaces the application's. Nothing: PoCL shall build the application's own.
std::optional<cl_int> build_in_place(KnownProgram& program, const BuildRequest& request) {
    if (!request.for_the_link) program.headers = header_texts(request);
    program.options = request.options;
    program.devices = request.devices;
    forget_build(program);
    if (on_device(program.context)) return build_for_device(program, request);
    const cl_device_id device = request.devices.front();
    const cl_int failure = failure_of(request);
    const std::vector<std::string> options = split_options(request.options);
    ProgramSource rewritten;
    const Status status =
        rewrite({program.source, options, program.headers, predefined_macros(device, options)},
                request.fibers, rewritten);
    if (!status.ok()) {
        log().info("program not read: {}", status.message());
        if (status.code() != StatusCode::invalid_argument && !mentions_layer(program.source))
            return std::nullopt;
        if (status.code() != StatusCode::invalid_argument) program.refusal = diagnosis(program, request);
        if (!program.refusal || program.refusal->empty()) program.refusal = status.message() + "\n";
        return failure;
    }
    const bool optional = rewritten.in_step && (request.compile_only || language_version(options) < 120);
    const bool sees_chroma = may_see_chroma(program.context, rewritten.text) ||
                             may_see_chroma(program.context, rewritten.fiber_text);
    const bool wanted = wants_layer(rewritten, device) || (sees_chroma && language_version(options) >= 120);
    if (!request.for_the_link && (optional || !wanted))
        return build_mended(program, request, rewritten.mended_text);

    if (language_version(options) < 120) {
        program.refusal =
            "program.cl:1:1: error: OpenCL C " +
            std::string(language_version(options) == 100 ? "1.0" : "1.1") +
            " has no functions of sub-groups and of motion estimation; expected -cl-std=CL1.2 or later\n";
        return failure;
    }
    program.kernels = std::move(rewritten.kernels);
    program.treated = true;
    cl_int error = CL_SUCCESS;
    const CompileNotice notice(program.kernels.empty() ? "a program" : kernel_names(program));
    const auto build = [&](const std::string& text, bool fibers, OwnedProgram& built) {
        if (text.empty() || error != CL_SUCCESS) return;
        built = OwnedProgram(create_pocl_program(program.context, prelude_for(text, fibers) + text, &error));
        if (built.get() != nullptr) error = build_with_pocl(built.get(), request, false);
        if (error != failure) return;
        program.refusal = rewritten.declares_built_ins ? std::string{} : diagnosis(program, request);
        if (program.refusal->empty())
            program.refusal = in_words_of(program.source, build_log(built.get(), device));
    };
    build(rewritten.text, false, program.rewritten);
    build(rewritten.fiber_text, true, program.fibers);
    if (error == CL_SUCCESS || !rewritten.in_step || request.for_the_link) return error;
    forget_build(program);
    return build_mended(program, request, rewritten.mended_text);
}

// Whether a program's text or its includes could mention the layer, or wait at a barrier. Saves other
// programs the analysis.
bool may_need_layer(const KnownProgram& program) {
    const auto contains = [&](const char* word) { return program.source.find(word) != std::string::npos; };
    return mentions_layer(program.source) || may_see_chroma(program.context, program.source) ||
           contains("#") || contains("barrier") || contains("work_group_") || contains("local ");
}

// Whether these are devices for which the layer builds this program.
bool are_served(const KnownProgram& program, const std::vector<cl_device_id>& devices) {
    return !devices.empty() && (is_processors(program.context) || std::ranges::all_of(devices, is_served));
}

// Builds a program from a binary that holds two.
template <class PassOn>
cl_int build_both(const KnownProgram& program, const std::string& options, PassOn pass_on) {
    for (const OwnedProgram* built : {&program.rewritten, &program.fibers}) {
        const cl_int error =
            target().clBuildProgram(built->get(), static_cast<cl_uint>(program.devices.size()),
                                    program.devices.data(), options.c_str(), nullptr, nullptr);
        if (error != CL_SUCCESS) return error;
    }
    return pass_on();
}

// PoCL's header makes macros of some built-in functions' names, so that a program cannot paste them together.
// Where PoCL does not build a program that pastes, it gets the text after preprocessing.
cl_int build_pasted(KnownProgram& program, const BuildRequest& request, cl_int failure) {
    std::string text;
    const std::vector<std::string> options = split_options(request.options);
    const bool pastes = program.source.find("##") != std::string::npos;
    if (!pastes || !preprocessed({program.source, options, program.headers,
                                  predefined_macros(request.devices.front(), options)},
                                 text)
                        .ok())
        return failure;
    return build_mended(program, request, text).value_or(failure);
}

// Who is told of a build's end.
struct Notice {
    BuildNotify notify = nullptr;
    void* user_data = nullptr;
};

// Builds the program if the layer has to, else passes the call on: `pass_on` gets the options for PoCL, and
// the notice.
template <class PassOn>
cl_int build_here(cl_program program, const std::shared_ptr<KnownProgram>& known, BuildRequest& request,
                  Notice notice, PassOn pass_on) {
    const auto [notify, user_data] = notice;
    std::unique_lock lock(known->mutex);
    const auto unchanged = [&] {
        known->options = request.options;
        lock.unlock();  // PoCL calls back the application, which may ask about the program
        return pass_on(request.devices.empty() ? request.options
                                               : adapted_options(request.devices.front(), request.options),
                       notice);
    };
    if (known->source.empty() && known->fibers.get() != nullptr)
        return build_both(*known, request.options, unchanged);
    if (known->source.empty() || (!request.compile_only && !may_need_layer(*known))) return unchanged();
    if (!are_served(*known, request.devices)) return unchanged();
    if (has_kernels(*known)) return CL_INVALID_OPERATION;
    const std::optional<cl_int> error = build_in_place(*known, request);
    if (!error) {
        const cl_int of_pocl = unchanged();
        const bool failed = of_pocl == CL_BUILD_PROGRAM_FAILURE || of_pocl == CL_COMPILE_PROGRAM_FAILURE;
        if (!failed || notify != nullptr) return of_pocl;
        lock.lock();
        return build_pasted(*known, request, of_pocl);
    }
    lock.unlock();
    if (notify != nullptr) notify(program, user_data);
    return *error;
}

bool is_build_failure(cl_int error) {
    return error == CL_BUILD_PROGRAM_FAILURE || error == CL_COMPILE_PROGRAM_FAILURE;
}

// What is noted of a build. False: the program cannot be built now.
bool prepare_fallback(KnownProgram& known, const BuildRequest& request) {
    const std::lock_guard lock(known.mutex);
    known.headers = header_texts(request);
    known.options = request.options;
    known.devices = request.devices;
    return !has_kernels(known);
}

// The same. Where the device cannot run the program, builds it for processors.
template <class PassOn>
cl_int build_or_pass_on(cl_program program, BuildRequest request, cl_uint count, const cl_device_id* devices,
                        Notice notice, PassOn pass_on) {
    const auto known = programs().find(program);
    if (!known || (notice.notify == nullptr && notice.user_data != nullptr))
        return pass_on(request.options, notice);
    bool may_fall_back = false, from_binary = false;
    {
        const std::lock_guard lock(known->mutex);
        request.devices = chosen_devices(*known, count, devices);
        const bool fell_back = known->on_processors.get() != nullptr;
        from_binary = known->source.empty() && fell_back;
        may_fall_back = on_device(known->context) && falls_back() && are_served(*known, request.devices) &&
                        (fell_back || !known->source.empty());
        if (fell_back && has_kernels(*known)) return CL_INVALID_OPERATION;
        if (fell_back && !from_binary)
            forget_build(*known);
        else if (!has_kernels(*known))
            known->refusal.reset();
    }
    if (!may_fall_back) return build_here(program, known, request, notice, pass_on);
    const cl_int failure = failure_of(request);
    cl_int error = CL_SUCCESS;
    if (from_binary)
        error = build_fallback_binary(*known, request.options);
    else if (fallback_choice() == Fallback::always)
        error = prepare_fallback(*known, request) ? failure : CL_INVALID_OPERATION;
    else
        error = build_here(program, known, request, {}, pass_on);
    if (!from_binary && (is_build_failure(error) || error == CL_INVALID_BUILD_OPTIONS))
        error = build_fallback(program, *known, {request.options, request.compile_only},
                               request.devices.front(), error);
    const bool is_over = error == CL_SUCCESS || is_build_failure(error);
    if (notice.notify != nullptr && is_over) notice.notify(program, notice.user_data);
    return error;
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices,
                                 const char* options, BuildNotify notify, void* user_data) {
    BuildRequest request;
    if (options != nullptr) request.options = options;
    request.fibers = fiber_choice(true);
    return build_or_pass_on(program, std::move(request), count, devices, {notify, user_data},
                            [&](const std::string& for_pocl, Notice notice) {
                                return target().clBuildProgram(
                                    program, count, devices, options == nullptr ? nullptr : for_pocl.c_str(),
                                    notice.notify, notice.user_data);
                            });
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id* devices,
                                   const char* options, cl_uint header_count, const cl_program* headers,
                                   const char** header_names, BuildNotify notify, void* user_data) {
    const auto pass_on = [&](const std::string& for_pocl, Notice notice) {
        return target().clCompileProgram(program, count, devices,
                                         options == nullptr ? nullptr : for_pocl.c_str(), header_count,
                                         headers, header_names, notice.notify, notice.user_data);
    };
    BuildRequest request;
    if (options != nullptr) request.options = options;
    if ((header_count != 0) != (headers != nullptr) || (headers != nullptr) != (header_names != nullptr))
        return pass_on(request.options, {notify, user_data});
    request.compile_only = true;
    request.fibers = fiber_choice(false);
    if (header_count != 0) {
        request.headers.assign(headers, headers + header_count);
        request.header_names.assign(header_names, header_names + header_count);
    }
    return build_or_pass_on(program, std::move(request), count, devices, {notify, user_data}, pass_on);
}

// Compiles a part of a link again. A part must be treated if the others are, and work-items must be fibers in
// all parts or in none.
void compile_for_link(cl_program part, Fibers fibers) {
    const auto known = programs().find(part);
    if (!known) return;
    const std::lock_guard lock(known->mutex);
    const bool is_fit = known->treated && (fibers != Fibers::never || known->fibers.get() == nullptr);
    if (is_fit || known->source.empty() || known->devices.empty()) return;
    BuildRequest request;
    request.devices = known->devices;
    request.options = known->options;
    request.fibers = fibers;
    request.compile_only = request.for_the_link = true;
    const std::optional<cl_int> error = build_in_place(*known, request);
    log().debug("a compiled program is compiled again for its link: {}", error.value_or(CL_SUCCESS));
}

bool has_treated_items(cl_program part) {
    const auto known = programs().find(part);
    if (!known) return false;
    const std::lock_guard lock(known->mutex);
    return known->treated && known->rewritten.get() != nullptr;
}

// The program that PoCL shall link for a part.
cl_program linked_part(cl_program part, KnownProgram& linked) {
    const auto known = programs().find(part);
    if (!known) return part;
    const std::lock_guard lock(known->mutex);
    linked.kernels.insert(linked.kernels.end(), known->kernels.begin(), known->kernels.end());
    return built_of(*known, part, false);
}

bool is_treated(cl_program program) {
    const auto known = programs().find(program);
    if (!known) return false;
    const std::lock_guard lock(known->mutex);
    return known->treated;
}

std::vector<cl_program> linked_parts(cl_uint count, const cl_program* inputs, KnownProgram& linked) {
    const std::vector<cl_program> given(inputs, inputs + count);
    linked.treated = std::ranges::any_of(given, is_treated);
    if (linked.treated) {
        for (const cl_program part : given) compile_for_link(part, fiber_choice(false));
        if (std::ranges::any_of(given, has_treated_items))
            for (const cl_program part : given) compile_for_link(part, Fibers::never);
    }
    std::vector<cl_program> parts;
    for (const cl_program part : given) parts.push_back(linked_part(part, linked));
    return parts;
}

cl_program CL_API_CALL link_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                    const char* options, cl_uint input_count, const cl_program* inputs,
                                    BuildNotify notify, void* user_data, cl_int* error) {
    if (const auto fallen = link_fallback({context, count, devices, options, input_count, inputs}, error)) {
        if (*fallen != nullptr && notify != nullptr) notify(*fallen, user_data);
        return *fallen;
    }
    auto linked = std::make_shared<KnownProgram>();
    linked->context = context;
    linked->options = options == nullptr ? "" : options;
    std::vector<cl_program> parts;
    if (inputs != nullptr) parts = linked_parts(input_count, inputs, *linked);
    const std::string for_pocl = without_intel_options(linked->options);
    const cl_program program = target().clLinkProgram(
        context, count, devices, options == nullptr ? nullptr : for_pocl.c_str(), input_count,
        inputs == nullptr ? nullptr : parts.data(), notify, user_data, error);
    if (program == nullptr) return program;
    programs().forget(program);
    if (linked->treated) programs().put(program, std::move(linked));
    return program;
}

// ---- Queries

std::vector<std::vector<unsigned char>> pocl_binaries(cl_program program) {
    auto sizes = query_array<size_t>(target().clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    std::vector<std::vector<unsigned char>> binaries;
    std::vector<unsigned char*> addresses;
    for (const size_t size : sizes) addresses.push_back(binaries.emplace_back(size).data());
    target().clGetProgramInfo(program, CL_PROGRAM_BINARIES, addresses.size() * sizeof(unsigned char*),
                              addresses.data(), nullptr);
    return binaries;
}

bool is_fiber_program(const KnownProgram& known) {
    return !known.kernels.empty() && std::ranges::all_of(known.kernels, &KernelDescription::fibers);
}

// One binary for each device; it holds both programs.
std::vector<std::vector<unsigned char>> binaries_of(cl_program program, const KnownProgram& known) {
    const bool two = known.has_two();
    const size_t kind = !two && is_fiber_program(known) ? 1 : 0;
    auto first = pocl_binaries(built_of(known, program, false));
    const auto second = two ? pocl_binaries(known.fibers.get()) : std::vector<std::vector<unsigned char>>{};
    for (size_t i = 0; i < first.size(); i++) {
        std::array<std::vector<unsigned char>, 2> both;
        both[kind] = std::move(first[i]);
        if (i < second.size()) both[1] = second[i];
        const bool is_built = !both[0].empty() || !both[1].empty();
        first[i] = is_built ? joined_binary(both, known.kernels) : std::vector<unsigned char>{};
    }
    return first;
}

cl_int answer_binaries(const std::vector<std::vector<unsigned char>>& binaries, size_t size, void* value,
                       size_t* size_ret) {
    const size_t bytes = binaries.size() * sizeof(unsigned char*);
    if (size_ret != nullptr) *size_ret = bytes;
    if (value == nullptr) return CL_SUCCESS;
    if (size < bytes) return CL_INVALID_VALUE;
    auto** places = static_cast<unsigned char**>(value);
    for (size_t i = 0; i < binaries.size(); i++)
        if (places[i] != nullptr) std::ranges::copy(binaries[i], places[i]);
    return CL_SUCCESS;
}

cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size, void* value,
                                    size_t* size_ret) {
    const auto known = programs().find(program);
    const auto pass_on = [&](cl_program asked) {
        return target().clGetProgramInfo(asked, name, size, value, size_ret);
    };
    if (!known) return pass_on(program);
    const std::lock_guard lock(known->mutex);
    if (known->on_processors.get() != nullptr)
        if (const auto answered = fallback_program_info(program, *known, name, size, value, size_ret))
            return *answered;
    const bool two = known->has_two();
    switch (name) {
        case CL_PROGRAM_NUM_KERNELS:
            if (two) return answer(known->kernels.size(), size, value, size_ret);
            return pass_on(built_of(*known, program, false));
        case CL_PROGRAM_KERNEL_NAMES:
            if (two) return answer(kernel_names(*known), size, value, size_ret);
            return pass_on(built_of(*known, program, false));
        case CL_PROGRAM_BINARY_SIZES: {
            if (!known->treated) return pass_on(built_of(*known, program, false));
            std::vector<size_t> sizes;
            for (const auto& binary : binaries_of(program, *known)) sizes.push_back(binary.size());
            return answer(sizes, size, value, size_ret);
        }
        case CL_PROGRAM_BINARIES:
            if (!known->treated) return pass_on(built_of(*known, program, false));
            return answer_binaries(binaries_of(program, *known), size, value, size_ret);
        default: return pass_on(program);
    }
}

cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device, cl_program_build_info name,
                                  size_t size, void* value, size_t* size_ret) {
    const auto pass_on = [&](cl_program asked) {
        return target().clGetProgramBuildInfo(asked, device, name, size, value, size_ret);
    };
    const auto known = programs().find(program);
    if (!known) return pass_on(program);
    std::unique_lock lock(known->mutex);
    if (known->on_processors.get() != nullptr)
        return fallback_build_info(*known, device, name, size, value, size_ret);
    const cl_program built = built_of(*known, nullptr, false);
    if (name == CL_PROGRAM_BUILD_OPTIONS && (built != nullptr || known->refusal || !known->options.empty()))
        return answer(known->options, size, value, size_ret);
    if (known->refusal) {
        if (name == CL_PROGRAM_BUILD_LOG) return answer(*known->refusal, size, value, size_ret);
        if (name == CL_PROGRAM_BUILD_STATUS)
            return answer(cl_build_status{CL_BUILD_ERROR}, size, value, size_ret);
    }
    lock.unlock();
    return pass_on(built != nullptr ? built : program);
}

cl_int CL_API_CALL retain_program(cl_program object) {
    return programs().retain(object, target().clRetainProgram);
}

cl_int CL_API_CALL release_program(cl_program object) {
    return programs().release(object, target().clReleaseProgram);
}

}  // namespace

cl_program create_built_in_program(cl_context context, const std::vector<cl_device_id>& devices,
                                   const std::string& text, cl_int& error) {
    const char* string = text.c_str();
    const cl_program program = create_with_source(context, 1, &string, nullptr, &error);
    if (program == nullptr) return nullptr;
    programs().find(program)->built_in = true;
    error = build_program(program, static_cast<cl_uint>(devices.size()), devices.data(),
                          "-cl-kernel-arg-info", nullptr, nullptr);
    if (error == CL_SUCCESS) return program;
    log().error("a program of built-in kernels does not build: {}",
                build_log(built_program(program), devices.front()));
    release_program(program);
    return nullptr;
}

void install_programs(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateProgramWithSource, create_with_source>();
    entries.put<&cl_icd_dispatch::clCreateProgramWithBinary, create_with_binary>();
    entries.put<&cl_icd_dispatch::clBuildProgram, build_program>();
    entries.put<&cl_icd_dispatch::clCompileProgram, compile_program>();
    entries.put<&cl_icd_dispatch::clLinkProgram, link_program>();
    entries.put<&cl_icd_dispatch::clGetProgramInfo, get_program_info>();
    entries.put<&cl_icd_dispatch::clGetProgramBuildInfo, get_build_info>();
    entries.put<&cl_icd_dispatch::clRetainProgram, retain_program>();
    entries.put<&cl_icd_dispatch::clReleaseProgram, release_program>();
}

}  // namespace genmedia::opencl
