// SPDX-License-Identifier: MIT
// 3-D surfaces: slices of rows without gaps.
#pragma once

#include "cm/runtime/surfaces/formats.h"
#include "cm/runtime/surfaces/surfaces.h"

namespace genmedia::runtime {

// CM's check of a 3-D surface.
INT validate_3d(UINT width, UINT height, UINT depth, CM_SURFACE_FORMAT format);

class Surface3D final : public CmSurface3D {
public:
    Surface3D(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format, UINT width,
              UINT height, UINT depth);

    INT GetIndex(SurfaceIndex*& index) override;
    INT ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT InitSurface(DWORD value, CmEvent* event) override;
    INT SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) override;

    SurfaceCore core;
};

}  // namespace genmedia::runtime
