// SPDX-License-Identifier: MIT
// The form that programs have between two runs. It begins with a mark and a checksum of what follows. PoCL's
// two binaries come next, each behind its length. The end is what the layer has to know to launch the
// kernels.
#include "opencl/layer/programs/programs.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace genmedia::opencl {
namespace {

constexpr std::string_view kMark = "genmedia kernels 6", kFallbackMark = "genmedia fall-back 1";

uint64_t checksum(const unsigned char* bytes, size_t count) {
    boost::crc_32_type crc;
    crc.process_bytes(bytes, count);
    return crc.checksum();
}

class Writer {
public:
    explicit Writer(std::vector<unsigned char>& bytes) : bytes_(bytes) {}

    void number(uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8)
            bytes_.push_back(static_cast<unsigned char>(value >> shift));
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }

private:
    std::vector<unsigned char>& bytes_;
};

// Reads no further than its bytes. Past their end `ok` is false, and all values are zero or empty.
class Reader {
public:
    Reader(const unsigned char* begin, size_t count) : at_(begin), end_(begin + count) {}

    uint64_t number() {
        if (end_ - at_ < 8) return fail();
        uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 8) value |= static_cast<uint64_t>(*at_++) << shift;
        return value;
    }
    BinaryPart part() {
        const uint64_t count = number();
        if (count > static_cast<uint64_t>(end_ - at_)) {
            fail();
            return BinaryPart{};
        }
        return {std::exchange(at_, at_ + count), count};
    }
    std::string text() {
        const BinaryPart read = part();
        return {reinterpret_cast<const char*>(read.bytes), read.count};
    }
    bool ok() const { return ok_; }

private:
    uint64_t fail() {
        ok_ = false;
        at_ = end_;
        return 0;
    }

    const unsigned char* at_;
    const unsigned char* end_;
    bool ok_ = true;
};

uint64_t flags(const KernelDescription& kernel) {
    return kernel.uses_motion_estimation | kernel.uses_sub_groups << 1 | kernel.uses_work_group_barrier << 2 |
           kernel.uses_local_memory << 3 | kernel.uses_atomics << 4 | kernel.uses_work_group_functions << 5 |
           kernel.shares_local_memory << 6 | kernel.fibers << 7 | kernel.on_device << 8 |
           kernel.may_fail << 9 | kernel.takes_helpers << 10;
}

void write(Writer& writer, const KernelDescription& kernel) {
    writer.text(kernel.name);
    writer.number(flags(kernel));
    for (const size_t size : kernel.required_work_group_size) writer.number(size);
    writer.number(kernel.required_sub_group_size);
    writer.number(kernel.exchange_bytes);
    writer.number(kernel.parameters.size());
    for (const Parameter& parameter : kernel.parameters) {
        writer.text(parameter.name);
        writer.number((parameter.is_image ? 1U : 0U) | (parameter.is_buffer ? 2U : 0U));
    }
    writer.number(kernel.unit_images.size());
    for (const UnitImage& image : kernel.unit_images) {
        writer.number(image.source);
        writer.number(image.image);
    }
}

KernelDescription read_kernel(Reader& reader) {
    KernelDescription kernel;
    kernel.name = reader.text();
    const uint64_t bits = reader.number();
    kernel.uses_motion_estimation = bits & 1;
    kernel.uses_sub_groups = bits & 2;
    kernel.uses_work_group_barrier = bits & 4;
    kernel.uses_local_memory = bits & 8;
    kernel.uses_atomics = bits & 16;
    kernel.uses_work_group_functions = bits & 32;
    kernel.shares_local_memory = bits & 64;
    kernel.fibers = bits & 128;
    kernel.on_device = bits & 256;
    kernel.may_fail = bits & 512;
    kernel.takes_helpers = bits & 1024;
    for (size_t& size : kernel.required_work_group_size) size = reader.number();
    kernel.required_sub_group_size = reader.number();
    kernel.exchange_bytes = reader.number();
    const uint64_t parameters = reader.number();
    for (uint64_t i = 0; i < parameters && reader.ok(); i++) {
        std::string name = reader.text();
        const uint64_t kind = reader.number();
        kernel.parameters.push_back({std::move(name), (kind & 1) != 0, (kind & 2) != 0});
    }
    const uint64_t images = reader.number();
    for (uint64_t i = 0; i < images && reader.ok(); i++) {
        const size_t source = reader.number();
        kernel.unit_images.push_back({source, reader.number()});
    }
    return kernel;
}

