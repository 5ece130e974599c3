// SPDX-License-Identifier: MIT
#include "tools/view/recording_reader.h"

#include "base/files.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

using namespace genmedia;

namespace {

constexpr int32_t kMostSide = 16384;

class Reader {
public:
    explicit Reader(const std::string& bytes) : bytes_(bytes), at_(base::kRecordingStart.size()) {}

    // False at the end, or where the rest is not whole.
    template <class Record>
    bool take(Record& record) {
        if (bytes_.size() - at_ < sizeof record) return false;
        std::memcpy(&record, &bytes_[at_], sizeof record);
        at_ += sizeof record;
        return true;
    }
    bool take(std::vector<uint8_t>& samples, size_t count) {
        if (bytes_.size() - at_ < count) return false;
        samples.assign(bytes_.begin() + static_cast<ptrdiff_t>(at_),
                       bytes_.begin() + static_cast<ptrdiff_t>(at_ + count));
        at_ += count;
        return true;
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    const std::string& bytes_;
    size_t at_;
};

// False: it is not whole.
bool take_picture(Reader& reader, std::vector<RecordedFrame>& frames, bool& is_wrong) {
    base::RecordedPicture picture;
    if (!reader.take(picture)) return false;
    is_wrong = picture.number != frames.size() || picture.width < 1 || picture.height < 1 ||
               picture.width > kMostSide || picture.height > kMostSide;
    if (is_wrong) return false;
    RecordedFrame frame{picture.width, picture.height, {}, {}};
    const size_t samples = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height);
    if (!reader.take(frame.luma, samples)) return false;
    frames.push_back(std::move(frame));
    return true;
}

bool take_evaluation(Reader& reader, std::vector<RecordedFrame>& frames, bool& is_wrong) {
    base::RecordedEvaluation evaluation;
    if (!reader.take(evaluation)) return false;
    const auto all_below = [](const auto& values, int most) {
        return std::ranges::all_of(values, [most](int value) { return value < most; });
    };
    is_wrong = evaluation.picture >= frames.size() || evaluation.major_shape > 3 ||
               !all_below(evaluation.minor_shapes, 4) || !all_below(evaluation.directions, 3);
    if (is_wrong) return false;
    frames[evaluation.picture].evaluations.push_back(evaluation);
    return true;
}

size_t keep_one_size(std::vector<RecordedFrame>& frames) {
    std::map<std::pair<int32_t, int32_t>, size_t> evaluations;
    for (const RecordedFrame& frame : frames)
        evaluations[{frame.width, frame.height}] += frame.evaluations.size();
    const auto most = std::ranges::max_element(evaluations, {}, [](const auto& size) { return size.second; });
    const auto is_other = [&](const RecordedFrame& frame) {
        return std::pair(frame.width, frame.height) != most->first;
    };
    // The OpenCL layer asks a few times itself, to find out whether PoCL does as it should.
    constexpr size_t few = 16;
    const auto others = std::ranges::count_if(frames, [&](const RecordedFrame& frame) {
        return is_other(frame) && frame.evaluations.size() > few;
    });
    std::erase_if(frames, is_other);
    return static_cast<size_t>(others);
}

}  // namespace

bool is_recording(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string start(base::kRecordingStart.size(), '\0');
    return file.read(start.data(), static_cast<std::streamsize>(start.size())) &&
           start == base::kRecordingStart;
}

Status read_recording(const std::string& path, std::vector<RecordedFrame>& frames, size_t& others) {
    const std::string bytes = base::read_file(path);
    Reader reader(bytes);
    bool is_whole = true, is_wrong = false;
    while (is_whole && !reader.at_end()) {
        auto kind = base::RecordKind::picture;
        is_whole = reader.take(kind);
        if (is_whole && kind == base::RecordKind::picture)
            is_whole = take_picture(reader, frames, is_wrong);
        else if (is_whole && kind == base::RecordKind::evaluation)
            is_whole = take_evaluation(reader, frames, is_wrong);
        else
            is_wrong = is_whole;
        if (is_wrong)
            return {StatusCode::corrupt, "'" + path + "' is no recording of genmedia, or a damaged one"};
    }
    std::erase_if(frames, [](const RecordedFrame& frame) { return frame.evaluations.empty(); });
    if (frames.empty())
        return {StatusCode::not_found,
                "'" + path + "' has no evaluations; expected those of a program that uses the unit"};
    others = keep_one_size(frames);
    return {};
}
