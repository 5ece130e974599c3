// SPDX-License-Identifier: MIT
#include "media/results/writers/npz_writer.h"

#include "media/results/writers/flow_writer.h"
#include "media/video/output/output_file.h"

#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace genmedia::media {
namespace {

bool is_in(const NpzContents& contents, const NpzArray& array) {
    switch (array.presence) {
        case Presence::always: return true;
        case Presence::with_two_references: return contents.backward;
        case Presence::with_intra: return contents.intra;
        case Presence::with_true_field: return contents.true_field;
        case Presence::with_flow: return contents.flow;
    }
    return false;
}

// The dimensions after the first one.
std::vector<int64_t> item_shape(const NpzContents& contents, const NpzArray& array) {
    std::vector<int64_t> shape;
    std::istringstream words(array.shape);
    std::string word;
    std::getline(words, word, ',');
    while (std::getline(words >> std::ws, word, ','))
        shape.push_back(word == "R"   ? contents.rows
                        : word == "C" ? contents.columns
                        : word == "H" ? contents.height
                        : word == "W" ? contents.width
                                      : std::stoll(word));
    return shape;
}

// Values of every macroblock one after the other; write(to, result) writes those of one result.
template <class T, class Results, class Write>
std::vector<T> collect(const Results& results, size_t values_per_block, Write write) {
    std::vector<T> values(results.size() * values_per_block);
    T* to = values.data();
    for (const auto& result : results) {
        write(to, result);
        to += values_per_block;
    }
    return values;
}

template <class T, class Array>
void write_all(T* to, const Array& array) {
    for (size_t i = 0; i < array.size(); i++) to[i] = static_cast<T>(array[i]);
}

std::vector<int16_t> collect_vectors(const std::vector<vme::InterResult>& results, bool backward) {
    return collect<int16_t>(results, 32, [backward](int16_t* to, const vme::InterResult& result) {
        for (size_t i = 0; i < result.vectors.size(); i++) {
            const vme::BidirectionalVector& pair = result.vectors[i];
            const vme::MotionVector vector = backward ? pair.backward : pair.forward;
            to[2 * i] = vector.x;
            to[2 * i + 1] = vector.y;
        }
    });
}

vme::InterResult no_inter_result() {
    vme::InterResult result;
    result.distortions.fill(0xFFFF);
    result.best_distortion = 0xFFFF;
    return result;
}

template <class T>
void pack(const NpzArrayOf<T>& kind, const std::vector<T>& values, PackedFrame& packed) {
    packed[&kind] = deflate(values.data(), static_cast<int64_t>(values.size() * sizeof(T)));
}

void pack_facts(const FrameFacts& frame, PackedFrame& packed) {
    pack(npz::kFrame, {static_cast<int32_t>(frame.number)}, packed);
    pack(npz::kPts, {frame.pts}, packed);
    pack(npz::kTime, {frame.seconds}, packed);
    pack(npz::kDamaged, {damage_marks(frame)}, packed);
    pack(npz::kMissingBefore, {static_cast<int32_t>(frame.missing_before)}, packed);
}

void pack_inter(const NpzContents& contents, const MotionField& field, PackedFrame& packed) {
    const size_t blocks = static_cast<size_t>(contents.columns) * static_cast<size_t>(contents.rows);
    const std::vector<vme::InterResult> none(field.has_inter ? 0 : blocks, no_inter_result());
    const auto& results = field.has_inter ? field.inter : none;
    using Result = vme::InterResult;

    pack(npz::kSceneCut, {static_cast<uint8_t>(field.scene_cut)}, packed);
    pack(npz::kMotionVectors, collect_vectors(results, false), packed);
    if (contents.backward) pack(npz::kBackwardVectors, collect_vectors(results, true), packed);
    const auto add = [&]<class T>(const NpzArrayOf<T>& kind, size_t values_per_block, auto write) {
        pack(kind, collect<T>(results, values_per_block, write), packed);
    };
    add(npz::kDistortions, 16, [](auto* to, const Result& r) { write_all(to, r.distortions); });
    add(npz::kBestDistortion, 1, [](auto* to, const Result& r) { *to = r.best_distortion; });
    add(npz::kMajorShape, 1, [](auto* to, const Result& r) { *to = static_cast<uint8_t>(r.major_shape); });
    add(npz::kMinorShapes, 4, [](auto* to, const Result& r) { write_all(to, r.minor_shapes); });
    add(npz::kDirections, 4, [](auto* to, const Result& r) { write_all(to, r.directions); });
}

void pack_trust(const NpzContents& contents, const MotionField& field, PackedFrame& packed) {
    using Entries = std::array<uint8_t, 16>;
    const size_t blocks = static_cast<size_t>(contents.columns) * static_cast<size_t>(contents.rows);
    const std::vector<Entries> none(field.has_inter ? 0 : blocks);
    const auto add = [&](const NpzArrayOf<uint8_t>& kind, const std::vector<Entries>& entries) {
        const auto write = [](uint8_t* to, const Entries& e) { write_all(to, e); };
        pack(kind, collect<uint8_t>(field.has_inter ? entries : none, 16, write), packed);
    };
    add(npz::kConfidence, field.confidence);
    add(npz::kOccluded, field.occluded);
}

void pack_flow(const MotionField& field, PackedFrame& packed) {
    std::vector<float> values;
    const std::vector<FlowVector> flow = dense_flow(field);
    values.reserve(2 * flow.size());
    for (const FlowVector& v : flow) values.insert(values.end(), {v.x, v.y});
    pack(npz::kFlow, values, packed);
}

void pack_intra(const MotionField& field, PackedFrame& packed) {
    using Result = MacroblockIntra;
    const auto add = [&]<class T>(const NpzArrayOf<T>& kind, size_t values_per_block, auto write) {
        pack(kind, collect<T>(field.intra, values_per_block, write), packed);
    };
    add(npz::kIntraDistortion, 1, [](auto* to, const Result& r) { *to = r.distortion; });
    add(npz::kIntraShape, 1, [](auto* to, const Result& r) { *to = static_cast<uint8_t>(r.shape); });
    add(npz::kIntraModes, 16, [](auto* to, const Result& r) { write_all(to, r.luma_modes); });
}

// What libzip takes for the reason of a failure.
zip_int64_t tell_error(int code, void* data) {
    const int error[2] = {code, EIO};
    std::memcpy(data, error, sizeof error);
    return sizeof error;
}

// Gives libzip data that are already compressed.
class DeflatedSource {
public:
    explicit DeflatedSource(const NpyFile& file) : file_(file), stream_(file.stream()) {}

