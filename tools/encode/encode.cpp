// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/printable.h"
#include "tools/distinct_files.h"
#include "tools/encode/encoding.h"
#include "tools/json_lines.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"

#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>
#include <vector>

using namespace genmedia;

namespace {

double kilobits_a_second(const EncodeOutputs& outputs) {
    const double seconds = outputs.seconds_shown();
    return seconds > 0 ? 8e-3 * static_cast<double>(outputs.bytes()) / seconds : 0;
}

void print_summary(const EncodeCommand& command, const Encoding& encoding, double seconds) {
    const EncodeOutputs& outputs = encoding.outputs();
    std::FILE* const to = command.uses_standard_output() ? stderr : stdout;
    std::fprintf(to, "%s: %lld frames, %.1f kbit/s, %.1f frames/s\n",
                 base::printable(command.input.path).c_str(), static_cast<long long>(outputs.pictures()),
                 kilobits_a_second(outputs), static_cast<double>(outputs.pictures()) / seconds);
    if (!command.decisions.empty())
        std::fprintf(to, "%zu frames decided by %s\n", encoding.given(), command.decisions.c_str());
    for (const std::string& file : outputs.files())
        std::fprintf(to, "wrote %s\n", base::printable(file).c_str());
}

Json record_of(const EncodeCommand& command, const Encoding& encoding, double seconds, const Status& status,
               int exit_status) {
    const EncodeOutputs& outputs = encoding.outputs();
    Json record = run_record(command.input.path, command.output, exit_status, status);
    record["files"] = outputs.files();
    record["frames"] = outputs.pictures();
    record["bytes"] = outputs.bytes();
    record["kilobits_per_second"] = kilobits_a_second(outputs);
    record["seconds"] = seconds;
    return record;
}

Status open_input(const EncodeCommand& command, media::VideoReader& reader) {
    const std::vector<std::string> outputs{command.output, command.reconstruction, command.stats,
                                           command.overlay};
    Status status = check_distinct({command.input.path, command.decisions}, outputs);
    if (status.ok()) status = reader.open(command.input.path, command.input.reader_options());
    return status.ok() && !interrupted() ? check_distinct(reader.references(), outputs) : status;
}

// Whatever fails, the files of the pictures before it are completed.
Status encode_all(Encoding& encoding, const media::VideoReader& reader, double& seconds) {
    Progress progress(reader.frame_count());
    const Status status = guarded([&] { return encoding.run(progress); });
    seconds = progress.seconds();
    const Status finished = guarded([&] { return encoding.finish(); });
    return status.ok() ? finished : status;
}

// Bits are shared out by the rate that the file says. Matroska says how long one picture lasts, not the mean.
void say_what_rate_it_has(const EncodeCommand& command, const EncodeOutputs& outputs,
                          const media::VideoReader& reader) {
    if (command.options.bit_rate == 0 && command.options.max_rate == 0) return;
    const media::FrameRate rate = reader.frame_rate();
    const double said = static_cast<double>(rate.numerator) / rate.denominator;
    const double seconds = outputs.seconds_shown(), pictures = static_cast<double>(outputs.pictures());
    // A tenth more or less, and a picture that a short clip has by chance.
    if (std::abs(seconds * said - pictures) <= 1 + pictures / 10) return;
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(),
                  " says %.6g pictures a second, and has %.6g: bits a second are %.6g times those asked for",
                  said, pictures / seconds, pictures / seconds / said);
    say("warning: " + reader.name() + text.data());
}

int report(const EncodeCommand& command, const Encoding& encoding, const media::VideoReader& reader,
           const Status& status) {
    const bool has_begun = encoding.outputs().pictures() > 0;
    if (!status.ok() && media::is_standard_output(command.output) && media::reader_has_left())
        return 0;  // it wanted no more
    if (!status.ok() && (has_begun || !interrupted())) return exit_status_of(status);
    if (has_begun) say_what_is_left_out(command.output, encoding.outputs().left_out());
    if (has_begun) say_what_rate_it_has(command, encoding.outputs(), reader);
    return interrupted() ? report_interruption(has_begun) : report_input(reader);
}

int run_encode(const EncodeCommand& command) {
    catch_interrupts();
    if (command.uses_standard_output()) std::signal(SIGPIPE, SIG_IGN);
    media::VideoReader reader;
    Encoding encoding(command, reader);
    double seconds = 0;
    Status status = open_input(command, reader);
    if (status.ok() && !interrupted()) status = encode_all(encoding, reader, seconds);
    if (!command.json && encoding.outputs().is_complete()) print_summary(command, encoding, seconds);
    const int exit_status = report(command, encoding, reader, status);
    if (command.json) print_json_line(record_of(command, encoding, seconds, status, exit_status));
    return exit_status;
}

}  // namespace

void add_encode_command(CLI::App& app, int& exit_status) {
    CLI::App* encode =
        app.add_subcommand("encode", "Encode a video as H.264, decided by the motion estimation unit");
    const auto command = std::make_shared<EncodeCommand>();
    add_encode_flags(*encode, *command);
    encode->callback([command, encode, &exit_status] {
        check_encode_flags(*encode, *command);
        exit_status = run_encode(*command);
    });
}
