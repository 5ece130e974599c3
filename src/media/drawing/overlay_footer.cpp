// SPDX-License-Identifier: MIT
// The strip below an overlay: caption on the left, what arrows, hatching and heat mean on the right.
#include "media/drawing/overlay_marks.h"

#include <array>
#include <cstdio>

namespace genmedia::media {
namespace {

constexpr Color kGround{0.07, 0.07, 0.09}, kInk{0.93, 0.93, 0.93};

// Entries are set from the right edge towards the left.
class Footer {
public:
    Footer(cairo_t* cairo, const OverlayLayout& layout)
        : cairo_(cairo),
          size_(layout.text_size),
          top_(layout.drawn_height),
          right_(layout.width - size_),
          middle_((layout.drawn_height + layout.height) / 2.0) {
        set_color(cairo, kGround);
        cairo_rectangle(cairo, 0, top_, layout.width, layout.height - layout.drawn_height);
        cairo_rectangle(cairo, layout.drawn_width, 0, layout.width - layout.drawn_width, layout.height);
        cairo_fill(cairo);
        cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo, size_);
    }

    void caption(const std::string& text) { write(text, size_); }

    void heat_bar(const std::string& name, double limit) {
        const double length = 9 * size_, height = 0.75 * size_;
        label(heat_text(limit));
        right_ -= length + 0.5 * size_;
        for (double x = 0; x < length; x += 1) {
            set_color(cairo_, heat_color(x / length));
            cairo_rectangle(cairo_, right_ + x, middle_ - height / 2, 1.5, height);
            cairo_fill(cairo_);
        }
        right_ -= 0.5 * size_;
        label(name + "  0");
        right_ -= 1.6 * size_;
    }

    void arrow(const char* text, vme::Direction direction) {
        label(text);
        right_ -= 2.3 * size_;
        const bool both = direction == vme::Direction::bidirectional;
        const double length = 2 * size_, start = both ? right_ + length / 2 : right_;
        const Color color = arrow_color(direction);
        if (both) draw_arrow(cairo_, start, middle_, -length / 2, 0, size_ / 8, color);
        draw_arrow(cairo_, start, middle_, right_ + length - start, 0, size_ / 8, color);
        right_ -= 1.4 * size_;
    }

    void hatch(const char* text) {
        label(text);
        right_ -= 1.7 * size_;
        draw_hatch(cairo_, right_, middle_ - 0.6 * size_, 1.2 * size_, 1.2 * size_, size_ / 2.5);
        right_ -= 1.4 * size_;
    }

private:
    static std::string heat_text(double limit) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.0f", limit);
        return text.data();
    }

    void write(const std::string& text, double x) {
        set_color(cairo_, kInk);
        cairo_move_to(cairo_, x, middle_ + 0.36 * size_);
        cairo_show_text(cairo_, text.c_str());
    }

    void label(const std::string& text) {
        cairo_text_extents_t extents;
        cairo_text_extents(cairo_, text.c_str(), &extents);
        right_ -= extents.x_advance;
        write(text, right_);
    }

    cairo_t* cairo_;
    double size_, top_, right_, middle_;
};

}  // namespace

void draw_footer(cairo_t* cairo, const OverlayLayout& layout, const OverlayFacts& facts) {
    Footer footer(cairo, layout);
    footer.caption(facts.caption);
    if (facts.has_inter) footer.heat_bar(facts.heat, facts.heat_limit);
    if (facts.has_intra) footer.hatch("intra");
    if (facts.has_backward) {
        footer.arrow("both", vme::Direction::bidirectional);
        footer.arrow(facts.shows_match ? "match after" : "to next", vme::Direction::backward);
    }
    if (facts.has_inter)
        footer.arrow(facts.shows_match ? "match before" : "since last frame", vme::Direction::forward);
}

}  // namespace genmedia::media