    static zip_int64_t answer(void* source, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        DeflatedSource& self = *static_cast<DeflatedSource*>(source);
        switch (command) {
            case ZIP_SOURCE_OPEN: return self.open() ? 0 : -1;
            case ZIP_SOURCE_READ: return self.read(static_cast<char*>(data), static_cast<int64_t>(size));
            case ZIP_SOURCE_STAT: return self.describe(*static_cast<zip_stat_t*>(data));
            case ZIP_SOURCE_ERROR: return tell_error(ZIP_ER_READ, data);
            case ZIP_SOURCE_SUPPORTS:
                return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                                      ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
            default: return 0;
        }
    }

private:
    // libzip reads 8 KiB at a time.
    bool open() {
        buffer_.resize(kBufferBytes);
        input_.rdbuf()->pubsetbuf(buffer_.data(), kBufferBytes);
        input_.open(file_.unfinished_path(), std::ios::binary);
        input_.seekg(stream_.begin);
        left_ = stream_.size;
        return input_.good();
    }
    zip_int64_t read(char* to, int64_t size) {
        size = std::min(size, left_);
        left_ -= size;
        return input_.read(to, size) ? size : -1;
    }
    zip_int64_t describe(zip_stat_t& stat) const {
        zip_stat_init(&stat);
        stat.valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_CRC | ZIP_STAT_COMP_METHOD;
        stat.size = static_cast<zip_uint64_t>(stream_.content_size);
        stat.comp_size = static_cast<zip_uint64_t>(stream_.size);
        stat.crc = stream_.content_crc;
        stat.comp_method = ZIP_CM_DEFLATE;
        return sizeof stat;
    }

    static constexpr int64_t kBufferBytes = 1 << 20;

    const NpyFile& file_;
    const NpyFile::Stream stream_;
    std::vector<char> buffer_;  // outlives input_
    std::ifstream input_;
    int64_t left_ = 0;
};

// Where libzip writes an archive. With its own files, 4 KiB at a time, and reads of 8 KiB an archive of 757
// MB took 1.6 times as long to close.
class ArchiveFile {
public:
    Status open(const std::string& path) { return status_ = file_.open(path); }
    const Status& status() const { return status_; }

    static zip_int64_t answer(void* target, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        ArchiveFile& self = *static_cast<ArchiveFile*>(target);
        switch (command) {
            case ZIP_SOURCE_STAT: return describe(*static_cast<zip_stat_t*>(data));
            case ZIP_SOURCE_WRITE: return self.write(static_cast<const char*>(data), size);
            case ZIP_SOURCE_SEEK_WRITE: return self.seek(data, size);
            case ZIP_SOURCE_TELL_WRITE: return self.position_;
            case ZIP_SOURCE_COMMIT_WRITE: return self.keep(self.file_.publish());
            case ZIP_SOURCE_ERROR: return tell_error(ZIP_ER_WRITE, data);
            case ZIP_SOURCE_SUPPORTS:
                return zip_source_make_command_bitmap(
                    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                    ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_BEGIN_WRITE,
                    ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE,
                    ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE, -1);
            default: return 0;
        }
    }

private:
    static zip_int64_t describe(zip_stat_t& stat) {
        zip_stat_init(&stat);
        stat.valid = ZIP_STAT_SIZE;
        stat.size = 0;  // it is new
        return sizeof stat;
    }
    zip_int64_t keep(Status status) {
        status_ = std::move(status);
        return status_.ok() ? 0 : -1;
    }
    zip_int64_t write(const char* data, zip_uint64_t size) {
        const bool at_end = position_ == file_.size();
        if (keep(at_end ? file_.write(data, size) : file_.write_at(position_, data, size)) < 0) return -1;
        position_ += static_cast<int64_t>(size);
        return static_cast<zip_int64_t>(size);
    }
    zip_int64_t seek(void* data, zip_uint64_t size) {
        zip_error_t error;
        zip_error_init(&error);
        const auto bytes = static_cast<zip_uint64_t>(file_.size());
        const zip_int64_t to =
            zip_source_seek_compute_offset(static_cast<zip_uint64_t>(position_), bytes, data, size, &error);
        if (to < 0) return -1;
        position_ = to;
        return 0;
    }

