// SPDX-License-Identifier: MIT
#include "media/npz_writer.h"

#include <zip.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace genmedia::media {
namespace {

bool is_in(const NpzContents& contents, const NpzArray& array) {
    return array.presence == Presence::always ||
           (array.presence == Presence::with_intra ? contents.intra : contents.backward);
}

// Of what lies behind the first dimension.
std::vector<int64_t> item_shape(const NpzContents& contents, const NpzArray& array) {
    std::vector<int64_t> shape;
    std::istringstream words(array.shape);
    std::string word;
    std::getline(words, word, ',');
    while (std::getline(words >> std::ws, word, ','))
        shape.push_back(word == "R" ? contents.rows : word == "C" ? contents.columns : std::stoll(word));
    return shape;
}

// Values of every macroblock one after the other; `append` writes those of one result.
template <class T, class Results, class Append>
std::vector<T> collect(const Results& results, size_t values_per_block, Append append) {
    std::vector<T> values;
    values.reserve(results.size() * values_per_block);
    for (const auto& result : results) append(values, result);
    return values;
}

template <class T, class Array>
void append_all(std::vector<T>& values, const Array& array) {
    for (const auto element : array) values.push_back(static_cast<T>(element));
}

std::vector<int16_t> collect_vectors(const std::vector<vme::InterResult>& results, bool backward) {
    return collect<int16_t>(results, 32, [backward](auto& values, const vme::InterResult& result) {
        for (const auto& pair : result.vectors) {
            const vme::MotionVector vector = backward ? pair.backward : pair.forward;
            values.push_back(vector.x);
            values.push_back(vector.y);
        }
    });
}

vme::InterResult no_inter_result() {
    vme::InterResult result;
    result.distortions.fill(0xFFFF);
    result.best_distortion = 0xFFFF;
    return result;
}

}  // namespace

std::string NpzWriter::array_path(const std::string& name) const {
    return std::filesystem::path(path_).replace_extension(name + ".npy").string();
}

// A failure of an array's own file is one of the archive.
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
    if (status.ok())
        status = append_array(npz::kTimeBase, {contents.time_base.numerator, contents.time_base.denominator});
    return status;
}

template <class T>
Status NpzWriter::append_array(const NpzArrayOf<T>& kind, const std::vector<T>& values) {
    const auto found =
        std::find_if(arrays_.begin(), arrays_.end(), [&](const auto& a) { return a->kind == &kind; });
    return of_archive((*found)->file.append(values.data(), values.size() * sizeof(T)));
}

Status NpzWriter::append_frame(const FrameFacts& frame) {
    Status status = append_array(npz::kFrame, {static_cast<int32_t>(frame.number)});
    if (status.ok()) status = append_array(npz::kPts, {frame.pts});
    if (status.ok()) status = append_array(npz::kTime, {frame.seconds});
    if (status.ok()) status = append_array(npz::kDamaged, {damage_marks(frame)});
    if (status.ok()) status = append_array(npz::kMissingBefore, {static_cast<int32_t>(frame.missing_before)});
    return status;
}

Status NpzWriter::append_inter(const MotionField& field) {
    const size_t blocks = static_cast<size_t>(contents_.columns) * static_cast<size_t>(contents_.rows);
    const std::vector<vme::InterResult> none(field.has_inter ? 0 : blocks, no_inter_result());
    const auto& results = field.has_inter ? field.inter : none;
    using Result = vme::InterResult;

    Status status = append_array(npz::kMotionVectors, collect_vectors(results, false));
    if (status.ok() && contents_.backward)
        status = append_array(npz::kBackwardVectors, collect_vectors(results, true));
    const auto add = [&]<class T>(const NpzArrayOf<T>& kind, size_t values_per_block, auto append) {
        if (status.ok()) status = append_array(kind, collect<T>(results, values_per_block, append));
    };
    add(npz::kDistortions, 16, [](auto& v, const Result& r) { append_all(v, r.distortions); });
    add(npz::kBestDistortion, 1, [](auto& v, const Result& r) { v.push_back(r.best_distortion); });
    add(npz::kMajorShape, 1,
        [](auto& v, const Result& r) { v.push_back(static_cast<uint8_t>(r.major_shape)); });
    add(npz::kMinorShapes, 4, [](auto& v, const Result& r) { append_all(v, r.minor_shapes); });
    add(npz::kDirections, 4, [](auto& v, const Result& r) { append_all(v, r.directions); });
    return status;
}

Status NpzWriter::append_intra(const MotionField& field) {
    using Result = MacroblockIntra;
    Status status;
    const auto add = [&]<class T>(const NpzArrayOf<T>& kind, size_t values_per_block, auto append) {
        if (status.ok()) status = append_array(kind, collect<T>(field.intra, values_per_block, append));
    };
    add(npz::kIntraDistortion, 1, [](auto& v, const Result& r) { v.push_back(r.distortion); });
    add(npz::kIntraShape, 1, [](auto& v, const Result& r) { v.push_back(static_cast<uint8_t>(r.shape)); });
    add(npz::kIntraModes, 16, [](auto& v, const Result& r) { append_all(v, r.luma_modes); });
    return status;
}

Status NpzWriter::append(const FrameFacts& frame, const MotionField& field) {
    if (field.columns != contents_.columns || field.rows != contents_.rows ||
        field.has_intra != contents_.intra)
        return {StatusCode::invalid_argument, "motion field of frame " + std::to_string(frame.number) +
                                                  " differs in size or contents from the file's"};
    Status status = append_frame(frame);
    if (status.ok()) status = append_inter(field);
    if (status.ok() && contents_.intra) status = append_intra(field);
    for (const auto& array : arrays_)
        if (status.ok()) status = of_archive(array->file.flush());
    return status;
}

Status NpzWriter::finish_arrays(int64_t frames) {
    for (const auto& array : arrays_)
        if (Status status = array->file.finish(array->kind == &npz::kTimeBase ? 2 : frames); !status.ok())
            return status;
    return {};
}

// libzip writes to a file of its own beside the archive and renames it.
Status NpzWriter::zip() {
    int error = 0;
    zip_t* archive = zip_open(path_.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    if (!archive)
        return {StatusCode::io, "cannot create '" + path_ + "': libzip error " + std::to_string(error)};
    bool good = true;
    for (const auto& array : arrays_) {
        zip_source_t* source = zip_source_file(archive, array->file.unfinished_path().c_str(), 0, -1);
        const zip_int64_t index = zip_file_add(archive, (std::string(array->kind->name) + ".npy").c_str(),
                                               source, ZIP_FL_ENC_UTF_8);
        if (index < 0) zip_source_free(source);
        const auto entry = static_cast<zip_uint64_t>(index);
        // The lightest compression; a fixed date, so that equal results give equal files.
        good = good && index >= 0 && zip_set_file_compression(archive, entry, ZIP_CM_DEFLATE, 1) == 0 &&
               zip_file_set_dostime(archive, entry, 0, 0x21, 0) == 0;
    }
    if (good && zip_close(archive) == 0) return {};
    Status status(StatusCode::io, "cannot write '" + path_ + "': " + zip_strerror(archive));
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
