// SPDX-License-Identifier: MIT
// Feeds arbitrary bytes to the encoder as decisions: as an .npz file where the first byte is odd, as a
// picture's decisions where it is even.
#include "genmedia/encode.h"
#include "media/results/decisions_reader.h"
#include "memory_file.h"

#include <array>
#include <cstdlib>
#include <vector>

namespace {

using namespace genmedia;

constexpr int32_t kWidth = 33, kHeight = 17, kMacroblocks = 6;

// Pictures with something in them.
struct Planes {
    std::array<std::vector<uint8_t>, 3> planes;

    Planes() {
        for (size_t p = 0; p < 3; p++) {
            planes[p].resize(p == 0 ? kWidth * kHeight : 17 * 9);
            for (size_t i = 0; i < planes[p].size(); i++)
                planes[p][i] = static_cast<uint8_t>(i * i / 7 + 40 * p);
        }
    }
    Yuv420View view() const {
        return {{planes[0].data(), kWidth, kHeight, kWidth},
                {planes[1].data(), 17, 9, 17},
                {planes[2].data(), 17, 9, 17}};
    }
};

void encode(Encoder& encoder, bool is_key, const std::vector<MacroblockDecision>& decisions) {
    static const Planes planes;
    EncodedPicture coded;
    const Status status = encoder.encode(planes.view(), is_key, decisions, coded);
    if (status.ok() ? coded.bytes.empty() : status.message().empty()) std::abort();
}

void from_file(const uint8_t* data, size_t size) {
    const MemoryFile file(data, size);
    media::DecisionsReader reader;
    if (!reader.open(file.path(), kWidth, kHeight).ok()) return;
    Encoder encoder({.width = kWidth, .height = kHeight, .references = 2, .threads = 1});
    for (int64_t number = 0; number < 4; number++) {
        std::vector<MacroblockDecision> decisions;
        bool is_key = false;
        if (!reader.next(number, decisions, is_key).ok()) return;
        if (!decisions.empty()) encode(encoder, is_key, decisions);
    }
}

// Bytes as they come, some of them moved into the range of what they stand for.
MacroblockDecision decision_of(const uint8_t* bytes) {
    MacroblockDecision decision;
    const bool wild = bytes[0] >= 240;
    const auto in = [wild](uint8_t byte, int count) { return wild ? byte : byte % count; };
    decision.type = static_cast<MacroblockType>(in(bytes[0], 4));
    decision.major_shape = static_cast<vme::MajorShape>(in(bytes[1], 4));
    for (size_t q = 0; q < 4; q++) {
        decision.minor_shapes[q] = static_cast<vme::MinorShape>(in(bytes[2 + q], 4));
        decision.references[q] = static_cast<uint8_t>(in(bytes[6], 3));
    }
    for (size_t e = 0; e < 16; e++) {
        decision.vectors[e] = {static_cast<int16_t>(bytes[7] * 64 - 8192),
                               static_cast<int16_t>(bytes[8] * 4 - 512)};
        decision.luma_modes[e] = static_cast<vme::LumaMode>(in(bytes[9 + e % 3], 9));
    }
    decision.chroma_mode = static_cast<vme::ChromaMode>(in(bytes[12], 4));
    return decision;
}

void from_bytes(const uint8_t* data, size_t size) {
    constexpr size_t bytes = 13;
    Encoder encoder({.width = kWidth,
                     .height = kHeight,
                     .qp = data[0] % 52,
                     .references = 2,
                     .slices = 1 + data[0] % 2,
                     .threads = 1});
    static const std::vector<MacroblockDecision> intra = [] {
        MacroblockDecision dc;
        dc.type = MacroblockType::intra_16x16;
        dc.luma_modes.fill(vme::LumaMode::dc);
        return std::vector<MacroblockDecision>(kMacroblocks, dc);
    }();
    encode(encoder, true, intra);
    for (size_t at = 1; at + kMacroblocks * bytes <= size && at < 4 * kMacroblocks * bytes;
         at += kMacroblocks * bytes) {
        std::vector<MacroblockDecision> decisions;
        for (size_t m = 0; m < kMacroblocks; m++) decisions.push_back(decision_of(data + at + m * bytes));
        encode(encoder, false, decisions);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1 || size > 1 << 20) return 0;
    if (data[0] % 2)
        from_file(data + 1, size - 1);
    else
        from_bytes(data, size);
    return 0;
}
