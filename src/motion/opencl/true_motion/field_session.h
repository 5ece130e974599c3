// SPDX-License-Identifier: MIT
// True motion on a device: what pictures of one size need there, and the order of the kernels. It is that of
// true_motion/true_motion.cpp.
#pragma once

#include "motion/opencl/device_pictures.h"
#include "motion/opencl/true_motion/field_records.h"
#include "motion/opencl/true_motion/field_task.h"
#include "vme/opencl/unit_kernels.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace genmedia::motion {

class FieldSession {
public:
    // Sees the event of each kernel but the unit's, for what measures them.
    using Watch = std::function<void(const char* kernel, const cl::Event& event)>;

    FieldSession(std::unique_ptr<const vme::opencl::Program> program, int width, int height,
                 Watch watch = {});
    // Commands that a failure left behind still use its memory.
    ~FieldSession();
    FieldSession(const FieldSession&) = delete;
    FieldSession& operator=(const FieldSession&) = delete;

    // Pairs that are searched at once: of one size, with the same options, and asked for the same. Those with
    // start vectors are searched alone.
    using Tasks = std::span<const FieldTask* const>;
    static int most_pairs_of(const PlaneView& picture);

    bool serves(const PlaneView& picture) const {
        return picture.width == levels_[0].detail.width && picture.height == levels_[0].detail.height;
    }
    // Throws cl::Error.
    void search(const Tasks& tasks);

private:
    // A level's planes, as they are and without their local means.
    struct Level {
        LevelRecord plane, detail;
    };
    // Vectors of a level, of all directions.
    struct Found {
        cl::Buffer vectors;
        int columns = 0, rows = 0;
    };

    void make_levels(int width, int height);
    void make_records();
    void upload_picture(size_t number, const PlaneView& picture);
    void search_every(int step);
    void make_pyramids(const Tasks& tasks);
    void search_levels(const FieldTask& task, int pairs, int directions);
    Found search_level(const FieldTask& task, int level, const Found* coarser, int directions);
    void find_candidates(int level, const Found* coarser, bool is_coarsest, const cl::Buffer& priors,
                         int first, int each, int directions);
    void place_starts(const FieldTask& task, int level);
    Found sweep(const LevelRecord& level, const SweepOptions& options, int each, const cl::Buffer& first,
                const cl::Buffer& second, int directions);
    void confirm(int level, const Found& found, const Found& back, int directions);
    Found divide(const Found& coarse, float smoothness, int directions);
    void step(float to_camera, int directions);
    void choose_again(int directions);
    void queue_results(const FieldTask& task, int pairs, int directions);
    void take_results(const FieldTask& task, size_t pair);

    // A kernel over `columns` x `rows` work-items of each of `depth` directions, or pictures.
    void run(const char* name, int columns, int rows, int depth, const auto&... arguments);
    // The same with work-groups of `items` in a row.
    void run_groups(const char* name, size_t items, int groups, int rows, int depth,
                    const auto&... arguments);
    const cl::Kernel& kernel(const char* name);
    cl::Buffer space(size_t bytes) const;
    void read(const cl::Buffer& from, size_t bytes, PinnedMemory& to);

    const std::unique_ptr<const vme::opencl::Program> program_;
    vme::opencl::UnitKernels unit_{*program_};
    const Watch watch_;
    const int most_pairs_;
    std::map<std::string, cl::Kernel, std::less<>> kernels_;
    std::vector<Level> levels_;
    LevelRecord fine_plane_, fine_;            // the pictures in blocks of 4x4
    int compute_units_ = 1;                    // of the device
    size_t small_items_ = 0, few_blocks_ = 0;  // of a level that a work-group sweeps

    std::vector<PinnedMemory> copies_;
    cl::Buffer pictures_, column_sums_;
    cl::Buffer searches_, paths_, places_, records_, extras_;          // of the unit's search
    cl::Buffer means_, weights_, priors_, start_priors_, candidates_;  // of blocks
    std::array<std::array<cl::Buffer, 2>, 2> coarse_;                  // by turns: levels, sweeps
    std::array<cl::Buffer, 2> fine_vectors_, changed_;                 // sweeps by turns
    cl::Buffer good_, unknown_, cameras_;
    cl::Buffer vectors_, relaxed_, starts_, products_, yds_, inverses_, rights_,
        pulls_;  // grids of 4x4 blocks
    cl::Buffer regions_, differences_, results_, trust_, confidence_, occluded_, flow_;
    PinnedMemory results_copy_, confidence_copy_, occluded_copy_, flow_copy_, vectors_copy_;
};

}  // namespace genmedia::motion
