// SPDX-License-Identifier: MIT
// Requests as the kernels take them.
#pragma once

#include "genmedia/vme.h"
#include "vme/inter/search_path.h"
#include "vme/opencl/device_planes.h"

namespace genmedia::vme::opencl {

CostRecord cost_record(const InterCosts& costs);
PathRecord path_record(const SearchPath& path);

// Whether search_rectangles() can search it; search_rectangle.cl states what that kernel requires.
bool is_rectangle(const ImeRequest& request, const SearchPath& path);

// `paths` are the indices of the paths in both directions; is_rectangle is left 0.
SearchRecord search_record(const ImeRequest& request, const uint32_t (&paths)[2], Pictures& pictures);
RefineRecord refine_record(const RefineRequest& request, Pictures& pictures);

SkipRecord skip_record(const SourceBlock& source, const SkipCheck& skip, Pictures& pictures);
IntraRecord intra_record(const SourceBlock& source, const IntraEstimation& intra, Pictures& pictures);
NeighborRecord neighbor_record(const IntraEstimation& intra);

// The place of a request, whose record has index `setup`; nothing is streamed in.
PlaceRecord place_record(uint32_t setup, const SourceBlock& source, const InterCosts& costs);

StreamRecord stream_record(const ImeStream& stream);
ImeStream stream_of(const StreamRecord& record);
InterRecord inter_record(const InterResult& result);
InterResult inter_result(const InterRecord& record);

// Fill their part of the result.
void set_skip_result(const SkipResult& record, SicResult& result);
void set_intra_result(const IntraResult& record, SicResult& result);

}  // namespace genmedia::vme::opencl
