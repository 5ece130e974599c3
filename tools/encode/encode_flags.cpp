// SPDX-License-Identifier: MIT
#include "base/motion_names.h"
#include "media/video/output/output_file.h"
#include "tools/encode/encode_command.h"
#include "tools/flag_values.h"
#include "tools/json_lines.h"

#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

using namespace genmedia;

namespace {

void add_file(CLI::App& app, const std::string& flag, std::string& target,
              const std::vector<std::string>& endings, const std::string& help,
              bool or_standard_output = false) {
    const auto parse = [flag, &target, endings, or_standard_output](const std::string& name) {
        target = name;
        if (or_standard_output && media::is_standard_output(name)) return refuse_terminal(flag);
        std::string expected;
        for (const std::string& ending : endings) {
            if (media::has_ending(name, ending)) return;
            expected += (expected.empty() ? "" : ", ") + ending;
        }
        refuse(flag, name,
               "a name ending in " + expected + (or_standard_output ? ", or - for standard output" : ""));
    };
    app.add_option_function<std::string>(flag, parse, help)->type_name("FILE");
}

// "800k", "2.5M" or a plain number.
int64_t parse_bits(const std::string& flag, const std::string& text, const std::string& what) {
    constexpr double most = 2147483647;
    const bool has_unit = text.ends_with('k') || text.ends_with('M');
    double value = 0;
    if (parse_number(std::string_view(text).substr(0, text.size() - (has_unit ? 1 : 0)), value)) {
        if (has_unit) value *= text.back() == 'k' ? 1e3 : 1e6;
        if (value >= 1 && value <= most) return std::llround(value);
    }
    refuse(flag, text, what + ", as 800k, 2.5M or 1500000, at most 2147483647");
}

void add_bits(CLI::App& app, const std::string& flag, int64_t& target, const std::string& what,
              const std::string& help) {
    app.add_option_function<std::string>(
           flag, [flag, &target, what](const std::string& text) { target = parse_bits(flag, text, what); },
           help)
        ->type_name(what == "bits" ? "BITS" : "RATE");
}

const base::Choices<bool DecisionOptions::*> kSteps = {{"hierarchy", &DecisionOptions::hierarchy},
                                                       {"skip-check", &DecisionOptions::skip_check},
                                                       {"costs", &DecisionOptions::mode_costs},
                                                       {"intra", &DecisionOptions::intra_in_p}};

void leave_out(const std::string& list, DecisionOptions& decisions) {
    if (list.empty()) refuse("--without", list, "a comma list of " + names_of(kSteps));
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');)
        decisions.*chosen("--without", name, kSteps) = false;
}

void add_decision_flags(CLI::App& app, DecisionOptions& decisions) {
    add_choice(app, "--window", decisions.window, base::kWindows, "search window");
    add_choice(app, "--distortion", decisions.distortion, base::kDistortions,
               "measure of difference, but of the search");
    CLI::Option* without = app.add_option_function<std::string>(
        "--without", [&decisions](const std::string& list) { leave_out(list, decisions); },
        "steps that are left out, a comma list of " + names_of(kSteps));
    without->type_name("LIST");
    note_names(*without, kSteps);
    app.add_flag("--exact-refinement", decisions.exact_refinement,
                 "refine once more by the decoder's filter, which the unit lacks");
    app.add_flag("--exact-choice", decisions.exact_choice,
                 "code each macroblock in every way that the unit found, and take the best");
}

}  // namespace

void add_encode_flags(CLI::App& app, EncodeCommand& command) {
    EncoderOptions& options = command.options;
    add_input_flags(app, command.input);
    add_file(app, "-o,--output", command.output, {".mp4", ".mkv", ".mov", ".264", ".h264"},
             "the video; - for standard output, as bare H.264", true);
    app.add_flag("--ts", command.transport_stream, "with -o -: an MPEG transport stream, with sound");
    app.get_option("--output")->required();
    add_number(app, "--qp", options.qp, 0, 51,
               "quantiser of P pictures, 0 (best) to 51; of I pictures 3 less");
    add_bits(app, "--bit-rate", options.bit_rate, "bits a second",
             "bits a second that quantisers are to meet, as 800k or 2.5M");
    add_bits(app, "--max-rate", options.max_rate, "bits a second",
             "bits a second that fill a decoder's buffer, as 1M");
    add_bits(app, "--buffer", options.buffer, "bits", "size of that buffer, as 500k; else that of a second");
    add_number(app, "--key-interval", options.key_interval, 1, 1'000'000,
               "pictures from a key picture to the next");
    add_number(app, "--refs", options.references, 1, 4, "pictures that are searched");
    add_number(app, "--slices", options.slices, 1, 1024, "slices of a picture");
    app.add_flag_callback(
        "--no-deblocking", [&options] { options.deblocking = false; }, "leave the deblocking filter out");
    app.add_flag_callback(
        "--no-scene-cuts", [&options] { options.scene_cuts = false; },
        "no key pictures where a scene begins");
    add_decision_flags(app, options.decisions);
    add_number(app, "--threads", options.threads, 0, 1024, "worker threads, 0: one a core");
    add_file(app, "--decisions", command.decisions, {".npz"}, "decide as this motion.npz says");
    add_file(app, "--reconstruction", command.reconstruction, {".yuv"},
             "write the pictures as decoders show them");
    add_file(app, "--stats", command.stats, {".csv"}, "write bits, PSNR, SSIM and shares, a line a picture");
    add_file(app, "--overlay", command.overlay, {".mp4", ".mkv"},
             "draw what was decided, and what it cost in bits; - for standard output, as NUT", true);
    app.add_flag("--y4m", command.pictures_alone, "with --overlay -: YUV4MPEG2, pictures alone");
    add_json_flag(app, command.json);
    app.add_flag("--silent", command.silent, "leave the sound out");
}

void check_encode_flags(const CLI::App& app, const EncodeCommand& command) {
    const bool video = media::is_standard_output(command.output),
               overlay = media::is_standard_output(command.overlay);
    if (video && overlay)
        throw CLI::ValidationError("--overlay", "standard output has the video; expected a file");
    if (command.transport_stream && !video) throw CLI::ValidationError("--ts", "expected -o - beside it");
    check_standard_output_flags(app, overlay, "--overlay -", command.json && command.uses_standard_output());
}
