// SPDX-License-Identifier: MIT
// The unit on an OpenCL device: many requests a call, evaluated side by side.
#pragma once

#include "genmedia/vme.h"
#include "vme/opencl/device_program.h"

#include <span>

namespace genmedia::vme::opencl {

// Whether devices evaluate such a request, or StatusCode::unsupported: a work-group searches one record after
// the other, so neither may end or narrow the other's search.
Status supported(const ImeRequest& request);

// Requests must be what validate() and supported() accept; results[i] belongs to requests[i]. Where the
// device fails, the results mean nothing. One caller at a time.
class Unit {
public:
    explicit Unit(const Program& program) : program_(program) {}

    Status evaluate(std::span<const ImeRequest> requests, std::span<ImeResult> results) const;
    Status evaluate(std::span<const RefineRequest> requests, std::span<RefineResult> results) const;
    Status evaluate(std::span<const SicRequest> requests, std::span<SicResult> results) const;

private:
    const Program& program_;
};

}  // namespace genmedia::vme::opencl
