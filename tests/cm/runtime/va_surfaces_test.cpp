// SPDX-License-Identifier: MIT
// Surfaces of VA-API as surfaces of C for Metal.
#include "cm/runtime/runtime_host.h"
#include "va/loaded_driver.h"

#include <algorithm>

namespace {

using genmedia::test::LoadedDriver;
using Rows = std::vector<std::vector<uint8_t>>;

constexpr UINT kWidth = 48, kHeight = 20;  // rows of a surface are further apart than that

class VaSurfaces : public test::Runtime {
protected:
    VADisplay display() override { return driver.display(); }

    CmSurface2D* shared(VASurfaceID id, INT expected = CM_SUCCESS) {
        CmSurface2D* made = nullptr;
        EXPECT_EQ(device->CreateSurface2D(id, made), expected);
        EXPECT_EQ(made == nullptr, expected != CM_SUCCESS);
        return made;
    }
    // `bytes` a row; 2x + 5y + first.
    static Rows rows(size_t bytes, size_t count, size_t first) {
        Rows made(count, std::vector<uint8_t>(bytes));
        for (size_t y = 0; y < count; y++)
            for (size_t x = 0; x < bytes; x++) made[y][x] = static_cast<uint8_t>(2 * x + 5 * y + first);
        return made;
    }
    static std::vector<uint8_t> joined(const Rows& luma, const Rows& chroma = {}) {
        std::vector<uint8_t> all;
        for (const Rows* plane : {&luma, &chroma})
            for (const auto& row : *plane) all.insert(all.end(), row.begin(), row.end());
        return all;
    }

