// SPDX-License-Identifier: MIT
#include "media/npz_writer.h"

#include <zip.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace genmedia::media {
namespace {

constexpr const char* kTimeBaseName = "time_base";  // the one array without a frame dimension: two numbers

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

Status NpzWriter::add_array(const char* name, const char* type, const std::vector<int64_t>& shape) {
    Array& array = *arrays_.emplace_back(std::make_unique<Array>());
    array.name = name;
    return of_archive(array.file.create(array_path(name), type, shape));
}

Status NpzWriter::open(const std::string& path, const NpzContents& contents) {
    path_ = path;
    contents_ = contents;
    arrays_.clear();
    Status status = add_array("frame", "<i4", {});
    for (const auto& [name, type] :
         {std::pair{"pts", "<i8"}, {"time", "<f8"}, {"damaged", "|u1"}, {"missing_before", "<i4"}})
        if (status.ok()) status = add_array(name, type, {});
    const auto add = [&](const char* name, const char* type, const std::vector<int64_t>& block_shape) {
        std::vector<int64_t> shape = {contents.rows, contents.columns};
        shape.insert(shape.end(), block_shape.begin(), block_shape.end());
        if (status.ok()) status = add_array(name, type, shape);
    };
    add("motion_vectors", "<i2", {16, 2});
    if (contents.backward) add("backward_vectors", "<i2", {16, 2});
    add("distortions", "<u2", {16});
    add("best_distortion", "<u2", {});
    add("major_shape", "|u1", {});
    add("minor_shapes", "|u1", {4});
    add("directions", "|u1", {4});
    if (contents.intra) {
        add("intra_distortion", "<u2", {});
        add("intra_shape", "|u1", {});
        add("intra_modes", "|u1", {16});
    }
    if (status.ok()) status = add_array(kTimeBaseName, "<i4", {});
    if (status.ok())
        status = append_array(kTimeBaseName, std::vector<int32_t>{contents.time_base.numerator,
                                                                  contents.time_base.denominator});
    return status;
}

template <class T>
Status NpzWriter::append_array(const char* name, const std::vector<T>& values) {
    const auto found =
        std::find_if(arrays_.begin(), arrays_.end(), [&](const auto& a) { return a->name == name; });
    return of_archive((*found)->file.append(values.data(), values.size() * sizeof(T)));
}

Status NpzWriter::append_frame(const FrameFacts& frame) {
    Status status = append_array("frame", std::vector{static_cast<int32_t>(frame.number)});
    if (status.ok()) status = append_array("pts", std::vector{frame.pts});
    if (status.ok()) status = append_array("time", std::vector{frame.seconds});
    if (status.ok()) status = append_array("damaged", std::vector{damage_marks(frame)});
    if (status.ok())
        status = append_array("missing_before", std::vector{static_cast<int32_t>(frame.missing_before)});
    return status;
}

Status NpzWriter::append_inter(const MotionField& field) {
    const size_t blocks = static_cast<size_t>(contents_.columns) * static_cast<size_t>(contents_.rows);
    const std::vector<vme::InterResult> none(field.has_inter ? 0 : blocks, no_inter_result());
    const auto& results = field.has_inter ? field.inter : none;
    using Result = vme::InterResult;

    Status status = append_array("motion_vectors", collect_vectors(results, false));
    if (status.ok() && contents_.backward)
        status = append_array("backward_vectors", collect_vectors(results, true));
    const auto add = [&]<class T>(T, const char* name, size_t values_per_block, auto append) {
        if (status.ok()) status = append_array(name, collect<T>(results, values_per_block, append));
    };
    add(uint16_t{}, "distortions", 16, [](auto& v, const Result& r) { append_all(v, r.distortions); });
    add(uint16_t{}, "best_distortion", 1, [](auto& v, const Result& r) { v.push_back(r.best_distortion); });
    add(uint8_t{}, "major_shape", 1,
        [](auto& v, const Result& r) { v.push_back(static_cast<uint8_t>(r.major_shape)); });
    add(uint8_t{}, "minor_shapes", 4, [](auto& v, const Result& r) { append_all(v, r.minor_shapes); });
    add(uint8_t{}, "directions", 4, [](auto& v, const Result& r) { append_all(v, r.directions); });
    return status;
}

Status NpzWriter::append_intra(const MotionField& field) {
    const auto& results = field.intra;
    using Result = MacroblockIntra;
    Status status = append_array(
        "intra_distortion",
        collect<uint16_t>(results, 1, [](auto& v, const Result& r) { v.push_back(r.distortion); }));
    if (status.ok())
        status = append_array("intra_shape", collect<uint8_t>(results, 1, [](auto& v, const Result& r) {
                                  v.push_back(static_cast<uint8_t>(r.shape));
                              }));
    if (status.ok())
        status = append_array("intra_modes", collect<uint8_t>(results, 16, [](auto& v, const Result& r) {
                                  append_all(v, r.luma_modes);
                              }));
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
        if (Status status = array->file.finish(array->name == kTimeBaseName ? 2 : frames); !status.ok())
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
        const zip_int64_t index =
            zip_file_add(archive, (array->name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
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
