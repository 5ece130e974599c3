// SPDX-License-Identifier: MIT
// 2-D surfaces: the device's own and VA-API's, the host's memory (UP), and those that kernels know only by
// address.
#pragma once

#include "cm/runtime/surfaces/formats.h"
#include "cm/runtime/surfaces/surfaces.h"

namespace genmedia::runtime {

// A copy between a surface and memory. The memory's first plane has `rows` rows of `stride` bytes. It keeps
// the surface's memory alive, not the surface.
struct CopyPlan {
    std::shared_ptr<Storage> storage;
    const Format* format;
    UINT width, height, pitch, stride, rows;  // pitch: of the surface

    void copy_out(unsigned char* memory) const;
    void copy_in(const unsigned char* memory) const;
};

// A surface of VA-API that a Surface2D is.
struct VaIdentity {
    VADisplay display = nullptr;  // null: it is none
    VASurfaceID id = VA_INVALID_SURFACE;
    bool is_own = false;  // made for the Surface2D, and destroyed with it
};

class Surface2D final : public CmSurface2D {
public:
    // pitch: bytes from row to row of the first plane.
    Surface2D(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format, UINT width,
              UINT height, UINT pitch, const VaIdentity& va = {});
    ~Surface2D();

    INT GetIndex(SurfaceIndex*& index) override;
    INT ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT ReadSurfaceStride(unsigned char* memory, CmEvent* event, UINT stride, UINT64 bytes) override;
    INT WriteSurfaceStride(const unsigned char* memory, CmEvent* event, UINT stride, UINT64 bytes) override;
    INT InitSurface(DWORD value, CmEvent* event, unsigned int by_gpu) override;
    INT GetVaSurfaceID(VASurfaceID& id) override;
    INT ReadSurfaceHybridStrides(unsigned char* memory, CmEvent* event, UINT stride, UINT rows, UINT64 bytes,
                                 UINT option) override;
    INT WriteSurfaceHybridStrides(const unsigned char* memory, CmEvent* event, UINT stride, UINT rows,
                                  UINT64 bytes, UINT option) override;
    INT SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) override;
    INT SetProperty(CM_FRAME_TYPE type) override;
    INT SetSurfaceStateParam(SurfaceIndex* index, const CM_SURFACE2D_STATE_PARAM* state) override;

    UINT width() const { return width_; }
    UINT height() const { return height_; }
    UINT row_bytes() const { return width_ * format_.pixel_bytes; }
    UINT pitch() const { return pitch_; }
    const Format& format() const { return format_; }

    // Checks such a copy. `bytes`: the memory's size.
    INT validate_copy(const void* memory, UINT stride, UINT rows, UINT64 bytes) const;
    CopyPlan plan(UINT stride, UINT rows) const;

    SurfaceCore core;

private:
    const Format& format_;
    UINT width_, height_, pitch_;
    VaIdentity va_;
};

class Surface2DUP final : public CmSurface2DUP {
public:
    Surface2DUP(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format, UINT width,
                UINT height);

    INT GetIndex(SurfaceIndex*& index) override;
    INT SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) override;
    INT SetProperty(CM_FRAME_TYPE type) override;

    SurfaceCore core;
};

class Surface2DStateless final : public CmSurface2DStateless {
public:
    Surface2DStateless(SurfaceTable& table, std::shared_ptr<Storage> memory, UINT width, UINT height,
                       UINT pitch);

    INT GetGfxAddress(uint64_t& address) override;
    INT ReadSurface(unsigned char* memory, CmEvent* event, uint64_t bytes) override;
    INT WriteSurface(const unsigned char* memory, CmEvent* event, uint64_t bytes) override;

    SurfaceCore core;

private:
    UINT width_, height_, pitch_;  // in bytes
};

}  // namespace genmedia::runtime
