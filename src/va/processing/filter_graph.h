// SPDX-License-Identifier: MIT
// libavfilter's graphs, made for one picture: what a picture becomes depends on what it is given alone.
#pragma once

#include "va/surfaces/picture_frames.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace genmedia::va {

// Frames that go into one of a graph's inputs, of one size and format, in the order of time.
using GraphInput = std::vector<media::FrameHandle>;

// What `filters` make of them, in FFmpeg's notation: of [in0], [in1] the chain's end is the result. Of the
// frames that come out, number `wanted` from 0. Null: FFmpeg's build lacks a filter, or a filter refuses the
// size. Throws std::bad_alloc.
media::FrameHandle filtered(const std::vector<GraphInput>& inputs, const std::string& filters,
                            AVPixelFormat result, int wanted = 0);
media::FrameHandle filtered(media::FrameHandle frame, const std::string& filters, AVPixelFormat result);

// As filters' options have them.
std::string number(double value);

}  // namespace genmedia::va
