// SPDX-License-Identifier: MIT
// Requests made of arbitrary bytes: the contract must refuse them or the unit must survive them.
#include "genmedia/vme.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace genmedia;
using namespace genmedia::vme;

// Hands out the input's bytes, zeros after its end.
class Bytes {
public:
    Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}

    template <class T>
    T take() {
        T value{};
        const size_t count = std::min(sizeof(T), size_);
        std::memcpy(&value, data_, count);
        data_ += count;
        size_ -= count;
        return value;
    }
    bool flag() { return take<uint8_t>() & 1; }

    // A small number mostly, so that requests get past the contract.
    int number(int typical) {
        const auto byte = take<uint8_t>();
        return byte == 255 ? take<int32_t>() : byte % (typical + 1);
    }
    template <class Enum>
    Enum choice(int count) {
        return static_cast<Enum>(number(count - 1));
    }

private:
    const uint8_t* data_;
    size_t size_;
};

// A picture in memory of exactly its size, so that the sanitizer sees every sample beyond it.
struct Picture {
    std::vector<uint8_t> samples;
    PlaneView view;

    Picture(Bytes& bytes, int bytes_per_sample) {
        const int width = 1 + bytes.take<uint8_t>() % 64, height = 1 + bytes.take<uint8_t>() % 64;
        samples.resize(static_cast<size_t>(width) * height * bytes_per_sample);
        const auto seed = bytes.take<uint8_t>();
        for (size_t i = 0; i < samples.size(); i++) samples[i] = static_cast<uint8_t>(i * i * 7 + seed * i);
        view = {samples.data(), width, height, width * bytes_per_sample, bytes_per_sample};
    }
};

Reference reference(Bytes& bytes, const Picture& picture) {
    return {.luma = bytes.number(9) == 9 ? PlaneView{} : picture.view,
            .scan = bytes.choice<Scan>(3),
            .id = static_cast<uint8_t>(bytes.number(15))};
}

InterCosts costs(Bytes& bytes) {
    InterCosts costs;
    costs.shape = bytes.take<InterShapePenalty>();
    costs.backward_direction.bits = bytes.take<uint8_t>();
    costs.base_multi_reference.bits = bytes.take<uint8_t>();
    if (bytes.flag()) {
        costs.motion_vector.emplace();
        costs.motion_vector->table = bytes.take<CostTable>();
        costs.motion_vector->precision = bytes.choice<CostPrecision>(4);
        for (auto& center : costs.motion_vector->center) center = bytes.take<BidirectionalVector>();
    }
    return costs;
}

// Evaluates, and insists that a refusal says why.
template <class Request, class Result>
void run(const Request& request) {
    Result result;
    const Status status = evaluate(request, result);
    if (!status.ok() && status.message().find("; expected ") == std::string::npos) std::abort();
}

void search(Bytes& bytes, const SourceBlock& source, const Picture& picture) {
    ImeRequest r;
    r.source = source;
    r.forward = reference(bytes, picture);
    if (bytes.flag()) r.backward = reference(bytes, picture);
    r.window = bytes.choice<SearchWindow>(12);
    r.forward_offset = {bytes.take<int16_t>() / 8, bytes.take<int16_t>() / 8};
    r.backward_offset = {bytes.take<int16_t>() / 8, bytes.take<int16_t>() / 8};
    r.disabled_partitions = bytes.take<uint8_t>();
    r.distortion = bytes.choice<Distortion>(3);
    r.costs = costs(bytes);
    r.max_vector_count = static_cast<uint8_t>(bytes.number(32));
    r.disable_direction_mix = bytes.flag();
    if (bytes.flag()) r.early_termination = U4U4{bytes.take<uint8_t>()};
    if (bytes.flag()) r.sad_weights = bytes.take<uint32_t>();
    if (bytes.flag()) {
        r.stream_in.emplace();
        for (MajorRecord& m : r.stream_in->forward) {
            m = {bytes.take<MotionVector>(), bytes.take<uint16_t>(), static_cast<uint8_t>(bytes.number(15))};
        }
    }
    run<ImeRequest, ImeResult>(r);
}

