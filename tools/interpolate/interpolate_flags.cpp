// SPDX-License-Identifier: MIT
#include "tools/device_flag.h"
#include "tools/flag_values.h"
#include "tools/interpolate/interpolate_command.h"
#include "tools/json_lines.h"

#include <optional>

using namespace genmedia;

namespace {

constexpr int kSlowest = 100;  // --slow

void check_video_name(const std::string& name) {
    if (media::is_standard_output(name)) {
        return refuse_terminal("-o");
    }
    for (const char* ending : {".mp4", ".mkv", ".mov"})
        if (media::has_ending(name, ending)) return;
    refuse("-o", name, "a name ending in .mp4, .mkv or .mov, or - for standard output");
}

void add_rate_flags(CLI::App& app, InterpolateCommand& command) {
    app.add_option_function<std::string>(
           "--rate",
           [&command](const std::string& text) {
               const std::optional<RateRequest> rate = RateRequest::parse(text);
               if (!rate)
                   refuse("--rate", text,
                          "x2 (times the input's), 60, 59.94 or 60000/1001, of four decimals at most");
               command.rate = *rate;
               command.rate_text = text;
           },
           "frames a second: x2 (times the input's), 60, 59.94 or 60000/1001; with --slow, the input's")
        ->type_name("RATE");
    app.add_option_function<std::string>(
           "--slow",
           [&command](const std::string& text) {
               const std::optional<RateRequest> slow = RateRequest::parse("x" + text);
               if (!slow || slow->numerator < slow->denominator ||
                   slow->numerator > int64_t{kSlowest} * slow->denominator)
                   refuse("--slow", text,
                          "a number from 1 to " + std::to_string(kSlowest) +
                              ": 4, 2.5 or 5/2, of four decimals at most");
               command.slow = *slow;
               command.slow_text = text;
           },
           "slow motion, N times as long, without sound: 4, 2.5 or 5/2")
        ->type_name("N");
}

}  // namespace

void add_interpolate_flags(CLI::App& app, InterpolateCommand& command) {
    add_input_flags(app, command.input);
    app.add_option_function<std::string>(
           "-o,--output",
           [&command](const std::string& name) {
               check_video_name(name);
               command.output = name;
           },
           "the video: FILE.mp4, FILE.mkv or FILE.mov; - for standard output, as NUT with pictures that are "
           "not coded")
        ->type_name("FILE")
        ->required();
    add_rate_flags(app, command);
    static const base::Choices<bool> presets = {{"default", false}, {"best", true}};
    add_choice(app, "--preset", command.refined, presets,
               "motion: default, or best: refined pixel by pixel, which takes three times as long");
    static const base::Choices<bool> repeated = {{"keep", false}, {"even", true}};
    add_choice(app, "--repeated", command.even_repeats, repeated,
               "pictures that show what the one before does, as in animation on twos: keep, or even: motion "
               "goes on");
    add_number(app, "--quality", command.quality, 0, 51, "of the encoder, 0 (lossless) to 51 (smallest)");
    add_number(app, "--threads", command.threads, 0, 1024, "worker threads, 0: one a core");
    add_device_flag(app, command.device);
    app.add_flag("--y4m", command.pictures_alone, "with -o -: YUV4MPEG2, pictures alone");
    app.add_flag("--silent", command.silent, "leave the sound out");
    add_json_flag(app, command.json);
}

void check_interpolate_flags(const CLI::App& app, const InterpolateCommand& command) {
    if (app.count("--rate") + app.count("--slow") == 0) throw CLI::RequiredError("--rate or --slow");
    const bool pipes = command.to_standard_output();
    check_standard_output_flags(app, pipes, "-o -", pipes && command.json);
    if (pipes && app.count("--quality") > 0)
        throw CLI::ValidationError("--quality", "pictures are not coded with -o -; expected no quality");
}
