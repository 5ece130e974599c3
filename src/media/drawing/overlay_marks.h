// SPDX-License-Identifier: MIT
// The marks of an overlay, and the layout of its parts. Inside src/media only.
#pragma once

#include "genmedia/motion.h"
#include "media/drawing/color_map.h"

#include <cairo.h>

#include <string>

namespace genmedia::media {

struct OverlayLayout {
    OverlayLayout(int32_t picture_width, int32_t picture_height, double pixel_aspect);

    double scale;                       // output pixels for the shorter side of a picture pixel
    double x_scale, y_scale;            // output pixels a picture pixel
    int32_t width, height;              // of the whole drawing, even
    int32_t drawn_width, drawn_height;  // of the scaled picture, in the upper left corner
    double text_size;                   // output pixels
};

// What the footer tells.
struct OverlayFacts {
    std::string caption;
    std::string heat;  // what its colours stand for
    double heat_limit = 0;
    bool has_inter = false, has_backward = false, has_intra = false;
    bool shows_match = false;  // arrows lead to the match, not along the motion
};

Color arrow_color(vme::Direction direction);
void set_color(cairo_t* cairo, Color color, double opacity = 1);

// Draws from (x, y) by (dx, dy); a dot if that is too short for an arrow.
void draw_arrow(cairo_t* cairo, double x, double y, double dx, double dy, double line_width, Color color);

// Diagonal lines over a rectangle: intra predicted.
void draw_hatch(cairo_t* cairo, double x, double y, double width, double height, double spacing);

void draw_footer(cairo_t* cairo, const OverlayLayout& layout, const OverlayFacts& facts);

}  // namespace genmedia::media
