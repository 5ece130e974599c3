// SPDX-License-Identifier: MIT
#include "gen_section.h"

#include "base/files.h"

#include <elf.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <utility>

namespace genmedia::gfxcc {
namespace {

namespace fs = std::filesystem;

constexpr char kSection[] = ".gfx", kMark[] = "gfxcc";

constexpr std::array<std::pair<const char*, const char*>, 4> kTargets = {
    {{"broadwell", "bdw"}, {"skylake", "skl"}, {"icelake", "icllp"}, {"tigerlake", "tgllp"}}};

template <class T>
bool take(const std::string& file, size_t at, T& value) {
    if (at > file.size() || file.size() - at < sizeof(T)) return false;
    std::memcpy(&value, file.data() + at, sizeof(T));
    return true;
}

// The bytes of the section; false: the file is no ELF file of 64 bits.
bool section_bytes(const std::string& file, std::string& bytes) {
    Elf64_Ehdr header{};
    if (!take(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    Elf64_Shdr names{}, section{};
    if (!take(file, header.e_shoff + header.e_shstrndx * sizeof(names), names)) return true;
    for (size_t k = 0; k < header.e_shnum; k++) {
        if (!take(file, header.e_shoff + k * sizeof(section), section)) return true;
        const size_t name = names.sh_offset + section.sh_name;
        if (name > file.size() || file.compare(name, sizeof(kSection), kSection, sizeof(kSection)) != 0)
            continue;
        if (section.sh_offset <= file.size()) bytes += file.substr(section.sh_offset, section.sh_size);
    }
    return true;
}

}  // namespace

const char kGpuArchitectures[] = "broadwell, skylake, icelake or tigerlake";

std::string gpu_target(const std::string& architecture) {
    for (const auto& [name, target] : kTargets)
        if (architecture == name || architecture == target) return target;
    return {};
}

std::string section_of(const std::vector<GenRecord>& records) {
    std::string text;
    for (const GenRecord& record : records)
        text += std::string(kMark) + " " + record.kind + " " + record.target + " " +
                std::to_string(record.bytes.size()) + " " + record.name + "\n" + record.bytes;
    return text;
}

std::string section_statement(const std::string& path) {
    return "\n__asm__(\".pushsection " + std::string(kSection) + R"(,\"\",@progbits\n.incbin \")" + path +
           R"(\"\n.popsection");)" + "\n";
}

Status read_section(const std::string& program, std::vector<GenRecord>& records) {
    std::error_code error;
    if (!fs::exists(program, error)) return Status(StatusCode::not_found, program + ": no such file");
    std::string bytes;
    if (!section_bytes(base::read_file(program), bytes))
        return Status(StatusCode::corrupt, program + " is no program or object file of 64 bits");
    for (size_t at = 0; at < bytes.size();) {
        const size_t end = bytes.find('\n', at);
        std::istringstream line(bytes.substr(at, end - at));
        std::string mark;
        size_t size = 0;
        GenRecord record;
        line >> mark >> record.kind >> record.target >> size >> std::ws;
        std::getline(line, record.name);
        if (end == std::string::npos || mark != kMark || record.name.empty() || size > bytes.size() - end - 1)
            return Status(StatusCode::corrupt, program + ": its section .gfx is damaged");
        record.bytes = bytes.substr(end + 1, size);
        at = end + 1 + size;
        records.push_back(std::move(record));
    }
    return records.empty() ? Status(StatusCode::not_found, program +
                                                               " has no Gen code; expected a program that "
                                                               "gfxcc -mgpu-arch=... made")
                           : Status();
}

Status extract(const std::string& program, const std::string& folder) {
    std::vector<GenRecord> records;
    if (Status status = read_section(program, records); !status.ok()) return status;
    std::error_code error;
    fs::create_directories(folder, error);
    for (const GenRecord& record : records) {
        // A name of the program's file may be any: what is written stays in the folder.
        const fs::path to = fs::path(folder) / fs::path(record.name).filename();
        if (!base::write_file(to.string(), record.bytes))
            return Status(StatusCode::io, "cannot write " + to.string() + ": " + std::strerror(errno));
        std::cout << to.string() << "\n";
    }
    return Status();
}

}  // namespace genmedia::gfxcc
