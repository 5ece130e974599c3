// SPDX-License-Identifier: MIT
#include "vme/opencl/unit_kernels.h"

#include "vme/opencl/buffers.h"

namespace genmedia::vme::opencl {
namespace {

// Work-items of the work-group that evaluates a macroblock.
constexpr size_t kSearchItems = 64, kRectangleItems = 32, kRefineItems = 32, kCheckItems = 32;

const cl::Buffer kNone;

}  // namespace

UnitKernels::UnitKernels(const Program& program)
    : program_(program),
      search_windows_(program.kernel("search_windows")),
      search_rectangles_(program.kernel("search_rectangles")),
      refine_(program.kernel("refine")),
      check_skip_(program.kernel("check_skip")),
      estimate_intra_(program.kernel("estimate_intra")) {}

void UnitKernels::run(const cl::Kernel& kernel, size_t count, size_t items, const auto&... arguments) {
    program_.queue().enqueueNDRangeKernel(with_arguments(kernel, arguments...), cl::NullRange,
                                          cl::NDRange(count * items), cl::NDRange(items));
}

void UnitKernels::search(const Search& search, const Places& places, const cl::Buffer& results,
                         const cl::Buffer& extras) {
    run(search.rectangles ? search_rectangles_ : search_windows_, places.count,
        search.rectangles ? kRectangleItems : kSearchItems, search.pictures, search.searches, search.paths,
        places.records, search.streams, static_cast<cl_uint>(places.first), results, extras);
}

void UnitKernels::refine(const cl::Buffer& pictures, const cl::Buffer& refinements, const Places& places,
                         const cl::Buffer& given, const cl::Buffer& results) {
    run(refine_, places.count, kRefineItems, pictures, refinements, places.records,
        static_cast<cl_uint>(places.first), given, results);
}

void UnitKernels::check_skip(const cl::Buffer& pictures, const cl::Buffer& skips, const Places& places,
                             const cl::Buffer& results) {
    run(check_skip_, places.count, kCheckItems, pictures, skips, places.records, results);
}

void UnitKernels::estimate_intra(const cl::Buffer& pictures, const cl::Buffer& intras, const Places& places,
                                 const cl::Buffer& neighbors, const cl::Buffer& results) {
    run(estimate_intra_, places.count, kCheckItems, pictures, intras, places.records, neighbors, cl_int{0},
        results);
}

void UnitKernels::estimate_picture_intra(const cl::Buffer& pictures, const cl::Buffer& intra, int columns,
                                         size_t count, const cl::Buffer& results) {
    run(estimate_intra_, count, kCheckItems, pictures, intra, kNone, kNone, cl_int{columns}, results);
}

}  // namespace genmedia::vme::opencl
