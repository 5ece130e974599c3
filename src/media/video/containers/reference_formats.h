// SPDX-License-Identifier: MIT
// What of a video may lead to others.
#pragma once

#include <cstddef>

namespace genmedia::media {

inline constexpr size_t kMostListBytes = 16 << 20;  // of a playlist or another list of files
inline constexpr size_t kMostReferences = 10'000;   // files that one names

// FFmpeg's formats that are not a video, but say where others are: files, hosts, devices, scripts that are
// run.
inline constexpr const char* kReferenceFormats[] = {
    "concat",   "hls",         "dash",  "imf",  "webm_dash_manifest",
    "sdp",      "rtsp",        "rtp",   "sap",  "vobsub",
    "avisynth", "vapoursynth", "lavfi", "mmst", "dvdvideo"};

}  // namespace genmedia::media