    OutputFile file_;
    Status status_;
    int64_t position_ = 0;
};

// The source is read when the archive is closed.
bool add_to_archive(zip_t* archive, const std::string& name, DeflatedSource& deflated) {
    zip_source_t* source = zip_source_function(archive, DeflatedSource::answer, &deflated);
    if (!source) return false;
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const auto entry = static_cast<zip_uint64_t>(index);
    // A fixed date, so that equal results give equal files.
    return zip_set_file_compression(archive, entry, ZIP_CM_DEFLATE, 1) == 0 &&
           zip_file_set_dostime(archive, entry, 0, 0x21, 0) == 0;
}

}  // namespace

Status pack_frame(const NpzContents& contents, const FrameFacts& frame, const MotionField& field,
                  PackedFrame& packed) {
    if (field.columns != contents.columns || field.rows != contents.rows ||
        field.has_intra != contents.intra ||
        (field.has_inter && field.confidence.empty() == contents.true_field))
        return {StatusCode::invalid_argument, "motion field of frame " + std::to_string(frame.number) +
                                                  " differs in size or contents from the file's"};
    pack_facts(frame, packed);
    pack_inter(contents, field, packed);
    if (contents.intra) pack_intra(field, packed);
    if (contents.true_field) pack_trust(contents, field, packed);
    if (contents.flow) pack_flow(field, packed);
    return {};
}

std::string NpzWriter::array_path(const std::string& name) const {
    return std::filesystem::path(path_).replace_extension(name + ".npy.gz").string();
}

// Reports a failure of an array's own file as one of the archive.
Status NpzWriter::of_archive(const Status& status) const {
    return status.ok() ? status : Status(status.code(), "'" + path_ + "': " + status.message());
}

Status NpzWriter::add_array(const NpzArray& kind) {
    Array& array = *arrays_.emplace_back(std::make_unique<Array>());
    array.kind = &kind;
    return of_archive(array.file.create(array_path(kind.name), kind.type, item_shape(contents_, kind)));
}

Status NpzWriter::open(const std::string& path, const NpzContents& contents) {
    path_ = path;
    contents_ = contents;
    arrays_.clear();
    Status status;
    for (const NpzArray* kind : npz::kAll)
        if (status.ok() && is_in(contents, *kind)) status = add_array(*kind);
    const int32_t time_base[] = {contents.time_base.numerator, contents.time_base.denominator};
    return status.ok() ? append({{&npz::kTimeBase, deflate(time_base, sizeof time_base)}}) : status;
}

Status NpzWriter::append(const PackedFrame& frame) {
    Status status;
    for (const auto& array : arrays_)
        if (const auto part = frame.find(array->kind); status.ok() && part != frame.end())
            status = of_archive(array->file.append(part->second));
    return status;
}

Status NpzWriter::finish_arrays(int64_t frames) {
    for (const auto& array : arrays_)
        if (Status status = array->file.finish(array->kind == &npz::kTimeBase ? 2 : frames); !status.ok())
            return status;
    return {};
}

Status NpzWriter::zip() {
    ArchiveFile file;
    if (Status status = file.open(path_); !status.ok()) return status;
    const auto failure = [&](const std::string& reason) {
        return Status(StatusCode::io, "cannot write '" + path_ + "': " + reason);
    };
    zip_source_t* target = zip_source_function_create(ArchiveFile::answer, &file, nullptr);
    zip_t* archive = target ? zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, nullptr) : nullptr;
    if (!archive) {
        zip_source_free(target);
        return failure("libzip cannot begin an archive");
    }
    bool good = true;
    std::deque<DeflatedSource> sources;
    for (const auto& array : arrays_)
        good = good && add_to_archive(archive, std::string(array->kind->name) + ".npy",
                                      sources.emplace_back(array->file));
    if (good && zip_close(archive) == 0) return {};
    Status status = file.status().ok() ? failure(zip_strerror(archive)) : file.status();
    zip_discard(archive);
    return status;
}

// The arrays as files of their own; says where they are, or why they are not.
std::string NpzWriter::keep_arrays() {
    for (const auto& array : arrays_)
        if (Status status = array->file.publish(); !status.ok()) return status.message();
    return "its arrays are in '" + array_path("*") + "'";
}

Status NpzWriter::finish(int64_t frames) {
    Status status = finish_arrays(frames);
    if (status.ok()) status = zip();
    if (!status.ok()) status = {status.code(), status.message() + "; " + keep_arrays()};
    arrays_.clear();
    return status;
}

}  // namespace genmedia::media
