// SPDX-License-Identifier: MIT
// Surfaces: limits, sizes, strides, and what kernels see of them.
#include "cm/runtime/runtime_host.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>

namespace {

using test::Runtime;

std::vector<uint8_t> counted(size_t bytes) {
    std::vector<uint8_t> values(bytes);
    for (size_t i = 0; i < bytes; i++) values[i] = static_cast<uint8_t>(i * 7 + i / 251);
    return values;
}

struct Free {
    void operator()(void* memory) const { CM_ALIGNED_FREE(memory); }
};
std::unique_ptr<uint8_t, Free> pages(size_t bytes) {
    return std::unique_ptr<uint8_t, Free>(static_cast<uint8_t*>(CM_ALIGNED_MALLOC(bytes, 4096)));
}

TEST_F(Runtime, ChecksBuffers) {
    CmBuffer* made = nullptr;
    EXPECT_EQ(device->CreateBuffer(0, made), CM_INVALID_WIDTH);
    EXPECT_EQ(device->CreateBuffer(0x80000001U, made), CM_INVALID_WIDTH);
    EXPECT_EQ(device->DestroySurface(made), CM_NULL_POINTER);
    std::vector<CmBuffer*> all;
    for (int i = 0; i < 256; i++) all.push_back(buffer(16));
    EXPECT_EQ(device->CreateBuffer(16, made), CM_EXCEED_SURFACE_AMOUNT);
    CM_OK(device->DestroySurface(all[7]));
    EXPECT_EQ(all[7], nullptr);
    CM_OK(device->CreateBuffer(0x80000000U, made));  // it costs nothing until it is used
}

TEST_F(Runtime, CopiesBuffers) {
    CmBuffer* made = buffer(101);
    const std::vector<uint8_t> out = counted(200);
    EXPECT_EQ(made->WriteSurface(nullptr, nullptr), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->ReadSurface(nullptr, nullptr), CM_INVALID_ARG_VALUE);
    CM_OK(made->WriteSurface(out.data(), nullptr));
    std::vector<uint8_t> in(200, 0xee);
    CM_OK(made->ReadSurface(in.data(), nullptr, 50));
    EXPECT_EQ(std::memcmp(in.data(), out.data(), 50), 0);
    EXPECT_EQ(in[50], 0xee);
    CM_OK(made->ReadSurface(in.data(), nullptr));
    EXPECT_EQ(std::memcmp(in.data(), out.data(), 101), 0);
    EXPECT_EQ(in[101], 0xee);
    CM_OK(made->InitSurface(0x04030201, nullptr));
    CM_OK(made->ReadSurface(in.data(), nullptr));
    for (size_t i = 0; i < 101; i++) EXPECT_EQ(in[i], i % 4 + 1);
    CM_OK(made->SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL_NO_CACHE));
    EXPECT_EQ(made->SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL_UNKNOWN), CM_FAILURE);
}

