// SPDX-License-Identifier: MIT
// The C functions of the library, as in Debian's.
#include <genmedia/status.h>

#include <cstring>

#include "cm/runtime/device.h"
#include "cm/runtime/error_names.h"
#include "cm/runtime/host_objects.h"

using genmedia::runtime::Device;

namespace {

genmedia::runtime::HostObjects<Device>& devices() {
    // Never destroyed: a host may end without destroying its device, while a queue still works.
    static auto& all = *new genmedia::runtime::HostObjects<Device>;
    return all;
}

constexpr uint32_t kAdapterCount = 1;

INT create(CmDevice*& device, UINT& version, VADisplay display) {
    device = nullptr;
    version = 0;
    return genmedia::runtime::guarded([&] {
        device = devices().add(std::make_shared<Device>(display));
        version = CM_7_2;
        return CM_SUCCESS;
    });
}

// The answer about an adapter if it is a number.
uint32_t adapter_number(AdapterInfoType name) {
    switch (name) {
        case VendorId: return 0x8086;
        case DeviceId: return 0x1912;  // Gen9, 24 units
        case MaxThread: return genmedia::runtime::kMaxHardwareThreads;
        case EuNumber: return 24;
        case TileNumber: return 1;
        default: return 0;
    }
}

int32_t answer(const void* from, uint32_t from_bytes, void* info, uint32_t bytes, uint32_t* out_bytes) {
    if (info == nullptr) return CM_NULL_POINTER;
    if (bytes < from_bytes) return CM_INVALID_PARAM_SIZE;
    std::memcpy(info, from, from_bytes);
    if (out_bytes != nullptr) *out_bytes = from_bytes;
    return CM_SUCCESS;
}

}  // namespace

// The header's declarations have no visibility, so the definitions set it.
extern "C" {

GENMEDIA_API INT CreateCmDevice(CmDevice*& device, UINT& version, VADisplay display) {
    return create(device, version, display);
}

GENMEDIA_API INT CreateCmDeviceEx(CmDevice*& device, UINT& version, VADisplay display, UINT) {
    return create(device, version, display);
}

GENMEDIA_API int32_t CreateCmDeviceFromAdapter(CmDevice*& device, uint32_t& version, uint32_t adapter,
                                               uint32_t) {
    return adapter >= kAdapterCount ? CM_INVALID_ARG_VALUE : create(device, version, nullptr);
}

GENMEDIA_API INT DestroyCmDevice(CmDevice*& device) {
    if (device == nullptr || devices().take(device) == nullptr) return CM_FAILURE;
    device = nullptr;
    return CM_SUCCESS;
}

GENMEDIA_API int32_t GetCmSupportedAdapters(uint32_t& count) {
    count = kAdapterCount;
    return CM_SUCCESS;
}

GENMEDIA_API int32_t QueryCmAdapterInfo(uint32_t adapter, AdapterInfoType name, void* info, uint32_t bytes,
                                        uint32_t* out_bytes) {
    if (adapter >= kAdapterCount) return CM_FAILURE;
    if (name == Description) {
        const char text[256] = "genmedia: Gen9 media GPU in software";
        return answer(text, sizeof(text), info, bytes, out_bytes);
    }
    if (name < Description || name > Reserved) return CM_INVALID_ARG_VALUE;
    const uint32_t number = adapter_number(name);
    return answer(&number, sizeof(number), info, bytes, out_bytes);
}

GENMEDIA_API const char* GetCmErrorString(int code) { return genmedia::runtime::error_name(code); }

GENMEDIA_API INT QueryPerformanceFrequency(LARGE_INTEGER* frequency) {
    if (frequency == nullptr) return -1;
    frequency->QuadPart = 1'000'000'000;
    return 0;
}

GENMEDIA_API INT QueryPerformanceCounter(LARGE_INTEGER* count) {
    if (count == nullptr) return -1;
    count->QuadPart = genmedia::runtime::now_ns();
    return 0;
}

// Methods as functions; the header declares only the last one.
GENMEDIA_API INT CMRT_LoadProgram(CmDevice* device, void* code, UINT bytes, CmProgram*& program,
                                  const char* options) {
    return device == nullptr ? CM_NULL_POINTER : device->LoadProgram(code, bytes, program, options);
}

GENMEDIA_API INT CMRT_CreateKernel(CmDevice* device, CmProgram* program, const char* name, CmKernel*& kernel,
                                   const char* options) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateKernel(program, name, kernel, options);
}

GENMEDIA_API INT CMRT_CreateBuffer(CmDevice* device, UINT bytes, CmBuffer*& surface) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateBuffer(bytes, surface);
}

GENMEDIA_API INT CMRT_CreateSurface2D(CmDevice* device, UINT width, UINT height, CM_SURFACE_FORMAT format,
                                      CmSurface2D*& surface) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateSurface2D(width, height, format, surface);
}

GENMEDIA_API INT CMRT_CreateSurface3D(CmDevice* device, UINT width, UINT height, UINT depth,
                                      CM_SURFACE_FORMAT format, CmSurface3D*& surface) {
    return device == nullptr ? CM_NULL_POINTER
                             : device->CreateSurface3D(width, height, depth, format, surface);
}

GENMEDIA_API INT CMRT_DestroyBuffer(CmDevice* device, CmBuffer*& surface) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroySurface(surface);
}

GENMEDIA_API INT CMRT_DestroySurface2D(CmDevice* device, CmSurface2D*& surface) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroySurface(surface);
}

GENMEDIA_API INT CMRT_DestroySurface3D(CmDevice* device, CmSurface3D*& surface) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroySurface(surface);
}

GENMEDIA_API INT CMRT_CreateQueue(CmDevice* device, CmQueue*& queue) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateQueue(queue);
}

GENMEDIA_API INT CMRT_CreateTask(CmDevice* device, CmTask*& task) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateTask(task);
}

GENMEDIA_API INT CMRT_CreateThreadSpace(CmDevice* device, UINT width, UINT height, CmThreadSpace*& space) {
    return device == nullptr ? CM_NULL_POINTER : device->CreateThreadSpace(width, height, space);
}

GENMEDIA_API INT CMRT_DestroyProgram(CmDevice* device, CmProgram*& program) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroyProgram(program);
}

GENMEDIA_API INT CMRT_DestroyTask(CmDevice* device, CmTask*& task) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroyTask(task);
}

GENMEDIA_API INT CMRT_DestroyThreadSpace(CmDevice* device, CmThreadSpace*& space) {
    return device == nullptr ? CM_NULL_POINTER : device->DestroyThreadSpace(space);
}

GENMEDIA_API INT CMRT_DestroyEvent(CmQueue* queue, CmEvent*& event) {
    return queue == nullptr ? CM_NULL_POINTER : queue->DestroyEvent(event);
}

GENMEDIA_API INT CMRT_Enqueue(CmQueue* queue, CmTask* task, CmEvent** event, const CmThreadSpace* space) {
    if (queue == nullptr || event == nullptr) return CM_NULL_POINTER;
    return queue->Enqueue(task, *event, space);
}

}  // extern "C"

// The header declares these constructors. Hosts find their definitions here.
GENMEDIA_API CM_AVS_STATE_MSG_EX::CM_AVS_STATE_MSG_EX() {
    std::memset(static_cast<void*>(this), 0, sizeof(*this));  // the sampler with the defaults is not here
}

GENMEDIA_API CM_FLAG::CM_FLAG() : rotationFlag(CM_ROTATION_IDENTITY), chromaSiting(0) {}
