// SPDX-License-Identifier: MIT
#include "media/video/ffmpeg_log.h"

extern "C" {
#include <libavutil/log.h>
}

#include <array>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <utility>

namespace genmedia::media {
namespace {

std::mutex mutex;
std::string first_message;
thread_local int trials = 0;

void keep_message(void*, int level, const char* format, va_list arguments) {
    if (level > AV_LOG_ERROR || trials > 0) return;
    std::array<char, 256> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    std::string line = text.data();
    line.erase(line.find_last_not_of(" .\n\r") + 1);
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    if (line.empty()) return;
    const std::lock_guard lock(mutex);
    if (first_message.empty()) first_message = line;
}

}  // namespace

void keep_ffmpeg_quiet() { av_log_set_callback(keep_message); }

std::string take_ffmpeg_message() {
    const std::lock_guard lock(mutex);
    return std::exchange(first_message, {});
}

FfmpegTrial::FfmpegTrial() { trials++; }
FfmpegTrial::~FfmpegTrial() { trials--; }

}  // namespace genmedia::media
