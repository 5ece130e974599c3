// SPDX-License-Identifier: MIT
// The pictures of a search on a device, each with its smaller levels.
#pragma once

#include "genmedia/image.h"
#include "vme/opencl/device_program.h"
#include "vme/opencl/records.h"

#include <array>
#include <span>
#include <vector>

namespace genmedia::motion {

inline constexpr int kResultsAtOnce = 512;  // that a worker copies

// Host memory that a device copies from and to directly. It holds lines of a picture, or records.
class PinnedMemory {
public:
    PinnedMemory() = default;
    PinnedMemory(const vme::opencl::Program& program, size_t bytes);

    uint8_t* data() const { return data_; }

private:
    cl::Buffer buffer_;  // mapped as long as it lives
    uint8_t* data_ = nullptr;
};

class DevicePictures {
public:
    static constexpr int kSlots = 3;

    DevicePictures(const vme::opencl::Program& program, int32_t width, int32_t height, int levels_below);

    // Puts each of the planes, at most kSlots, in a slot of its own and returns the slots, -1 for an empty
    // plane. A picture that seems to be in a slot since the call before is not copied again; refresh() checks
    // it. The queue must be idle.
    std::array<int, kSlots> place(std::span<const PlaneView> planes);

    // Compares in full the planes that seemed to be in their slots, while the device may work with them.
    // Returns whether all were. Those that were not are copied now, and the work must be done again.
    bool refresh(std::span<const PlaneView> planes, const std::array<int, kSlots>& places);

    // The picture in a slot, then its levels.
    const std::vector<vme::opencl::PlaneRecord>& levels(int slot) const { return slots_[slot].levels; }
    const cl::Buffer& buffer() const { return buffer_; }

private:
    struct Slot {
        std::vector<vme::opencl::PlaneRecord> levels;
        PinnedMemory copy;
        bool filled = false, is_new = false;  // ever, in the last place()
    };

    static bool is_same_line(const Slot& slot, const PlaneView& plane, int y);
    bool resembles(const Slot& slot, const PlaneView& plane) const;
    bool holds(const Slot& slot, const PlaneView& plane) const;
    void fill(Slot& slot, const PlaneView& plane);

    const vme::opencl::Program& program_;
    std::array<Slot, kSlots> slots_;
    cl::Buffer buffer_;
    cl::Kernel quarter_;
};

}  // namespace genmedia::motion
