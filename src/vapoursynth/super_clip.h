// SPDX-License-Identifier: MIT
// Clips that hold what is searched, as MVUtensils' and MVTools' Super make them.
#pragma once

#include "genmedia/block_vectors.h"
#include "vapoursynth/vapoursynth.h"

#include <array>
#include <string>

namespace genmedia::vapoursynth {

enum class SuperKind {
    utensils,  // MVUtensils: planes in frames that are properties
    tools,     // MVTools: planes in the frame itself
    plain      // any other clip: luma alone, without padding
};

// Sizes are luma's, in pixels.
struct SuperLayout {
    SuperKind kind = SuperKind::plain;
    std::string prefix;                   // of MVUtensils' properties
    int width = 0, height = 0;            // a multiple of blocks
    int real_width = 0, real_height = 0;  // of the picture
    int pad_x = 0, pad_y = 0;
    int pel = 1, levels = 1;
    int bits = 8;
    bool has_chroma = false;
    int ratio_x = 1, ratio_y = 1;  // of luma's sides to chroma's
    std::array<int, 2> block{8, 8}, overlap{0, 0};
};

// Refuses formats that cannot be searched. Frame 0 of the clip says what it is.
SuperLayout super_layout(const Node& super, const std::string& prefix, const VSAPI* api);

// A frame's planes, which live as long as this.
class SuperFrame {
public:
    // Refuses a frame without the planes that the layout has.
    SuperFrame(Frame frame, const SuperLayout& layout, bool with_chroma, const VSAPI* api);

    const Frame& frame() const { return frame_; }
    const SubpelPicture& picture() const { return picture_; }
    PlaneView luma() const;  // the picture's, without what makes it a multiple of blocks

private:
    SubpelPlane plane(int number, const VSAPI* api);

    Frame frame_;
    const SuperLayout& layout_;
    std::array<Frame, 3> held_;
    SubpelPicture picture_;
};

}  // namespace genmedia::vapoursynth
