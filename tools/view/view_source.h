// SPDX-License-Identifier: MIT
// The pictures of a page in their order, and what is known of each.
#pragma once

#include "genmedia/encode.h"
#include "media/drawing/page/page_field.h"
#include "media/results/field_reader.h"
#include "media/video/video_reader.h"
#include "tools/view/view_command.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// A picture of the page; previous and next: what it is searched in.
struct ViewItem {
    genmedia::media::Picture current, previous, next;
    genmedia::media::FrameFacts facts;
    bool is_shown_alone = false;  // it is there for the next one: nothing is asked of it
    genmedia::MotionField field;
    genmedia::media::FieldExtras extras;
    int64_t bits = 0;  // of the encoded picture
    int qp = 0;
    genmedia::media::YuvImage image;
    std::string packed;                 // empty: nothing is known
    std::vector<std::string> records;   // of each of record_shapes(), where they are asked for
    double distortion = 0, length = 0;  // means: of a macroblock, and of vectors in pixels
    uint16_t high = 0;                  // of macroblocks: see high_value()
    genmedia::Status status;
};

class ViewSource {
public:
    // `results`: the directory that has them; empty: somebody searches the pictures, or they are encoded.
    ViewSource(const ViewCommand& command, genmedia::media::VideoReader& reader, std::string results)
        : command_(command), reader_(reader), results_(std::move(results)) {}

    // Null at the end, or where something failed.
    std::shared_ptr<ViewItem> next();

    const genmedia::Status& failure() const { return failure_; }
    void fail(const genmedia::Status& status) { failure_ = status; }
    int64_t pictures_read() const { return number_; }
    const std::string& results() const { return results_; }
    const genmedia::media::FieldReader& fields() const { return fields_; }
    // Of the first picture, which the page's have.
    const genmedia::media::ColorTags& colors() const { return colors_; }

private:
    genmedia::media::Picture read();
    bool begin();
    void find_range();
    genmedia::Status ask(ViewItem& item, int64_t number);
    genmedia::Status encode(ViewItem& item);
    bool has_last_of_range() const { return number_ >= end_; }

    const ViewCommand& command_;
    genmedia::media::VideoReader& reader_;
    const std::string results_;
    genmedia::media::FieldReader fields_;
    std::optional<genmedia::Encoder> encoder_;
    genmedia::media::ColorTags colors_;
    genmedia::media::Picture previous_, current_, following_;
    int64_t number_ = 0;           // of the picture in following_
    int64_t first_ = 0, end_ = 0;  // that have results
    bool has_begun_ = false;
    genmedia::Status failure_;
};
