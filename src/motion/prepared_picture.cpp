// SPDX-License-Identifier: MIT
#include "motion/prepared_picture.h"

#include "motion/eight_bits.h"
#include "motion/field_backends.h"
#include "vme/backends.h"
#include "vme/validate.h"
#include "walker/worker_pool.h"

#include <string>
#include <utility>

namespace genmedia {

PreparedPicture::PreparedPicture() = default;
PreparedPicture::~PreparedPicture() = default;
PreparedPicture::PreparedPicture(PreparedPicture&&) noexcept = default;
PreparedPicture& PreparedPicture::operator=(PreparedPicture&&) noexcept = default;

Status PreparedPicture::set(const PlaneView& luma, int threads, int bits) {
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok() && threads < 0)
        status = {StatusCode::invalid_argument,
                  "threads is " + std::to_string(threads) + "; expected 0 or more"};
    vme::ImeRequest request;  // of the picture in itself
    PlaneView checked = luma;
    if (bits != 8) checked.bytes_per_sample = 1;
    request.source.image.luma = request.forward.luma = checked;
    if (status.ok()) status = motion::check_depth("luma.", luma, bits);
    if (status.ok()) status = vme::validate(request);
    if (!status.ok()) return status;
    walker::with_workers(threads, [&] {
        motion::PaddedPicture picture(luma, bits);
        motion::CutPicture small(picture.view());
        state_.reset(new State{motion::SearchPicture(motion::field_functions(*backend), std::move(picture)),
                               std::move(small)});
    });
    return {};
}

int32_t PreparedPicture::width() const { return state_ ? state_->picture.picture().width() : 0; }
int32_t PreparedPicture::height() const { return state_ ? state_->picture.picture().height() : 0; }

}  // namespace genmedia
