// SPDX-License-Identifier: MIT
// What a scan of a JPEG picture depends on. [clause] is ITU-T T.81's.
#pragma once

#include <va/va.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace genmedia::va {

struct JpegTables {
    using Quantisers = std::array<uint8_t, 64>;  // in the order of the scan, as segments have them
    struct Codes {
        std::array<uint8_t, 16> counts{};   // of each length
        std::array<uint8_t, 256> values{};  // in their order
    };
    struct Component {
        uint8_t id = 0, across = 1, down = 1;  // sampling factors
        uint8_t quantisers = 0, dc_codes = 0, ac_codes = 0;
    };

    int width = 0, height = 0, restart_interval = 0;
    std::vector<Component> components;
    std::array<std::optional<Quantisers>, 4> quantisers;
    std::array<std::optional<Codes>, 4> dc_codes, ac_codes;

    // Takes what a program's header says, from SOI to the scan's header. False: it is none of a baseline
    // picture with one scan, or ends too early.
    bool read_header(std::span<const uint8_t> header);

private:
    bool read_segment(uint8_t marker, std::span<const uint8_t> content);
    bool read_quantisers(std::span<const uint8_t> content);
    bool read_frame(std::span<const uint8_t> content);
    bool read_codes(std::span<const uint8_t> content);
    bool read_scan(std::span<const uint8_t> content);
};

// Where a segment of that marker begins, its marker included; of a header or a file before its scan.
std::optional<size_t> find_segment(std::span<const uint8_t> stream, uint8_t marker);

inline constexpr uint8_t kStartOfScan = 0xda;  // [table B.1]

}  // namespace genmedia::va
