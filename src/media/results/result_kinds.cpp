// SPDX-License-Identifier: MIT
#include "media/results/result_kinds.h"

#include "media/results/writers/csv_writer.h"
#include "media/results/writers/frames_writer.h"
#include "media/results/writers/stats_writer.h"

namespace genmedia::media {
namespace {

template <class Writer>
std::unique_ptr<ResultWriter> made() {
    return std::make_unique<Writer>();
}

constexpr ResultKind kKinds[] = {
    {"frames.csv", nullptr, nullptr, made<FramesWriter>},
    {"motion.csv", "--csv", "write DIR/motion.csv, a line a macroblock", made<CsvWriter>},
    {"stats.json", "--stats", "write DIR/stats.json", made<StatsWriter>},
};

}  // namespace

std::span<const ResultKind> result_kinds() { return kKinds; }

}  // namespace genmedia::media
