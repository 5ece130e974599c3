// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/printable.h"
#include "genmedia/motion.h"
#include "tools/device_flag.h"
#include "tools/distinct_files.h"
#include "tools/interpolate/rated_video.h"
#include "tools/json_lines.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/progress.h"

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>

using namespace genmedia;

namespace {

// Decodes, searches and encodes.
Status make_video(const InterpolateCommand& command, StepSource& source, RatedVideo& video,
                  Progress& progress) {
    MotionEstimator estimator({.field = Field::true_motion,
                               .refined = command.refined,
                               .threads = command.threads,
                               .device = command.device});
    const auto search = [&](Step& step) {
        return step.second ? step.pair.set(step.first->view(), step.second->view(), estimator) : Status();
    };
    const auto write = [&](const Step& step) {
        const Status status = video.append(step, source.first_picture());
        progress.update(video.counts().read);
        return status;
    };
    Pipeline<StepSource, Step> pipeline(source, search, write);
    const Status status = pipeline.run(command.threads > 0 ? command.threads : tbb::task_arena::automatic,
                                       pipeline.in_flight(command.threads), [] { return true; });
    if (!estimator.device_status().ok())
        say("warning: " + estimator.device_status().message() + "; this processor searched instead");
    return status;
}

std::string text_of(const media::FrameRate& rate) {
    return std::to_string(rate.numerator) +
           (rate.denominator == 1 ? "" : "/" + std::to_string(rate.denominator));
}

void say_what_was_made(const InterpolateCommand& command, const media::FrameRate& from,
                       const media::FrameRate& rate, const Counts& counts) {
    std::FILE* const to = command.to_standard_output() ? stderr : stdout;
    std::fprintf(to, "%s: %lld frames at %s a second, of %lld at %s%s; %lld made, %lld cuts%s\n",
                 base::printable(command.input.path).c_str(), static_cast<long long>(counts.written),
                 text_of(rate).c_str(), static_cast<long long>(counts.read), text_of(from).c_str(),
                 command.is_slow() ? (", " + command.slow_text + " times as long").c_str() : "",
                 static_cast<long long>(counts.made), static_cast<long long>(counts.cuts),
                 command.even_repeats ? (", " + std::to_string(counts.repeats) + " repeated").c_str() : "");
    if (!command.to_standard_output()) std::printf("wrote %s\n", base::printable(command.output).c_str());
}

Json record_of(const InterpolateCommand& command, const media::FrameRate& from, const media::FrameRate& rate,
               const Counts& counts, const Status& status, int exit_status) {
    Json record = run_record(command.input.path, command.output, exit_status, status);
    record["frames_read"] = counts.read;
    record["rate_read"] = text_of(from);
    record["frames"] = counts.written;
    record["rate"] = text_of(rate);
    record["frames_made"] = counts.made;
    record["cuts"] = counts.cuts;
    record["frames_repeated"] = counts.repeats;
    return record;
}

Status open_input(const InterpolateCommand& command, media::VideoReader& reader) {
    Status status = check_distinct({command.input.path}, {command.output});
    if (status.ok()) status = reader.open(command.input.path, command.input.reader_options());
    return status.ok() && !interrupted() ? check_distinct(reader.references(), {command.output}) : status;
}

// Of the output; `made`: of its pictures in a second of the input.
Status find_rates(const InterpolateCommand& command, const media::VideoReader& reader, media::FrameRate& rate,
                  media::FrameRate& made) {
    const std::string of_input = "--rate: '" + command.rate_text + "', where " + reader.name() + " has ";
    const std::optional<media::FrameRate> wanted = command.rate.of(reader.frame_rate());
    if (!wanted || wanted->numerator > int64_t{1000} * wanted->denominator)
        return {StatusCode::invalid_argument, of_input + text_of(reader.frame_rate()) +
                                                  " frames a second; expected at most 1000 of the output"};
    const std::optional<media::FrameRate> of_input_second = command.slow.of(*wanted);
    if (!of_input_second)
        return {StatusCode::invalid_argument,
                "--slow: '" + command.slow_text + "' of " + text_of(*wanted) +
                    " frames a second; expected a rate that a video's header can hold"};
    rate = *wanted;
    made = *of_input_second;
    const double frames = static_cast<double>(reader.frame_count()) * made.numerator / made.denominator *
                          reader.frame_rate().denominator / reader.frame_rate().numerator;
    if (reader.frame_count() <= 1 || frames >= 1) return {};
    return {StatusCode::invalid_argument, of_input + std::to_string(reader.frame_count()) + " frames at " +
                                              text_of(reader.frame_rate()) +
                                              " a second; expected a frame of the output in that time"};
}

// Whatever fails, the video has the pictures before it.
Status make_all(const InterpolateCommand& command, media::VideoReader& reader, RatedVideo& video) {
    StepSource source(reader, command.even_repeats);
    Progress progress(reader.frame_count());
    Status status = video.open_tracks();
    if (status.ok()) status = make_video(command, source, video, progress);
    const Status finished = guarded([&] { return video.finish(); });
    video.note_skipped(source.skipped());
    return status.ok() ? finished : status;
}

void say_what_is_skipped(const Counts& counts) {
    if (counts.skipped > 0)
        say("warning: " + std::to_string(counts.skipped) +
            " frames are left out: their time is not after that of the frame before");
}

int report(const InterpolateCommand& command, const media::VideoReader& reader, const RatedVideo* video,
           const Status& status) {
    const bool has_begun = video && video->counts().written > 0;
    if (!status.ok() && media::reader_has_left()) return 0;  // it wanted no more
    if (!status.ok() && (video || !interrupted())) return exit_status_of(status);
    if (has_begun) say_what_is_left_out(command.output, video->left_out());
    return interrupted() ? report_interruption(has_begun) : report_input(reader);
}

int run_interpolate(const InterpolateCommand& command) {
    catch_interrupts();
    if (command.to_standard_output()) std::signal(SIGPIPE, SIG_IGN);
    media::VideoReader reader;
    media::FrameRate rate, made;
    std::optional<RatedVideo> video;
    Status status = check_device(command.device, command.refined);
    if (status.ok()) status = open_input(command, reader);
    if (status.ok() && !interrupted()) status = find_rates(command, reader, rate, made);
    if (status.ok() && !interrupted()) {
        video.emplace(command, reader, rate, made);
        status = make_all(command, reader, *video);
    }
    const Counts counts = video ? video->counts() : Counts();
    if (video && video->is_complete() && !command.json)
        say_what_was_made(command, reader.frame_rate(), rate, counts);
    say_what_is_skipped(counts);
    const int exit_status = report(command, reader, video ? &*video : nullptr, status);
    if (command.json)
        print_json_line(record_of(command, reader.frame_rate(), rate, counts, status, exit_status));
    return exit_status;
}

}  // namespace

void add_interpolate_command(CLI::App& app, int& exit_status) {
    CLI::App* interpolate = app.add_subcommand(
        "interpolate",
        "Make a video of another frame rate or in slow motion, its new pictures along the motion");
    const auto command = std::make_shared<InterpolateCommand>();
    add_interpolate_flags(*interpolate, *command);
    interpolate->callback([command, interpolate, &exit_status] {
        check_interpolate_flags(*interpolate, *command);
        exit_status = run_interpolate(*command);
    });
}
