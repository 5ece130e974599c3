// SPDX-License-Identifier: MIT
// Buffers: the device's own, the host's memory (UP), memory shared by address (SVM), and memory that kernels
// know only by address (stateless).
#pragma once

#include "cm/runtime/surfaces/surfaces.h"

namespace genmedia::runtime {

cm_abi::Surface describe_buffer(uint8_t* data, uint64_t bytes);

class Buffer final : public CmBuffer {
public:
    Buffer(SurfaceTable& table, std::shared_ptr<Storage> memory);

    INT GetIndex(SurfaceIndex*& index) override;
    INT ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) override;
    INT InitSurface(DWORD value, CmEvent* event) override;
    INT SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) override;
    INT SetSurfaceStateParam(SurfaceIndex* index, const CM_BUFFER_STATE_PARAM* state) override;

    SurfaceCore core;
};

class BufferUP final : public CmBufferUP {
public:
    BufferUP(SurfaceTable& table, std::shared_ptr<Storage> memory);

    INT GetIndex(SurfaceIndex*& index) override;
    INT SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) override;

    SurfaceCore core;
};

class BufferSVM final : public CmBufferSVM {
public:
    BufferSVM(SurfaceTable& table, std::shared_ptr<Storage> memory);

    INT GetIndex(SurfaceIndex*& index) override;
    INT GetAddress(void*& address) override;

    SurfaceCore core;
};

class BufferStateless final : public CmBufferStateless {
public:
    BufferStateless(SurfaceTable& table, std::shared_ptr<Storage> memory, bool in_system_memory);

    INT GetGfxAddress(uint64_t& address) override;
    INT GetSysAddress(void*& address) override;  // CM_FAILURE for graphics memory
    INT ReadSurface(unsigned char* memory, CmEvent* event, uint64_t bytes) override;
    INT WriteSurface(const unsigned char* memory, CmEvent* event, uint64_t bytes) override;

    SurfaceCore core;

private:
    bool in_system_memory_;
};

}  // namespace genmedia::runtime
