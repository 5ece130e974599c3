// SPDX-License-Identifier: MIT
#include "tools/input_flags.h"

#include "tools/flag_values.h"
#include "tools/pipeline/interrupt.h"

using namespace genmedia;

namespace {

const base::Choices<media::RawFormat::Layout> kLayouts = {{"i420", media::RawFormat::Layout::i420},
                                                          {"nv12", media::RawFormat::Layout::nv12}};

void parse_size(const std::string& text, media::RawFormat& raw) {
    const size_t cross = text.find('x');
    const bool good = cross != std::string::npos &&
                      parse_number(std::string_view(text).substr(0, cross), raw.width) &&
                      parse_number(std::string_view(text).substr(cross + 1), raw.height);
    if (!good) refuse("--size", text, "WIDTHxHEIGHT such as 1920x1080");
    for (const int32_t side : {raw.width, raw.height})
        if (side < 1 || side > media::kMaxSide)
            refuse("--size", text, "sides in 1.." + std::to_string(media::kMaxSide));
}

}  // namespace

media::ReaderOptions InputFlags::reader_options() const {
    return {.raw = raw,
            .max_pixels = max_pixels,
            .strict = strict,
            .references = references,
            .interrupted = interrupted};
}

void add_input_flags(CLI::App& app, InputFlags& input) {
    app.add_option("INPUT", input.path,
                   "video file; - for standard input; FRAME%03d.png for numbered pictures")
        ->type_name("FILE")
        ->required();
    add_reader_flags(app, input);
}

void add_reader_flags(CLI::App& app, InputFlags& input) {
    const auto raw = [&input]() -> media::RawFormat& { return input.raw ? *input.raw : input.raw.emplace(); };
    CLI::Option* size = app.add_option_function<std::string>(
                               "--size", [raw](const std::string& text) { parse_size(text, raw()); },
                               "picture size of raw video")
                            ->type_name("WxH");
    CLI::Option* format = app.add_option_function<std::string>(
        "--format", [raw](const std::string& text) { raw().layout = chosen("--format", text, kLayouts); },
        "layout of raw video: " + names_of(kLayouts));
    format->type_name("NAME")->needs(size);
    note_names(*format, kLayouts);
    add_number(app, "--max-pixels", input.max_pixels, int64_t{1}, int64_t{media::kMaxSide} * media::kMaxSide,
               "refuse larger pictures");
    app.add_flag("--strict", input.strict, "stop at the first damage of the input");
    app.add_flag("--references", input.references, "a playlist may refer to files of its own folder");
}
