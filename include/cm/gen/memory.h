// Linear memory on Gen: buffers and shared local memory are places of the binding table.
#pragma once

namespace cm {

struct memory {
    uint surface;
    uint offset;  // of the first byte
};
CM_INLINE memory buffer_memory(SurfaceIndex buffer) { return {buffer.cm_index(), 0}; }

}  // namespace cm
