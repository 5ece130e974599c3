// SPDX-License-Identifier: MIT
// Kernels send random messages. The answers are compared with those of the same requests to the C++ API.
#include <gtest/gtest.h>

#include "host.h"
#include "random_messages.h"
#include "vme/packed.h"

namespace {

using test::Answer;
using test::Message;
using test::Random;
using test::Scene;

constexpr int kWide = 64, kHigh = 8, kTogether = kWide * kHigh;  // messages of one launch

constexpr int kRounds = (GENMEDIA_VME_MESSAGES + kTogether - 1) / kTogether;

class VmeMessages : public testing::Test {
protected:
    // Makes this scene the one to which all kernels' messages go.
    void set(const Scene& scene) {
        const auto surface = [&](const test::Nv12& picture) {
            return host_.picture(static_cast<UINT>(picture.luma.width),
                                 static_cast<UINT>(picture.luma.height), CM_SURFACE_FORMAT_NV12,
                                 picture.bytes());
        };
        CmSurface2D* source = surface(scene.source);
        std::vector<CmSurface2D*> forward, backward;
        for (const test::Nv12& picture : scene.forward) forward.push_back(surface(picture));
        for (const test::Nv12& picture : scene.backward) backward.push_back(surface(picture));
        ASSERT_EQ(host_.device->CreateVmeSurfaceG7_5(source, forward.data(), backward.data(),
                                                     static_cast<UINT>(forward.size()),
                                                     static_cast<UINT>(backward.size()), pictures_),
                  CM_SUCCESS);
        // The VME surface keeps the pictures.
        for (CmSurface2D* picture : forward) host_.device->DestroySurface(picture);
        for (CmSurface2D* picture : backward) host_.device->DestroySurface(picture);
    }

    std::vector<Answer> answers(const char* kernel_name, const std::vector<Message>& messages) {
        CmKernel* kernel = host_.kernel(kernel_name);
        std::vector<Answer> answers(messages.size());
        CmBuffer *to = host_.buffer(messages), *from = host_.buffer(answers);
        Host::set_all(kernel, to, pictures_, from);
        host_.run(kernel, kWide, kHigh);
        Host::read(from, answers);
        host_.device->DestroySurface(to);
        host_.device->DestroySurface(from);
        host_.device->DestroyKernel(kernel);
        return answers;
    }

    // Sends the messages from make(scene, random), and calls compare(expected, made, answer) for each answer.
    template <class Result, class Make, class Compare>
    void compare_all(const char* kernel, const Make& make, const Compare& compare) {
        for (int round = 0; round < kRounds; round++) {
            Random random(static_cast<uint64_t>(round) + 1);
            const Scene scene(random);
            set(scene);
            std::vector<decltype(make(scene, random))> made;
            std::vector<Message> messages;
            for (int i = 0; i < kTogether; i++) {
                made.push_back(make(scene, random));
                messages.push_back(made.back().message);
            }
            const std::vector<Answer> found = answers(kernel, messages);
            for (int i = 0; i < kTogether; i++) {
                Result expected;
                const genmedia::Status status = evaluate(made[i].request, expected);
                ASSERT_TRUE(status.ok()) << status.message();
                ASSERT_TRUE(compare(expected, made[i], found[i])) << "round " << round << " message " << i;
            }
            host_.device->DestroyVmeSurfaceG7_5(pictures_);
        }
    }

    Host host_{"messages_genx.isa"};
    SurfaceIndex* pictures_ = nullptr;
};

// The result as the unit's answer has it: the vector count in five bits, a block's distortion in its first
// entry.
template <class Result>
Result as_answered(Result result, const genmedia::vme::InterCosts& costs) {
    result.vector_count &= 31;
    result.distortions = genmedia::vme::packed_distortions(result, costs);
    return result;
}

bool is_right(test::vme::ImeResult expected, const test::Search& made, const Answer& answer) {
    const bool out = made.message.arguments[0] & 1, dual = made.request.backward.has_value();
    if (!out) expected.stream_out = {};
    return as_answered(expected, made.request.costs) == get_search(answer, out, dual) &&
           answer.untouched_from(!out   ? 7
                                 : dual ? 11
                                        : 9);
}

TEST_F(VmeMessages, Searches) {
    compare_all<test::vme::ImeResult>(
        "search", [](const Scene& scene, Random& random) { return random_search(scene, false, random); },
        is_right);
}

TEST_F(VmeMessages, SearchesOfGen7_5) {
    compare_all<test::vme::ImeResult>(
        "search_gen7_5",
        [](const Scene& scene, Random& random) { return random_search(scene, true, random); }, is_right);
}

TEST_F(VmeMessages, Refinements) {
    compare_all<test::vme::RefineResult>(
        "refine", test::random_refinement,
        [](const test::vme::RefineResult& expected, const test::Refinement& made, const Answer& answer) {
            return as_answered(expected, made.request.costs) == get_inter(answer) && answer.untouched_from(7);
        });
}

// Whether the answer has the skip check's macroblock, in the places of a search's result.
bool has_checked(const std::optional<test::vme::SkipCheck>& skip, const Answer& answer) {
    test::vme::InterResult expected, found = get_inter(answer);
    int type = 0, vectors = 0;
    if (skip) {
        expected.major_shape =
            skip->partition_8x8 ? test::vme::MajorShape::shape_8x8 : test::vme::MajorShape::shape_16x16;
        for (int i = 0; i < 16; i++) {
            const int block = skip->partition_8x8 ? i / 4 : 0;
            if (!skip->directions[block]) continue;
            const test::vme::Direction direction = *skip->directions[block];
            type = skip->partition_8x8 ? 22 : 1 + static_cast<int>(direction);
            expected.directions[i / 4] = direction;
            expected.vectors[i] = skip->vectors[block];
            expected.reference_ids[i / 4] = {skip->forward[block].id, skip->backward[block].id};
            if (i % (skip->partition_8x8 ? 4 : 16) == 0)
                vectors += direction == test::vme::Direction::bidirectional ? 2 : 1;
        }
    }
    expected.vector_count = static_cast<uint8_t>(vectors);
    found.distortions = expected.distortions;
    found.best_distortion = expected.best_distortion;
    return found == expected && (answer.row[0][1] & 31) == type;
}

TEST_F(VmeMessages, Checks) {
    compare_all<test::vme::SicResult>(
        "check", test::random_check,
        [](test::vme::SicResult expected, const test::Check& made, const Answer& answer) {
            const auto& skip = made.request.skip;
            expected.distortions = genmedia::vme::packed_distortions(expected, skip && skip->partition_8x8);
            return expected == get_check(answer) && has_checked(made.request.skip, answer) &&
                   answer.untouched_from(7);
        });
}

}  // namespace