struct Size {
    CM_SURFACE_FORMAT format;
    const char* name;
    size_t bytes;  // of 16 x 8 pixels, tightly packed
};
// From the formats' definitions: bytes for each pixel times 128, plus chroma.
const Size kSizes[] = {
    {CM_SURFACE_FORMAT_A8R8G8B8, "A8R8G8B8", 512},
    {CM_SURFACE_FORMAT_X8R8G8B8, "X8R8G8B8", 512},
    {CM_SURFACE_FORMAT_A8B8G8R8, "A8B8G8R8", 512},
    {CM_SURFACE_FORMAT_A8, "A8", 128},
    {CM_SURFACE_FORMAT_P8, "P8", 128},
    {CM_SURFACE_FORMAT_R32F, "R32F", 512},
    {CM_SURFACE_FORMAT_NV12, "NV12", 192},
    {CM_SURFACE_FORMAT_UYVY, "UYVY", 256},
    {CM_SURFACE_FORMAT_YUY2, "YUY2", 256},
    {CM_SURFACE_FORMAT_V8U8, "V8U8", 256},
    {CM_SURFACE_FORMAT_R8_UINT, "R8_UINT", 128},
    {CM_SURFACE_FORMAT_R16_UINT, "R16_UINT", 256},
    {CM_SURFACE_FORMAT_R16_SINT, "R16_SINT", 256},
    {CM_SURFACE_FORMAT_D16, "D16", 256},
    {CM_SURFACE_FORMAT_L16, "L16", 256},
    {CM_SURFACE_FORMAT_A16B16G16R16, "A16B16G16R16", 1024},
    {CM_SURFACE_FORMAT_R10G10B10A2, "R10G10B10A2", 512},
    {CM_SURFACE_FORMAT_A16B16G16R16F, "A16B16G16R16F", 1024},
    {CM_SURFACE_FORMAT_R32G32B32A32F, "R32G32B32A32F", 2048},
    {CM_SURFACE_FORMAT_444P, "444P", 384},
    {CM_SURFACE_FORMAT_422H, "422H", 384},
    {CM_SURFACE_FORMAT_422V, "422V", 256},
    {CM_SURFACE_FORMAT_411P, "411P", 384},
    {CM_SURFACE_FORMAT_411R, "411R", 192},
    {CM_SURFACE_FORMAT_RGBP, "RGBP", 384},
    {CM_SURFACE_FORMAT_BGRP, "BGRP", 384},
    {CM_SURFACE_FORMAT_IMC3, "IMC3", 256},
    {CM_SURFACE_FORMAT_YV12, "YV12", 192},
    {CM_SURFACE_FORMAT_P010, "P010", 384},
    {CM_SURFACE_FORMAT_P016, "P016", 384},
    {CM_SURFACE_FORMAT_P208, "P208", 256},
    {CM_SURFACE_FORMAT_AYUV, "AYUV", 512},
    {CM_SURFACE_FORMAT_Y210, "Y210", 512},
    {CM_SURFACE_FORMAT_Y410, "Y410", 512},
    {CM_SURFACE_FORMAT_Y216, "Y216", 512},
    {CM_SURFACE_FORMAT_Y416, "Y416", 1024},
    {CM_SURFACE_FORMAT_IA44, "IA44", 128},
    {CM_SURFACE_FORMAT_AI44, "AI44", 128},
    {CM_SURFACE_FORMAT_I420, "I420", 192},
    {CM_SURFACE_FORMAT_P216, "P216", 512},
    {CM_SURFACE_FORMAT_400P, "400P", 128},
    {CM_SURFACE_FORMAT_R16_FLOAT, "R16_FLOAT", 256},
    {CM_SURFACE_FORMAT_Y8_UNORM, "Y8_UNORM", 128},
    {CM_SURFACE_FORMAT_A8P8, "A8P8", 256},
    {CM_SURFACE_FORMAT_R32_SINT, "R32_SINT", 512},
    {CM_SURFACE_FORMAT_R32_UINT, "R32_UINT", 512},
    {CM_SURFACE_FORMAT_R8G8_UNORM, "R8G8_UNORM", 256},
    {CM_SURFACE_FORMAT_R8_UNORM, "R8_UNORM", 128},
    {CM_SURFACE_FORMAT_R16G16_UNORM, "R16G16_UNORM", 512},
    {CM_SURFACE_FORMAT_R16_UNORM, "R16_UNORM", 256},
};

TEST_F(Runtime, KnowsTheSizeOfEachFormat) {
    for (const Size& size : kSizes) {
        SCOPED_TRACE(size.name);
        CmSurface2D* surface = nullptr;
        CM_OK(device->CreateSurface2D(16, 8, size.format, surface));
        const std::vector<uint8_t> out = counted(size.bytes);
        std::vector<uint8_t> in(size.bytes + 1, 0xee);
        EXPECT_EQ(surface->WriteSurface(out.data(), nullptr, size.bytes - 1), CM_INVALID_ARG_SIZE);
        CM_OK(surface->WriteSurface(out.data(), nullptr, size.bytes));
        EXPECT_EQ(surface->ReadSurface(in.data(), nullptr, size.bytes - 1), CM_INVALID_ARG_SIZE);
        CM_OK(surface->ReadSurface(in.data(), nullptr, size.bytes));
        EXPECT_EQ(std::memcmp(in.data(), out.data(), size.bytes), 0);
        EXPECT_EQ(in.back(), 0xee);
        UINT pitch = 0, bytes = 0;
        CM_OK(device->GetSurface2DInfo(16, 8, size.format, pitch, bytes));
        EXPECT_EQ(pitch % 16, 0U);
        EXPECT_EQ(bytes, 4096U);
        CM_OK(device->DestroySurface(surface));
    }
}

