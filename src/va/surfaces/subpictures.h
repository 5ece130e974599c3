// SPDX-License-Identifier: MIT
// Pictures with alpha that are drawn over surfaces where these are shown.
#pragma once

#include "va/surfaces/picture_layout.h"
#include "va/surfaces/surface_memory.h"

#include <va/va.h>

#include <memory>

namespace genmedia::va {

struct Driver;
struct Surface;

struct Subpicture {
    PictureLayout layout;
    std::shared_ptr<Memory> memory;                      // an image's, which the program may go on writing
    uint32_t key_least = 0, key_most = 0, key_mask = 0;  // of components: red, then blue, then green
    float global_alpha = 1;
};

// What a surface is shown with.
struct SubpictureUse {
    std::weak_ptr<const Subpicture> subpicture;  // gone: it was destroyed
    Rectangle from, to;
    uint32_t flags;  // VA_SUBPICTURE_*
};

// Those whose place is the surface's, over a copy of it. The surface itself where there are none; null where
// libavfilter refuses one.
std::shared_ptr<const Surface> with_subpictures(std::shared_ptr<const Surface> surface,
                                                const Colours& colours);
// Those whose place is on the screen, over what is put there with its corner at x, y.
bool draw_on_screen(const Surface& surface, const Planes& picture, int x, int y);

VAStatus query_subpicture_formats(Driver& driver, VAImageFormat* formats, unsigned* flags, unsigned* count);
VAStatus create_subpicture(Driver& driver, VAImageID image, VASubpictureID* subpicture);
VAStatus destroy_subpicture(Driver& driver, VASubpictureID subpicture);
VAStatus set_subpicture_image(Driver& driver, VASubpictureID subpicture, VAImageID image);
VAStatus set_subpicture_key(Driver& driver, VASubpictureID subpicture, unsigned least, unsigned most,
                            unsigned mask);
VAStatus set_subpicture_alpha(Driver& driver, VASubpictureID subpicture, float alpha);
VAStatus associate_subpicture(Driver& driver, VASubpictureID subpicture, VASurfaceID* surfaces, int count,
                              short from_x, short from_y, unsigned short from_width,
                              unsigned short from_height, short to_x, short to_y, unsigned short to_width,
                              unsigned short to_height, unsigned flags);
VAStatus deassociate_subpicture(Driver& driver, VASubpictureID subpicture, VASurfaceID* surfaces, int count);

}  // namespace genmedia::va
