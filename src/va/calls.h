// SPDX-License-Identifier: MIT
// The calls of libva's table (va_backend.h) that the driver answers, with that header's arguments. Errors are
// those that va.h names for each.
#pragma once

#include "va/driver.h"

namespace genmedia::va {

inline constexpr int kMostEntrypoints = 8, kMostAttributes = 32;
inline constexpr int kLargestSide = 16384;

// entrypoints.cpp: what can be done with which profile.
int profile_count();
// Null: FFmpeg's build lacks what it takes.
std::unique_ptr<Operation> make_operation(const Config& config);
// Whether a program may make buffers of that type for such contexts.
bool takes(const Config& config, VABufferType type);
VAStatus query_profiles(Driver& driver, VAProfile* profiles, int* count);
VAStatus query_entrypoints(Driver& driver, VAProfile profile, VAEntrypoint* entrypoints, int* count);
VAStatus get_config_attributes(Driver& driver, VAProfile profile, VAEntrypoint entrypoint,
                               VAConfigAttrib* attributes, int count);
VAStatus create_config(Driver& driver, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib* attributes,
                       int count, VAConfigID* config);
VAStatus destroy_config(Driver& driver, VAConfigID config);
VAStatus query_config_attributes(Driver& driver, VAConfigID config, VAProfile* profile,
                                 VAEntrypoint* entrypoint, VAConfigAttrib* attributes, int* count);

// surfaces/surface_calls.cpp
VAStatus create_surfaces(Driver& driver, int width, int height, int format, int count, VASurfaceID* surfaces);
VAStatus create_surfaces_with(Driver& driver, unsigned format, unsigned width, unsigned height,
                              VASurfaceID* surfaces, unsigned count, VASurfaceAttrib* attributes,
                              unsigned attribute_count);
VAStatus destroy_surfaces(Driver& driver, VASurfaceID* surfaces, int count);
VAStatus query_surface_attributes(Driver& driver, VAConfigID config, VASurfaceAttrib* attributes,
                                  unsigned* count);
VAStatus sync_surface(Driver& driver, VASurfaceID surface);
VAStatus sync_surface_within(Driver& driver, VASurfaceID surface, uint64_t nanoseconds);
VAStatus query_surface_status(Driver& driver, VASurfaceID surface, VASurfaceStatus* status);
VAStatus query_surface_error(Driver& driver, VASurfaceID surface, VAStatus error, void** info);

// display/put_surface.cpp: into a window or a pixmap. VA_STATUS_ERROR_UNIMPLEMENTED: the display is not
// X11's.
VAStatus put_surface(Driver& driver, VASurfaceID surface, void* drawable, short from_x, short from_y,
                     unsigned short from_width, unsigned short from_height, short to_x, short to_y,
                     unsigned short to_width, unsigned short to_height, VARectangle* clips,
                     unsigned clip_count, unsigned flags);

// surfaces/surface_copies.cpp
VAStatus copy_object(Driver& driver, VACopyObject* to, VACopyObject* from, VACopyOption option);
// Its planes for the program, until it is unlocked. Null pointers are not filled.
VAStatus lock_surface(Driver& driver, VASurfaceID surface, unsigned* fourcc, unsigned* luma_pitch,
                      unsigned* u_pitch, unsigned* v_pitch, unsigned* luma_offset, unsigned* u_offset,
                      unsigned* v_offset, unsigned* name, void** memory);
VAStatus unlock_surface(Driver& driver, VASurfaceID surface);

// buffers.cpp
VAStatus create_buffer(Driver& driver, VAContextID context, VABufferType type, unsigned size, unsigned count,
                       void* data, VABufferID* buffer);
VAStatus set_element_count(Driver& driver, VABufferID buffer, unsigned count);
VAStatus map_buffer(Driver& driver, VABufferID buffer, void** memory);
VAStatus unmap_buffer(Driver& driver, VABufferID buffer);
VAStatus destroy_buffer(Driver& driver, VABufferID buffer);
VAStatus buffer_info(Driver& driver, VABufferID buffer, VABufferType* type, unsigned* size, unsigned* count);
VAStatus sync_buffer(Driver& driver, VABufferID buffer, uint64_t nanoseconds);

// surfaces/image_calls.cpp
VAStatus query_image_formats(Driver& driver, VAImageFormat* formats, int* count);
VAStatus create_image(Driver& driver, VAImageFormat* format, int width, int height, VAImage* image);
VAStatus derive_image(Driver& driver, VASurfaceID surface, VAImage* image);
VAStatus destroy_image(Driver& driver, VAImageID image);
VAStatus get_image(Driver& driver, VASurfaceID surface, int x, int y, unsigned width, unsigned height,
                   VAImageID image);
VAStatus put_image(Driver& driver, VASurfaceID surface, VAImageID image, int from_x, int from_y,
                   unsigned from_width, unsigned from_height, int to_x, int to_y, unsigned to_width,
                   unsigned to_height);

// pictures.cpp
VAStatus create_context(Driver& driver, VAConfigID config, int width, int height, int flag,
                        VASurfaceID* targets, int count, VAContextID* context);
VAStatus destroy_context(Driver& driver, VAContextID context);
VAStatus begin_picture(Driver& driver, VAContextID context, VASurfaceID target);
VAStatus render_picture(Driver& driver, VAContextID context, VABufferID* buffers, int count);
VAStatus end_picture(Driver& driver, VAContextID context);

}  // namespace genmedia::va
