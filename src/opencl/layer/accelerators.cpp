// SPDX-License-Identifier: MIT
#include "opencl/layer/accelerators.h"

#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/guard.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

// What a handle points to. Applications never look inside.
struct _cl_accelerator_intel {
    cl_context context = nullptr;  // retained
    cl_motion_estimation_desc_intel descriptor{};
    cl_uint references = 1;

    ~_cl_accelerator_intel() {
        if (context != nullptr) genmedia::opencl::target().clReleaseContext(context);
    }
};

namespace genmedia::opencl {
namespace {

using Accelerator = _cl_accelerator_intel;

struct Accelerators {
    std::mutex mutex;
    std::map<cl_accelerator_intel, std::unique_ptr<Accelerator>> all;
};

Accelerators& accelerators() {
    static auto& accelerators = *new Accelerators;
    return accelerators;
}

// The result of `use`, called while no other thread can release the accelerator.
template <class Use>
cl_int with_accelerator(cl_accelerator_intel handle, Use use) {
    Accelerators& known = accelerators();
    const std::lock_guard lock(known.mutex);
    const auto found = known.all.find(handle);
    return found == known.all.end() ? CL_INVALID_ACCELERATOR_INTEL : use(*found->second);
}

// ---- Functions of the extension

bool is_valid(const cl_motion_estimation_desc_intel& descriptor) {
    return descriptor.mb_block_type <= CL_ME_MB_TYPE_4x4_INTEL &&
           descriptor.subpixel_mode <= CL_ME_SUBPIXEL_MODE_QPEL_INTEL &&
           descriptor.sad_adjust_mode <= CL_ME_SAD_ADJUST_MODE_HAAR_INTEL &&
           (descriptor.search_path_type <= CL_ME_SEARCH_PATH_RADIUS_4_4_INTEL ||
            descriptor.search_path_type == CL_ME_SEARCH_PATH_RADIUS_16_12_INTEL);
}

// Never CL_ACCELERATOR_TYPE_NOT_SUPPORTED_INTEL: there is one type, which all such devices have.
cl_int validate(cl_context context, cl_accelerator_type_intel type, size_t size, const void* descriptor) {
    const auto devices = context == nullptr ? std::vector<cl_device_id>{} : devices_of(context);
    if (devices.empty()) return CL_INVALID_CONTEXT;
    if (std::ranges::none_of(devices, is_served)) return CL_INVALID_OPERATION;
    if (type != CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL) return CL_INVALID_ACCELERATOR_TYPE_INTEL;
    cl_motion_estimation_desc_intel given;
    if (descriptor == nullptr || size != sizeof given) return CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL;
    std::memcpy(&given, descriptor, sizeof given);
    return is_valid(given) ? CL_SUCCESS : CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL;
}

cl_accelerator_intel CL_API_CALL create(cl_context context, cl_accelerator_type_intel type, size_t size,
                                        const void* descriptor, cl_int* error) {
    const cl_int result = validate(context, type, size, descriptor);
    if (error != nullptr) *error = result;
    if (result != CL_SUCCESS) return nullptr;
    auto made = std::make_unique<Accelerator>();
    std::memcpy(&made->descriptor, descriptor, sizeof made->descriptor);
    if (target().clRetainContext(context) == CL_SUCCESS) made->context = context;
    const cl_accelerator_intel handle = made.get();
    Accelerators& known = accelerators();
    const std::lock_guard lock(known.mutex);
    known.all.emplace(handle, std::move(made));
    return handle;
}

cl_int CL_API_CALL retain(cl_accelerator_intel handle) {
    return with_accelerator(handle, [](Accelerator& accelerator) {
        accelerator.references++;
        return CL_SUCCESS;
    });
}

// Commands that were queued have their own copy of the descriptor.
cl_int CL_API_CALL release(cl_accelerator_intel handle) {
    std::unique_ptr<Accelerator> last;  // its destructor calls OpenCL, so it outlives the lock
    return with_accelerator(handle, [&](Accelerator& accelerator) {
        if (--accelerator.references != 0) return CL_SUCCESS;
        last = std::move(accelerators().all.extract(handle).mapped());
        return CL_SUCCESS;
    });
}

cl_int CL_API_CALL get_info(cl_accelerator_intel handle, cl_accelerator_info_intel name, size_t size,
                            void* value, size_t* size_ret) {
    return with_accelerator(handle, [&](const Accelerator& accelerator) {
        switch (name) {
            case CL_ACCELERATOR_DESCRIPTOR_INTEL:
                return answer(accelerator.descriptor, size, value, size_ret);
            case CL_ACCELERATOR_REFERENCE_COUNT_INTEL:
                return answer(accelerator.references, size, value, size_ret);
            case CL_ACCELERATOR_CONTEXT_INTEL: return answer(accelerator.context, size, value, size_ret);
            case CL_ACCELERATOR_TYPE_INTEL:
                return answer(cl_uint{CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL}, size, value, size_ret);
            default: return cl_int{CL_INVALID_VALUE};
        }
    });
}

}  // namespace

void* accelerator_function(std::string_view name) {
    const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
    if (name == "clCreateAcceleratorINTEL") return address(kGuarded<create>);
    if (name == "clRetainAcceleratorINTEL") return address(kGuarded<retain>);
    if (name == "clReleaseAcceleratorINTEL") return address(kGuarded<release>);
    if (name == "clGetAcceleratorInfoINTEL") return address(kGuarded<get_info>);
    return nullptr;
}

bool is_accelerator_of_other(cl_context context, size_t size, const void* value) {
    cl_accelerator_intel handle = nullptr;
    if (value == nullptr || size != sizeof handle) return false;
    std::memcpy(&handle, value, sizeof handle);
    bool other = false;
    static_cast<void>(with_accelerator(handle, [&](const Accelerator& accelerator) {
        other = accelerator.context != context;
        return CL_SUCCESS;
    }));
    return other;
}

std::optional<cl_motion_estimation_desc_intel> accelerator_descriptor(cl_accelerator_intel handle) {
    std::optional<cl_motion_estimation_desc_intel> descriptor;
    with_accelerator(handle, [&](const Accelerator& accelerator) {
        descriptor = accelerator.descriptor;
        return CL_SUCCESS;
    });
    return descriptor;
}

}  // namespace genmedia::opencl
