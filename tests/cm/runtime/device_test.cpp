// SPDX-License-Identifier: MIT
// The device, its caps, and the C functions.
#include "cm/runtime/runtime_host.h"

#include <array>

namespace {

using test::Runtime;

TEST_F(Runtime, KnowsItsOwnDevices) {
    CmDevice* none = nullptr;
    EXPECT_EQ(DestroyCmDevice(none), CM_FAILURE);
    CmDevice* copy = device;
    CM_OK(DestroyCmDevice(device));
    EXPECT_EQ(device, nullptr);
    EXPECT_EQ(DestroyCmDevice(copy), CM_FAILURE);
}

TEST_F(Runtime, MakesDevicesInThreeWays) {
    CmDevice* other = nullptr;
    UINT version = 0;
    CM_OK(CreateCmDeviceEx(other, version, nullptr, CM_DEVICE_CREATE_OPTION_SCRATCH_SPACE_DISABLE));
    EXPECT_EQ(version, CM_7_2);
    CM_OK(DestroyCmDevice(other));
    uint32_t count = 0;
    CM_OK(GetCmSupportedAdapters(count));
    EXPECT_EQ(count, 1U);
    CM_OK(CreateCmDeviceFromAdapter(other, version, 0));
    CM_OK(DestroyCmDevice(other));
    EXPECT_EQ(CreateCmDeviceFromAdapter(other, version, 1), CM_INVALID_ARG_VALUE);
    char text[256];
    uint32_t bytes = 0;
    CM_OK(QueryCmAdapterInfo(0, Description, text, sizeof(text), &bytes));
    EXPECT_NE(std::string(text).find("genmedia"), std::string::npos);
    uint32_t threads = 0;
    CM_OK(QueryCmAdapterInfo(0, MaxThread, &threads, sizeof(threads), nullptr));
    EXPECT_EQ(threads, 168U);
    EXPECT_EQ(QueryCmAdapterInfo(0, MaxThread, &threads, 1, nullptr), CM_INVALID_PARAM_SIZE);
    EXPECT_EQ(QueryCmAdapterInfo(1, MaxThread, &threads, sizeof(threads), nullptr), CM_FAILURE);
}

TEST_F(Runtime, TellsItsCaps) {
    UINT value = 0;
    size_t bytes = sizeof(value);
    const auto cap = [&](CM_DEVICE_CAP_NAME name) {
        bytes = 8;
        UINT64 wide = 0;
        EXPECT_EQ(device->GetCaps(name, bytes, &wide), CM_SUCCESS) << name;
        EXPECT_EQ(bytes, sizeof(UINT)) << name;
        return static_cast<UINT>(wide);
    };
    EXPECT_EQ(cap(CAP_KERNEL_COUNT_PER_TASK), 16U);
    EXPECT_EQ(cap(CAP_HW_THREAD_COUNT), 168U);
    EXPECT_EQ(cap(CAP_USER_DEFINED_THREAD_COUNT_PER_THREAD_GROUP), 64U);
    EXPECT_EQ(cap(CAP_BUFFER_COUNT), 256U);
    EXPECT_EQ(cap(CAP_MAX_BUFFER_SIZE), 0x80000000U);
    EXPECT_EQ(cap(CAP_GPU_PLATFORM), static_cast<UINT>(PLATFORM_INTEL_SKL));
    bytes = 1;
    EXPECT_EQ(device->GetCaps(CAP_HW_THREAD_COUNT, bytes, &value), CM_FAILURE);
    EXPECT_EQ(device->GetCaps(CAP_HW_THREAD_COUNT, bytes, nullptr), CM_NULL_POINTER);
    bytes = sizeof(value);
    EXPECT_EQ(device->GetCaps(static_cast<CM_DEVICE_CAP_NAME>(31), bytes, &value), CM_FAILURE);
    std::vector<CM_SURFACE_FORMAT> formats(cap(CAP_SURFACE2D_FORMAT_COUNT));
    bytes = formats.size() * sizeof(formats[0]);
    CM_OK(device->GetCaps(CAP_SURFACE2D_FORMATS, bytes, formats.data()));
    for (const CM_SURFACE_FORMAT format : formats) {
        CmSurface2D* surface = nullptr;
        CM_OK(device->CreateSurface2D(16, 16, format, surface));
        CM_OK(device->DestroySurface(surface));
    }
    CM_PLATFORM_INFO info{};
    bytes = sizeof(info);
    CM_OK(device->GetCaps(CAP_PLATFORM_INFO, bytes, &info));
    EXPECT_EQ(info.numSlices * info.numSubSlices * info.numEUsPerSubSlice * info.numHWThreadsPerEU, 168U);
}

TEST_F(Runtime, TakesCaps) {
    UINT threads = 100, value = 0;
    CM_OK(device->SetCaps(CAP_HW_THREAD_COUNT, sizeof(threads), &threads));
    size_t bytes = sizeof(value);
    CM_OK(device->GetCaps(CAP_HW_THREAD_COUNT, bytes, &value));
    EXPECT_EQ(value, 100U);
    threads = 0;
    EXPECT_EQ(device->SetCaps(CAP_HW_THREAD_COUNT, sizeof(threads), &threads),
              CM_INVALID_HARDWARE_THREAD_NUMBER);
    threads = 169;
    EXPECT_EQ(device->SetCaps(CAP_HW_THREAD_COUNT, sizeof(threads), &threads),
              CM_INVALID_HARDWARE_THREAD_NUMBER);
    EXPECT_EQ(device->SetCaps(CAP_L3_CONFIG, 1, &threads), CM_INVALIDE_L3_CONFIGURATION);
    EXPECT_EQ(device->SetCaps(CAP_BUFFER_COUNT, sizeof(threads), &threads), CM_INVALID_CAP_NAME);
    const L3ConfigRegisterValues l3{};
    CM_OK(device->SetL3Config(&l3));
    CM_OK(device->SetSuggestedL3Config(CM_L3_PLANE_3));
}

TEST(RuntimeNames, OfAllCodes) {
    EXPECT_STREQ(GetCmErrorString(CM_SUCCESS), "CM_SUCCESS");
    EXPECT_STREQ(GetCmErrorString(CM_INVALID_ARG_SIZE), "CM_INVALID_ARG_SIZE");
    EXPECT_STREQ(GetCmErrorString(CM_NO_SUPPORTED_ADAPTER), "CM_NO_SUPPORTED_ADAPTER");
    for (int code = CM_NO_SUPPORTED_ADAPTER; code <= 0; code++) {
        EXPECT_EQ(std::string(GetCmErrorString(code)).substr(0, 3), "CM_") << code;
    }
    EXPECT_STREQ(GetCmErrorString(1), "Internal Error");
    EXPECT_STREQ(GetCmErrorString(-9999), "Internal Error");
}

TEST(RuntimeClock, CountsNanoseconds) {
    LARGE_INTEGER frequency{}, before{}, after{};
    EXPECT_EQ(QueryPerformanceFrequency(&frequency), 0);
    EXPECT_EQ(frequency.QuadPart, 1'000'000'000);
    EXPECT_EQ(QueryPerformanceCounter(&before), 0);
    EXPECT_EQ(QueryPerformanceCounter(&after), 0);
    EXPECT_GE(after.QuadPart, before.QuadPart);
}

TEST_F(Runtime, VmeSurfacesHaveSixteenReferencesAtMost) {
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_NV12, surface));
    std::array<CmSurface2D*, 17> references;
    references.fill(surface);
    SurfaceIndex* made = nullptr;
    EXPECT_EQ(device->CreateVmeSurfaceG7_5(surface, references.data(), references.data(), 17, 16, made),
              CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->CreateVmeSurfaceG7_5(surface, references.data(), references.data(), 16, 17, made),
              CM_INVALID_ARG_VALUE);
    CM_OK(device->CreateVmeSurfaceG7_5(surface, references.data(), references.data(), 16, 16, made));
    CM_OK(device->DestroyVmeSurfaceG7_5(made));
}

