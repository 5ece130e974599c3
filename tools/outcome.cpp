// SPDX-License-Identifier: MIT
#include "outcome.h"

#include "base/printable.h"

#include <cstdio>

using namespace genmedia;

void say(const std::string& line) { std::fprintf(stderr, "genmedia: %s\n", printable(line).c_str()); }

int exit_status_of(const Status& status) {
    say(status.message());
    return status.code() == StatusCode::invalid_argument ? 2 : 1;
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
