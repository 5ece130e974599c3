// SPDX-License-Identifier: MIT
// The last pictures that were searched, prepared: mostly one of them is searched again.
#pragma once

#include "genmedia/image.h"
#include "motion/field_functions.h"
#include "motion/true_motion/search_picture.h"

#include <array>
#include <memory>
#include <mutex>

namespace genmedia::motion {

// Threads may call it at once.
class KeptPictures {
public:
    // `luma`, prepared: one of the last two pictures if it has the same samples, else anew.
    std::shared_ptr<const SearchPicture> prepared(const FieldFunctions& functions, const PlaneView& luma);

private:
    using Pictures = std::array<std::shared_ptr<const SearchPicture>, 2>;

    std::mutex mutex_;
    Pictures last_;  // the one asked for last first
};

}  // namespace genmedia::motion
