// SPDX-License-Identifier: MIT
// Linear memory on Gen: buffers and shared local memory are slots of the binding table.
#pragma once

namespace cm {

namespace gen {
constexpr int least(int a, int b) { return a < b ? a : b; }
}  // namespace gen

struct memory {
    uint surface;
    uint offset;  // of the first byte
};
CM_INLINE memory buffer_memory(SurfaceIndex buffer) { return {buffer.cm_index(), 0}; }

}  // namespace cm
