// SPDX-License-Identifier: MIT
// The driver with a display, as libva would have it, without libva.
#pragma once

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <va/va.h>
#include <va/va_backend.h>
#include <va/va_backend_vpp.h>

#include <vector>

namespace genmedia::test {

class LoadedDriver {
public:
    // libva's kind of display, and its own number or pointer of it.
    explicit LoadedDriver(unsigned long display_type = VA_DISPLAY_DRM, void* native = nullptr) {
        // As libva opens drivers: what shares surfaces finds the driver by a symbol.
        void* library = dlopen(GENMEDIA_DRIVER, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
        if (library == nullptr) {
            ADD_FAILURE() << dlerror();
            return;
        }
        const auto init = reinterpret_cast<VADriverInit>(dlsym(library, "__vaDriverInit_1_17"));
        driver_.vtable = &table;
        driver_.display_type = display_type;
        driver_.native_dpy = native;
        driver_.vtable_vpp = &processing;
        EXPECT_EQ(init(&driver_), VA_STATUS_SUCCESS);
        display_.vadpy_magic = VA_DISPLAY_MAGIC;
        display_.pDriverContext = &driver_;
    }
    ~LoadedDriver() {
        if (table.vaTerminate != nullptr) table.vaTerminate(&driver_);
    }
    LoadedDriver(const LoadedDriver&) = delete;
    LoadedDriver& operator=(const LoadedDriver&) = delete;

    VADisplay display() { return &display_; }
    VADriverContextP context() { return &driver_; }

    VASurfaceID surface(unsigned width, unsigned height, unsigned fourcc) {
        VASurfaceAttrib pixels{};
        pixels.type = VASurfaceAttribPixelFormat;
        pixels.flags = VA_SURFACE_ATTRIB_SETTABLE;
        pixels.value.type = VAGenericValueTypeInteger;
        pixels.value.value.i = static_cast<int>(fourcc);
        VASurfaceID made = VA_INVALID_ID;
        EXPECT_EQ(table.vaCreateSurfaces2(&driver_, 0, width, height, &made, 1, &pixels, 1),
                  VA_STATUS_SUCCESS);
        return made;
    }

    // A plane's rows, by an image of the surface.
    std::vector<std::vector<uint8_t>> rows(VASurfaceID surface, unsigned plane, size_t bytes, size_t count) {
        std::vector<std::vector<uint8_t>> found;
        with_plane(surface, plane, [&](uint8_t* start, size_t pitch) {
            for (size_t y = 0; y < count; y++)
                found.emplace_back(start + y * pitch, start + y * pitch + bytes);
        });
        return found;
    }
    void fill(VASurfaceID surface, unsigned plane, const std::vector<std::vector<uint8_t>>& rows) {
        with_plane(surface, plane, [&](uint8_t* start, size_t pitch) {
            for (size_t y = 0; y < rows.size(); y++)
                std::copy(rows[y].begin(), rows[y].end(), start + y * pitch);
        });
    }

    VADriverVTable table{};
    VADriverVTableVPP processing{};

private:
    template <class Use>
    void with_plane(VASurfaceID surface, unsigned plane, Use use) {
        VAImage image{};
        ASSERT_EQ(table.vaDeriveImage(&driver_, surface, &image), VA_STATUS_SUCCESS);
        void* memory = nullptr;
        ASSERT_EQ(table.vaMapBuffer(&driver_, image.buf, &memory), VA_STATUS_SUCCESS);
        use(static_cast<uint8_t*>(memory) + image.offsets[plane], image.pitches[plane]);
        EXPECT_EQ(table.vaUnmapBuffer(&driver_, image.buf), VA_STATUS_SUCCESS);
        EXPECT_EQ(table.vaDestroyImage(&driver_, image.image_id), VA_STATUS_SUCCESS);
    }

    VADriverContext driver_{};
    VADisplayContext display_{};
};

}  // namespace genmedia::test
