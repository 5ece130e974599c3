// SPDX-License-Identifier: MIT
#include "motion/true_motion/kept_pictures.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace genmedia::motion {
namespace {

bool shows(const PaddedPicture& picture, const PlaneView& luma) {
    if (picture.width() != luma.width || picture.height() != luma.height) return false;
    for (int y = 0; y < luma.height; y++)
        if (std::memcmp(picture.at(0, y), luma.line(y), static_cast<size_t>(luma.width)) != 0) return false;
    return true;
}

}  // namespace

std::shared_ptr<const SearchPicture> KeptPictures::prepared(const FieldFunctions& functions,
                                                            const PlaneView& luma) {
    const Pictures last = [&] {
        const std::lock_guard lock(mutex_);
        return last_;
    }();
    const auto found =
        std::ranges::find_if(last, [&](const auto& kept) { return kept && shows(kept->picture(), luma); });
    // No lock while it is prepared: workers that wait may take up another search.
    const auto picture =
        found != last.end() ? *found : std::make_shared<const SearchPicture>(functions, PaddedPicture(luma));
    const std::lock_guard lock(mutex_);
    if (last_[0] != picture) last_[1] = std::exchange(last_[0], picture);
    return picture;
}

}  // namespace genmedia::motion
