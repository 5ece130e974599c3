// SPDX-License-Identifier: MIT
// Pictures between the frames of a clip.
#pragma once

#include "genmedia/interpolate.h"
#include "vapoursynth/frame_cache.h"
#include "vapoursynth/vapoursynth.h"

namespace genmedia::vapoursynth {

// Refuses clips between whose frames no pictures can be made.
void check_interpolated(const VSVideoInfo& info, const VSAPI* api);

// The motion between neighbouring frames, found once for all pictures between them. Threads may share one.
class PicturePairs {
public:
    explicit PicturePairs(size_t most) : pairs_(most) {}

    // The picture at `time`, more than 0 and less than 1, between frame n and the next; with n's properties.
    NewFrame render(int n, const Frame& first, const Frame& second, double time, const Call& call);

private:
    FrameCache<PicturePair> pairs_;
};

// Of what several threads are at.
size_t pairs_kept(VSCore* core, const VSAPI* api);

}  // namespace genmedia::vapoursynth
