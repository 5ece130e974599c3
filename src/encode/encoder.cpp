// SPDX-License-Identifier: MIT
#include "genmedia/encode.h"

#include "encode/nal_unit.h"
#include "encode/picture_coder.h"
#include "encode/rate_control.h"
#include "encode/validate.h"
#include "vme/backends.h"

#include <algorithm>
#include <deque>

namespace genmedia {

using namespace encode;

struct Encoder::State {
    explicit State(const EncoderOptions& its_options) : options(its_options) {}

    EncoderOptions options;
    Status options_status = encode::validate(options);
    RateControl rate{options};
    std::deque<Frame> references;  // the last picture first
    uint32_t frame_number = 0;     // pictures after the last IDR picture
    uint32_t key_number = 0;       // IDR pictures so far

    int32_t columns() const { return (options.width + 15) / 16; }
    int32_t rows() const { return (options.height + 15) / 16; }

    bool is_key_due() const {
        return references.empty() || frame_number + 1 >= static_cast<uint32_t>(options.key_interval);
    }

    CodedPicture code(const vme::Backend& backend, const SourcePicture& source, bool is_key,
                      const std::vector<MacroblockDecision>* given) {
        std::vector<const Frame*> frames;
        if (!is_key)
            for (const Frame& frame : references) frames.push_back(&frame);
        return code_picture({.functions = backend.functions,
                             .options = options,
                             .source = source,
                             .references = frames,
                             .qp = rate.qp(is_key),
                             .frame_number = is_key ? 0 : frame_number + 1,
                             .key_number = key_number,
                             .given = given});
    }

    void keep(CodedPicture&& picture, bool is_key, const std::vector<uint8_t>& sets, EncodedPicture& coded) {
        const int qp = rate.qp(is_key);
        coded.is_key = is_key;
        coded.qp = qp;
        coded.columns = static_cast<uint32_t>(columns());
        coded.rows = static_cast<uint32_t>(rows());
        coded.decisions = std::move(picture.decisions);
        coded.bits = std::move(picture.bits);
        coded.bytes = is_key ? sets : std::vector<uint8_t>();
        coded.bytes.insert(coded.bytes.end(), picture.bytes.begin(), picture.bytes.end());
        rate.add(is_key, qp, 8 * coded.bytes.size());
        frame_number = is_key ? 0 : frame_number + 1;
        key_number += is_key;
        if (is_key) references.clear();
        references.push_front(std::move(picture.reconstruction));
        if (references.size() > static_cast<size_t>(options.references)) references.pop_back();
    }
};

namespace {

// A picture with a larger share of intra macroblocks than this shows something new.
constexpr double kNewPicture = 0.7;

double intra_share(const std::vector<MacroblockDecision>& decisions) {
    const auto count = std::count_if(
        decisions.begin(), decisions.end(),
        [](const MacroblockDecision& decision) { return decision.type >= MacroblockType::intra_16x16; });
    return static_cast<double>(count) / static_cast<double>(decisions.size());
}

}  // namespace

Encoder::Encoder(const EncoderOptions& options) : state_(new State(options)) {}
Encoder::~Encoder() = default;
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;

Status Encoder::validate() const { return state_->options_status; }

Status Encoder::encode(const Yuv420View& picture, EncodedPicture& coded) {
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok()) status = state_->options_status;
    if (status.ok()) status = encode::validate(state_->options, picture);
    if (!status.ok()) return status;
    const SourcePicture source(picture, state_->columns(), state_->rows());
    bool is_key = state_->is_key_due();
    CodedPicture result = state_->code(*backend, source, is_key, nullptr);
    if (!is_key && state_->options.scene_cuts && intra_share(result.decisions) > kNewPicture) {
        is_key = true;
        result = state_->code(*backend, source, is_key, nullptr);
    }
    state_->keep(std::move(result), is_key, parameter_sets(), coded);
    return {};
}

Status Encoder::encode(const Yuv420View& picture, bool is_key,
                       const std::vector<MacroblockDecision>& decisions, EncodedPicture& coded) {
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok()) status = state_->options_status;
    if (status.ok()) status = encode::validate(state_->options, picture);
    if (status.ok() && !is_key && state_->references.empty())
        status = {StatusCode::invalid_argument, "is_key is false for the first picture; expected true"};
    if (status.ok())
        status = encode::validate(state_->options, decisions,
                                  is_key ? 0 : static_cast<int>(state_->references.size()));
    if (!status.ok()) return status;
    const SourcePicture source(picture, state_->columns(), state_->rows());
    state_->keep(state_->code(*backend, source, is_key, &decisions), is_key, parameter_sets(), coded);
    return {};
}

Yuv420View Encoder::reconstruction() const {
    if (state_->references.empty()) return {};
    const Frame& frame = state_->references.front();
    Yuv420View view{frame.view(0), frame.view(1), frame.view(2)};
    for (PlaneView* plane : {&view.cb, &view.cr}) {
        plane->width = (state_->options.width + 1) / 2;
        plane->height = (state_->options.height + 1) / 2;
    }
    view.luma.width = 2 * view.cb.width;
    view.luma.height = 2 * view.cb.height;
    return view;
}

std::vector<uint8_t> Encoder::parameter_sets() const {
    std::vector<uint8_t> sets;
    if (!state_->options_status.ok()) return sets;
    append_nal_unit(NalType::sequence_parameters, sequence_parameters(state_->options), sets);
    append_nal_unit(NalType::picture_parameters, picture_parameters(state_->options), sets);
    return sets;
}

}  // namespace genmedia
