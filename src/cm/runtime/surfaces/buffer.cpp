// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/buffer.h"

#include <algorithm>
#include <cstring>

namespace genmedia::runtime {
namespace {

// With an event, waits only for its task, so that a host may read while later tasks run.
void wait_for_writers(const SurfaceCore& core, CmEvent* event) {
    if (event != nullptr && event != CM_NO_EVENT) {
        wait_for(event);
    } else {
        core.storage().uses.wait();
    }
}

INT read(const SurfaceCore& core, unsigned char* memory, CmEvent* event, uint64_t bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    wait_for_writers(core, event);
    std::memcpy(memory, core.data(), std::min(bytes, core.storage().bytes()));
    return CM_SUCCESS;
}

INT write(const SurfaceCore& core, const unsigned char* memory, CmEvent* event, uint64_t bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    wait_for_writers(core, event);
    std::memcpy(core.data(), memory, std::min(bytes, core.storage().bytes()));
    return CM_SUCCESS;
}

}  // namespace

cm_abi::Surface describe_buffer(uint8_t* data, uint64_t bytes) {
    cm_abi::Surface surface{};
    surface.kind = cm_abi::SurfaceKind::buffer;
    surface.data = data;
    surface.bytes = bytes;
    surface.width = static_cast<int32_t>(std::min<uint64_t>(bytes, INT32_MAX));
    surface.height = 1;
    surface.depth = 1;
    return surface;
}

Buffer::Buffer(SurfaceTable& table, std::shared_ptr<Storage> memory)
    : core(table, memory, describe_buffer(memory->data(), memory->bytes())) {}

INT Buffer::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT Buffer::ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) {
    return read(core, memory, event, bytes);
}

INT Buffer::WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) {
    return write(core, memory, event, bytes);
}

INT Buffer::InitSurface(DWORD value, CmEvent* event) {
    wait_for_writers(core, event);
    fill_dwords(core.data(), core.storage().bytes(), value);
    return CM_SUCCESS;
}

INT Buffer::SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) {
    return validate_memory_control(option);
}

INT Buffer::SetSurfaceStateParam(SurfaceIndex* index, const CM_BUFFER_STATE_PARAM* state) {
    if (state == nullptr) return CM_NULL_POINTER;
    const uint64_t all = core.storage().bytes();
    const uint64_t offset = state->uiBaseAddressOffset;
    if (offset + state->uiSize > all || offset % 16 != 0) return CM_INVALID_ARG_VALUE;
    Binding* view = core.view(index);
    if (view == nullptr) return CM_INVALID_ARG_VALUE;
    const uint64_t bytes = state->uiSize == 0 ? all - offset : state->uiSize;
    return guarded([&] {
        view->set_descriptor(describe_buffer(core.data() + offset, bytes));
        return CM_SUCCESS;
    });
}

BufferUP::BufferUP(SurfaceTable& table, std::shared_ptr<Storage> memory)
    : core(table, memory, describe_buffer(memory->data(), memory->bytes())) {}

INT BufferUP::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT BufferUP::SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) {
    return validate_memory_control(option);
}

BufferSVM::BufferSVM(SurfaceTable& table, std::shared_ptr<Storage> memory)
    : core(table, memory, describe_buffer(memory->data(), memory->bytes())) {}

INT BufferSVM::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT BufferSVM::GetAddress(void*& address) {
    address = core.data();
    return CM_SUCCESS;
}

BufferStateless::BufferStateless(SurfaceTable& table, std::shared_ptr<Storage> memory, bool in_system_memory)
    : core(table, memory, describe_buffer(memory->data(), memory->bytes())),
      in_system_memory_(in_system_memory) {}

INT BufferStateless::GetGfxAddress(uint64_t& address) {
    address = reinterpret_cast<uintptr_t>(core.data());
    return CM_SUCCESS;
}

INT BufferStateless::GetSysAddress(void*& address) {
    if (!in_system_memory_) return CM_FAILURE;
    address = core.data();
    return CM_SUCCESS;
}

INT BufferStateless::ReadSurface(unsigned char* memory, CmEvent* event, uint64_t bytes) {
    return read(core, memory, event, bytes);
}

INT BufferStateless::WriteSurface(const unsigned char* memory, CmEvent* event, uint64_t bytes) {
    return write(core, memory, event, bytes);
}

}  // namespace genmedia::runtime
