// SPDX-License-Identifier: MIT
// Random inputs of the functions that true motion has of a backend.
#pragma once

#include "checked_pictures.h"
#include "motion/field_functions.h"

#include <array>
#include <optional>
#include <vector>

namespace genmedia::test {

// Two blocks with the pixels that may be read, flush against memory that may not be.
class MatchedPlanes {
public:
    struct Readable {
        int width, height;
    };
    // The match begins `before` pixels and lines after the first that may be read.
    MatchedPlanes(Readable source, Readable match, int before, const Clip& clip, Random& random);
    const motion::MatchedBlock& block() const { return block_; }

    static MatchedPlanes for_difference(const Clip& clip, Random& random);
    static MatchedPlanes for_spread(const Clip& clip, Random& random);

private:
    GuardedPlane source_, match_;
    motion::MatchedBlock block_;
};

// A row of blocks whose matches lie anywhere in a plane with what may be read around them.
class MatchedRowInput {
public:
    struct Readable {
        int width, height;  // of each match
        int before;         // pixels and lines before a match's first
        int after_row = 0;  // pixels of the source's lines after the last block
    };
    MatchedRowInput(int blocks, Readable readable, const Clip& clip, Random& random);
    const motion::MatchedRow& row() const { return row_; }

    static MatchedRowInput for_gradients(int blocks, const Clip& clip, Random& random);
    static MatchedRowInput for_differences(int blocks, const Clip& clip, Random& random);

private:
    int source_width_, width_, height_, stride_;
    GuardedPlane source_, match_;
    std::vector<motion::RealVector> vectors_;
    motion::MatchedRow row_;
};

// Room for what gradient_sums() finds of a row.
class GradientRoom {
public:
    explicit GradientRoom(size_t columns) : columns_(columns), values_(5 * columns) {}
    motion::GradientSums sums() {
        const auto of = [&](size_t i) { return values_.data() + i * columns_; };
        return {of(0), of(1), of(2), of(3), of(4)};
    }

private:
    size_t columns_;
    std::vector<float> values_;
};

// Two blocks of samples of 1 or 2 bytes, each flush against memory that may not be read.
class BlockPlanes {
public:
    // `room`: samples and lines that the second plane has besides.
    BlockPlanes(int width, int height, int bytes, const Clip& clip, Random& random, int room = 0);
    const motion::BlockPair& pair() const { return pair_; }
    motion::BlockMatches matches(Random& random);

private:
    GuardedPlane first_, second_;
    motion::BlockPair pair_;
    int bytes_, room_;
};

class SpreadInput {
public:
    SpreadInput(const Clip& clip, Random& random);
    motion::SpreadVector spread();

private:
    MatchedPlanes planes_;
    ptrdiff_t stride_;
    std::vector<float> near_x_, near_y_, weights_, sums_x_, sums_y_;
    float vector_x_, vector_y_;
};

// A row of a field of vectors and gradients, some far apart and some alike.
class FieldRow {
public:
    FieldRow(int columns, Random& random);
    motion::FieldStep step();

private:
    int columns_;
    float to_camera_ = 0;
    std::array<std::vector<float>, 7> grids_;
    ptrdiff_t odd_, red_black_stride_;
    std::array<std::vector<float>, 11> red_black_grids_;
};

// Half a row of a field with a vector a pixel, with its neighbours in strips of their own.
class FlowInput {
public:
    FlowInput(size_t count, Random& random);
    // Valid as long as the input.
    motion::FlowRow row() const;

private:
    size_t count_, strip_;
    std::vector<std::vector<float>> values_;
    motion::FlowPlanes planes_;
};

// A line of which nothing after its last pixel may be written.
class MeansLine {
public:
    MeansLine(int width, Random& random);
    motion::LocalMeans line();

private:
    std::vector<uint16_t> columns_;
    std::vector<uint8_t> from_;
    GuardedPlane to_;
};

// The same pixels of two pictures, flush against memory that may not be read.
class SeenPlanes {
public:
    SeenPlanes(const Clip& clip, Random& random);
    const motion::SeenPair& pair() const { return pair_; }

private:
    int stride_;
    GuardedPlane first_, second_;
    motion::SeenPair pair_;
};

// Vectors of a block of which many are equal, and some outside of the limits, which lead to the last pixels
// that can be read.
class ChoiceInput {
public:
    ChoiceInput(const Clip& clip, Random& random);
    // Valid as long as the input.
    const motion::VectorChoice& choice() const { return choice_; }

private:
    int lines_, reach_, stride_;
    GuardedPlane source_, match_;
    std::optional<motion::BlockBrightness> brightness_;
    std::array<motion::WholeVector, motion::kChoicesRoom> vectors_;
    motion::VectorChoice choice_;
};

// A block between pixels, with four neighbours whose vectors are near its own or not.
class NeighborInput {
public:
    NeighborInput(const Clip& clip, Random& random);
    // Valid as long as the input.
    const motion::NeighborChoice& choice() const { return choice_; }

private:
    int reach_, stride_;
    GuardedPlane source_, match_;
    motion::NeighborChoice choice_;
};

// A row of blocks that two planes show, with what may be read around these; some vectors lead far out.
template <class Sample>
class ShownInput {
public:
    ShownInput(const Clip& clip, Random& random);
    // Valid as long as the input.
    motion::ShownRow<Sample> row() const { return row_; }

private:
    struct Sides {  // in samples
        int width, height, block_width, block_height, stride;
        explicit Sides(Random& random);
        int readable_width() const { return width + 2 * motion::kShownRoom + 4 * block_width; }
        int readable_height() const { return height + 2 * motion::kShownRoom + block_height + 5; }
    };

    GuardedPlane plane(Random& random) const {
        constexpr int bytes = sizeof(Sample);
        return {bytes * sides_.readable_width(), sides_.readable_height(), bytes * sides_.stride, 1,
                bytes == 2 || chance(random, 2)};
    }

    Sides sides_;
    GuardedPlane first_, second_, other_;
    std::vector<motion::ShownBlock> blocks_;
    std::vector<float> weights_, sums_, other_sums_;
    motion::ShownRow<Sample> row_;
};

// Calls each of the functions once.
void call_field_functions(const motion::FieldFunctions& functions, const Clip& clip, Random& random);

}  // namespace genmedia::test
