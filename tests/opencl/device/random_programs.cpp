// SPDX-License-Identifier: MIT
// Random programs of the unit on the device that the layer presents; prints what each gave. So devices are
// compared:
//     genmedia cl -- random_programs 5000 > processors; genmedia cl --device gpu -- random_programs 5000 >
//     gpu; diff ... random_programs COUNT [FIRST]
#include "opencl/layered_device.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

namespace genmedia::test {
namespace {

constexpr int kInstructions = 6, kWords = 8, kOperations = 10, kPictures = 5;
constexpr size_t kLanes = 16;
unsigned long first_program = 0;
size_t programs = 20;

// A picture that moves, of stripes and noise; odd sizes have edges.
Picture picture(int number) {
    return Picture(83, 67, [number](int x, int y) {
        const int at = x + 2 * number, line = y - number;
        uint32_t noise = static_cast<uint32_t>(at / 3 * 7919 + line / 3 * 104729);
        noise = (noise ^ noise >> 13) * 2654435761u;
        return static_cast<int>(noise >> 26) + ((3 * at + 5 * line) & 127);
    });
}

std::vector<cl_uint> code(unsigned long program) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(program + 1));
    std::vector<cl_uint> words(kInstructions * kWords);
    for (size_t i = 0; i < words.size(); i++) {
        words[i] = static_cast<cl_uint>(random());
        if (i % kWords == 0) words[i] = words[i] % kOperations | (words[i] & 0xFF00);
    }
    return words;
}

std::string text_of(const char* path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class RandomPrograms : public OpenClTest {};

TEST_F(RandomPrograms, Run) {
    const Owned<cl_program> program = built(text_of(GENMEDIA_RANDOM_PROGRAMS), "");
    cl_int error = CL_SUCCESS;
    const Owned<cl_kernel> kernel(clCreateKernel(program.get(), "random_programs", &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_uint> codes;
    for (size_t i = 0; i < programs; i++)
        for (const cl_uint word : code(first_program + i)) codes.push_back(word);
    std::vector<cl_uint> hashes(programs * kLanes);
    std::vector<Owned<cl_mem>> memory;
    for (int i = 0; i < kPictures; i++) memory.push_back(image(picture(i)));
    memory.push_back(buffer(codes.size() * sizeof(cl_uint), codes.data()));
    const cl_int length = kInstructions;
    const cl_ushort2 blocks{{5, 4}};
    cl_uint index = 0;
    for (const auto& one : memory) {
        const cl_mem handle = one.get();
        ASSERT_EQ(clSetKernelArg(kernel.get(), index++, sizeof handle, &handle), CL_SUCCESS);
    }
    const Owned<cl_mem> out = buffer(hashes.size() * sizeof(cl_uint), hashes.data());
    const cl_mem handle = out.get();
    ASSERT_EQ(clSetKernelArg(kernel.get(), index++, sizeof length, &length), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel.get(), index++, sizeof blocks, &blocks), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel.get(), index++, sizeof handle, &handle), CL_SUCCESS);
    const size_t global = programs * kLanes, local = kLanes;
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &global, &local, 0, nullptr, &event),
              CL_SUCCESS);
    std::printf("they run on %s\n", device_of(event).c_str());
    clReleaseEvent(event);
    ASSERT_EQ(clEnqueueReadBuffer(queue(), out.get(), CL_TRUE, 0, hashes.size() * sizeof(cl_uint),
                                  hashes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < programs; i++) {
        std::printf("program %lu:", first_program + static_cast<unsigned long>(i));
        for (size_t lane = 0; lane < kLanes; lane++) std::printf(" %08x", hashes[i * kLanes + lane]);
        std::printf("\n");
    }
}

}  // namespace
}  // namespace genmedia::test

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc > 1) genmedia::test::programs = std::strtoul(argv[1], nullptr, 10);
    if (argc > 2) genmedia::test::first_program = std::strtoul(argv[2], nullptr, 10);
    return RUN_ALL_TESTS();
}
