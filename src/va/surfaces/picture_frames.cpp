// SPDX-License-Identifier: MIT
#include "va/surfaces/picture_frames.h"

#include <new>

namespace genmedia::va {

media::FrameHandle new_frame(AVPixelFormat pixels, int width, int height) {
    media::FrameHandle frame(av_frame_alloc());
    if (!frame) throw std::bad_alloc();
    frame->format = pixels;
    frame->width = width;
    frame->height = height;
    if (av_frame_get_buffer(frame.get(), 0) < 0) throw std::bad_alloc();
    return frame;
}

Planes planes_of(const AVFrame& frame) {
    Planes planes;
    planes.pixels = static_cast<AVPixelFormat>(frame.format);
    planes.width = frame.width;
    planes.height = frame.height;
    planes.padded = true;
    for (size_t plane = 0; plane < planes.data.size(); plane++) {
        planes.data[plane] = frame.data[plane];
        planes.pitches[plane] = frame.linesize[plane];
    }
    return planes;
}

media::FrameHandle frame_of(const Planes& planes, AVPixelFormat pixels, const ScalingWay& way) {
    media::FrameHandle frame = new_frame(pixels, planes.width, planes.height);
    const bool done = planes.pixels == pixels && way.from == way.to ? copy(planes, planes_of(*frame))
                                                                    : scale(planes, planes_of(*frame), way);
    return done ? std::move(frame) : nullptr;
}

}  // namespace genmedia::va
