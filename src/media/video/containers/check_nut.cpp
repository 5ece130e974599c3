// SPDX-License-Identifier: MIT
// NUT Open Container Format, 20080424: packets with a start code of eight bytes, and frames between them.
#include "media/video/containers/container_checks.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace genmedia::media {
namespace {

using namespace std::string_view_literals;

constexpr auto kMain = "NM\x7A\x56\x1F\x5F\x04\xAD"sv, kSyncpoint = "NK\xE4\xAD\xEE\xCA\x45\x69"sv;
constexpr uint64_t kShort = 4096;  // what is longer has a checksum at its head, too

enum FrameFlag : uint64_t {
    kCodedTime = 1 << 3,
    kStreamId = 1 << 4,
    kSize = 1 << 5,
    kFrameChecksum = 1 << 6,
    kReserved = 1 << 7,
    kHeaderIndex = 1 << 10,
    kMatchTime = 1 << 11,
    kCoded = 1 << 12,
    kInvalid = 1 << 13
};

// What the first byte of a frame stands for.
struct FrameCode {
    uint64_t flags = kInvalid, stream = 0, multiplier = 1, size = 0, reserved = 0, header = 0;
};

class Nut {
public:
    explicit Nut(FileBytes& file) : file_(file) {}

    std::string check() {
        constexpr size_t file_id = 25;
        bool synchronised = false;
        for (at_ = file_id; at_ < file_.size();) {
            const uint64_t begin = at_;
            const bool is_packet = file_.big_endian(begin, 1) == 'N';
            if (std::string why = is_packet ? packet() : frame(); !why.empty()) return why;
            // Behind the headers, frames belong to a point that players find again.
            synchronised = synchronised || file_.at(begin, 8) == kSyncpoint;
            if (!is_packet && !synchronised) return no_block(begin);
        }
        return {};
    }

private:
    uint64_t byte() { return file_.big_endian(at_++, 1); }

    uint64_t number() {
        uint64_t value = 0;
        for (int i = 0; i < 10; i++) {
            const uint64_t next = byte();
            value = value << 7 | (next & 0x7F);
            if (next < 0x80) break;
        }
        return value;
    }

    // Bytes with their checksum at the end sum up to nothing.
    bool sums_up(uint64_t begin, uint64_t end) {
        const std::string bytes = file_.at(begin, end - begin);
        boost::crc_optimal<32, 0x04C11DB7> sum;
        sum.process_bytes(bytes.data(), bytes.size());
        return sum.checksum() == 0;
    }

    std::string packet() {
        const uint64_t begin = at_;
        at_ += kMain.size();
        const uint64_t size = number();
        if (size > file_.size()) return no_block(begin);
        const bool is_long = size > kShort;
        if (is_long) at_ += 4;
        if (is_long && !sums_up(begin, at_)) return damaged_part("the packet", begin);
        const uint64_t inside = at_, end = at_ + size;
        if (end > file_.size()) return beyond("the last packet", end, file_.size());
        if (!sums_up(inside, end)) return damaged_part("the packet", begin);
        if (file_.at(begin, kMain.size()) == kMain) read_main(end);
        at_ = end;
        return {};
    }

    void read_main(uint64_t end) {
        if (number() > 3) number();  // versions
        streams_ = number();
        number();  // the most bytes between two points
        for (uint64_t bases = number(); bases > 0 && at_ < end; bases--) {
            number();
            number();
        }
        read_codes(end);
        headers_ = {0};
        if (at_ + 4 >= end) return;
        for (uint64_t more = number(); more > 0 && at_ < end; more--) {
            headers_.push_back(number());
            at_ += std::min(headers_.back(), end);
        }
    }

    void read_codes(uint64_t end) {
        FrameCode code;
        for (size_t i = 0; i < codes_.size() && at_ < end;) {
            code.flags = number();
            const uint64_t fields = number();
            std::array<uint64_t, 8> field{0, code.multiplier, code.stream, 0, 0, 0, 0, code.header};
            for (uint64_t n = 0; n < fields && at_ < end; n++)
                if (const uint64_t value = number(); n < field.size()) field[n] = value;
            code.multiplier = field[1];
            code.stream = field[2];
            code.size = field[3];
            code.reserved = field[4];
            code.header = field[7];
            uint64_t count = fields > 5 ? field[5] : code.multiplier - code.size;
            for (; count > 0 && i < codes_.size(); i++) {
                if (i == 'N') continue;  // where packets begin, which does not count
                codes_[i] = code;
                code.size++;
                count--;
            }
        }
    }

    std::string frame() {
        const uint64_t begin = at_;
        FrameCode code = codes_[byte()];
        if ((code.flags & kInvalid) != 0) return no_block(begin);
        if ((code.flags & kCoded) != 0) code.flags ^= number();
        const auto has = [&](uint64_t flag) { return (code.flags & flag) != 0; };
        if (has(kStreamId)) code.stream = number();
        if (has(kCodedTime)) number();
        if (has(kSize)) code.size += code.multiplier * number();
        if (has(kMatchTime)) number();
        if (has(kHeaderIndex)) code.header = number();
        if (has(kReserved)) code.reserved = number();
        for (; code.reserved > 0 && at_ < file_.size(); code.reserved--) number();
        if (has(kFrameChecksum)) at_ += 4;
        if (has(kFrameChecksum) && !sums_up(begin, at_)) return damaged_part("the frame", begin);
        const uint64_t elided =
            code.size > kShort || code.header >= headers_.size() ? 0 : headers_[code.header];
        if (code.stream >= streams_ || code.size < elided || code.size > file_.size()) return no_block(begin);
        const uint64_t inside = at_;
        at_ += code.size - elided;
        if (at_ > file_.size()) return beyond("the last frame", at_, file_.size());
        // One that reaches over such a point has a wrong size.
        return file_.at(inside, at_ - inside).find(kSyncpoint) == std::string::npos ? "" : no_block(begin);
    }

    FileBytes& file_;
    uint64_t at_ = 0, streams_ = 0;
    std::array<FrameCode, 256> codes_;
    std::vector<uint64_t> headers_{0};  // bytes that many frames begin with, which stand here alone
};

}  // namespace

std::string check_nut(FileBytes& file) { return Nut(file).check(); }

}  // namespace genmedia::media
