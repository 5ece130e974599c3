// SPDX-License-Identifier: MIT
#include "media/results/writers/line_file.h"

namespace genmedia::media {

Status LineFile::open(const std::string& path, const std::string& header) {
    ends_.clear();
    Status status = file_.open(path);
    return status.ok() ? add(header + "\n") : status;
}

Status LineFile::add(const std::string& lines) {
    Status status = file_.write(lines);
    if (status.ok()) status = file_.flush();
    if (status.ok()) ends_.push_back(file_.size());
    return status;
}

Status LineFile::finish(int64_t frames) {
    if (ends_.size() <= static_cast<size_t>(frames))
        return {StatusCode::io, "cannot write '" + file_.path() + "': it has fewer than " +
                                    std::to_string(frames) + " frames"};
    Status status = file_.shorten(ends_[static_cast<size_t>(frames)]);
    return status.ok() ? file_.publish() : status;
}

}  // namespace genmedia::media