TEST_F(Runtime, ChecksPictures) {
    CmSurface2D* made = nullptr;
    const auto check = [&](UINT width, UINT height, CM_SURFACE_FORMAT format) {
        const INT code = device->CreateSurface2D(width, height, format, made);
        UINT pitch = 0, bytes = 0;
        EXPECT_EQ(device->GetSurface2DInfo(width, height, format, pitch, bytes), code);
        return code;
    };
    EXPECT_EQ(check(0, 8, CM_SURFACE_FORMAT_A8), CM_INVALID_WIDTH);
    EXPECT_EQ(check(16385, 8, CM_SURFACE_FORMAT_A8), CM_INVALID_WIDTH);
    EXPECT_EQ(check(8, 0, CM_SURFACE_FORMAT_A8), CM_INVALID_HEIGHT);
    EXPECT_EQ(check(8, 16385, CM_SURFACE_FORMAT_A8), CM_INVALID_HEIGHT);
    EXPECT_EQ(check(16384, 16384, CM_SURFACE_FORMAT_A8), CM_SUCCESS);
    EXPECT_EQ(check(8, 8, static_cast<CM_SURFACE_FORMAT>(12345)), CM_SURFACE_FORMAT_NOT_SUPPORTED);
    EXPECT_EQ(check(8, 8, CM_SURFACE_FORMAT_UNKNOWN), CM_SURFACE_FORMAT_NOT_SUPPORTED);
    EXPECT_EQ(check(7, 8, CM_SURFACE_FORMAT_YUY2), CM_INVALID_WIDTH);
    EXPECT_EQ(check(7, 8, CM_SURFACE_FORMAT_NV12), CM_INVALID_WIDTH);
    EXPECT_EQ(check(8, 7, CM_SURFACE_FORMAT_NV12), CM_SUCCESS);
    EXPECT_EQ(check(8, 7, CM_SURFACE_FORMAT_P010), CM_INVALID_HEIGHT);
    EXPECT_EQ(check(8, 7, CM_SURFACE_FORMAT_YV12), CM_INVALID_HEIGHT);
    made = nullptr;
    EXPECT_EQ(device->DestroySurface(made), CM_NULL_POINTER);
}

TEST_F(Runtime, CopiesPicturesByStrides) {
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateSurface2D(6, 4, CM_SURFACE_FORMAT_NV12, surface));
    const std::vector<uint8_t> tight = counted(36);
    CM_OK(surface->WriteSurface(tight.data(), nullptr));
    EXPECT_EQ(surface->ReadSurfaceStride(nullptr, nullptr, 8), CM_INVALID_ARG_VALUE);
    std::vector<uint8_t> wide(8 * 6, 0xee);
    EXPECT_EQ(surface->ReadSurfaceStride(wide.data(), nullptr, 5), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(surface->ReadSurfaceStride(wide.data(), nullptr, 8, 45), CM_INVALID_ARG_SIZE);
    CM_OK(surface->ReadSurfaceStride(wide.data(), nullptr, 8, wide.size()));
    for (size_t y = 0; y < 6; y++) {
        EXPECT_EQ(std::memcmp(&wide[y * 8], &tight[y * 6], 6), 0);
        EXPECT_EQ(wide[y * 8 + 6], 0xee);
    }
    // Rows of 8 bytes. Chroma begins after 5 rows.
    std::vector<uint8_t> high(8 * 7, 0xee);
    EXPECT_EQ(surface->ReadSurfaceHybridStrides(high.data(), nullptr, 8, 3, high.size()),
              CM_INVALID_ARG_VALUE);
    CM_OK(surface->ReadSurfaceHybridStrides(high.data(), nullptr, 8, 5, high.size()));
    EXPECT_EQ(std::memcmp(&high[5 * 8], &tight[24], 6), 0);
    EXPECT_EQ(high[4 * 8], 0xee);
    std::vector<uint8_t> back(36);
    CM_OK(surface->InitSurface(0x01010101, nullptr));
    CM_OK(surface->ReadSurface(back.data(), nullptr));
    EXPECT_EQ(back, std::vector<uint8_t>(36, 1));
    CM_OK(surface->WriteSurfaceHybridStrides(high.data(), nullptr, 8, 5, high.size()));
    CM_OK(surface->ReadSurface(back.data(), nullptr));
    EXPECT_EQ(back, tight);
    CM_OK(surface->WriteSurfaceStride(wide.data(), nullptr, 8, wide.size()));
    CM_OK(surface->ReadSurface(back.data(), nullptr));
    EXPECT_EQ(back, tight);
}

