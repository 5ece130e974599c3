// SPDX-License-Identifier: MIT
// What a page says of its runs, as JSON. docs/view.md has the keys.
#pragma once

#include "base/motion_names.h"
#include "media/drawing/page/page_encoder.h"
#include "tools/json_lines.h"
#include "tools/view/view_source.h"

#include <string>

// The shapes that records are made of: all single ones.
genmedia::base::Choices<genmedia::vme::PartitionBit> record_shapes();

// What nearly all macroblocks do not exceed: 49 of 50. Of bits where they are known, else of distortions.
uint16_t high_value(const genmedia::MotionField& field, const genmedia::media::FieldExtras& extras);

class RunAbout {
public:
    RunAbout();

    void set_video(const genmedia::media::Picture& first, const genmedia::media::PageVideo& video,
                   double frames_a_second);
    void set_settings(const ViewCommand& command, const ViewSource& source);
    void add(const ViewItem& item);
    void add_key(int64_t index) { keys_.push_back(index); }
    bool is_empty() const { return numbers_.empty(); }
    int64_t frames() const { return static_cast<int64_t>(numbers_.size()); }

    // `name`: of the input. `codec`: of the pictures.
    Json json(const std::string& name, const std::string& codec) const;

private:
    Json run_, settings_ = Json::array();
    Json numbers_ = Json::array(), times_ = Json::array(), damages_ = Json::array(), missing_ = Json::array(),
         cuts_ = Json::array(), known_ = Json::array(), distortions_ = Json::array(), highs_ = Json::array(),
         lengths_ = Json::array(), bits_ = Json::array(), quantisers_ = Json::array(), keys_ = Json::array();
};
