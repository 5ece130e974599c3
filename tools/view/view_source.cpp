// SPDX-License-Identifier: MIT
#include "tools/view/view_source.h"

#include "tools/pipeline/interrupt.h"

#include <algorithm>
#include <utility>

using namespace genmedia;

namespace {

// What the encoder decided as a field: skipped macroblocks have the vectors that it gave them.
MotionField field_of(const EncodedPicture& coded, int32_t width, int32_t height) {
    MotionField field;
    field.width = width;
    field.height = height;
    field.columns = static_cast<int32_t>(coded.columns);
    field.rows = static_cast<int32_t>(coded.rows);
    field.has_inter = !coded.is_key;
    field.has_intra = true;
    for (const MacroblockDecision& decision : coded.decisions) {
        MacroblockIntra& intra = field.intra.emplace_back();
        const bool is_intra = decision.type >= MacroblockType::intra_16x16;
        if (is_intra) {
            intra.shape = decision.type == MacroblockType::intra_4x4 ? vme::IntraShape::shape_4x4
                                                                     : vme::IntraShape::shape_16x16;
            intra.luma_modes = decision.luma_modes;
        }
        if (!field.has_inter) continue;
        vme::InterResult& inter = field.inter.emplace_back();
        if (is_intra) continue;
        inter.major_shape = decision.major_shape;
        inter.minor_shapes = decision.minor_shapes;
        for (size_t e = 0; e < 16; e++) inter.vectors[e].forward = decision.vectors[e];
    }
    return field;
}

}  // namespace

media::Picture ViewSource::read() {
    media::Picture picture;
    bool end = !failure_.ok();
    if (!end) failure_ = reader_.next(picture, end);
    return picture;
}

void ViewSource::find_range() {
    const FrameRange& range = command_.motion.frames;
    first_ = range.first;
    end_ = range.end;
    if (results_.empty()) return;
    const std::vector<int32_t>& numbers = fields_.numbers();
    if (numbers.empty()) return;
    first_ = std::max<int64_t>(first_, numbers.front());
    end_ = std::min<int64_t>(end_, int64_t{numbers.back()} + 1);
}

bool ViewSource::begin() {
    has_begun_ = true;
    following_ = read();
    if (following_.empty()) return false;
    colors_ = following_.color_tags();
    if (!results_.empty())
        failure_ = fields_.open(results_ + "/motion.npz", following_.width(), following_.height());
    find_range();
    return failure_.ok();
}

// In the order of the pictures: what a folder has of it, or the encoder says.
Status ViewSource::ask(ViewItem& item, int64_t number) {
    if (command_.encode) return encode(item);
    if (results_.empty()) return {};
    const std::vector<int32_t>& numbers = fields_.numbers();
    if (!std::ranges::binary_search(numbers, static_cast<int32_t>(number))) return {};
    bool is_there = false;
    // Those that --frames leaves out have to be read all the same.
    Status status = fields_.next(number, item.field, item.facts, is_there);
    if (status.ok() && is_there && item.facts.pts != item.current.facts().pts)
        status = {StatusCode::invalid_argument, reader_.name() + ": frame " + std::to_string(number) +
                                                    " is shown at tick " +
                                                    std::to_string(item.current.facts().pts) + ", but at " +
                                                    std::to_string(item.facts.pts) + " in '" + results_ +
                                                    "'; expected the video that the results are of"};
    return status;
}

Status ViewSource::encode(ViewItem& item) {
    media::YuvImage image;
    Status status = item.current.yuv420(image, colors_);
    if (!encoder_) {
        EncoderOptions options;
        options.width = image.width;
        options.height = image.height;
        options.qp = command_.motion.options.qp;
        options.threads = command_.motion.options.threads;
        options.rate_numerator = reader_.frame_rate().numerator;
        options.rate_denominator = reader_.frame_rate().denominator;
        encoder_.emplace(options);
    }
    EncodedPicture coded;
    if (status.ok()) status = encoder_->encode(image.view(), coded);
    if (!status.ok()) return status;
    item.field = field_of(coded, image.width, image.height);
    for (const MacroblockDecision& decision : coded.decisions)
        item.extras.types.push_back(static_cast<uint8_t>(decision.type));
    item.extras.bits = coded.bits;
    item.qp = coded.qp;
    item.bits = static_cast<int64_t>(8 * coded.bytes.size());
    return {};
}

std::shared_ptr<ViewItem> ViewSource::next() {
    if (!has_begun_ && !begin()) return nullptr;
    while (!following_.empty() && failure_.ok() && !has_last_of_range() && !interrupted()) {
        previous_ = std::move(current_);
        current_ = std::move(following_);
        const bool wants_more = number_ + 1 < end_ || command_.motion.references == 2;
        following_ = wants_more ? read() : media::Picture();
        const int64_t number = number_++;
        auto item = std::make_shared<ViewItem>();
        item->current = current_;
        item->facts = current_.facts();
        item->is_shown_alone = number < first_;
        if (Status status = ask(*item, number); !status.ok()) {
            failure_ = status;
            return nullptr;
        }
        if (number + 1 < first_) continue;
        item->previous = previous_;
        if (number > 0 && command_.motion.references == 2) item->next = following_;
        return item;
    }
    return nullptr;
}
