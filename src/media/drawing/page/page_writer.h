// SPDX-License-Identifier: MIT
// One HTML file with all that a browser needs. docs/view.md describes what is in it.
#pragma once

#include "genmedia/status.h"
#include "media/video/output/output_file.h"

#include <cstdint>
#include <string>

namespace genmedia::media {

enum class PageKind : uint8_t { view, registers };

class PageWriter {
public:
    // Refuses to grow above `most_bytes`.
    Status open(const std::string& path, PageKind kind, int64_t most_bytes);
    // Bytes that the script finds by `id`, which has letters, digits and - alone.
    Status add(const std::string& id, const std::string& bytes);
    // Text in JSON, whole in UTF-8, that describes it all. Then the file takes its name.
    Status finish(const std::string& json);

    int64_t size() const { return file_.size(); }

private:
    Status write(const std::string& text);

    OutputFile file_;
    std::string rest_;  // of the page, behind the data
    int64_t most_ = 0;
};

}  // namespace genmedia::media
