// SPDX-License-Identifier: MIT
#include "tools/pipeline/read_ahead.h"

#include "tools/outcome.h"

#include <algorithm>
#include <utility>

using namespace genmedia;

ReadAhead::~ReadAhead() {
    stopped_ = true;
    free_.release();
    if (thread_.joinable()) thread_.join();
}

// Of 8-bit 4:2:0; others take up to four times as much.
int ReadAhead::pictures_in_bytes(const media::Picture& picture) const {
    const int64_t pixels = int64_t{picture.width()} * picture.height();
    return static_cast<int>(std::clamp<int64_t>(bytes_ * 2 / (pixels * 3), kLeast, kMost));
}

void ReadAhead::read() {
    for (int64_t number = 0;; number++) {
        free_.acquire();
        if (stopped_) return;
        Read& one = slot(number);
        one.end = number == pictures_;
        if (!one.end) one.status = guarded([&] { return reader_.next(one.picture, one.end); });
        const bool last = one.is_last();
        if (number == 0 && !last) free_.release(pictures_in_bytes(one.picture) - kLeast);
        filled_.release();
        if (last) return;
    }
}

Status ReadAhead::next(media::Picture& picture, bool& end) {
    if (!thread_.joinable()) thread_ = std::thread([this] { read(); });
    filled_.acquire();
    Read& one = slot(taken_);
    end = one.end;
    if (one.is_last()) {
        filled_.release();  // the answer stays
        return one.status;
    }
    picture = std::exchange(one.picture, {});
    taken_++;
    free_.release();
    return {};
}
