// SPDX-License-Identifier: MIT
#include "motion/opencl/device_pictures.h"

#include "vme/opencl/buffers.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace genmedia::motion {
namespace {

using vme::opencl::PlaneRecord;

constexpr int kLinesAtOnce = 64;     // that a worker compares
constexpr int kLinesUploaded = 384;  // at once

size_t bytes_of(const PlaneRecord& plane) {
    return static_cast<size_t>(plane.stride) * static_cast<size_t>(plane.height);
}

// A place for a picture and its levels.
std::vector<PlaneRecord> add_levels(int32_t width, int32_t height, int count, uint32_t& end) {
    std::vector<PlaneRecord> levels;
    for (int i = 0; i <= count; i++) {
        levels.push_back({end, width, height, (width + 15) / 16 * 16});
        end += static_cast<uint32_t>(bytes_of(levels.back()));
        width = (width + 3) / 4;
        height = (height + 3) / 4;
    }
    return levels;
}

}  // namespace

PinnedMemory::PinnedMemory(const vme::opencl::Program& program, size_t bytes)
    : buffer_(program.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      data_(static_cast<uint8_t*>(
          program.queue().enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))) {}

DevicePictures::DevicePictures(const vme::opencl::Program& program, int32_t width, int32_t height,
                               int levels_below)
    : program_(program), quarter_(program.kernel("quarter_picture")) {
    uint32_t end = 0;
    for (Slot& slot : slots_) {
        slot.levels = add_levels(width, height, levels_below, end);
        slot.copy = PinnedMemory(program, bytes_of(slot.levels[0]));
    }
    buffer_ = vme::opencl::space_for<uint8_t>(program, end);
}

// Whether the slot holds line y of the plane.
bool DevicePictures::is_same_line(const Slot& slot, const PlaneView& plane, int y) {
    const uint8_t* line = slot.copy.data() + static_cast<ptrdiff_t>(y) * slot.levels[0].stride;
    return std::memcmp(line, plane.line(y), static_cast<size_t>(plane.width)) == 0;
}

// Whether every kLinesAtOnce-th line is the same.
bool DevicePictures::resembles(const Slot& slot, const PlaneView& plane) const {
    if (!slot.filled) return false;
    for (int y = 0; y < plane.height; y += kLinesAtOnce)
        if (!is_same_line(slot, plane, y)) return false;
    return true;
}

bool DevicePictures::holds(const Slot& slot, const PlaneView& plane) const {
    std::atomic<bool> same = true;
    walker::parallel_for_runs(plane.height, kLinesAtOnce, [&](int first, int end) {
        for (int y = first; y < end && same; y++)
            if (!is_same_line(slot, plane, y)) same = false;
    });
    return same;
}

void DevicePictures::fill(Slot& slot, const PlaneView& plane) {
    const PlaneRecord& to = slot.levels[0];
    walker::parallel_for_runs(plane.height, kLinesAtOnce, [&](int first, int end) {
        for (int y = first; y < end; y++) {
            uint8_t* line = slot.copy.data() + static_cast<ptrdiff_t>(y) * to.stride;
            std::memcpy(line, plane.line(y), static_cast<size_t>(plane.width));
            std::fill(line + plane.width, line + to.stride, line[plane.width - 1]);
        }
    });
    program_.queue().enqueueWriteBuffer(buffer_, CL_FALSE, to.at, bytes_of(to), slot.copy.data());
    program_.queue().flush();
    for (size_t i = 1; i < slot.levels.size(); i++)
        program_.queue().enqueueNDRangeKernel(
            vme::opencl::with_arguments(quarter_, buffer_, slot.levels[i - 1], slot.levels[i]), cl::NullRange,
            cl::NDRange(static_cast<size_t>(slot.levels[i].stride),
                        static_cast<size_t>(slot.levels[i].height)),
            cl::NDRange(16, 1));
    slot.filled = slot.is_new = true;
}

std::array<int, DevicePictures::kSlots> DevicePictures::place(std::span<const PlaneView> planes) {
    std::array<int, kSlots> places;
    places.fill(-1);
    std::array<bool, kSlots> taken{};
    for (Slot& slot : slots_) slot.is_new = false;
    for (size_t p = 0; p < planes.size(); p++) {
        for (int s = 0; s < kSlots && places[p] < 0 && !planes[p].empty(); s++) {
            if (taken[s] || !resembles(slots_[s], planes[p])) continue;
            places[p] = s;
            taken[s] = true;
        }
    }
    for (size_t p = 0; p < planes.size(); p++) {
        if (planes[p].empty() || places[p] >= 0) continue;
        places[p] = static_cast<int>(std::ranges::find(taken, false) - taken.begin());
        taken[static_cast<size_t>(places[p])] = true;
        fill(slots_[static_cast<size_t>(places[p])], planes[p]);
    }
    return places;
}

bool DevicePictures::refresh(std::span<const PlaneView> planes, const std::array<int, kSlots>& places) {
    bool all = true;
    for (size_t p = 0; p < planes.size(); p++) {
        if (planes[p].empty()) continue;
        Slot& slot = slots_[static_cast<size_t>(places[p])];
        if (slot.is_new || holds(slot, planes[p])) continue;
        if (all) program_.queue().finish();  // uploads may still read the copy that fill() overwrites
        all = false;
        fill(slot, planes[p]);
    }
    return all;
}

}  // namespace genmedia::motion
