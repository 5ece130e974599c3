// SPDX-License-Identifier: MIT
// An H.264 encoder in two halves: kernels decide and reconstruct; genmedia::Encoder writes the stream and
// deblocks.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_encoder [--check] [FILE.yuv WIDTH HEIGHT]
// Width and height must be multiples of 16. Writes encoder.264. --check compares with genmedia::Encoder's own
// decisions.
#include "device.h"
#include "encoded.h"
#include "wavefront.h"

#include <genmedia/encode.h>
#include <genmedia/partition.h>

#include <CL/cl_ext.h>

#include <cstdio>

namespace {

using namespace example;
namespace vme = genmedia::vme;

constexpr int kFrames = 4;
constexpr int kQps[] = {20, 32, 44};

// The planes of a picture, one after the other.
std::vector<uint8_t> planes_of(const Frame& frame) {
    std::vector<uint8_t> planes = frame.luma;
    for (size_t c = 0; c < 2; c++)
        for (size_t i = c; i < frame.chroma.size(); i += 2) planes.push_back(frame.chroma[i]);
    return planes;
}
std::vector<uint8_t> planes_of(const genmedia::Yuv420View& view) {
    std::vector<uint8_t> planes;
    for (const genmedia::PlaneView* plane : {&view.luma, &view.cb, &view.cr})
        for (int y = 0; y < plane->height; y++)
            planes.insert(planes.end(), plane->line(y), plane->line(y) + plane->width);
    return planes;
}
genmedia::Yuv420View view_of(const std::vector<uint8_t>& planes, int width, int height) {
    const int size = width * height;
    return {{planes.data(), width, height, width},
            {planes.data() + size, width / 2, height / 2, width / 2},
            {planes.data() + size + size / 4, width / 2, height / 2, width / 2}};
}

// A quarter of the width and height: rounded means of 4x4 pixels. The edge is repeated.
Frame quarter(const Frame& frame) {
    Frame small{(frame.width + 3) / 4, (frame.height + 3) / 4, {}, {}};
    for (int y = 0; y < small.height; y++) {
        for (int x = 0; x < small.width; x++) {
            int sum = 8;
            for (int i = 0; i < 16; i++) sum += frame.at(4 * x + i % 4, 4 * y + i / 4);
            small.luma.push_back(static_cast<uint8_t>(sum / 16));
        }
    }
    return small;
}

// Pictures with a quarter and a sixteenth of the sides, if these are at least 16 pixels.
std::vector<Frame> pyramid(const Frame& frame) {
    std::vector<Frame> levels;
    for (const Frame* last = &frame; levels.size() < 2 && last->width > 60 && last->height > 60;
         last = &levels.back())
        levels.push_back(quarter(*last));
    return levels;
}

// The thresholds with which the unit's skip check compares coefficients: half a quantisation step, by the sum
// of frequencies.
cl_ulong thresholds_for(int qp) {
    constexpr int scales[6][3] = {{13107, 5243, 8066}, {11916, 4660, 7490}, {10082, 4194, 6554},
                                  {9362, 3647, 5825},  {8192, 3355, 5243},  {7282, 2893, 4559}};
    int least[7] = {0xFFFF, 255, 255, 255, 255, 255, 255};
    for (int i = 0; i < 16; i++) {
        const int odd = i / 4 % 2 + i % 4 % 2, kind = odd == 0 ? 0 : odd == 2 ? 1 : 2;
        int& threshold = least[i / 4 + i % 4];
        threshold = std::min(threshold, (1 << (14 + qp / 6)) / scales[qp % 6][kind]);
    }
    cl_ulong packed = static_cast<cl_ulong>(least[0]);
    for (int i = 1; i < 7; i++) packed |= static_cast<cl_ulong>(least[i]) << (8 * i + 8);
    return packed;
}

cl::Image2D make_image(const Device& device, cl_mem_flags flags, cl_image_format format, cl_image_desc desc) {
    cl_int error = CL_SUCCESS;
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    const cl_mem image = clCreateImage(device.context()(), flags, &format, &desc, nullptr, &error);
    if (error != CL_SUCCESS) throw cl::Error(error, "clCreateImage");
    return cl::Image2D(image);
}

// An NV12 picture: the form that intra estimation takes.
cl::Image2D colored_image(const Device& device, const Frame& frame) {
    cl_image_desc desc{};
    desc.image_width = static_cast<size_t>(frame.width);
    desc.image_height = static_cast<size_t>(frame.height);
    desc.image_depth = 1;
    const cl::Image2D picture =
        make_image(device, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL,
                   {CL_NV12_INTEL, CL_UNORM_INT8}, desc);
    desc.mem_object = picture();
    for (const int plane : {0, 1}) {
        desc.image_depth = static_cast<size_t>(plane);
        const cl::Image2D image = make_image(device, CL_MEM_READ_WRITE,
                                             {cl_channel_order(plane ? CL_RG : CL_R), CL_UNORM_INT8}, desc);
        const cl::array<cl::size_type, 3> origin = {0, 0, 0};
        const cl::array<cl::size_type, 3> region = {static_cast<size_t>(frame.width >> plane),
                                                    static_cast<size_t>(frame.height >> plane), 1};
        device.queue().enqueueWriteImage(image, CL_TRUE, origin, region, 0, 0,
                                         plane ? frame.chroma.data() : frame.luma.data());
    }
    return picture;
}

genmedia::MacroblockDecision decision_of(const Encoded& encoded) {
    genmedia::MacroblockDecision decision;
    decision.type = static_cast<genmedia::MacroblockType>(encoded.type);
    decision.major_shape = static_cast<vme::MajorShape>(encoded.major_shape);
    for (int q = 0; q < 4; q++)
        decision.minor_shapes[q] = static_cast<vme::MinorShape>(encoded.minor_shapes >> (2 * q) & 3);
    for (int e = 0; e < 16; e++) decision.vectors[e] = {encoded.vectors[e][0], encoded.vectors[e][1]};
    if (decision.type >= genmedia::MacroblockType::intra_16x16)
        for (int e = 0; e < 16; e++)
            decision.luma_modes[e] = static_cast<vme::LumaMode>(encoded.luma_modes[e]);
    decision.chroma_mode = static_cast<vme::ChromaMode>(encoded.chroma_mode);
    return decision;
}

class KernelEncoder {
public:
    KernelEncoder(const Device& device, int width, int height, int level_idc)
        : device_(device), width_(width), height_(height) {
        facts_.columns = width / 16;
        facts_.rows = height / 16;
        // H.264, Table A-1.
        facts_.vertical_range = level_idc <= 10 ? 64 : level_idc <= 20 ? 128 : level_idc <= 30 ? 256 : 512;
        facts_.most_vectors = level_idc <= 30 ? 16 : 8;
    }

