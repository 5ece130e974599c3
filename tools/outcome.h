// SPDX-License-Identifier: MIT
// Reports how a subcommand's run went: messages on standard error, and the exit status.
#pragma once

#include "genmedia/status.h"
#include "media/video/output/tracks/track_copy.h"
#include "media/video/output/video_writer.h"
#include "media/video/video_reader.h"

#include <new>
#include <string>

constexpr int kDoneWithDamage = 3, kInterrupted = 130;  // exit statuses

void say(const std::string& line);

// Says what failed. Returns 2 if the request was wrong, else 1.
int exit_status_of(const genmedia::Status& status);

// Where the first picture has what the output's 8-bit 4:2:0 has not, says so.
void say_what_is_lost(const genmedia::media::VideoReader& reader, const genmedia::media::Picture& picture);

// The pixel aspect of a video of such pictures; says so where the file cannot hold theirs.
genmedia::media::PixelAspect aspect_for(const std::string& output, const genmedia::media::Picture& picture);
// Of a video's other tracks and tags, what its output has not, in words. `silent`: sound was not wanted.
std::string left_out_of(const genmedia::media::TrackCopy& tracks, const genmedia::media::VideoReader& reader,
                        bool silent);
// Says it, unless it is nothing.
void say_what_is_left_out(const std::string& output, const std::string& what);

// Says what an interrupted run leaves of a video; kInterrupted.
int report_interruption(bool has_pictures);

// Says what was wrong with the input; 0, or kDoneWithDamage.
int report_input(const genmedia::media::VideoReader& reader);

// Runs `work`, whose failures of all kinds become a status.
template <class Work>
genmedia::Status guarded(Work work) {
    using namespace genmedia;
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return {StatusCode::exhausted, "out of memory"};
    } catch (const std::exception& error) {
        return {StatusCode::exhausted, error.what()};
    }
}
