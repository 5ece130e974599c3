// SPDX-License-Identifier: MIT
#include "tools/motion/clip_run.h"

#include "base/printable.h"
#include "media/results/stats_text.h"
#include "tools/json_lines.h"
#include "tools/motion/search_pipeline.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/programs/pocl_cache.h"

#include <algorithm>
#include <cstdio>
#include <thread>

using namespace genmedia;

namespace {

// Beside a device three quarters more threads than FFmpeg takes by itself: the decoder stops where one of its
// threads waits for a processor and no other has a picture to go on with.
media::ReaderOptions options_of_reader(const MotionCommand& command) {
    media::ReaderOptions options = command.input.reader_options();
    constexpr unsigned most_by_itself = 16;
    if (wants_device(command.options))
        options.threads =
            static_cast<int>(std::min(most_by_itself, std::thread::hardware_concurrency()) * 7 / 4);
    return options;
}

}  // namespace

MotionOptions options_of_search(MotionOptions options) {
    if (wants_device(options)) options.threads = 1;
    return options;
}

ClipRun::ClipRun(const MotionCommand& command, MotionEstimator& estimator, bool in_a_line)
    : command_(command), estimator_(estimator), in_a_line_(in_a_line), outputs_(command, reader_) {}

Status ClipRun::prepare() {
    Status status = reader_.open(command_.input.path, options_of_reader(command_));
    if (!status.ok() || interrupted()) return status;
    status = outputs_.prepare();
    for (const std::string& warning : outputs_.warnings()) say("warning: " + warning);
    return status;
}

// Whatever fails, the files of the frames before it are completed.
Status ClipRun::search(const std::string& place) {
    Progress progress(expected_frames(command_, reader_.frame_count()), place);
    Status status = search_frames(command_, reader_, estimator_, outputs_, progress);
    const Status finished = guarded([&] { return outputs_.finish(progress.seconds()); });
    if (status.ok()) status = finished;
    if (const std::string fault = pocl_cache_fault();
        !status.ok() && wants_device(command_.options) && !fault.empty())
        status = {status.code(), status.message() + "; " + fault};
    return status;
}

void ClipRun::print_table() const {
    std::FILE* const to = command_.pipes_overlay() ? stderr : stdout;
    std::fprintf(to, "%s\n%s", base::printable(command_.input.path).c_str(),
                 media::stats_table(outputs_.stats()).c_str());
    for (const std::string& name : outputs_.files())
        std::fprintf(to, "wrote %s\n", base::printable(name).c_str());
}

void ClipRun::print_line() const {
    const media::Stats& stats = outputs_.stats();
    std::printf("%s: %lld frames in %.1f s, %.1f frames/s; wrote %s\n",
                base::printable(command_.input.path).c_str(), static_cast<long long>(stats.frames),
                stats.seconds, stats.frames_per_second(), base::printable(command_.directory).c_str());
    std::fflush(stdout);
}

void ClipRun::print_record(const Status& status, int exit_status) const {
    Json record = run_record(command_.input.path, command_.directory, exit_status, status);
    record["files"] = outputs_.files();
    record["stats"] = outputs_.stats().frames > 0 ? Json::parse(media::stats_json(outputs_.stats())) : Json();
    print_json_line(record);
}

// Among other clips a message has to say whose it is.
std::string ClipRun::named(const std::string& message) const {
    if (!in_a_line_ || message.find(command_.input.path) != std::string::npos) return message;
    return "'" + command_.input.path + "': " + message;
}

int ClipRun::report(const Status& status) const {
    if (!status.ok() && !interrupted()) return exit_status_of({status.code(), named(status.message())});
    if (!interrupted()) return report_input(reader_);
    const int64_t frames = outputs_.stats().frames;
    say(named("interrupted; " + (frames == 0 ? "nothing is" : std::to_string(frames) + " frames are") +
              " written"));
    return kInterrupted;
}

int ClipRun::run(const std::string& place) {
    Status status = guarded([&] { return prepare(); });
    if (status.ok() && !interrupted()) status = search(place);
    if (!command_.json && outputs_.stats().frames > 0 && !in_a_line_) print_table();
    if (!command_.json && in_a_line_ && status.ok() && !interrupted()) print_line();
    const int exit_status = report(status);
    if (command_.json) print_record(status, exit_status);
    return exit_status;
}
