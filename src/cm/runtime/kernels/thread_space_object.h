// SPDX-License-Identifier: MIT
// Thread spaces and thread group spaces as the host describes them.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "walker/thread_space.h"

namespace genmedia::runtime {

class Kernel;

// Which thread of which kernel runs at a place of a thread space.
struct Unit {
    const Kernel* kernel = nullptr;  // never dereferenced: may be gone
    UINT thread = 0;
    BYTE mask = 0xff;
    BYTE color = 0;
};

class ThreadSpaceObject final : public CmThreadSpace, public std::enable_shared_from_this<ThreadSpaceObject> {
public:
    ThreadSpaceObject(UINT width, UINT height) : width_(width), height_(height) {}

    INT AssociateThread(UINT x, UINT y, CmKernel* kernel, UINT thread) override;
    INT SelectThreadDependencyPattern(CM_DEPENDENCY_PATTERN pattern) override;
    INT AssociateThreadWithMask(UINT x, UINT y, CmKernel* kernel, UINT thread, BYTE mask) override;
    INT SetThreadSpaceColorCount(UINT count) override;
    INT SelectMediaWalkingPattern(CM_WALKING_PATTERN pattern) override;
    INT Set26ZIDispatchPattern(CM_26ZI_DISPATCH_PATTERN pattern) override;
    INT Set26ZIMacroBlockSize(UINT width, UINT height) override;
    INT SetMediaWalkerGroupSelect(CM_MW_GROUP_SELECT select) override;
    INT SelectMediaWalkingParameters(CM_WALKING_PARAMETERS parameters) override;
    INT SelectThreadDependencyVectors(CM_DEPENDENCY vectors) override;
    INT SetThreadSpaceOrder(UINT count, PCM_THREAD_PARAM order) override;

    UINT width() const { return width_; }
    UINT height() const { return height_; }
    UINT colors() const { return colors_; }
    // Row by row; empty if the host associated no threads. After SetThreadSpaceOrder the units' kernels are
    // null: they stand for any kernel that the space is used with.
    const std::vector<Unit>& units() const { return units_; }
    bool ordered() const { return !order_.empty(); }

    // The space as the walker takes it, without waits_at_start. CM_SUCCESS, or CM_INVALID_ARG_SIZE if the
    // dependency pattern does not allow the space's size.
    INT build(walker::ThreadSpace& space) const;

private:
    UINT width_, height_;
    UINT colors_ = 1;
    CM_DEPENDENCY_PATTERN pattern_ = CM_NONE_DEPENDENCY;
    CM_WALKING_PATTERN walking_ = CM_WALK_DEFAULT;
    CM_26ZI_DISPATCH_PATTERN zi_pattern_ = VVERTICAL_HVERTICAL_26;
    UINT zi_width_ = 16, zi_height_ = 8;
    std::optional<std::vector<walker::Delta>> vectors_;
    std::vector<Unit> units_;
    std::vector<uint32_t> order_;
    // build()'s last result, until the host changes something: several threads may enqueue with one space.
    mutable std::mutex mutex_;
    mutable std::optional<walker::ThreadSpace> built_;
    void changed();
    INT make(walker::ThreadSpace& space) const;
};

// CM_SUCCESS or CM_INVALID_THREAD_GROUP_SPACE.
INT validate_group_space(const UINT (&threads)[3], const UINT (&groups)[3]);

}  // namespace genmedia::runtime

// The header declares this class and leaves its contents to the library.
class CmThreadGroupSpace : public std::enable_shared_from_this<CmThreadGroupSpace> {
public:
    CmThreadGroupSpace(const UINT (&threads_of_group)[3], const UINT (&groups_of_space)[3]) {
        for (int d = 0; d < 3; d++) {
            threads[d] = threads_of_group[d];
            groups[d] = groups_of_space[d];
        }
    }
    UINT threads[3], groups[3];
};
