// SPDX-License-Identifier: MIT
#include "vme/opencl/device_program.h"

#include "vme/cost.h"
#include "vme/opencl/kernel_text.h"

namespace genmedia::vme::opencl {

namespace {

// Instructions are tried where an extension's name has `extension` in it: other makers' compilers print
// messages about what they do not understand.
struct Probe {
    Instructions instructions;
    const char *extension, *kernel;
};

// A probe's work-group has 32 work-items. For a = 9 it stores 11.
constexpr Probe kProbes[] = {
    {Instructions::ptx, "cl_nv_",
     "kernel void probe(global uint* to, uint a) {\n"
     "    uint sad, least;\n"
     "    asm(\"vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;\" : \"=r\"(sad) : \"r\"(a), \"r\"(7), \"r\"(a));\n"
     "    asm volatile(\"redux.sync.min.u32 %0, %1, 0xffffffff;\" : \"=r\"(least) : \"r\"(sad));\n"
     "    asm volatile(\"cp.async.wait_all;\" ::: \"memory\");\n"
     "    to[0] = least;\n"
     "}\n"},
    {Instructions::amd, "cl_amd_media_ops",
     "#pragma OPENCL EXTENSION cl_amd_media_ops : enable\n"
     "kernel void probe(global uint* to, uint a) { to[0] = amd_bytealign(0, amd_sad(a, 7, a) << 8, 1); }\n"},
};

bool works(const Probe& probe, const cl::Device& device, const cl::Context* given) {
    try {
        const cl::Context context = given ? *given : cl::Context(device);
        const cl::Program program(context, probe.kernel);
        program.build(device);
        const cl::CommandQueue queue(context, device);
        const cl::Buffer to(context, CL_MEM_WRITE_ONLY, sizeof(cl_uint));
        cl::Kernel kernel(program, "probe");
        kernel.setArg(0, to);
        kernel.setArg(1, cl_uint{9});
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(32), cl::NDRange(32));
        cl_uint stored = 0;
        queue.enqueueReadBuffer(to, CL_TRUE, 0, sizeof stored, &stored);
        return stored == 11;
    } catch (const cl::Error&) {
        return false;
    }
}

// Whether floats of the device are those of C++, operation by operation.
Status check_floats(const cl::Device& device, const std::string& name) {
    constexpr cl_device_fp_config needed =
        CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT | CL_FP_ROUND_TO_NEAREST | CL_FP_DENORM | CL_FP_INF_NAN;
    cl_device_fp_config config = 0;
    Status status = guarded(name, [&] { config = device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>(); });
    if (status.ok() && (config & needed) != needed)
        status = {StatusCode::unsupported, name + " has floats of configuration " + std::to_string(config) +
                                               "; expected " + std::to_string(needed) +
                                               ", with quotients and roots that are rounded correctly"};
    std::string extensions;
    if (status.ok()) status = guarded(name, [&] { extensions = device.getInfo<CL_DEVICE_EXTENSIONS>(); });
    if (status.ok() && extensions.find("cl_khr_fp64") == std::string::npos)
        status = {StatusCode::unsupported,
                  name + " has no floats of 64 bits; expected the extension cl_khr_fp64"};
    return status;
}

}  // namespace

const char* name_of(Instructions instructions) {
    switch (instructions) {
        case Instructions::ptx: return "ptx";
        case Instructions::amd: return "amd";
        case Instructions::opencl: break;
    }
    return "opencl";
}

Instructions instructions_of(const cl::Device& device, const cl::Context* context) {
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    for (const Probe& probe : kProbes)
        if (extensions.find(probe.extension) != std::string::npos && works(probe, device, context))
            return probe.instructions;
    return Instructions::opencl;
}

std::vector<cl::Device> devices() {
    std::vector<cl::Device> all;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) {
        return all;  // the loader has no platform
    }
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &some);
        } catch (const cl::Error&) {
            continue;  // a platform without devices
        }
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

Status guarded(const std::string& device, const std::function<void()>& action) {
    try {
        action();
        return {};
    } catch (const cl::BuildError& error) {
        std::string log;
        for (const auto& [_, text] : error.getBuildLog()) log += text;
        return {StatusCode::unsupported,
                device + " cannot compile the unit's kernels: " + log.substr(0, log.find('\n'))};
    } catch (const cl::Error& error) {
        const std::string what = std::string(error.what()) + " gave " + std::to_string(error.err());
        switch (error.err()) {
            case CL_MEM_OBJECT_ALLOCATION_FAILURE:
            case CL_OUT_OF_RESOURCES:
            case CL_OUT_OF_HOST_MEMORY:
            case CL_INVALID_BUFFER_SIZE:
                return {StatusCode::exhausted, device + " has too little memory (" + what + ")"};
            default: return {StatusCode::unsupported, device + " failed (" + what + ")"};
        }
    }
}

Status Program::build(const cl::Device& device, std::unique_ptr<Program>& result, const Options& options) {
    std::unique_ptr<Program> program(new Program);
    Status status = guarded("an OpenCL device", [&] { program->name_ = device.getInfo<CL_DEVICE_NAME>(); });
    if (!status.ok()) return status;
    if (options.exact_floats) status = check_floats(device, program->name_);
    if (!status.ok()) return status;
    status = guarded(program->name_, [&] {
        program->context_ = cl::Context(device);
        program->queue_ = cl::CommandQueue(program->context_, device);
        if (!options.portable) program->instructions_ = instructions_of(device, &program->context_);
        program->program_ = cl::Program(program->context_, kernels() + options.more_kernels);
        std::string flags = "-cl-std=CL1.2 -w -DGENMEDIA_VECTOR_COST_CAP=" + std::to_string(kVectorCostCap) +
                            " -DGENMEDIA_LARGEST_4X4=" + std::to_string(kLargest4x4Distortion);
        if (options.exact_floats) flags += " -cl-fp32-correctly-rounded-divide-sqrt";
        if (program->instructions_ == Instructions::ptx) flags += " -DGENMEDIA_PTX";
        if (program->instructions_ == Instructions::amd) flags += " -DGENMEDIA_AMD";
        program->program_.build(device, flags.c_str());
    });
    if (status.ok()) result = std::move(program);
    return status;
}

std::unique_ptr<Program> Program::with_own_queue(cl_command_queue_properties properties) const {
    std::unique_ptr<Program> program(new Program(*this));
    program->queue_ = cl::CommandQueue(context_, context_.getInfo<CL_CONTEXT_DEVICES>().front(), properties);
    return program;
}

}  // namespace genmedia::vme::opencl