TEST_F(Runtime, CopiesPlanesOfOtherWidthsByStrides) {
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateSurface2D(8, 4, CM_SURFACE_FORMAT_I420, surface));
    const std::vector<uint8_t> tight = counted(48);
    CM_OK(surface->WriteSurface(tight.data(), nullptr));
    std::vector<uint8_t> wide(96, 0xee);  // rows of 16 and 8 bytes
    CM_OK(surface->ReadSurfaceStride(wide.data(), nullptr, 16));
    EXPECT_EQ(std::memcmp(&wide[16], &tight[8], 8), 0);
    EXPECT_EQ(std::memcmp(&wide[64], &tight[32], 4), 0);
    EXPECT_EQ(std::memcmp(&wide[72], &tight[36], 4), 0);
    EXPECT_EQ(std::memcmp(&wide[80], &tight[40], 4), 0);
}

TEST_F(Runtime, ShowsPicturesToKernels) {
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateSurface2D(6, 5, CM_SURFACE_FORMAT_NV12, surface));
    CmKernel* describe = kernel("describe");
    CmBuffer* out = buffer(sizeof(cm_abi::Surface));
    SurfaceIndex* at = nullptr;
    CM_OK(surface->GetIndex(at));
    CM_OK(set(describe, 0, out));
    CM_OK(describe->SetKernelArg(1, sizeof(SurfaceIndex), at));
    CM_OK(describe->SetThreadCount(1));
    run(describe);
    cm_abi::Surface seen{};
    CM_OK(out->ReadSurface(reinterpret_cast<unsigned char*>(&seen), nullptr));
    EXPECT_EQ(seen.kind, cm_abi::SurfaceKind::image_2d);
    EXPECT_EQ(seen.layout, cm_abi::PixelLayout::planes);
    EXPECT_EQ(seen.format, static_cast<uint32_t>(CM_SURFACE_FORMAT_NV12));
    EXPECT_EQ(seen.width, 6);
    EXPECT_EQ(seen.height, 5);
    EXPECT_EQ(seen.plane_count, 2);
    EXPECT_EQ(seen.data, seen.plane[0].data);
    EXPECT_EQ(seen.plane[0].pitch, 6);
    EXPECT_EQ(seen.plane[1].data, seen.data + 30);
    EXPECT_EQ(seen.plane[1].rows, 3);
    EXPECT_EQ(seen.plane[1].row_bytes, 6);
    EXPECT_EQ(seen.plane[1].pixel_bytes, 2);
}

