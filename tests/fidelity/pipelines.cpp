// SPDX-License-Identifier: MIT
// Runs one of the pipelines that drew the hardware's frames as an OpenCL program, and prints what `genmedia
// motion` writes as CSV.
//     genmedia cl -- fidelity_pipelines PIPELINE CLIP FIRST END [WIDTH HEIGHT]
// CLIP is I420, of 176x144 pixels if no size is given. Frames FIRST to END - 1.
#include "device.h"
#include "kernels/common/written_macroblock.h"

#include <CL/cl_ext.h>

#include <functional>
#include <map>

namespace {

using namespace example;

using Field = std::vector<Macroblock>;
// Searches `now` in `before`, or looks only at `now`.
using Pipeline = std::function<Field(const Frame& before, const Frame& now)>;

constexpr int kClipWidth = 176, kClipHeight = 144;
constexpr cl_uchar kQp = 45;

size_t macroblocks(const Frame& frame) { return static_cast<size_t>(frame.columns()) * frame.rows(); }

// The luma plane of an NV12 image, as a video decoder shares it.
cl::Image2D plane_of_nv12(const Device& device, const Frame& frame) {
    const cl_mem_flags flags =
        CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL;
    const cl_image_format format{CL_NV12_INTEL, CL_UNORM_INT8}, format_of_plane{CL_R, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = static_cast<size_t>(frame.width);
    description.image_height = static_cast<size_t>(frame.height);
    cl_int error = CL_SUCCESS;
    const cl::Image2D both(clCreateImage(device.context()(), flags, &format, &description, nullptr, &error));
    cl::detail::errHandler(error, "clCreateImage of NV12");
    description.mem_object = both();
    const cl::Image2D luma(clCreateImage(device.context()(), CL_MEM_READ_WRITE, &format_of_plane,
                                         &description, nullptr, &error));
    cl::detail::errHandler(error, "clCreateImage of the plane");
    device.queue().enqueueWriteImage(luma, CL_TRUE, {0, 0, 0},
                                     {description.image_width, description.image_height, 1}, 0, 0,
                                     frame.luma.data());
    return luma;
}

// The built-in kernel of the media interface, as Intel's samples for it set it up: 16x16, whole pixels.
constexpr const char* kBuiltIn = "block_motion_estimate_intel";
constexpr cl_motion_estimation_desc_intel kBuiltInSearch{
    CL_ME_MB_TYPE_16x16_INTEL, CL_ME_SUBPIXEL_MODE_INTEGER_INTEL, CL_ME_SAD_ADJUST_MODE_NONE_INTEL,
    CL_ME_SEARCH_PATH_RADIUS_16_12_INTEL};

cl_accelerator_intel accelerator(const cl::Context& context, const cl::Device& device) {
    const auto create =
        reinterpret_cast<clCreateAcceleratorINTEL_fn>(clGetExtensionFunctionAddressForPlatform(
            device.getInfo<CL_DEVICE_PLATFORM>(), "clCreateAcceleratorINTEL"));
    if (create == nullptr) throw std::runtime_error("the platform has no clCreateAcceleratorINTEL");
    cl_int error = CL_SUCCESS;
    const cl_accelerator_intel made =
        create(context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof kBuiltInSearch, &kBuiltInSearch,
               &error);  // as long as this program runs
    cl::detail::errHandler(error, "clCreateAcceleratorINTEL");
    return made;
}

cl::Kernel built_in_search(const cl::Context& context) {
    const std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();
    cl::Kernel kernel(cl::Program(context, devices, kBuiltIn), kBuiltIn);
    const cl_accelerator_intel handle = accelerator(context, devices.front());
    kernel.setArg(0, sizeof handle, &handle);
    kernel.setArg(3, sizeof(cl_mem), nullptr);  // no predictors
    kernel.setArg(5, sizeof(cl_mem), nullptr);  // no residuals
    return kernel;
}

class Pipelines {
public:
    Pipelines() {
        named_["block_motion_estimate"] = [this](const Frame& before, const Frame& now) {
            return built_in(before, now);
        };
        named_["basic_search"] = [this](const Frame& before, const Frame& now) {
            return search("basic_search", device_.image(now), device_.image(before), now);
        };
        named_["interop"] = [this](const Frame& before, const Frame& now) {
            return search("basic_search", plane_of_nv12(device_, now), plane_of_nv12(device_, before), now);
        };
        for (const char* name : {"cost_heuristics_search", "larger_search"}) {
            named_[name] = [this, name](const Frame& before, const Frame& now) {
                return search(name, device_.image(now), device_.image(before), now, kQp);
            };
        }
        named_["hme"] = [this](const Frame& before, const Frame& now) {
            return search("hierarchical_search", device_.image(now), device_.image(before), now,
                          starts(before, now), kQp);
        };
        named_["wpp"] = [this](const Frame& before, const Frame& now) { return wavefront(before, now); };
        named_["intra"] = [this](const Frame& before, const Frame& now) {
            return intra(now, named_.at("hme")(before, now));
        };
        named_["intra_frame"] = [this](const Frame&, const Frame& now) {
            Field field(macroblocks(now));
            for (Macroblock& macroblock : field) macroblock.inter_distortion = 65535;
            return intra(now, field);
        };
    }

    const Pipeline& find(const std::string& name) const {
        const auto found = named_.find(name);
        if (found == named_.end()) throw std::runtime_error("no pipeline is called " + name);
        return found->second;
    }

private:
    const cl::Kernel& kernel(const std::string& name, const std::string& options = "") {
        const auto known = kernels_.find(name);
        return known != kernels_.end() ? known->second
                                       : kernels_.emplace(name, device_.kernel(name, options)).first->second;
    }

    Field built_in(const Frame& before, const Frame& now) {
        if (built_in_() == nullptr) built_in_ = built_in_search(device_.context());
        const cl::Buffer vectors = device_.buffer(std::vector<cl_short2>(macroblocks(now)));
        const cl::Image2D source = device_.image(now), reference = device_.image(before);
        built_in_.setArg(1, source);
        built_in_.setArg(2, reference);
        built_in_.setArg(4, vectors);
        device_.queue().enqueueNDRangeKernel(
            built_in_, cl::NullRange,
            cl::NDRange(static_cast<size_t>(now.width), static_cast<size_t>(now.height)));
        Field field;
        for (const cl_short2& vector : device_.read<cl_short2>(vectors, macroblocks(now))) {
            std::fill_n(field.emplace_back().vectors, 16, vector);
        }
        return field;
    }

    template <class... Values>
    Field search(const char* name, const cl::Image2D& source, const cl::Image2D& reference, const Frame& now,
                 const Values&... values) {
        const cl::Buffer field = device_.buffer(Field(macroblocks(now)));
        device_.run(kernel(name), now.columns(), now.rows(), source, reference, field, values...);
        return device_.read<Macroblock>(field, macroblocks(now));
    }

    // Where macroblocks of the full size start: what the levels of an eighth, a quarter and half of it found.
    cl::Buffer starts(const Frame& before, const Frame& now) {
        std::vector<std::pair<Frame, Frame>> levels{{halved(before), halved(now)}};
        for (int i = 0; i < 2; i++)
            levels.emplace_back(halved(levels.back().first), halved(levels.back().second));
        cl::Buffer found = device_.buffer(std::vector<cl_short2>(1));
        for (int i = 2; i >= 0; i--) {
            const auto& [reference, source] = levels[i];
            // Four vectors a macroblock, row by row. The next level reads them row by row, too, but its rows
            // can be shorter by one than these: the programs that drew the frames do so.
            const cl::Buffer next = device_.buffer(std::vector<cl_short2>(4 * macroblocks(source)));
            device_.run(kernel("predict"), source.columns(), source.rows(), device_.image(source),
                        device_.image(reference), found, next, cl_int{i < 2});
            found = next;
        }
        return found;
    }

    Field wavefront(const Frame& before, const Frame& now) {
        const cl::Buffer field = device_.buffer(Field(macroblocks(now)));
        device_.run(kernel("wavefront", "-cl-std=CL2.0"), now.columns(), 1, device_.image(now),
                    device_.image(before), field, starts(before, now),
                    device_.buffer(std::vector<cl_int>(now.columns())), cl_int{now.rows()}, kQp);
        return device_.read<Macroblock>(field, macroblocks(now));
    }

    // Adds the intra estimation to what there is.
    Field intra(const Frame& now, const Field& inter) {
        const cl::Buffer field = device_.buffer(inter);
        device_.run(kernel("intra"), now.columns(), now.rows(), device_.image(now), device_.image(now), field,
                    kQp);
        return device_.read<Macroblock>(field, inter.size());
    }

    Device device_;
    cl::Kernel built_in_;
    std::map<std::string, cl::Kernel> kernels_;
    std::map<std::string, Pipeline> named_;
};

void print_header(bool intra) {
    std::printf("frame,mb_x,mb_y,major,minor");
    for (int n = 0; n < 16; n++) std::printf(",mv%d_x,mv%d_y", n, n);
    std::printf("%s\n", intra ? ",inter_dist,intra_dist,intra_shape" : "");
}

void print(int number, const Frame& frame, const Field& field, bool intra) {
    for (int i = 0; i < static_cast<int>(field.size()); i++) {
        const Macroblock& macroblock = field[i];
        std::printf("%d,%d,%d,%d,%d", number, i % frame.columns(), i / frame.columns(),
                    macroblock.major_shape, macroblock.minor_shapes);
        for (const cl_short2& vector : macroblock.vectors) std::printf(",%d,%d", vector.s[0], vector.s[1]);
        if (intra)
            std::printf(",%d,%d,%d", macroblock.inter_distortion, macroblock.intra_distortion,
                        macroblock.intra_shape);
        std::printf("\n");
    }
}

int run_pipeline(const std::string& name, const std::vector<Frame>& frames, int begin) {
    Pipelines pipelines;
    const Pipeline& pipeline = pipelines.find(name);
    const bool intra = name.starts_with("intra");
    print_header(intra);
    for (int n = begin; n < static_cast<int>(frames.size()); n++)
        print(n, frames[n], pipeline(frames[std::max(n - 1, 0)], frames[n]), intra);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5 && argc != 7) {
        std::fprintf(stderr, "usage: %s PIPELINE CLIP FIRST END [WIDTH HEIGHT]\n", argv[0]);
        return 2;
    }
    try {
        const int width = argc == 7 ? std::atoi(argv[5]) : kClipWidth;
        const int height = argc == 7 ? std::atoi(argv[6]) : kClipHeight;
        return run_pipeline(argv[1], read_frames(argv[2], width, height, std::atoi(argv[4])),
                            std::atoi(argv[3]));
    } catch (const cl::Error& error) {
        std::fprintf(stderr, "%s: %s failed with %d\n", argv[0], error.what(), error.err());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    }
    return 1;
}
