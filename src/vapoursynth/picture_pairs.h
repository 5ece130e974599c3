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

    // Requests what render() takes.
    static void request(const Node& clip, int n, const Call& call);
    // The picture at `time`, more than 0 and less than 1, between frame n of the clip and the next; with n's
    // properties.
    NewFrame render(const Node& clip, int n, double time, const Call& call);

private:
    std::shared_ptr<const PicturePair> pair(const Node& clip, int n, const Call& call);

    FrameCache<PicturePair> pairs_;
};

// Of what several threads are at: each wants three.
size_t pairs_kept(VSCore* core, const VSAPI* api);

}  // namespace genmedia::vapoursynth
