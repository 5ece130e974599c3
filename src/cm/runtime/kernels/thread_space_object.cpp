// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/thread_space_object.h"

#include "cm/runtime/kernels/kernel.h"
#include "cm/runtime/queue/execute.h"
#include "cm/runtime/runtime_log.h"
#include "walker/patterns.h"
#include "walker/worker_pool.h"

namespace genmedia::runtime {

INT ThreadSpaceObject::AssociateThread(UINT x, UINT y, CmKernel* kernel, UINT thread) {
    return AssociateThreadWithMask(x, y, kernel, thread, 0xff);
}

INT ThreadSpaceObject::AssociateThreadWithMask(UINT x, UINT y, CmKernel* kernel, UINT thread, BYTE mask) {
    if (x >= width_ || y >= height_ || kernel == nullptr) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        units_.resize(size_t{width_} * height_);
        Unit& unit = units_[size_t{y} * width_ + x];
        unit = {static_cast<Kernel*>(kernel), thread, mask, unit.color};
        changed();
        return CM_SUCCESS;
    });
}

INT ThreadSpaceObject::SelectThreadDependencyPattern(CM_DEPENDENCY_PATTERN pattern) {
    if (pattern != CM_NONE_DEPENDENCY && walking_ != CM_WALK_DEFAULT) {
        return CM_INVALID_DEPENDENCY_WITH_WALKING_PATTERN;
    }
    if (pattern < CM_NONE_DEPENDENCY || pattern > CM_WAVEFRONT26ZI) return CM_FAILURE;
    pattern_ = pattern;
    changed();
    return CM_SUCCESS;
}

INT ThreadSpaceObject::SetThreadSpaceColorCount(UINT count) {
    if (count == 0 || count > 16) return CM_INVALID_ARG_VALUE;
    colors_ = count;
    return CM_SUCCESS;
}

INT ThreadSpaceObject::SelectMediaWalkingPattern(CM_WALKING_PATTERN pattern) {
    if (pattern_ != CM_NONE_DEPENDENCY) return CM_INVALID_DEPENDENCY_WITH_WALKING_PATTERN;
    if (pattern < CM_WALK_DEFAULT || pattern > CM_WALK_WAVEFRONT45XD_2)
        return CM_INVALID_MEDIA_WALKING_PATTERN;
    walking_ = pattern;
    changed();
    return CM_SUCCESS;
}

INT ThreadSpaceObject::Set26ZIDispatchPattern(CM_26ZI_DISPATCH_PATTERN pattern) {
    if (pattern < VVERTICAL_HVERTICAL_26 || pattern > VVERTICAL1X26_HHORIZONTAL1X26) return CM_FAILURE;
    zi_pattern_ = pattern;
    changed();
    return CM_SUCCESS;
}

INT ThreadSpaceObject::Set26ZIMacroBlockSize(UINT width, UINT height) {
    if (width == 0 || height == 0 || width > 16384 || height > 16384) return CM_INVALID_ARG_SIZE;
    zi_width_ = width;
    zi_height_ = height;
    changed();
    return CM_SUCCESS;
}

// Sets how hardware threads are assigned to the GPU's parts. No effect here.
INT ThreadSpaceObject::SetMediaWalkerGroupSelect(CM_MW_GROUP_SELECT) { return CM_SUCCESS; }

// Raw dwords of a hardware command. They only change the order, which is not guaranteed anyway.
INT ThreadSpaceObject::SelectMediaWalkingParameters(CM_WALKING_PARAMETERS) { return CM_SUCCESS; }

INT ThreadSpaceObject::SelectThreadDependencyVectors(CM_DEPENDENCY vectors) {
    if (vectors.count > CM_MAX_DEPENDENCY_COUNT) return CM_FAILURE;
    return guarded([&] {
        std::vector<walker::Delta> deltas;
        for (UINT k = 0; k < vectors.count; k++) {
            if (vectors.deltaX[k] == 0 && vectors.deltaY[k] == 0) return CM_FAILURE;  // would wait for itself
            deltas.push_back({vectors.deltaX[k], vectors.deltaY[k]});
        }
        vectors_ = std::move(deltas);
        changed();
        return CM_SUCCESS;
    });
}

