// SPDX-License-Identifier: MIT
#include "media/results/writers/stats_writer.h"

#include "media/results/stats_text.h"
#include "media/video/output/output_file.h"

namespace genmedia::media {

Status StatsWriter::open(const std::string& path, bool) {
    path_ = path;
    return {};
}

Status StatsWriter::append(const FrameFacts&, const MotionField&) { return {}; }

Status StatsWriter::finish(const Stats& stats) {
    OutputFile file;
    Status status = file.open(path_);
    if (status.ok()) status = file.write(stats_json(stats));
    if (status.ok()) status = file.publish();
    return status;
}

}  // namespace genmedia::media
