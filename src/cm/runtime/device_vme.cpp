// SPDX-License-Identifier: MIT
// VME surfaces: a picture and the pictures in which the motion estimation unit searches for it.
#include <algorithm>
#include <span>

#include "cm/runtime/device.h"

namespace genmedia::runtime {
namespace {

// CM_SUCCESS, or what is wrong with the list.
INT add_references(CmSurface2D** list, UINT count, std::vector<std::shared_ptr<Binding>>& to) {
    if (count > UINT{cm_abi::kVmeReferences}) return CM_INVALID_ARG_VALUE;
    if (count > 0 && list == nullptr) return CM_NULL_POINTER;
    for (CmSurface2D* surface : std::span(list, count)) {
        if (surface == nullptr) return CM_NULL_POINTER;
        to.push_back(static_cast<Surface2D*>(surface)->core.shared_binding());
    }
    return CM_SUCCESS;
}

// The view with this index in the device's list.
auto find(std::vector<std::shared_ptr<Binding>>& views, const SurfaceIndex* index) {
    return std::ranges::find(views, index, [](const auto& view) { return view->index(); });
}

}  // namespace

INT Device::CreateVmeSurfaceG7_5(CmSurface2D* current, CmSurface2D** forward, CmSurface2D** backward,
                                 UINT forward_count, UINT backward_count, SurfaceIndex*& index) {
    if (current == nullptr) return CM_NULL_POINTER;
    return guarded([&] {
        VmeBindings bindings;
        bindings.source = static_cast<Surface2D*>(current)->core.shared_binding();
        if (const INT code = add_references(forward, forward_count, bindings.forward); code != CM_SUCCESS)
            return code;
        if (const INT code = add_references(backward, backward_count, bindings.backward); code != CM_SUCCESS)
            return code;
        const auto view = std::make_shared<Binding>(bindings.source->storage, *bindings.source->descriptor());
        view->set_vme(std::move(bindings));
        const std::lock_guard lock(mutex_);
        vme_surfaces_.push_back(view);
        surfaces_.add(view);
        index = view->index();
        return static_cast<INT>(CM_SUCCESS);
    });
}

INT Device::DestroyVmeSurfaceG7_5(SurfaceIndex*& index) {
    if (index == nullptr) return CM_FAILURE;
    const std::lock_guard lock(mutex_);
    const auto found = find(vme_surfaces_, index);
    if (found == vme_surfaces_.end()) return CM_FAILURE;
    surfaces_.remove(**found);
    vme_surfaces_.erase(found);
    index = nullptr;
    return CM_SUCCESS;
}

// The unit sees the upper left part, of this size, of each picture. Smaller pictures stay as they are.
INT Device::SetVmeSurfaceStateParam(SurfaceIndex* index, CM_VME_SURFACE_STATE_PARAM* state) {
    if (index == nullptr || state == nullptr) return CM_NULL_POINTER;
    if (state->width > CM_MAX_2D_SURF_WIDTH || state->height > CM_MAX_2D_SURF_HEIGHT)
        return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        const std::lock_guard lock(mutex_);
        const auto found = find(vme_surfaces_, index);
        if (found == vme_surfaces_.end()) return static_cast<INT>(CM_INVALID_ARG_INDEX);
        VmeBindings bindings = *(*found)->vme();
        bindings.width = state->width;
        bindings.height = state->height;
        (*found)->set_vme(std::move(bindings));
        return static_cast<INT>(CM_SUCCESS);
    });
}

}  // namespace genmedia::runtime