INT ThreadSpaceObject::SetThreadSpaceOrder(UINT count, PCM_THREAD_PARAM order) {
    if (size_t{count} != size_t{width_} * height_ || order == nullptr) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        std::vector<Unit> units(count);
        std::vector<uint32_t> places;
        std::vector<bool> seen(count);
        for (UINT i = 0; i < count; i++) {
            const CM_COORDINATE at = order[i].scoreboardCoordinates;
            if (at.x < 0 || at.y < 0 || static_cast<UINT>(at.x) >= width_ ||
                static_cast<UINT>(at.y) >= height_) {
                return CM_INVALID_ARG_VALUE;
            }
            const UINT place = static_cast<UINT>(at.y) * width_ + static_cast<UINT>(at.x);
            if (seen[place]) return CM_INVALID_ARG_VALUE;
            seen[place] = true;
            places.push_back(place);
            units[place] = {nullptr, i, 0xff, order[i].scoreboardColor};
        }
        units_ = std::move(units);
        order_ = std::move(places);
        changed();
        return CM_SUCCESS;
    });
}

void ThreadSpaceObject::changed() {
    const std::lock_guard lock(mutex_);
    built_.reset();
}

INT ThreadSpaceObject::build(walker::ThreadSpace& space) const {
    const std::lock_guard lock(mutex_);
    if (!built_) {
        walker::ThreadSpace made;
        if (const INT code = make(made); code != CM_SUCCESS) return code;
        built_ = std::move(made);
    }
    space = *built_;
    return CM_SUCCESS;
}

INT ThreadSpaceObject::make(walker::ThreadSpace& space) const {
    space.width = static_cast<int>(width_);
    space.height = static_cast<int>(height_);
    Status status;
    if (pattern_ != CM_NONE_DEPENDENCY) {
        status = walker::apply_pattern(static_cast<walker::Pattern>(pattern_), space,
                                       {static_cast<int>(zi_width_), static_cast<int>(zi_height_),
                                        static_cast<walker::ZiOrder>(zi_pattern_)});
    } else if (walking_ != CM_WALK_DEFAULT) {
        walker::apply_walking(static_cast<walker::Walking>(walking_), space);
    }
    if (!status.ok()) {
        log().warn("thread space of {} x {}: {}", width_, height_, status.message());
        return CM_INVALID_ARG_SIZE;
    }
    if (vectors_) {
        space.dependencies = *vectors_;
        space.applies.clear();
    }
    if (!order_.empty()) space.order = order_;
    if (!units_.empty() && !space.dependencies.empty()) {
        if (space.applies.empty()) space.applies.assign(units_.size(), 0xff);
        for (size_t i = 0; i < units_.size(); i++) space.applies[i] &= units_[i].mask;
    }
    if (order_.empty())
        walker::order_for_workers(space, genmedia::walker::worker_count(worker_count()));
    else
        space.in_order = walker::is_in_order(space);
    return CM_SUCCESS;
}

INT validate_group_space(const UINT (&threads)[3], const UINT (&groups)[3]) {
    for (int d = 0; d < 3; d++) {
        if (threads[d] == 0 || groups[d] == 0 || threads[d] > kMaxGroupSide) {
            log().warn(
                "thread group space: {} threads and {} groups in dimension {}; expected 1 to {} threads, and "
                "groups",
                threads[d], groups[d], d, kMaxGroupSide);
            return CM_INVALID_THREAD_GROUP_SPACE;
        }
    }
    if (threads[0] * threads[1] * threads[2] > kMaxThreadsPerGroup) {
        log().warn("thread group space: {} x {} x {} threads a group; expected at most {}", threads[0],
                   threads[1], threads[2], kMaxThreadsPerGroup);
        return CM_INVALID_THREAD_GROUP_SPACE;
    }
    // Groups are counted by an int.
    const uint64_t plane = uint64_t{groups[0]} * groups[1];
    if (plane > INT32_MAX || plane * groups[2] > INT32_MAX) return CM_INVALID_THREAD_GROUP_SPACE;
    return CM_SUCCESS;
}

}  // namespace genmedia::runtime
