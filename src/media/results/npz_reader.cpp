// SPDX-License-Identifier: MIT
#include "media/results/npz_reader.h"

#include <zip.h>

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

namespace genmedia::media {
namespace {

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

// The value behind 'key' in a header's dictionary, up to `end`.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key, char begin,
                                         char end) {
    const std::string quoted = "'" + std::string(key) + "'";
    size_t at = header.find(quoted);
    if (at == std::string_view::npos) return {};
    at = header.find(begin, at + quoted.size());
    const size_t last = at == std::string_view::npos ? at : header.find(end, at + 1);
    if (last == std::string_view::npos) return {};
    return header.substr(at + 1, last - at - 1);
}

// "120, 9, 11, 16, 2" or "3,".
bool parse_shape(std::string_view text, std::vector<int64_t>& shape) {
    constexpr int64_t most = int64_t{1} << 40;
    int64_t product = 1;
    shape.clear();
    while (!text.empty()) {
        while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
        if (text.empty()) break;
        int64_t side = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
        if (error != std::errc() || side < 0 || side > most) return false;
        if (side > 0 && product > most / side) return false;
        product *= side;
        shape.push_back(side);
        text.remove_prefix(static_cast<size_t>(end - text.data()));
    }
    return true;
}

bool parse_header(std::string_view header, NpzReader::Array& array) {
    const auto type = value_of(header, "descr", '\'', '\''), shape = value_of(header, "shape", '(', ')');
    const bool is_c = header.find("'fortran_order': False") != std::string_view::npos;
    array.is_fortran = header.find("'fortran_order': True") != std::string_view::npos;
    if (!type || type->size() > 8 || !shape || is_c == array.is_fortran) return false;
    array.type = *type;
    return parse_shape(*shape, array.shape);
}

}  // namespace

struct NpzReader::State {
    std::string path;
    std::unique_ptr<zip_t, CloseArchive> archive;
    std::map<std::string, std::unique_ptr<zip_file_t, CloseEntry>> entries;

    Status damaged(const std::string& name) const {
        return {StatusCode::corrupt, "'" + path + "': array '" + name + "' is damaged or ends too early"};
    }
    bool read(const std::string& name, void* to, size_t bytes) {
        char* at = static_cast<char*>(to);
        while (bytes > 0) {
            const zip_int64_t count = zip_fread(entries[name].get(), at, bytes);
            if (count <= 0) return false;
            at += count;
            bytes -= static_cast<size_t>(count);
        }
        return true;
    }
};

NpzReader::NpzReader() = default;
NpzReader::~NpzReader() = default;

Status NpzReader::open(const std::string& path) {
    auto state = std::make_unique<State>();
    state->path = path;
    int error = 0;
    state->archive.reset(zip_open(path.c_str(), ZIP_RDONLY, &error));
    if (!state->archive) {
        zip_error_t text;
        zip_error_init_with_code(&text, error);
        const std::string reason = zip_error_strerror(&text);
        zip_error_fini(&text);
        return {error == ZIP_ER_NOENT ? StatusCode::not_found : StatusCode::corrupt,
                "cannot read '" + path + "' as an .npz archive: " + reason};
    }
    state_ = std::move(state);
    return {};
}

Status NpzReader::find(const std::string& name, Array& array) {
    array = {};
    State& s = *state_;
    if (zip_name_locate(s.archive.get(), (name + ".npy").c_str(), 0) < 0) return {};
    s.entries[name].reset(zip_fopen(s.archive.get(), (name + ".npy").c_str(), 0));
    std::array<char, 10> start{};
    // "\x93NUMPY", version, length of the header: two bytes in version 1.
    if (!s.entries[name] || !s.read(name, start.data(), start.size()) ||
        std::string_view(start.data(), 6) != "\x93NUMPY" || start[6] != 1)
        return s.damaged(name);
    const size_t length =
        static_cast<size_t>(static_cast<uint8_t>(start[8]) | static_cast<uint8_t>(start[9]) << 8);
    std::string header(length, '\0');
    if (!s.read(name, header.data(), length) || !parse_header(header, array)) return s.damaged(name);
    if (array.is_fortran)
        return {StatusCode::invalid_argument, "'" + s.path + "': array '" + name +
                                                  "' is in Fortran order; expected C order, as of "
                                                  "numpy.ascontiguousarray"};
    return {};
}

Status NpzReader::read(const std::string& name, void* to, size_t bytes) {
    return state_->read(name, to, bytes) ? Status() : state_->damaged(name);
}

Status NpzReader::finish(const std::string& name) {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    return {};  // no fuzzer makes up a right checksum
#endif
    char more = 0;
    return zip_fread(state_->entries[name].get(), &more, 1) == 0 ? Status() : state_->damaged(name);
}

}  // namespace genmedia::media
