#include "media/picture.h"

#include "media/ffmpeg_handles.h"

namespace genmedia::media {

PlaneView Picture::luma() const {
    if (empty()) return {};
    return {frame_->data[0], frame_->width, frame_->height, frame_->linesize[0], 1};
}

}  // namespace genmedia::media