void refine(Bytes& bytes, const SourceBlock& source, const Picture& picture) {
    RefineRequest r;
    r.source = source;
    r.set_forward(reference(bytes, picture));
    r.set_backward(reference(bytes, picture));
    r.major_shape = bytes.choice<MajorShape>(4);
    for (MinorShape& m : r.minor_shapes) m = bytes.choice<MinorShape>(4);
    for (Direction& d : r.directions) d = bytes.choice<Direction>(3);
    for (BidirectionalVector& v : r.vectors) v = bytes.take<BidirectionalVector>();
    constexpr SubpixelMode modes[] = {SubpixelMode::integer, SubpixelMode::half, SubpixelMode::quarter};
    r.subpixel = bytes.flag() ? modes[bytes.take<uint8_t>() % 3] : bytes.choice<SubpixelMode>(4);
    if (bytes.flag()) r.bidirectional = static_cast<BidirectionalWeight>(bytes.number(48));
    r.disable_bidirectional_mix = bytes.flag();
    r.bilinear_filter = bytes.flag();
    r.distortion = bytes.choice<Distortion>(3);
    r.costs = costs(bytes);
    run<RefineRequest, RefineResult>(r);
}

void check(Bytes& bytes, const SourceBlock& source, const Picture& picture) {
    SicRequest r;
    r.source = source;
    if (bytes.flag()) {
        SkipCheck& s = r.skip.emplace();
        s.set_forward(reference(bytes, picture));
        s.set_backward(reference(bytes, picture));
        s.partition_8x8 = bytes.flag();
        for (auto& d : s.directions) {
            if (bytes.flag()) d = bytes.choice<Direction>(3);
        }
        for (auto& v : s.vectors) v = bytes.take<BidirectionalVector>();
        if (bytes.flag()) s.weight = static_cast<BidirectionalWeight>(bytes.number(48));
        s.distortion = bytes.choice<Distortion>(3);
        s.bilinear_filter = bytes.flag();
        s.raw_sad = bytes.choice<RawSad>(3);
        if (bytes.flag()) s.forward_transform = bytes.take<TransformThresholds>();
        s.costs = costs(bytes);
    }
    if (bytes.flag()) {
        IntraEstimation& i = r.intra.emplace();
        i.disabled_partitions = static_cast<uint8_t>(bytes.number(7));
        const auto neighbors = bytes.take<uint8_t>();
        i.neighbors.has_left = neighbors & 1;
        i.neighbors.has_upper = neighbors & 2;
        i.neighbors.has_upper_left = neighbors & 4;
        i.neighbors.has_upper_right = neighbors & 8;
        i.distortion = bytes.choice<Distortion>(3);
        i.shape_penalty = bytes.take<IntraShapePenalty>();
        i.chroma = bytes.flag();
        i.chroma_mode_penalty.bits = bytes.take<uint8_t>();
        if (bytes.flag()) {
            IntraModeCost& c = i.mode_cost.emplace();
            c.penalty.bits = bytes.take<uint8_t>();
            for (LumaMode& m : c.left) m = bytes.choice<LumaMode>(9);
            for (LumaMode& m : c.upper) m = bytes.choice<LumaMode>(9);
            c.non_dc = bytes.take<NonDcPenalty>();
        }
    }
    run<SicRequest, SicResult>(r);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes bytes(data, size);
    const int operation = bytes.take<uint8_t>() % 3;
    const Picture luma(bytes, 1), chroma(bytes, 2), other(bytes, 1);
    SourceBlock source{.image = {luma.view, chroma.view}, .scan = bytes.choice<Scan>(3)};
    source.x = bytes.number(63);
    source.y = bytes.number(63);
    if (bytes.flag()) {  // a chroma plane that fits
        source.image.luma.width = std::min(luma.view.width, 2 * chroma.view.width);
        source.image.luma.height = std::min(luma.view.height, 2 * chroma.view.height);
        source.image.chroma.width = (source.image.luma.width + 1) / 2;
        source.image.chroma.height = (source.image.luma.height + 1) / 2;
    }
    if (operation == 0) search(bytes, source, other);
    if (operation == 1) refine(bytes, source, other);
    if (operation == 2) check(bytes, source, other);
    return 0;
}
