// SPDX-License-Identifier: MIT
// MCE: settings on generic payloads. [ext: MCE]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/native_requests.h"

namespace genmedia::test {
namespace {

using vme::ImeRequest;
using vme::ImeResult;

class McePayload : public OpenClTest {
protected:
    template <class... Arguments>
    void check(References references, const char* kernel, Grid grid, const ImeChange& change,
               Arguments... arguments) {
        for_each_scene([&](const Scene& scene) {
            const bool dual = references == References::dual;
            std::vector<Image> images = {&scene.source, &scene.forward};
            if (dual) images.push_back(&scene.backward);
            const auto with = dual ? duals(scene, change) : singles(scene, change);
            const auto without = dual ? duals(scene) : singles(scene);
            const auto got =
                run<ImeRecord>("mce_payload.cl", kernel, images, grid, grid.count(), arguments...);
            expect_native<ImeResult>(got, grid.columns, with, references);
            expect_effect<ImeResult>(grid.columns, grid.rows, with, without, references);
        });
    }

    const Grid frame_ = macroblocks_of(Picture(kSceneWidth, kSceneHeight));
    const Grid field_ = field_macroblocks_of(Picture(kSceneWidth, kSceneHeight));
};

TEST_F(McePayload, ShapePenalty) {
    check(
        References::single, "shape_penalty", frame_,
        [](ImeRequest& request) { request.costs.shape = vme::InterShapePenalty::from_packed(kShapes); },
        cl_ulong{kShapes});
}

TEST_F(McePayload, DirectionPenalty) {
    check(
        References::dual, "direction_penalty", frame_,
        [](ImeRequest& request) { request.costs.backward_direction = kPenalty; }, cl_uchar{kPenalty.bits});
}

TEST_F(McePayload, MotionVectorCost) {
    const vme::MotionVectorCost cost = vector_cost(vme::CostPrecision::pixel, true);
    check(
        References::dual, "motion_vector_cost", frame_,
        [&](ImeRequest& request) { request.costs.motion_vector = cost; }, packed_centers(cost),
        packed(cost.table), cl_uchar{2});
}

TEST_F(McePayload, MultiReferencePenalty) {
    for_each_scene([&](const Scene& scene) {
        const ImeChange second_pair = [&](ImeRequest& request) {
            request.forward = reference(scene.forward1, 1);
        };
        const ImeChange change = [&](ImeRequest& request) {
            second_pair(request);
            request.costs.base_multi_reference = kPenalty;
        };
        const auto got = run<ImeRecord>(
            "mce_payload.cl", "multi_reference_penalty",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, frame_,
            frame_.count(), cl_uchar{kPenalty.bits});
        expect_native<ImeResult>(got, frame_.columns, singles(scene, change), References::single);
        expect_effect<ImeResult>(frame_.columns, frame_.rows, singles(scene, change),
                                 singles(scene, second_pair), References::single);
    });
}

TEST_F(McePayload, AcOnlyHaar) {
    check(References::single, "ac_only_haar", frame_,
          [](ImeRequest& request) { request.distortion = vme::Distortion::ac_haar; });
}

TEST_F(McePayload, FieldsOfOneReference) {
    check(
        References::single, "single_fields", field_,
        [](ImeRequest& request) {
            request.source.scan = Scan::bottom_field;
            request.forward.scan = Scan::top_field;
        },
        cl_uchar{1}, cl_uchar{0});
}

TEST_F(McePayload, FieldsOfTwoReferences) {
    check(
        References::dual, "dual_fields", field_,
        [](ImeRequest& request) {
            request.source.scan = Scan::top_field;
            request.forward.scan = Scan::bottom_field;
            request.backward->scan = Scan::top_field;
        },
        cl_uchar{0}, cl_uchar{1}, cl_uchar{0});
}

}  // namespace
}  // namespace genmedia::test