TEST_F(Runtime, SamplersForScaling) {
    CM_AVS_NONPIPLINED_STATE tables{};
    CM_AVS_STATE_MSG message{};
    CM_SAMPLER_8X8_DESCR state{};
    CmSampler8x8* sampler = nullptr;
    EXPECT_EQ(device->CreateSampler8x8(state, sampler), CM_INVALID_ARG_VALUE);
    state.avs = &message;
    EXPECT_EQ(device->CreateSampler8x8(state, sampler), CM_INVALID_ARG_VALUE);  // has no tables
    message.AvsState = &tables;
    CM_OK(device->CreateSampler8x8(state, sampler));
    CmSampler8x8* again = sampler;
    EXPECT_EQ(device->CreateSampler8x8(state, again), CM_INVALID_ARG_VALUE);  // would be lost
    SamplerIndex *of_scaler = nullptr, *of_other = nullptr;
    CM_OK(sampler->GetIndex(of_scaler));
    CmSampler* other = nullptr;
    CM_OK(device->CreateSampler(CM_SAMPLER_STATE{}, other));
    CM_OK(other->GetIndex(of_other));
    EXPECT_NE(of_scaler->get_data(), of_other->get_data());  // kernels tell them apart
    CM_OK(device->DestroySampler(other));
    CM_OK(device->DestroySampler8x8(sampler));
    EXPECT_EQ(sampler, nullptr);
    EXPECT_EQ(device->DestroySampler8x8(sampler), CM_FAILURE);
    EXPECT_EQ(device->DestroySampler8x8(again), CM_FAILURE);  // is gone
}

