// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/printable.h"
#include "media/video/output/output_file.h"
#include "media/video/output/video_writer.h"
#include "tools/distinct_files.h"
#include "tools/flag_values.h"
#include "tools/input_flags.h"
#include "tools/interpolate/step_source.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>
#include <utility>

using namespace genmedia;

namespace {

struct InterpolateCommand {
    InputFlags input;
    std::string output;
    RateRequest rate{.times_input = true, .numerator = 1};
    std::string rate_text = "x1";
    RateRequest slow{.times_input = true, .numerator = 1};  // how many times as long
    std::string slow_text;                                  // empty: as long as the input

    bool is_slow() const { return !slow_text.empty(); }
    bool even_repeats = false, refined = false;
    int quality = media::VideoFormat().quality;
    int threads = 0;
    bool silent = false;
    bool pictures_alone = false;  // to standard output

    bool to_standard_output() const { return media::is_standard_output(output); }
};

Yuv420View view_of(const media::YuvImage& image) {
    const auto plane = [&](size_t p) {
        return PlaneView{image.planes[p].data(), image.plane_width(p), image.plane_height(p),
                         image.plane_width(p)};
    };
    return {plane(0), plane(1), plane(2)};
}

YuvTarget target_of(media::YuvImage& image) {
    const auto plane = [&](size_t p) {
        return YuvTarget::Plane{image.planes[p].data(), image.plane_width(p)};
    };
    return {plane(0), plane(1), plane(2)};
}

constexpr int kSlowest = 100;  // --slow

struct Counts {
    int64_t read = 0, written = 0, made = 0, cuts = 0, repeats = 0;
};

// The video that is made.
class Output {
public:
    // Pictures at `rate`, of which `made` fall into a second of the input.
    Output(const InterpolateCommand& command, const media::VideoReader& reader, const media::FrameRate& rate,
           const media::FrameRate& made)
        : command_(command),
          reader_(reader),
          rate_(rate),
          times_(made, InputTimes(reader.time_base(), reader.finest_rate()).a_second()) {}

    // Before the first picture is decoded: what FFmpeg says of other tracks is none of the pictures'. Tracks
    // are as long as the input, and so not those of a slow video.
    Status open_tracks() {
        return command_.input.raw || command_.is_slow() || command_.pictures_alone
                   ? Status()
                   : tracks_.open(command_.input.path, command_.silent, command_.input.references);
    }
    std::string left_out() const {
        return command_.pictures_alone ? "" : left_out_of(tracks_, reader_, command_.silent);
    }

    // All pictures from the step's first to before its second.
    Status append(const Step& step, const media::Picture& first_picture) {
        Status status = opened_ ? Status() : open(*step.first, first_picture);
        counts_.read += 1 + step.repeats;
        counts_.repeats += step.repeats;
        if (status.ok() && step.pair.is_cut()) counts_.cuts++;
        for (const int64_t end = times_.count_before(step.to);
             status.ok() && counts_.written < end && !interrupted();)
            status = append_at(step, step.second ? place_in(step) : 0);
        return status;
    }
    // A video without a picture is no file: players refuse it.
    Status finish() { return counts_.written > 0 ? video_.finish() : Status(); }
    const Counts& counts() const { return counts_; }

private:
    Status open(const media::YuvImage& image, const media::Picture& picture) {
        media::VideoFormat format;
        format.width = (image.width + 1) / 2 * 2;
        format.height = (image.height + 1) / 2 * 2;
        format.time_base = {rate_.denominator, rate_.numerator};
        format.rate = rate_;
        format.colors = picture.color_tags();
        format.pixel_aspect = aspect_for(command_.output, picture);
        format.quality = command_.quality;
        format.pictures_alone = command_.pictures_alone;
        format.tracks = &tracks_;
        format.first_seconds = picture.facts().seconds;
        Status status = video_.open(command_.output, format);
        opened_ = status.ok();
        if (opened_) say_what_is_lost(reader_, picture);
        return status;
    }