    // `before`: the last picture as decoders show it. If it is empty, all macroblocks are intra.
    std::vector<genmedia::MacroblockDecision> decide(const Frame& frame, const std::vector<uint8_t>& before,
                                                     int qp) {
        facts_.is_p = !before.empty();
        facts_.qp = qp;
        constexpr int beyond[] = {29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36,
                                  36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39};
        facts_.chroma_qp = qp < 30 ? qp : beyond[qp - 30];
        facts_.thresholds = thresholds_for(qp);
        const std::vector<uint8_t> planes = planes_of(frame);
        Frame reference{width_,
                        height_,
                        before.empty()
                            ? frame.luma
                            : std::vector<uint8_t>(before.begin(), before.begin() + width_ * height_),
                        {}};
        const cl::Buffer coarse = search_levels(frame, reference, qp);

        const auto count = static_cast<size_t>(facts_.columns) * static_cast<size_t>(facts_.rows);
        const cl::Buffer field = device_.buffer(std::vector<Encoded>(count));
        device_.run(kernel_, static_cast<int>(count), 1, device_.image(frame), colored_image(device_, frame),
                    device_.image(reference), device_.buffer(planes),
                    device_.buffer(before.empty() ? planes : before),
                    device_.buffer(std::vector<uint8_t>(planes.size())), field, coarse,
                    device_.buffer(order(frame)), device_.buffer(std::vector<cl_int>(count)), facts_);
        std::vector<genmedia::MacroblockDecision> decisions;
        for (const Encoded& encoded : device_.read<Encoded>(field, count))
            decisions.push_back(decision_of(encoded));
        return decisions;
    }

private:
    // Each macroblock comes after its left, upper and upper right neighbours.
    static std::vector<cl_ushort2> order(const Frame& frame) {
        std::vector<cl_ushort2> order;
        for (int sum = 0; sum < frame.columns() + 2 * frame.rows(); sum++)
            for (int row = 0; row < frame.rows(); row++)
                if (const int column = sum - 2 * row; column >= 0 && column < frame.columns())
                    order.push_back({{static_cast<cl_ushort>(column), static_cast<cl_ushort>(row)}});
        return order;
    }

