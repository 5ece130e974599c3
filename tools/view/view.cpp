// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/printable.h"
#include "genmedia/version.h"
#include "tools/distinct_files.h"
#include "tools/motion/clip_run.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/view/recording_run.h"
#include "tools/view/view_run.h"

#include <algorithm>
#include <cstdio>
#include <memory>

using namespace genmedia;

namespace {

using Runs = std::vector<std::unique_ptr<PageRun>>;

Status open_all(const ViewCommand& command, const Runs& runs) {
    for (const auto& run : runs) {
        if (Status status = run->open(); !status.ok()) return status;
        if (Status status = check_distinct(run->files(), {command.output}); !status.ok()) return status;
    }
    return {};
}

std::string about(const Runs& runs) {
    Json page{{"format", 1}, {"made_by", std::string("genmedia ") + version()}};
    for (const auto& run : runs) page["runs"].push_back(run->about());
    return page.dump(-1, ' ', false, Json::error_handler_t::replace);  // names may be in any encoding
}

// Pictures that were made before somebody interrupted are kept.
Status make_page(const ViewCommand& command, const Runs& runs, media::PageWriter& page) {
    Status status = page.open(command.output, media::PageKind::view, command.most_megabytes * 1'000'000);
    for (const auto& run : runs) {
        if (!status.ok()) return status;
        Progress progress(run->expected_frames());
        status = guarded([&] { return run->run(progress); });
    }
    const bool has_all = std::ranges::all_of(runs, [](const auto& run) { return run->frames() > 0; });
    if (!status.ok() || !has_all) return status;
    return page.finish(about(runs));
}

int report(const ViewCommand& command, const Runs& runs, const media::PageWriter& page,
           const Status& status) {
    if (!status.ok()) return exit_status_of(status);
    int64_t frames = 0;
    for (const auto& run : runs) frames += run->frames();
    if (frames > 0 && !command.json)
        std::printf("%s: %lld frames, %.1f MB\nwrote %s\n", base::printable(command.inputs.front()).c_str(),
                    static_cast<long long>(frames), static_cast<double>(page.size()) / 1e6,
                    base::printable(command.output).c_str());
    if (interrupted()) {
        say(frames > 0 ? "interrupted; the page has what was done until then"
                       : "interrupted; nothing is written");
        return kInterrupted;
    }
    int exit_status = 0;
    for (const auto& run : runs) exit_status = std::max(exit_status, run->report());
    return exit_status;
}

int run_view(ViewCommand command) {
    if (Status status = check_search(command.motion); !status.ok()) return exit_status_of(status);
    settle(command.motion.options, command.motion);
    catch_interrupts();
    MotionEstimator estimator(options_of_search(command.motion.options));
    media::PageWriter page;
    Runs runs;
    for (const std::string& input : command.inputs) {
        const int number = static_cast<int>(runs.size());
        if (is_recording(input))
            runs.push_back(std::make_unique<RecordingRun>(command, input, number, page));
        else
            runs.push_back(std::make_unique<ViewRun>(command, input, number, estimator, page));
    }
    Status status = guarded([&] { return open_all(command, runs); });
    if (status.ok() && !interrupted()) status = guarded([&] { return make_page(command, runs, page); });
    const int exit_status = report(command, runs, page, status);
    if (command.json) {
        Json record = run_record(command.inputs.front(), command.output, exit_status, status);
        record["frames"] = runs.front()->frames();
        record["bytes"] = status.ok() ? page.size() : 0;
        print_json_line(record);
    }
    return exit_status;
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_status) {
    CLI::App* view =
        app.add_subcommand("view", "Make a page that shows the motion of a video, block by block");
    const auto command = std::make_shared<ViewCommand>();
    add_view_flags(*view, *command);
    view->callback([command, &exit_status] {
        check_view_flags(*command);
        exit_status = run_view(*command);
    });
}
