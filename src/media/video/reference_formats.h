// SPDX-License-Identifier: MIT
// FFmpeg's formats that are not a video, but say where others are: files, hosts, devices, scripts that are
// run.
#pragma once

namespace genmedia::media {

inline constexpr const char* kReferenceFormats[] = {
    "concat",   "hls",         "dash",  "imf",  "webm_dash_manifest",
    "sdp",      "rtsp",        "rtp",   "sap",  "vobsub",
    "avisynth", "vapoursynth", "lavfi", "mmst", "dvdvideo"};

}  // namespace genmedia::media
