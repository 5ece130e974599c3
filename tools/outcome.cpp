// SPDX-License-Identifier: MIT
#include "tools/outcome.h"

#include "base/printable.h"

#include <cstdio>

using namespace genmedia;

void say(const std::string& line) { std::fprintf(stderr, "genmedia: %s\n", base::printable(line).c_str()); }

int exit_status_of(const Status& status) {
    say(status.message());
    return status.code() == StatusCode::invalid_argument ? 2 : 1;
}

void say_what_is_lost(const media::VideoReader& reader, const media::Picture& picture) {
    if (const std::string beyond = picture.beyond_yuv420(); !beyond.empty())
        say("note: " + reader.name() + " has " + beyond + "; the output has 8 bits and 4:2:0");
}

media::PixelAspect aspect_for(const std::string& output, const media::Picture& picture) {
    const int32_t width = (picture.width() + 1) / 2 * 2;
    const media::PixelAspect wanted = picture.pixel_aspect(),
                             held = media::aspect_in_file(output, width, wanted);
    if (held.numerator != wanted.numerator || held.denominator != wanted.denominator)
        say("note: '" + output + "' has square pixels: it cannot hold " + std::to_string(wanted.numerator) +
            ":" + std::to_string(wanted.denominator) + " of pictures " + std::to_string(width) + " wide");
    return held;
}

std::string left_out_of(const media::TrackCopy& tracks, const media::VideoReader& reader, bool silent) {
    return tracks.can_read() ? tracks.left_out() : reader.beside_video(silent);
}

void say_what_is_left_out(const std::string& output, const std::string& what) {
    if (!what.empty()) say("warning: '" + output + "' is without " + what);
}

int report_interruption(bool has_pictures) {
    say(has_pictures ? "interrupted; the video has what was done until then"
                     : "interrupted; nothing is written");
    return kInterrupted;
}

// Says what was wrong with the input; returns the exit status.
int report_input(const media::VideoReader& reader) {
    if (reader.interlaced())
        say("warning: " + reader.name() +
            " is interlaced: each picture holds two moments, and was searched as one; field by field: ffmpeg "
            "-i "
            "INPUT -vf separatefields FIELDS.mkv, and then that file");
    const media::Damage damage = reader.damage();
    if (damage.first.empty()) return 0;
    say("warning: " + reader.name() + " is damaged: " + std::to_string(damage.damaged_frames) +
        " frames damaged, " + std::to_string(damage.missing_frames) + " missing, first at " + damage.first);
    return kDoneWithDamage;
}
