// SPDX-License-Identifier: MIT
// libva's way into the driver: one function, which fills a table.
#include "va/calls.h"
#include "va/processing/processing.h"
#include "va/surfaces/external_memory.h"

#include <va/va_backend.h>
#include <va/va_backend_vpp.h>

#include <new>

namespace genmedia::va {
namespace {

// What is not supported says so.
template <class... Arguments>
void refuse(VAStatus (*&slot)(Arguments...)) {
    slot = [](Arguments...) -> VAStatus { return VA_STATUS_ERROR_UNIMPLEMENTED; };
}

template <auto Call>
struct Entry;

// No exception leaves the driver.
template <class... Arguments, VAStatus (*Call)(Driver&, Arguments...)>
struct Entry<Call> {
    static VAStatus call(VADriverContextP context, Arguments... arguments) {
        auto* driver = static_cast<Driver*>(context->pDriverData);
        if (driver == nullptr) return VA_STATUS_ERROR_INVALID_DISPLAY;
        try {
            const std::lock_guard lock(driver->mutex);
            return Call(*driver, arguments...);
        } catch (const std::bad_alloc&) {
            return VA_STATUS_ERROR_ALLOCATION_FAILED;
        } catch (...) {
            return VA_STATUS_ERROR_OPERATION_FAILED;
        }
    }
};

VAStatus terminate(VADriverContextP context) {
    delete static_cast<Driver*>(context->pDriverData);
    context->pDriverData = nullptr;
    return VA_STATUS_SUCCESS;
}

constexpr int kCopyModes =
    1 << VA_EXEC_MODE_DEFAULT | 1 << VA_EXEC_MODE_POWER_SAVING | 1 << VA_EXEC_MODE_PERFORMANCE;

// Whether vaCopy is supported is all that there is.
VAStatus query_display_attributes(VADriverContextP, VADisplayAttribute* attributes, int* count) {
    if (attributes == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    attributes[0] = {};
    attributes[0].type = VADisplayAttribCopy;
    attributes[0].min_value = 0;
    attributes[0].max_value = attributes[0].value = kCopyModes;
    attributes[0].flags = VA_DISPLAY_ATTRIB_GETTABLE;
    *count = 1;
    return VA_STATUS_SUCCESS;
}

VAStatus get_display_attributes(VADriverContextP, VADisplayAttribute* attributes, int count) {
    if (attributes == nullptr && count > 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++) {
        const bool is_copy = attributes[i].type == VADisplayAttribCopy;
        attributes[i].value = is_copy ? kCopyModes : 0;
        attributes[i].flags = is_copy ? VA_DISPLAY_ATTRIB_GETTABLE : VA_DISPLAY_ATTRIB_NOT_SUPPORTED;
    }
    return VA_STATUS_SUCCESS;
}

void fill_refusals(VADriverVTable& table) {
    refuse(table.vaSetImagePalette);
    refuse(table.vaGetSurfaceAttributes);
    refuse(table.vaCreateMFContext);
    refuse(table.vaMFAddContext);
    refuse(table.vaMFReleaseContext);
    refuse(table.vaMFSubmit);
    refuse(table.vaCreateBuffer2);
    refuse(table.vaQueryProcessingRate);
    table.vaQueryDisplayAttributes = query_display_attributes;
    table.vaGetDisplayAttributes = get_display_attributes;
    refuse(table.vaSetDisplayAttributes);
}

void fill(VADriverVTable& table) {
    fill_refusals(table);
    table.vaTerminate = terminate;
    table.vaQueryConfigProfiles = Entry<query_profiles>::call;
    table.vaQueryConfigEntrypoints = Entry<query_entrypoints>::call;
    table.vaGetConfigAttributes = Entry<get_config_attributes>::call;
    table.vaCreateConfig = Entry<create_config>::call;
    table.vaDestroyConfig = Entry<destroy_config>::call;
    table.vaQueryConfigAttributes = Entry<query_config_attributes>::call;
    table.vaCreateSurfaces = Entry<create_surfaces>::call;
    table.vaCreateSurfaces2 = Entry<create_surfaces_with>::call;
    table.vaDestroySurfaces = Entry<destroy_surfaces>::call;
    table.vaQuerySurfaceAttributes = Entry<query_surface_attributes>::call;
    table.vaSyncSurface = Entry<sync_surface>::call;
    table.vaSyncSurface2 = Entry<sync_surface_within>::call;
    table.vaQuerySurfaceStatus = Entry<query_surface_status>::call;
    table.vaQuerySurfaceError = Entry<query_surface_error>::call;
    table.vaCreateBuffer = Entry<create_buffer>::call;
    table.vaBufferSetNumElements = Entry<set_element_count>::call;
    table.vaMapBuffer = Entry<map_buffer>::call;
    table.vaUnmapBuffer = Entry<unmap_buffer>::call;
    table.vaDestroyBuffer = Entry<destroy_buffer>::call;
    table.vaBufferInfo = Entry<buffer_info>::call;
    table.vaSyncBuffer = Entry<sync_buffer>::call;
    table.vaPutSurface = Entry<put_surface>::call;
    table.vaQuerySubpictureFormats = Entry<query_subpicture_formats>::call;
    table.vaCreateSubpicture = Entry<create_subpicture>::call;
    table.vaDestroySubpicture = Entry<destroy_subpicture>::call;
    table.vaSetSubpictureImage = Entry<set_subpicture_image>::call;
    table.vaSetSubpictureChromakey = Entry<set_subpicture_key>::call;
    table.vaSetSubpictureGlobalAlpha = Entry<set_subpicture_alpha>::call;
    table.vaAssociateSubpicture = Entry<associate_subpicture>::call;
    table.vaDeassociateSubpicture = Entry<deassociate_subpicture>::call;
    table.vaAcquireBufferHandle = Entry<acquire_buffer_handle>::call;
    table.vaReleaseBufferHandle = Entry<release_buffer_handle>::call;
    table.vaExportSurfaceHandle = Entry<export_surface>::call;
    table.vaLockSurface = Entry<lock_surface>::call;
    table.vaUnlockSurface = Entry<unlock_surface>::call;
    table.vaCopy = Entry<copy_object>::call;
    table.vaQueryImageFormats = Entry<query_image_formats>::call;
    table.vaCreateImage = Entry<create_image>::call;
    table.vaDeriveImage = Entry<derive_image>::call;
    table.vaDestroyImage = Entry<destroy_image>::call;
    table.vaGetImage = Entry<get_image>::call;
    table.vaPutImage = Entry<put_image>::call;
    table.vaCreateContext = Entry<create_context>::call;
    table.vaDestroyContext = Entry<destroy_context>::call;
    table.vaBeginPicture = Entry<begin_picture>::call;
    table.vaRenderPicture = Entry<render_picture>::call;
    table.vaEndPicture = Entry<end_picture>::call;
}

void fill(VADriverVTableVPP& table) {
    table.vaQueryVideoProcFilters = Entry<query_filters>::call;
    table.vaQueryVideoProcFilterCaps = Entry<query_filter_caps>::call;
    table.vaQueryVideoProcPipelineCaps = Entry<query_pipeline_caps>::call;
}

}  // namespace
}  // namespace genmedia::va

// libva asks for the newest version that it knows, then for older ones. It calls this one from 1.17 on.
extern "C" __attribute__((visibility("default"))) VAStatus __vaDriverInit_1_17(VADriverContextP context) {
    using namespace genmedia::va;
    auto* driver = new (std::nothrow) Driver;
    if (driver == nullptr) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    if ((context->display_type & VA_DISPLAY_MAJOR_MASK) == VA_DISPLAY_X11)
        driver->x11_display = context->native_dpy;
    context->pDriverData = driver;
    fill(*context->vtable);
    if (context->vtable_vpp != nullptr) fill(*context->vtable_vpp);
    context->version_major = 1;
    context->version_minor = 17;
    context->max_profiles = profile_count();
    context->max_entrypoints = kMostEntrypoints;
    context->max_attributes = kMostAttributes;
    context->max_image_formats = static_cast<int>(picture_formats().size());
    context->max_subpic_formats = 2;
    context->max_display_attributes = 1;
    context->str_vendor = kVendor;
    return VA_STATUS_SUCCESS;
}