TEST_F(Runtime, SurfacesForScaling) {
    CmSurface2D *surface = nullptr, *narrow = nullptr, *floats = nullptr;
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_NV12, surface));
    CM_OK(device->CreateSurface2D(18, 16, CM_SURFACE_FORMAT_NV12, narrow));
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_R32F, floats));
    SurfaceIndex* made = nullptr;
    EXPECT_EQ(device->CreateSampler8x8Surface(nullptr, made, CM_AVS_SURFACE), CM_NULL_POINTER);
    EXPECT_EQ(device->CreateSampler8x8Surface(narrow, made, CM_AVS_SURFACE),
              CM_SYSTEM_MEMORY_NOT_4PIXELS_ALIGNED);
    EXPECT_EQ(device->CreateSampler8x8Surface(floats, made, CM_AVS_SURFACE), CM_SURFACE_FORMAT_NOT_SUPPORTED);
    CM_FLAG turned{};
    turned.rotationFlag = CM_ROTATION_90;
    EXPECT_EQ(device->CreateSampler8x8SurfaceEx(surface, made, CM_AVS_SURFACE, CM_SURFACE_CLAMP, &turned),
              CM_NOT_IMPLEMENTED);
    CM_OK(device->CreateSampler8x8Surface(surface, made, CM_AVS_SURFACE, CM_SURFACE_MIRROR));
    CM_OK(device->DestroySampler8x8Surface(made));
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(device->DestroySampler8x8Surface(made), CM_FAILURE);
}

TEST_F(Runtime, RefusesWhatNeedsUnitsThatAreNotThere) {
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_NV12, surface));
    SurfaceIndex* made = nullptr;
    EXPECT_EQ(device->CreateHevcVmeSurfaceG10(surface, nullptr, nullptr, 0, 0, made),
              CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE);
    CmVebox* vebox = nullptr;
    EXPECT_EQ(device->CreateVebox(vebox), CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE);
    CmSampler8x8* sampler = nullptr;
    for (const auto type : {CM_SAMPLER8X8_CONV, CM_SAMPLER8X8_MISC, CM_SAMPLER8X8_CONV1DH,
                            CM_SAMPLER8X8_CONV1DV, CM_SAMPLER8X8_AVS_EX, CM_SAMPLER8X8_NONE}) {
        CM_SAMPLER_8X8_DESCR state{};
        state.stateType = type;
        EXPECT_EQ(device->CreateSampler8x8(state, sampler), CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE) << type;
    }
    EXPECT_EQ(device->CreateSampler8x8Surface(surface, made, CM_VA_SURFACE),
              CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE);
    EXPECT_EQ(device->DestroyVebox(vebox), CM_NULL_POINTER);
    VADisplay* display = nullptr;
    EXPECT_EQ(device->GetVaDpy(display), CM_VA_SURFACE_NOT_SUPPORTED);
    VASurfaceID id = 1;
    CmSurface2D* shared = surface;
    EXPECT_EQ(device->CreateVaSurface2D(16, 16, CM_SURFACE_FORMAT_NV12, id, shared),
              CM_VA_SURFACE_NOT_SUPPORTED);
    EXPECT_EQ(device->CreateSurface2D(VASurfaceID{1}, shared), CM_VA_SURFACE_NOT_SUPPORTED);
    EXPECT_EQ(surface->GetVaSurfaceID(id), CM_VA_SURFACE_NOT_SUPPORTED);
    uint32_t major = 0, minor = 0;
    CM_OK(device->GetVISAVersion(major, minor));
    CM_OK(device->DispatchTask());
}

}  // namespace