    // The vectors for the picture with a quarter of the sides. The sizes of that picture go to `facts_`.
    cl::Buffer search_levels(const Frame& frame, const Frame& reference, int qp) {
        cl::Buffer vectors = device_.buffer(std::vector<cl_short2>(1));
        facts_.coarse_columns = facts_.coarse_rows = 0;
        if (!facts_.is_p) return vectors;
        const std::vector<Frame> sources = pyramid(frame), references = pyramid(reference);
        for (size_t i = sources.size(); i-- > 0;) {
            const int columns = sources[i].columns(), rows = sources[i].rows();
            const cl::Buffer finer =
                device_.buffer(std::vector<cl_short2>(static_cast<size_t>(4 * columns * rows)));
            device_.run(level_kernel_, columns, rows, device_.image(sources[i]), device_.image(references[i]),
                        vectors, cl_int{facts_.coarse_columns}, cl_int{facts_.coarse_rows}, finer,
                        static_cast<cl_uchar>(qp));
            vectors = finer;
            facts_.coarse_columns = 2 * columns;
            facts_.coarse_rows = 2 * rows;
        }
        return vectors;
    }

    const Device& device_;
    int width_, height_;
    PictureFacts facts_{};
    cl::Kernel kernel_ = device_.kernel("encoder", "-cl-std=CL2.0");
    cl::Kernel level_kernel_ = device_.kernel("search_level");
};

void append(std::vector<uint8_t>& stream, const genmedia::EncodedPicture& coded) {
    stream.insert(stream.end(), coded.bytes.begin(), coded.bytes.end());
}

genmedia::EncodedPicture good(const genmedia::Status& status, genmedia::EncodedPicture& coded) {
    if (!status.ok()) throw std::runtime_error(status.message());
    return std::move(coded);
}

// Compares the kernels' decisions with the encoder's own. Returns how many macroblocks were the same.
size_t same(const std::vector<genmedia::MacroblockDecision>& kernels, const genmedia::EncodedPicture& own,
            int time) {
    for (size_t i = 0; i < kernels.size(); i++) {
        if (kernels[i] == own.decisions[i]) continue;
        std::printf(
            "picture %d, macroblock (%zu, %zu) differs: type %d, expected %d; shape %d, expected %d; vector "
            "(%d, %d), "
            "expected (%d, %d)\n",
            time, i % own.columns, i / own.columns, static_cast<int>(kernels[i].type),
            static_cast<int>(own.decisions[i].type), static_cast<int>(kernels[i].major_shape),
            static_cast<int>(own.decisions[i].major_shape), kernels[i].vectors[0].x, kernels[i].vectors[0].y,
            own.decisions[i].vectors[0].x, own.decisions[i].vectors[0].y);
        return i;
    }
    return kernels.size();
}

int encode(const Arguments& arguments) {
    const int width = arguments.frames[0].width, height = arguments.frames[0].height;
    if (width % 16 != 0 || height % 16 != 0) throw std::runtime_error("the sides are no multiples of 16");
    const Device device;
    for (const int qp : kQps) {
        genmedia::EncoderOptions options;
        options.width = width;
        options.height = height;
        options.qp = qp;
        options.scene_cuts = false;
        genmedia::Encoder encoder(options), alone(options);
        KernelEncoder kernels(device, width, height, encoder.parameter_sets().at(7));  // level_idc
        std::vector<uint8_t> stream, expected, before;
        size_t compared = 0;
        int types[4] = {};
        for (int t = 0; t < kFrames; t++) {
            const Frame& frame = arguments.frames[static_cast<size_t>(t)];
            const std::vector<uint8_t> planes = planes_of(frame);
            genmedia::EncodedPicture coded;
            const auto decisions = kernels.decide(frame, before, t == 0 ? std::max(qp - 3, 0) : qp);
            coded = good(encoder.encode(view_of(planes, width, height), t == 0, decisions, coded), coded);
            append(stream, coded);
            before = planes_of(encoder.reconstruction());
            for (const auto& decision : coded.decisions) types[static_cast<int>(decision.type)]++;
            if (!arguments.check) continue;
            genmedia::EncodedPicture own;
            own = good(alone.encode(view_of(planes, width, height), own), own);
            append(expected, own);
            const size_t count = same(coded.decisions, own, t);
            compared += count;
            if (count < own.decisions.size()) return 1;
        }
        std::printf("QP %d: %zu bytes; skipped %d, inter %d, intra 16x16 %d, 4x4 %d\n", qp, stream.size(),
                    types[0], types[1], types[2], types[3]);
        std::ofstream("encoder.264", std::ios::binary)
            .write(reinterpret_cast<const char*>(stream.data()), static_cast<std::streamsize>(stream.size()));
        if (!arguments.check) continue;
        std::printf("%zu macroblocks as the encoder's own\n", compared);
        if (stream != expected) return std::printf("the streams differ\n"), 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, kFrames, 2, encode); }
