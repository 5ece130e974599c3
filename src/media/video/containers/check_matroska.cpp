// SPDX-License-Identifier: MIT
// RFC 8794 (EBML), RFC 9559 (Matroska).
#include "media/video/containers/container_checks.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace genmedia::media {
namespace {

enum Id : uint64_t {
    kEbmlHeader = 0x1A45DFA3,
    kSegment = 0x18538067,
    kTracks = 0x1654AE6B,
    kTrackEntry = 0xAE,
    kTrackNumber = 0xD7,
    kCluster = 0x1F43B675,
    kSimpleBlock = 0xA3,
    kBlockGroup = 0xA0,
    kBlock = 0xA1,
    kChecksum = 0xBF
};

// What a segment has (a seek head, info, tracks, clusters, cues, attachments, chapters, tags), and a cluster
// (its time, silent tracks, places, blocks); both may have room to spare and a checksum.
constexpr std::array<uint64_t, 17> kParts = {
    0x114D9B74, 0x1549A966, kTracks, kCluster,     0x1C53BB6B,  0x1941A469, 0x1043A770, 0x1254C367, 0xE7,
    0x5854,     0xA7,       0xAB,    kSimpleBlock, kBlockGroup, 0xAF,       0xEC,       kChecksum};

// 4 and 6: a variable-length number, whose first byte's leading zeros tell its length.
struct VariableNumber {
    uint64_t value = 0;
    size_t bytes = 0;  // 0: not one
    bool unknown = false;
};

VariableNumber variable_number(FileBytes& file, uint64_t at) {
    const auto first = static_cast<uint8_t>(file.big_endian(at, 1));
    size_t bytes = 1;
    while (bytes <= 8 && (first >> (8 - bytes) & 1) == 0) bytes++;
    if (bytes > 8) return {};
    const uint64_t ones = (uint64_t{1} << (7 * bytes)) - 1, value = file.big_endian(at, bytes) & ones;
    return {value, bytes, value == ones};
}

struct Element {
    uint64_t id = 0, at = 0, begin = 0, end = 0;
    bool unknown_size = false;
};

// The element at a position; id 0: none.
Element element(FileBytes& file, uint64_t at) {
    const size_t id_bytes = variable_number(file, at).bytes;
    const VariableNumber size = variable_number(file, at + id_bytes);
    if (id_bytes == 0 || id_bytes > 4 || size.bytes == 0) return {};
    const uint64_t begin = at + id_bytes + size.bytes;
    return {file.big_endian(at, id_bytes), at, begin, begin + (size.unknown ? 0 : size.value), size.unknown};
}

// 11.3.1: of all that follows it in its parent.
bool checksum_holds(FileBytes& file, const Element& sum, uint64_t end) {
    constexpr uint64_t at_once = 1 << 20;
    boost::crc_32_type found;
    for (uint64_t at = sum.end; at < end; at += at_once) {
        const std::string bytes = file.at(at, std::min(at_once, end - at));
        found.process_bytes(bytes.data(), bytes.size());
    }
    return found.checksum() == file.little_endian(sum.begin, 4);
}

class SegmentCheck {
public:
    explicit SegmentCheck(FileBytes& file) : file_(file) {}

    // The parts from `begin` to `end`. Clusters are entered, so that theirs come in turn.
    std::string parts(uint64_t begin, uint64_t end) {
        uint64_t cluster_end = end;
        bool in_cluster = false;  // of a size
        for (uint64_t at = begin; at < end;) {
            if (at == cluster_end) in_cluster = false, cluster_end = end;
            const Element part = element(file_, at);
            if (std::ranges::find(kParts, part.id) == kParts.end()) return no_block(at);
            if (part.end > file_.size()) return beyond("the last element", part.end, file_.size());
            // Clusters in clusters would have all of them summed up again and again.
            if (part.id == kCluster ? in_cluster : part.end > cluster_end) return no_block(at);
            if (part.id == kCluster && !part.unknown_size) in_cluster = true, cluster_end = part.end;
            if (std::string why = what(part, cluster_end); !why.empty()) return why;
            at = part.id == kCluster ? part.begin : part.end;
        }
        return {};
    }

private:
    std::string what(const Element& part, uint64_t cluster_end) {
        if (part.id == kCluster) cluster_ = part.unknown_size ? 0 : part.begin;
        if (part.id == kTracks) read_tracks(part);
        if (part.id == kSimpleBlock) return block(part);
        // Of the segment's other parts, some programs change a word and leave the sum.
        if (part.id == kChecksum && part.at == cluster_ && cluster_end > part.end &&
            !checksum_holds(file_, part, cluster_end))
            return damaged_part("the cluster", cluster_);
        if (part.id != kBlockGroup) return {};
        for (uint64_t at = part.begin; at < part.end;) {
            const Element inside = element(file_, at);
            if (inside.id == 0 || inside.unknown_size || inside.end > part.end) return no_block(at);
            if (std::string why = inside.id == kBlock ? block(inside) : ""; !why.empty()) return why;
            at = inside.end;
        }
        return {};
    }

    void read_tracks(const Element& tracks) {
        for (Element entry = element(file_, tracks.begin); entry.id != 0 && entry.at < tracks.end;
             entry = element(file_, entry.end)) {
            if (entry.id != kTrackEntry) continue;
            for (Element field = element(file_, entry.begin); field.id != 0 && field.at < entry.end;
                 field = element(file_, field.end))
                if (field.id == kTrackNumber)
                    tracks_.insert(
                        file_.big_endian(field.begin, std::min<size_t>(8, field.end - field.begin)));
        }
    }

    std::string block(const Element& of) {
        const bool is_known = tracks_.empty() || tracks_.contains(variable_number(file_, of.begin).value);
        return is_known ? "" : "the block at byte " + std::to_string(of.at) + " belongs to no track";
    }

    FileBytes& file_;
    std::set<uint64_t> tracks_;
    uint64_t cluster_ = 0;  // where what the last one has begins; 0: it has no size
};

}  // namespace

// The segment, which holds everything, follows the header. Without a size it ends with the file.
std::string check_matroska(FileBytes& file) {
    for (uint64_t at = 0; at + 5 <= file.size();) {
        const Element whole = element(file, at);
        if (whole.id != kEbmlHeader && whole.id != kSegment) return at > 0 ? no_block(at) : "";
        const uint64_t end = whole.unknown_size ? file.size() : whole.end;
        if (whole.id == kSegment && end > file.size()) return beyond("the segment", end, file.size());
        if (whole.id == kSegment)
            if (std::string why = SegmentCheck(file).parts(whole.begin, end); !why.empty()) return why;
        at = end;
    }
    return {};
}

}  // namespace genmedia::media