TEST_F(Runtime, WorksInTheHostsMemory) {
    const auto memory = pages(8192);
    CmBufferUP* up = nullptr;
    EXPECT_EQ(device->CreateBufferUP(0, memory.get(), up), CM_INVALID_WIDTH);
    EXPECT_EQ(device->CreateBufferUP(6, memory.get(), up), CM_INVALID_WIDTH);
    EXPECT_EQ(device->CreateBufferUP(64, nullptr, up), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->CreateBufferUP(64, memory.get() + 64, up), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->DestroyBufferUP(up), CM_NULL_POINTER);
    CM_OK(device->CreateBufferUP(64, memory.get(), up));
    SurfaceIndex* at = nullptr;
    CM_OK(up->GetIndex(at));
    CmKernel* ids = kernel("ids");
    CM_OK(ids->SetKernelArg(0, sizeof(SurfaceIndex), at));
    CM_OK(set(ids, 1, 4U));
    run(ids, space(4, 4));
    EXPECT_EQ(reinterpret_cast<uint32_t*>(memory.get())[5], 1002U);
    CM_OK(device->DestroyBufferUP(up));

    CmSurface2DUP* picture = nullptr;
    EXPECT_EQ(device->CreateSurface2DUP(8, 4, CM_SURFACE_FORMAT_A8, nullptr, picture), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->CreateSurface2DUP(8, 4, CM_SURFACE_FORMAT_A8, memory.get() + 16, picture),
              CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->CreateSurface2DUP(0, 4, CM_SURFACE_FORMAT_A8, memory.get(), picture), CM_INVALID_WIDTH);
    UINT pitch = 0, bytes = 0;
    CM_OK(device->GetSurface2DInfo(10, 4, CM_SURFACE_FORMAT_A8R8G8B8, pitch, bytes));
    EXPECT_EQ(pitch, 40U);  // no gap: hosts copy pictures as one block
    EXPECT_GE(bytes, 160U);
    CM_OK(device->CreateSurface2DUP(10, 4, CM_SURFACE_FORMAT_A8R8G8B8, memory.get(), picture));
    std::memset(memory.get(), 5, 8192);
    CM_OK(picture->GetIndex(at));
    CmKernel* add = kernel("add_one");
    CM_OK(add->SetKernelArg(0, sizeof(SurfaceIndex), at));
    run(add, space(1, 4));
    EXPECT_EQ(memory.get()[0], 6);
    EXPECT_EQ(memory.get()[159], 6);
    EXPECT_EQ(memory.get()[160], 5);
    EXPECT_EQ(picture->SetProperty(CM_FRAME), CM_SUCCESS);
    CM_OK(device->DestroySurface2DUP(picture));
}

TEST_F(Runtime, SharesMemoryByAddress) {
    void* address = nullptr;
    CmBufferSVM* svm = nullptr;
    EXPECT_EQ(device->CreateBufferSVM(0, address, CM_SVM_ACCESS_FLAG_DEFAULT, svm), CM_INVALID_WIDTH);
    void* odd = reinterpret_cast<void*>(uintptr_t{4097});
    EXPECT_EQ(device->CreateBufferSVM(64, odd, CM_SVM_ACCESS_FLAG_DEFAULT, svm),
              CM_SYSTEM_MEMORY_NOT_4KPAGE_ALIGNED);
    CM_OK(device->CreateBufferSVM(64, address, CM_SVM_ACCESS_FLAG_DEFAULT, svm));
    void* same = nullptr;
    CM_OK(svm->GetAddress(same));
    EXPECT_EQ(same, address);
    CmKernel* pointer = kernel("pointer");
    CM_OK(pointer->SetThreadCount(1));
    const void* nowhere = &svm;
    EXPECT_EQ(pointer->SetKernelArgPointer(0, sizeof(nowhere), &nowhere), CM_INVALID_KERNEL_ARG_POINTER);
    EXPECT_EQ(pointer->SetKernelArgPointer(0, 4, &address), CM_INVALID_ARG_SIZE);
    EXPECT_EQ(pointer->SetKernelArgPointer(1, sizeof(address), &address), CM_INVALID_ARG_INDEX);
    CM_OK(pointer->SetKernelArgPointer(0, sizeof(address), &address));
    run(pointer);
    EXPECT_EQ(*static_cast<uint32_t*>(address), 77U);
    CM_OK(device->DestroyBufferSVM(svm));

    CmBufferStateless* stateless = nullptr;
    EXPECT_EQ(device->CreateBufferStateless(64, 7, nullptr, stateless),
              CM_INVALID_CREATE_OPTION_FOR_BUFFER_STATELESS);
    CM_OK(device->CreateBufferStateless(64, CM_BUFFER_STATELESS_CREATE_OPTION_GFX_MEM, nullptr, stateless));
    uint64_t gpu = 0;
    CM_OK(stateless->GetGfxAddress(gpu));
    EXPECT_EQ(stateless->GetSysAddress(same), CM_FAILURE);
    CM_OK(pointer->SetKernelArgPointer(0, sizeof(gpu), &gpu));
    run(pointer);
    uint32_t value = 0;
    CM_OK(stateless->ReadSurface(reinterpret_cast<unsigned char*>(&value), nullptr, 4));
    EXPECT_EQ(value, 77U);
    CM_OK(device->DestroyBufferStateless(stateless));
    CM_OK(device->CreateBufferStateless(64, CM_BUFFER_STATELESS_CREATE_OPTION_SYS_MEM, nullptr, stateless));
    CM_OK(stateless->GetSysAddress(same));

    CmSurface2DStateless* picture = nullptr;
    uint32_t pitch = 0;
    CM_OK(device->CreateSurface2DStateless(100, 3, pitch, picture));
    const std::vector<uint8_t> out = counted(300);
    std::vector<uint8_t> in(300);
    CM_OK(picture->WriteSurface(out.data(), nullptr));
    CM_OK(picture->ReadSurface(in.data(), nullptr));
    EXPECT_EQ(in, out);
    CM_OK(device->DestroySurface2DStateless(picture));
}

