// SPDX-License-Identifier: MIT
// Pictures between two pictures of a video, along the motion of what is seen.
//
//     genmedia::PicturePair pair;
//     genmedia::Status status = pair.set(first, second);
//     status = pair.render(0.5, half_way);
#pragma once

#include "genmedia/backends.h"
#include "genmedia/image.h"
#include "genmedia/status.h"

#include <memory>

namespace genmedia {

class MotionEstimator;

// Where a picture is written: planes of the sides and depth of the pictures that it lies between.
struct YuvTarget {
    // A plane's first line and the distance to the next one.
    struct Plane {
        uint8_t* data = nullptr;
        ptrdiff_t stride = 0;  // bytes; may be negative
    };
    Plane luma, cb, cr;  // chroma may be missing
};

class PicturePair;

// The pairs before and after one in the video: `before` ends with its first picture, and `after` begins with
// its second. How long they last is in that pair's time: kShortest..kLongest.
struct PairNeighbors {
    static constexpr double kShortest = 1e-6, kLongest = 1e6;

    const PicturePair* before = nullptr;
    const PicturePair* after = nullptr;
    double before_lasts = 1, after_lasts = 1;
};

// Two pictures and the motion between them. Results do not depend on the number of threads.
class GENMEDIA_API PicturePair {
public:
    PicturePair();
    ~PicturePair();
    PicturePair(PicturePair&&) noexcept;
    PicturePair& operator=(PicturePair&&) noexcept;

    // Copies the pictures, and searches each in the other on `threads` threads (0: as many as the machine
    // has). `refined`: along vectors as MotionOptions::refined has them. Refuses
    // (StatusCode::invalid_argument) pictures that are empty, not as YuvView says, or that differ in their
    // planes' sides or in their depth. Motion is searched in luma, rounded to 8 bits.
    Status set(const YuvView& first, const YuvView& second, int threads = 0, bool refined = false);
    // The same by the estimator's options: its threads and `refined`, its smoothness, and on its device,
    // which many pairs may share. Refuses an estimator of another field than true_motion.
    Status set(const YuvView& first, const YuvView& second, MotionEstimator& estimator);
    // The same for the second picture of `before` and the one after it: what was computed of the first one
    // alone is shared, so that of a video each picture is made ready once. `before` stays as it is; other
    // threads may render it meanwhile.
    Status set_after(const PicturePair& before, const YuvView& second, int threads = 0, bool refined = false);
    // The same by the estimator's options, as set() has them.
    Status set_after(const PicturePair& before, const YuvView& second, MotionEstimator& estimator);

    // Whether the second picture shows something else: a cut. There is no motion then.
    bool is_cut() const;

    // The picture at `time`, from 0 (the first) to 1 (the second). What it shows is taken from both pictures
    // along the motion, or from the one in which it can be seen. At a cut it is the nearer of the two.
    //
    // With both neighbors, what they show to speed up or to slow down is where it is then; without, and where
    // one of them is a cut or a jump within a scene, all speeds are even. Refuses
    // (StatusCode::invalid_argument) a time or a target that is not as said, and neighbors without pictures,
    // of another size or of another time.
    Status render(double time, const YuvTarget& target, int threads = 0,
                  const PairNeighbors& neighbors = {}) const;

private:
    struct Picture;
    struct State;
    // `made`: the first picture, ready already, or null.
    Status search(std::shared_ptr<const Picture> made, const YuvView& first, const YuvView& second,
                  MotionEstimator& estimator);

    std::unique_ptr<State> state_;
};

}  // namespace genmedia
