// SPDX-License-Identifier: MIT
#include "genmedia/encode.h"

#include "encode/bitstream/nal_unit.h"
#include "encode/decisions/rate_control.h"
#include "encode/picture_coder.h"
#include "encode/validate_options.h"
#include "motion/scene_cut.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

namespace genmedia {

using namespace encode;

struct Encoder::State {
    explicit State(const EncoderOptions& options_) : options(options_) {}

    EncoderOptions options;
    Status options_status = encode::validate(options);
    RateControl rate{options};
    StreamLevel level{options};
    std::deque<Frame> references;              // the last picture first
    uint32_t frame_number = 0;                 // pictures after the last IDR picture
    uint32_t key_number = 0;                   // IDR pictures so far
    std::optional<motion::CutPicture> before;  // the last source

    int32_t columns() const { return (options.width + 15) / 16; }
    int32_t rows() const { return (options.height + 15) / 16; }

    bool is_key_due() const {
        return references.empty() || frame_number + 1 >= static_cast<uint32_t>(options.key_interval);
    }

    // Keeps `luma`, the source's, for the next picture. Where it is asked, tells whether another scene begins
    // with it.
    bool begins_scene(const vme::Backend& backend, const PlaneView& luma, bool asked) {
        if (!options.scene_cuts) return false;
        bool begins = false;
        walker::with_workers(options.threads, [&] {
            motion::CutPicture now(luma);
            begins =
                asked && before && motion::scene_change(motion::functions_of(backend), *before, now).is_cut;
            before.emplace(std::move(now));
        });
        return begins;
    }

    double bits_of(const CodedPicture& picture, bool is_key) const {
        return 8.0 * static_cast<double>(headers(is_key).size() + picture.bytes.size());
    }

    // As the rate has it; `qp`: of the result.
    CodedPicture code(const vme::Backend& backend, const SourcePicture& source, bool is_key,
                      const std::vector<MacroblockDecision>* given, int& qp) {
        if (is_key) rate.begin_period();
        qp = rate.qp(is_key);
        for (int tries = 1;; tries++) {
            CodedPicture picture = code_at(backend, source, is_key, given, qp);
            const double bits = bits_of(picture, is_key);
            // A wanted rate keeps its level; a wanted QP takes the level that it needs.
            const double room =
                options.bit_rate > 0 ? level.room() : level.room(vectors_of_two(picture.decisions));
            const std::optional<int> other = rate.again(is_key, qp, bits, tries, room);
            if (!other && !is_key && bits > rate.room()) return frozen(backend, source, qp);
            if (!other) return picture;
            qp = *other;
        }
    }

    // The last picture once more: no quantiser is coarse enough.
    CodedPicture frozen(const vme::Backend& backend, const SourcePicture& source, int qp) const {
        const std::vector<MacroblockDecision> skipped(static_cast<size_t>(columns()) *
                                                      static_cast<size_t>(rows()));
        return code_at(backend, source, false, &skipped, qp);
    }

    CodedPicture code_at(const vme::Backend& backend, const SourcePicture& source, bool is_key,
                         const std::vector<MacroblockDecision>* given, int qp) const {
        std::vector<const Frame*> frames;
        if (!is_key)
            for (const Frame& frame : references) frames.push_back(&frame);
        const PictureSyntax syntax = syntax_for(options, static_cast<int>(frames.size()), qp,
                                                is_key ? 0 : frame_number + 1, key_number);
        return code_picture({.functions = backend.functions,
                             .options = options,
                             .level = *level_for(options),
                             .syntax = syntax,
                             .source = source,
                             .references = frames,
                             .qp = qp,
                             .given = given});
    }

    // Refuses a picture that no level allows, and one for which the decoder's buffer is too small.
    Status check_room(double bits, int vectors, int qp) const {
        const bool by_level = bits > level.room(vectors);
        if (!by_level && bits <= rate.room()) return {};
        const double room = by_level ? level.room(vectors) : rate.room();
        return {StatusCode::invalid_argument,
                "takes " + std::to_string(static_cast<int64_t>(bits)) + " bits at QP " + std::to_string(qp) +
                    "; expected at most " + std::to_string(static_cast<int64_t>(room)) + ", which " +
                    (by_level ? "H.264's levels leave for it" : "the decoder's buffer has for it")};
    }

    Status keep(CodedPicture&& picture, bool is_key, int qp, EncodedPicture& coded) {
        const double bits = bits_of(picture, is_key);
        const int vectors = vectors_of_two(picture.decisions);
        if (Status status = check_room(bits, vectors, qp); !status.ok()) return status;
        level.add(bits, vectors);
        coded.bytes = headers(is_key);
        coded.is_key = is_key;
        coded.qp = qp;
        coded.columns = static_cast<uint32_t>(columns());
        coded.rows = static_cast<uint32_t>(rows());
        coded.decisions = std::move(picture.decisions);
        coded.bits = std::move(picture.bits);
        coded.bytes.insert(coded.bytes.end(), picture.bytes.begin(), picture.bytes.end());
        rate.add(is_key, qp, bits);
        frame_number = is_key ? 0 : frame_number + 1;
        key_number += is_key;
        if (is_key) references.clear();
        references.push_front(std::move(picture.reconstruction));
        if (references.size() > static_cast<size_t>(options.references)) references.pop_back();
        return {};
    }

    std::vector<uint8_t> parameter_sets() const {
        std::vector<uint8_t> sets;
        if (!options_status.ok()) return sets;
        append_nal_unit(NalType::sequence_parameters, sequence_parameters(options, *level.level()), sets);
        append_nal_unit(NalType::picture_parameters, picture_parameters(options), sets);
        return sets;
    }

    // What goes before the next picture's slices.
    std::vector<uint8_t> headers(bool is_key) const {
        std::vector<uint8_t> bytes = is_key ? parameter_sets() : std::vector<uint8_t>();
        if (!rate.hrd()) return bytes;
        PictureTiming timing{references.empty() ? 0 : 2 * (frame_number + 1), {}};
        if (is_key) timing.initial_delay = rate.initial_delay();
        append_nal_unit(NalType::messages, timing_messages(*rate.hrd(), timing), bytes);
        return bytes;
    }
};

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
    const bool is_due = state_->is_key_due(),
               begins_scene = state_->begins_scene(*backend, picture.luma, !is_due);
    bool is_key = is_due || begins_scene;
    int qp = 0;
    CodedPicture result = state_->code(*backend, source, is_key, nullptr, qp);
    // Without room for a key picture it comes later, but for the first.
    if (is_key && !state_->references.empty() && state_->bits_of(result, true) > state_->rate.room()) {
        is_key = false;
        result = state_->code(*backend, source, false, nullptr, qp);
    }
    return state_->keep(std::move(result), is_key, qp, coded);
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
    state_->begins_scene(*backend, picture.luma, false);
    int qp = 0;
    CodedPicture result = state_->code(*backend, source, is_key, &decisions, qp);
    return state_->keep(std::move(result), is_key, qp, coded);
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

std::vector<uint8_t> Encoder::parameter_sets() const { return state_->parameter_sets(); }

}  // namespace genmedia