TEST_F(Runtime, HasSurfacesOfThreeDimensions) {
    CmSurface3D* made = nullptr;
    EXPECT_EQ(device->CreateSurface3D(0, 4, 4, CM_SURFACE_FORMAT_A8R8G8B8, made), CM_INVALID_WIDTH);
    EXPECT_EQ(device->CreateSurface3D(4, 2049, 4, CM_SURFACE_FORMAT_A8R8G8B8, made), CM_INVALID_HEIGHT);
    EXPECT_EQ(device->CreateSurface3D(4, 4, 1, CM_SURFACE_FORMAT_A8R8G8B8, made), CM_INVALID_DEPTH);
    EXPECT_EQ(device->CreateSurface3D(4, 4, 4, CM_SURFACE_FORMAT_NV12, made),
              CM_SURFACE_FORMAT_NOT_SUPPORTED);
    CM_OK(device->CreateSurface3D(4, 3, 2, CM_SURFACE_FORMAT_A8R8G8B8, made));
    const std::vector<uint8_t> out = counted(96);
    std::vector<uint8_t> in(96);
    EXPECT_EQ(made->WriteSurface(out.data(), nullptr, 95), CM_INVALID_ARG_SIZE);
    CM_OK(made->WriteSurface(out.data(), nullptr));
    CM_OK(made->ReadSurface(in.data(), nullptr));
    EXPECT_EQ(in, out);
    CM_OK(made->InitSurface(0x02020202, nullptr));
    CM_OK(made->ReadSurface(in.data(), nullptr));
    EXPECT_EQ(in, std::vector<uint8_t>(96, 2));
    CM_OK(device->DestroySurface(made));
    EXPECT_EQ(device->DestroySurface(made), CM_NULL_POINTER);
}

TEST_F(Runtime, HasAliasesWithViewsOfTheirOwn) {
    CmBuffer* made = buffer(64);
    SurfaceIndex* alias = nullptr;
    EXPECT_EQ(device->CreateBufferAlias(nullptr, alias), CM_NULL_POINTER);
    CM_OK(device->CreateBufferAlias(made, alias));
    const CM_BUFFER_STATE_PARAM from_16 = {0, 16, {}};
    const CM_BUFFER_STATE_PARAM odd = {0, 8, {}}, far = {64, 16, {}};
    EXPECT_EQ(made->SetSurfaceStateParam(alias, &odd), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->SetSurfaceStateParam(alias, &far), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->SetSurfaceStateParam(alias, nullptr), CM_NULL_POINTER);
    CM_OK(made->SetSurfaceStateParam(alias, &from_16));
    CmKernel* append = kernel("append");
    CM_OK(append->SetThreadCount(1));
    CM_OK(append->SetKernelArg(0, sizeof(SurfaceIndex), alias));
    CM_OK(set(append, 1, 9U));
    run(append);
    CM_OK(set(append, 0, made));
    run(append);
    const auto seen = read(made, 5);
    EXPECT_EQ(seen[0], 9U);
    EXPECT_EQ(seen[4], 9U);
    for (int i = 1; i < 10; i++) CM_OK(device->CreateBufferAlias(made, alias));
    EXPECT_EQ(device->CreateBufferAlias(made, alias), CM_EXCEED_MAX_NUM_BUFFER_ALIASES);

    CmSurface2D* picture = nullptr;
    CM_OK(device->CreateSurface2D(16, 4, CM_SURFACE_FORMAT_A8, picture));
    for (int i = 0; i < 10; i++) CM_OK(device->CreateSurface2DAlias(picture, alias));
    SurfaceIndex* more = nullptr;
    EXPECT_EQ(device->CreateSurface2DAlias(picture, more), CM_EXCEED_MAX_NUM_2D_ALIASES);
    CM_SURFACE2D_STATE_PARAM lower{};
    lower.height = 2;
    lower.surface_y_offset = 2;
    CM_OK(picture->SetSurfaceStateParam(alias, &lower));
    lower.height = 3;
    EXPECT_EQ(picture->SetSurfaceStateParam(alias, &lower), CM_INVALID_ARG_VALUE);
    CmKernel* add = kernel("add_one");
    CM_OK(add->SetKernelArg(0, sizeof(SurfaceIndex), alias));
    run(add, space(1, 4));
    std::vector<uint8_t> in(64);
    CM_OK(picture->ReadSurface(in.data(), nullptr));
    EXPECT_EQ(std::accumulate(in.begin(), in.begin() + 32, 0), 0);
    EXPECT_EQ(std::accumulate(in.begin() + 32, in.end(), 0), 32);
}