    LoadedDriver driver;
};

TEST_F(VaSurfaces, HostsReadAndWriteThem) {
    const VASurfaceID id = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    const Rows luma = rows(kWidth, kHeight, 1), chroma = rows(kWidth, kHeight / 2, 7);
    driver.fill(id, 0, luma);
    driver.fill(id, 1, chroma);
    CmSurface2D* surface = shared(id);
    const std::vector<uint8_t> picture = joined(luma, chroma);
    std::vector<uint8_t> read(picture.size());
    CM_OK(surface->ReadSurface(read.data(), nullptr, read.size()));
    EXPECT_EQ(read, picture);

    std::vector<uint8_t> other(picture.rbegin(), picture.rend());
    CM_OK(surface->WriteSurface(other.data(), nullptr, other.size()));
    EXPECT_EQ(joined(driver.rows(id, 0, kWidth, kHeight), driver.rows(id, 1, kWidth, kHeight / 2)), other);
    VASurfaceID told = VA_INVALID_SURFACE;
    CM_OK(surface->GetVaSurfaceID(told));
    EXPECT_EQ(told, id);
    CM_OK(device->DestroySurface(surface));
    EXPECT_EQ(driver.rows(id, 0, kWidth, 1)[0][0], other[0]);  // the VA-API surface stays
}

TEST_F(VaSurfaces, KernelsChangeThem) {
    const VASurfaceID id = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    const Rows luma = rows(kWidth, kHeight, 100);
    driver.fill(id, 0, luma);
    SurfaceIndex* index = nullptr;
    CM_OK(shared(id)->GetIndex(index));
    CmKernel* more = kernel("add_one");
    CM_OK(more->SetKernelArg(0, sizeof(SurfaceIndex), index));
    run(more, space(1, kHeight));
    Rows expected = luma;
    for (auto& row : expected)
        for (uint8_t& sample : row) sample++;
    EXPECT_EQ(driver.rows(id, 0, kWidth, kHeight), expected);
}

TEST_F(VaSurfaces, CopiesBetweenThemAndTheDevicesOwn) {
    const VASurfaceID id = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
    CmSurface2D* own = nullptr;
    CM_OK(device->CreateSurface2D(kWidth, kHeight, CM_SURFACE_FORMAT_NV12, own));
    const std::vector<uint8_t> picture = joined(rows(kWidth, kHeight, 3), rows(kWidth, kHeight / 2, 9));
    CM_OK(own->WriteSurface(picture.data(), nullptr, picture.size()));
    CmEvent* event = nullptr;
    CM_OK(queue->EnqueueCopyGPUToGPU(shared(id), own, CM_FASTCOPY_OPTION_BLOCKING, event));
    EXPECT_EQ(joined(driver.rows(id, 0, kWidth, kHeight), driver.rows(id, 1, kWidth, kHeight / 2)), picture);
}

TEST_F(VaSurfaces, MemoryOutlivesTheSurface) {
    VASurfaceID id = driver.surface(kWidth, kHeight, VA_FOURCC_Y800);
    const Rows luma = rows(kWidth, kHeight, 8);
    driver.fill(id, 0, luma);
    CmSurface2D* surface = shared(id);
    ASSERT_EQ(driver.table.vaDestroySurfaces(driver.context(), &id, 1), VA_STATUS_SUCCESS);
    std::vector<uint8_t> read(kWidth * kHeight);
    CM_OK(surface->ReadSurface(read.data(), nullptr, read.size()));
    EXPECT_EQ(read, joined(luma));
}

TEST_F(VaSurfaces, Formats) {
    const struct {
        unsigned fourcc;
        unsigned bytes;  // of a pixel of the first plane; 0: C for Metal has its planes elsewhere
    } formats[] = {{VA_FOURCC_NV12, 1}, {VA_FOURCC_P010, 2}, {VA_FOURCC_YUY2, 2}, {VA_FOURCC_UYVY, 2},
                   {VA_FOURCC_444P, 1}, {VA_FOURCC_Y800, 1}, {VA_FOURCC_BGRA, 4}, {VA_FOURCC_BGRX, 4},
                   {VA_FOURCC_RGBA, 4}, {VA_FOURCC_RGBX, 0}, {VA_FOURCC_I420, 0}, {VA_FOURCC_422H, 0}};
    for (const auto& format : formats) {
        const VASurfaceID id = driver.surface(kWidth, kHeight, format.fourcc);
        CmSurface2D* surface = shared(id, format.bytes == 0 ? CM_SURFACE_FORMAT_NOT_SUPPORTED : CM_SUCCESS);
        if (surface == nullptr) continue;
        // All of the surface, or it would not be the size of a picture in rows of 64 bytes.
        std::vector<uint8_t> picture(size_t{4} * kWidth * kHeight);
        for (size_t i = 0; i < picture.size(); i++) picture[i] = static_cast<uint8_t>(i * 7);
        CM_OK(surface->WriteSurface(picture.data(), nullptr, picture.size()));
        const auto first = driver.rows(id, 0, kWidth * format.bytes, kHeight);
        EXPECT_TRUE(std::equal(first[1].begin(), first[1].end(), picture.begin() + kWidth * format.bytes))
            << format.fourcc;
    }
}

TEST_F(VaSurfaces, OnesThatTheDeviceMakes) {
    VASurfaceID id = VA_INVALID_SURFACE;
    CmSurface2D* surface = nullptr;
    CM_OK(device->CreateVaSurface2D(kWidth, kHeight, CM_SURFACE_FORMAT_NV12, id, surface));
    driver.fill(id, 0, rows(kWidth, kHeight, 0));
    CM_OK(device->DestroySurface(surface));
    EXPECT_EQ(driver.table.vaDestroySurfaces(driver.context(), &id, 1), VA_STATUS_ERROR_INVALID_SURFACE);
    EXPECT_EQ(device->CreateVaSurface2D(kWidth, kHeight, CM_SURFACE_FORMAT_R32F, id, surface),
              CM_SURFACE_FORMAT_NOT_SUPPORTED);
    EXPECT_EQ(device->CreateVaSurface2D(0, kHeight, CM_SURFACE_FORMAT_NV12, id, surface), CM_INVALID_WIDTH);
    EXPECT_EQ(id, VA_INVALID_SURFACE);
    EXPECT_EQ(surface, nullptr);
}

TEST_F(VaSurfaces, WrongOnes) {
    shared(VASurfaceID{12345}, CM_INVALID_LIBVA_SURFACE);
    VASurfaceID ids[2] = {driver.surface(kWidth, kHeight, VA_FOURCC_NV12), 12345};
    CmSurface2D* made[2] = {};
    EXPECT_EQ(device->CreateSurface2D(ids, 2, made), CM_INVALID_LIBVA_SURFACE);
    EXPECT_EQ(made[0], nullptr);
    CM_OK(device->CreateSurface2D(ids, 1, made));
    EXPECT_EQ(device->CreateSurface2D(nullptr, 1, made), CM_NULL_POINTER);
    VADisplay* told = nullptr;
    CM_OK(device->GetVaDpy(told));
    EXPECT_EQ(*told, driver.display());
}

}  // namespace