std::vector<unsigned char> marked(std::string_view mark, const std::vector<unsigned char>& body) {
    std::vector<unsigned char> all(mark.begin(), mark.end());
    Writer(all).number(checksum(body.data(), body.size()));
    all.insert(all.end(), body.begin(), body.end());
    return all;
}

bool has_mark(std::string_view mark, const unsigned char* bytes, size_t count) {
    return count >= mark.size() && std::memcmp(bytes, mark.data(), mark.size()) == 0;
}

// What follows mark and checksum. Nothing: it was changed.
std::optional<Reader> body_of(std::string_view mark, const unsigned char* bytes, size_t count) {
    const size_t head = mark.size() + 8;
    if (count < head || Reader(bytes + mark.size(), 8).number() != checksum(bytes + head, count - head))
        return std::nullopt;
    return Reader(bytes + head, count - head);
}

}  // namespace

std::vector<unsigned char> joined_binary(const std::array<std::vector<unsigned char>, 2>& pocl,
                                         const std::vector<KernelDescription>& kernels) {
    std::vector<unsigned char> body;
    Writer writer(body);
    for (const auto& part : pocl) writer.text({reinterpret_cast<const char*>(part.data()), part.size()});
    writer.number(kernels.size());
    for (const KernelDescription& kernel : kernels) write(writer, kernel);
    return marked(kMark, body);
}

SplitBinary split_binary(const unsigned char* bytes, size_t count) {
    SplitBinary split;
    split.pocl[0] = {bytes, count};
    if (!has_mark(kMark, bytes, count)) return split;
    split.damaged = true;
    std::optional<Reader> body = body_of(kMark, bytes, count);
    if (!body) return split;
    Reader& reader = *body;
    for (BinaryPart& part : split.pocl) part = reader.part();
    split.kernels.emplace();
    const uint64_t kernels = reader.number();
    for (uint64_t i = 0; i < kernels && reader.ok(); i++) split.kernels->push_back(read_kernel(reader));
    split.damaged = !reader.ok();
    return split;
}

std::vector<unsigned char> fallback_binary(const std::vector<unsigned char>& own,
                                           const ProgramOnProcessors& program) {
    std::vector<unsigned char> body;
    Writer writer(body);
    writer.text({reinterpret_cast<const char*>(own.data()), own.size()});
    writer.text(program.reason);
    writer.number(program.kernels.size());
    for (const auto& [name, parameters] : program.kernels) {
        writer.text(name);
        writer.number(parameters.size());
        for (const ParameterKind kind : parameters) writer.number(static_cast<uint64_t>(kind));
    }
    return marked(kFallbackMark, body);
}

std::optional<FallbackBinary> split_fallback_binary(const unsigned char* bytes, size_t count) {
    if (!has_mark(kFallbackMark, bytes, count)) return std::nullopt;
    FallbackBinary split;
    split.damaged = true;
    std::optional<Reader> body = body_of(kFallbackMark, bytes, count);
    if (!body) return split;
    split.own = body->part();
    split.reason = body->text();
    const uint64_t kernels = body->number();
    for (uint64_t i = 0; i < kernels && body->ok(); i++) {
        auto& parameters = split.kernels[body->text()];
        const uint64_t parameter_count = body->number();
        for (uint64_t p = 0; p < parameter_count && body->ok(); p++)
            parameters.push_back(static_cast<ParameterKind>(body->number()));
    }
    split.damaged = !body->ok();
    return split;
}

}  // namespace genmedia::opencl