TEST_F(Runtime, HasSamplers) {
    CmSampler* made = nullptr;
    EXPECT_EQ(device->DestroySampler(made), CM_FAILURE);
    CM_SAMPLER_STATE_EX state{};
    state.minFilterType = CM_TEXTURE_FILTER_TYPE_LINEAR;
    state.addressV = CM_TEXTURE_ADDRESS_BORDER;
    state.SurfaceFormat = CM_PIXEL_SINT;
    state.BorderColorGreenS = -3;
    CM_OK(device->CreateSamplerEx(state, made));
    SamplerIndex* at = nullptr;
    CM_OK(made->GetIndex(at));
    CmKernel* sampler = kernel("sampler");
    CmBuffer* out = buffer(sizeof(cm_abi::Sampler));
    CM_OK(set(sampler, 0, out));
    EXPECT_EQ(sampler->SetKernelArg(1, 4, at), CM_INVALID_ARG_SIZE);
    CM_OK(sampler->SetKernelArg(1, sizeof(SamplerIndex), at));
    CM_OK(sampler->SetThreadCount(1));
    CM_OK(device->DestroySampler(made));  // the kernel keeps the sampler
    run(sampler);
    cm_abi::Sampler seen{};
    CM_OK(out->ReadSurface(reinterpret_cast<unsigned char*>(&seen), nullptr));
    EXPECT_EQ(seen.min_filter, 2U);
    EXPECT_EQ(seen.address_v, 4U);
    EXPECT_EQ(seen.border[1], -3.0F);
    for (int i = 0; i < 512; i++) CM_OK(device->CreateSampler(CM_SAMPLER_STATE{}, made));
    EXPECT_EQ(device->CreateSampler(CM_SAMPLER_STATE{}, made), CM_EXCEED_SAMPLER_AMOUNT);
}

TEST_F(Runtime, HasSurfacesForSamplers) {
    CmSurface2D* picture = nullptr;
    SurfaceIndex* at = nullptr;
    EXPECT_EQ(device->CreateSamplerSurface2D(nullptr, at), CM_NULL_POINTER);
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_P8, picture));
    EXPECT_EQ(device->CreateSamplerSurface2D(picture, at), CM_SURFACE_FORMAT_NOT_SUPPORTED);
    CM_OK(device->CreateSurface2D(16, 16, CM_SURFACE_FORMAT_A8, picture));
    CM_OK(device->CreateSamplerSurface2D(picture, at));
    SurfaceIndex* copy = at;
    CM_OK(device->DestroySamplerSurface(at));
    EXPECT_EQ(device->DestroySamplerSurface(copy), CM_FAILURE);
    EXPECT_EQ(device->DestroySamplerSurface(at), CM_FAILURE);
    CM_OK(device->CreateSamplerSurface2DEx(picture, at, nullptr));
    CmSurface3D* solid = nullptr;
    CM_OK(device->CreateSurface3D(4, 4, 4, CM_SURFACE_FORMAT_A8R8G8B8, solid));
    CM_OK(device->CreateSamplerSurface3D(solid, at));
}

}  // namespace
