// SPDX-License-Identifier: MIT
#include "vme/recording.h"

#include "base/part_file.h"
#include "base/recording_format.h"
#include "base/settings.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

namespace genmedia::vme {
namespace {

using base::RecordedEvaluation;

class Recorder {
public:
    explicit Recorder(std::string path) : path_(std::move(path)) {
        file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        // Of several libraries or processes of a program, the first one is recorded.
        is_first_ = file_ < 0 || flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (file_ < 0 || (is_first_ && ftruncate(file_, 0) != 0)) fail();
        waiting_ = base::kRecordingStart;
    }
    ~Recorder() {
        const std::lock_guard lock(mutex_);
        flush();
        if (file_ >= 0) close(file_);
    }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    Status note(const SourceBlock& source, RecordedEvaluation& evaluation) {
        constexpr size_t most_waiting = 1 << 16;
        if (!is_first_) return {};
        const std::lock_guard lock(mutex_);
        evaluation.x = source.x;
        evaluation.y = source.y;
        evaluation.microseconds = static_cast<uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_).count());
        evaluation.thread = number_of_thread();
        evaluation.picture = number_of_picture(source);
        add(base::RecordKind::evaluation, evaluation);
        if (waiting_.size() > most_waiting) flush();
        return failure_;
    }

private:
    using Clock = std::chrono::steady_clock;
    using Place = std::tuple<const uint8_t*, int32_t, int32_t>;  // of samples; width and height

    struct Seen {
        uint32_t number = 0;
        std::vector<uint8_t> samples;
    };

    template <class Record>
    void add(base::RecordKind kind, const Record& record) {
        waiting_ += static_cast<char>(kind);
        waiting_.append(reinterpret_cast<const char*>(&record), sizeof record);
    }
    void flush() {
        if (file_ >= 0 && is_first_ && !base::write_whole(file_, waiting_.data(), waiting_.size())) fail();
        waiting_.clear();
    }
    void fail() {
        if (failure_.ok())
            failure_ = {StatusCode::io, std::string(base::settings::kRecord.name) + ": cannot write '" +
                                            path_ + "': " + std::generic_category().message(errno)};
    }
    uint32_t number_of_thread() {
        return threads_.try_emplace(std::this_thread::get_id(), static_cast<uint32_t>(threads_.size()))
            .first->second;
    }

    // Programs use memory again: a macroblock that differs from what was there is of another picture.
    uint32_t number_of_picture(const SourceBlock& source) {
        const PlaneView& luma = source.image.luma;
        Seen& seen = pictures_[{luma.data, luma.width, luma.height}];
        if (seen.samples.empty() || !same_macroblock(seen, source)) {
            seen.number = next_picture_++;
            seen.samples.clear();
            for (int32_t y = 0; y < luma.height; y++)
                seen.samples.insert(seen.samples.end(), luma.line(y), luma.line(y) + luma.width);
            add(base::RecordKind::picture, base::RecordedPicture{seen.number, luma.width, luma.height});
            waiting_.append(reinterpret_cast<const char*>(seen.samples.data()), seen.samples.size());
        }
        return seen.number;
    }
    static bool same_macroblock(const Seen& seen, const SourceBlock& source) {
        constexpr int32_t side = 16;
        const PlaneView& luma = source.image.luma;
        const int32_t left = std::clamp(source.x, 0, luma.width), top = std::clamp(source.y, 0, luma.height);
        const int32_t right = std::min(left + side, luma.width), bottom = std::min(top + side, luma.height);
        for (int32_t y = top; y < bottom; y++)
            if (std::memcmp(luma.line(y) + left, &seen.samples[static_cast<size_t>(y) * luma.width + left],
                            static_cast<size_t>(right - left)) != 0)
                return false;
        return true;
    }

    const std::string path_;
    std::mutex mutex_;
    int file_ = -1;
    bool is_first_ = false;
    Status failure_;
    std::string waiting_;
    const Clock::time_point begin_ = Clock::now();
    std::map<Place, Seen> pictures_;
    uint32_t next_picture_ = 0;
    std::map<std::thread::id, uint32_t> threads_;
};

Recorder& recorder() {
    static Recorder one(*base::value_of(base::settings::kRecord));
    return one;
}

void put_inter(const InterResult& result, RecordedEvaluation& to) {
    to.major_shape = static_cast<uint8_t>(result.major_shape);
    for (size_t q = 0; q < 4; q++) {
        to.minor_shapes[q] = static_cast<uint8_t>(result.minor_shapes[q]);
        to.directions[q] = static_cast<uint8_t>(result.directions[q]);
    }
    for (size_t e = 0; e < 16; e++) {
        const BidirectionalVector& pair = result.vectors[e];
        const std::array values{pair.forward.x, pair.forward.y, pair.backward.x, pair.backward.y};
        std::copy(values.begin(), values.end(), to.vectors.begin() + static_cast<ptrdiff_t>(4 * e));
    }
    to.distortions = result.distortions;
    to.best_distortion = result.best_distortion;
}

}  // namespace

bool is_recorded() {
    static const bool wanted = base::value_of(base::settings::kRecord).has_value();
    return wanted;
}

Status record(const ImeRequest& request, const ImeResult& result) {
    constexpr uint8_t own_path = 255;
    RecordedEvaluation evaluation;
    evaluation.operation = base::recorded_search;
    evaluation.window = request.custom_path ? own_path : static_cast<uint8_t>(request.window);
    evaluation.offset_x = request.forward_offset.x;
    evaluation.offset_y = request.forward_offset.y;
    put_inter(result, evaluation);
    return recorder().note(request.source, evaluation);
}

Status record(const RefineRequest& request, const RefineResult& result) {
    RecordedEvaluation evaluation;
    evaluation.operation = base::recorded_refine;
    put_inter(result, evaluation);
    return recorder().note(request.source, evaluation);
}

Status record(const SicRequest& request, const SicResult& result) {
    RecordedEvaluation evaluation;
    if (request.skip) {
        evaluation.operation |= base::recorded_skip;
        evaluation.distortions = result.distortions;
        evaluation.best_distortion = result.best_distortion;
    }
    if (request.intra) {
        evaluation.operation |= base::recorded_intra;
        evaluation.intra_shape = static_cast<uint8_t>(result.intra_shape);
        evaluation.intra_distortion = result.intra_distortion;
        for (size_t e = 0; e < 16; e++)
            evaluation.intra_modes[e] = static_cast<uint8_t>(result.luma_modes[e]);
    }
    return recorder().note(request.source, evaluation);
}

}  // namespace genmedia::vme
