// SPDX-License-Identifier: MIT
// Reads a video's pictures on a thread of its own, before they are asked for.
#pragma once

#include "media/video/video_reader.h"

#include <array>
#include <atomic>
#include <semaphore>
#include <thread>

// A decoder stops where nobody takes its pictures and gives it more to decode. This thread does so at once,
// whatever others do, until so many bytes of pictures wait: at least kLeast pictures, at most kMost.
class ReadAhead {
public:
    // Reads `pictures` at most: more may not come soon from a pipe.
    ReadAhead(genmedia::media::VideoReader& reader, int64_t bytes, int64_t pictures)
        : reader_(reader), bytes_(bytes), pictures_(pictures) {}
    // Waits for the picture that is being read.
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    // As VideoReader::next(), with the end after `pictures`. From the first call on, the reader is the
    // thread's, until the end, a failure or the destructor.
    genmedia::Status next(genmedia::media::Picture& picture, bool& end);

private:
    static constexpr int kLeast = 2, kMost = 64;

    struct Read {
        genmedia::Status status;
        genmedia::media::Picture picture;
        bool end = false;

        bool is_last() const { return end || !status.ok(); }
    };

    void read();
    int pictures_in_bytes(const genmedia::media::Picture& picture) const;
    Read& slot(int64_t number) { return ring_[static_cast<size_t>(number % kMost)]; }

    genmedia::media::VideoReader& reader_;
    const int64_t bytes_, pictures_;
    std::array<Read, kMost> ring_;
    std::counting_semaphore<> free_{kLeast}, filled_{0};  // slots
    std::atomic<bool> stopped_ = false;
    int64_t taken_ = 0;  // slots, without the last one
    std::thread thread_;
};