    // A scene is over where its last picture was to be followed by the next one's first, also if it repeats.
    double place_in(const Step& step) const {
        const int64_t from = step.pair.is_cut() ? step.held_until : step.from;
        return std::max(0.0, times_.place(counts_.written, from, step.to));
    }

    Status append_at(const Step& step, double place) {
        const bool whole = place == 0 || place == 1 || step.pair.is_cut();
        if (whole) return write(place < 0.5 ? *step.first : *step.second);
        media::YuvImage between(step.first->width, step.first->height);
        Status status = step.pair.render(place, target_of(between), command_.threads);
        counts_.made++;
        return status.ok() ? write(between) : status;
    }
    Status write(const media::YuvImage& image) { return video_.append(image, counts_.written++); }

    const InterpolateCommand& command_;
    const media::VideoReader& reader_;
    media::FrameRate rate_;
    OutputTimes times_;
    media::TrackCopy tracks_;
    media::VideoWriter video_;
    bool opened_ = false;
    Counts counts_;
};

// Decodes, searches and encodes.
Status make_video(const InterpolateCommand& command, StepSource& source, Output& output, Progress& progress) {
    const auto search = [&](Step& step) {
        return step.second ? step.pair.set(view_of(*step.first), view_of(*step.second), command.threads,
                                           command.refined)
                           : Status();
    };
    const auto write = [&](const Step& step) {
        const Status status = output.append(step, source.first_picture());
        progress.update(output.counts().read);
        return status;
    };
    Pipeline<StepSource, Step> pipeline(source, search, write);
    return pipeline.run(command.threads > 0 ? command.threads : tbb::task_arena::automatic,
                        pipeline.in_flight(command.threads), [] { return true; });
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

int run_interpolate(const InterpolateCommand& command) {
    catch_interrupts();
    if (command.to_standard_output()) std::signal(SIGPIPE, SIG_IGN);
    const Status distinct = check_distinct({command.input.path}, {command.output});
    if (!distinct.ok()) return exit_status_of(distinct);
    media::VideoReader reader;
    Status status = reader.open(command.input.path, command.input.reader_options());
    if (interrupted()) return report_interruption(false);
    if (status.ok()) status = check_distinct(reader.references(), {command.output});
    if (!status.ok()) return exit_status_of(status);
    const std::optional<media::FrameRate> rate = command.rate.of(reader.frame_rate());
    if (!rate || rate->numerator > int64_t{1000} * rate->denominator)
        return exit_status_of(
            {StatusCode::invalid_argument, "--rate: '" + command.rate_text + "', where " + reader.name() +
                                               " has " + text_of(reader.frame_rate()) +
                                               " frames a second; expected at most 1000 of the output"});
    const std::optional<media::FrameRate> made = command.slow.of(*rate);
    if (!made)
        return exit_status_of({StatusCode::invalid_argument,
                               "--slow: '" + command.slow_text + "' of " + text_of(*rate) +
                                   " frames a second; expected a rate that a video's header can hold"});
    const double frames = static_cast<double>(reader.frame_count()) * made->numerator / made->denominator *
                          reader.frame_rate().denominator / reader.frame_rate().numerator;
    if (reader.frame_count() > 1 && frames < 1)
        return exit_status_of(
            {StatusCode::invalid_argument, "--rate: '" + command.rate_text + "', where " + reader.name() +
                                               " has " + std::to_string(reader.frame_count()) +
                                               " frames at " + text_of(reader.frame_rate()) +
                                               " a second; expected a frame of the output in that time"});
    StepSource source(reader, command.even_repeats);
    Output output(command, reader, *rate, *made);
    Status finished;
    {
        Progress progress(reader.frame_count());
        status = output.open_tracks();
        if (status.ok()) status = make_video(command, source, output, progress);
        finished = guarded([&] { return output.finish(); });
    }
    const Counts& counts = output.counts();
    if (status.ok()) status = finished;
    if (counts.written > 0 && finished.ok()) say_what_was_made(command, reader.frame_rate(), *rate, counts);
    if (source.skipped() > 0)
        say("warning: " + std::to_string(source.skipped()) +
            " frames are left out: their time is not after that of the frame before");
    if (!status.ok() && media::reader_has_left()) return 0;  // it wanted no more
    if (!status.ok()) return exit_status_of(status);
    if (counts.written > 0) say_what_is_left_out(command.output, output.left_out());
    if (!interrupted()) return report_input(reader);
    return report_interruption(counts.written > 0);
}

void check_video_name(const std::string& name) {
    if (media::is_standard_output(name)) {
        if (isatty(STDOUT_FILENO) == 1) refuse("-o", name, "a pipe or a file in the place of the terminal");
        return;
    }
    for (const char* ending : {".mp4", ".mkv", ".mov"})
        if (media::has_ending(name, ending)) return;
    refuse("-o", name, "a name ending in .mp4, .mkv or .mov, or - for standard output");
}

}  // namespace

void add_interpolate_command(CLI::App& app, int& exit_status) {
    CLI::App* interpolate = app.add_subcommand(
        "interpolate",
        "Make a video of another frame rate or in slow motion, its new pictures along the motion");
    const auto command = std::make_shared<InterpolateCommand>();
    add_input_flags(*interpolate, command->input);
    interpolate
        ->add_option_function<std::string>(
            "-o,--output",
            [command](const std::string& name) {
                check_video_name(name);
                command->output = name;
            },
            "the video: FILE.mp4, FILE.mkv or FILE.mov; - for standard output, as NUT with pictures that are "
            "not coded")
        ->type_name("FILE")
        ->required();
    interpolate
        ->add_option_function<std::string>(
            "--rate",
            [command](const std::string& text) {
                const std::optional<RateRequest> rate = RateRequest::parse(text);
                if (!rate) refuse("--rate", text, "x2 (times the input's), 60, 59.94 or 60000/1001");
                command->rate = *rate;
                command->rate_text = text;
            },
            "frames a second: x2 (times the input's), 60, 59.94 or 60000/1001; with --slow, the input's")
        ->type_name("RATE");
    interpolate
        ->add_option_function<std::string>(
            "--slow",
            [command](const std::string& text) {
                const std::optional<RateRequest> slow = RateRequest::parse("x" + text);
                if (!slow || slow->numerator < slow->denominator ||
                    slow->numerator > int64_t{kSlowest} * slow->denominator)
                    refuse("--slow", text,
                           "a number from 1 to " + std::to_string(kSlowest) + ": 4, 2.5 or 5/2");
                command->slow = *slow;
                command->slow_text = text;
            },
            "slow motion, N times as long, without sound: 4, 2.5 or 5/2")
        ->type_name("N");
    static const base::Choices<bool> presets = {{"default", false}, {"best", true}};
    add_choice(*interpolate, "--preset", command->refined, presets,
               "motion: default, or best: refined pixel by pixel, which takes three times as long");
    static const base::Choices<bool> repeated = {{"keep", false}, {"even", true}};
    add_choice(*interpolate, "--repeated", command->even_repeats, repeated,
               "pictures that show what the one before does, as in animation on twos: keep, or even: motion "
               "goes on");
    add_number(*interpolate, "--quality", command->quality, 0, 51,
               "of the encoder, 0 (lossless) to 51 (smallest)");
    add_number(*interpolate, "--threads", command->threads, 0, 1024, "worker threads, 0: one a core");
    interpolate->add_flag("--y4m", command->pictures_alone, "with -o -: YUV4MPEG2, pictures alone");
    interpolate->add_flag("--silent", command->silent, "leave the sound out");
    interpolate->callback([command, interpolate, &exit_status] {
        if (interpolate->count("--rate") + interpolate->count("--slow") == 0)
            throw CLI::RequiredError("--rate or --slow");
        for (const char* flag : {"--y4m", "--quality"})
            if (interpolate->count(flag) > 0 &&
                command->to_standard_output() != (std::string(flag) == "--y4m"))
                throw CLI::ValidationError(flag, command->to_standard_output()
                                                     ? "pictures are not coded with -o -; expected no quality"
                                                     : "expected -o -");
        exit_status = run_interpolate(*command);
    });
}
