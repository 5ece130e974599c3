// SPDX-License-Identifier: MIT
#include "cm/gen/report/offloaded/opencl_report.h"

#include "cm/gen/intel_backend.h"

#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace genmedia::gen {
namespace {

namespace fs = std::filesystem;

// One compilation of a kernel for one width. A kernel that spills is compiled again.
struct Attempt {
    int again = 0, width = 0, entry = 0;
    std::string kernel, text;
};

// OCL_asm0123_1_simd8_entry_0002.asm
bool read_attempt(const fs::path& path, Attempt& attempt) {
    static const std::regex form("OCL_asm[0-9a-f]+_(?:([0-9]+)_)?simd([0-9]+)_entry_([0-9]+)\\.asm");
    static const std::regex kernel("//\\.kernel (.*)");
    const std::string name = path.filename().string();
    std::smatch parts;
    if (!std::regex_match(name, parts, form)) return false;
    attempt.again = parts[1].matched ? std::atoi(parts[1].str().c_str()) : 0;
    attempt.width = std::atoi(parts[2].str().c_str());
    attempt.entry = std::atoi(parts[3].str().c_str());
    attempt.text = base::read_file(path);
    if (!std::regex_search(attempt.text, parts, kernel)) return false;
    attempt.kernel = parts[1];
    return true;
}

// Each kernel's last attempt, in the order of the source.
std::vector<Attempt> last_attempts(const fs::path& folder) {
    std::map<int, Attempt> last;
    std::error_code ignored;
    for (const auto& file : fs::directory_iterator(folder, ignored)) {
        Attempt attempt;
        if (!read_attempt(file.path(), attempt)) continue;
        const auto [there, first] = last.emplace(attempt.entry, attempt);
        if (!first && attempt.again > there->second.again) there->second = std::move(attempt);
    }
    std::vector<Attempt> attempts;
    for (auto& [entry, attempt] : last) attempts.push_back(std::move(attempt));
    return attempts;
}

std::string dump_named(const fs::path& folder, const char* ending) {
    std::error_code ignored;
    for (const auto& file : fs::directory_iterator(folder, ignored))
        if (const std::string name = file.path().filename().string();
            name.size() > std::strlen(ending) &&
            name.compare(name.size() - std::strlen(ending), std::string::npos, ending) == 0)
            return base::read_file(file.path());
    return {};
}

// The allocator's counts, one for each run of the allocator.
std::vector<Pressure> all_pressures(const std::string& printed) {
    std::vector<Pressure> all;
    std::istringstream lines(printed);
    std::string line, part;
    const auto finish = [&] {
        Pressure pressure;
        if (read_pressure(part, pressure)) all.push_back(std::move(pressure));
        part.clear();
    };
    while (std::getline(lines, line)) {
        if (line.rfind("BB 0:", 0) == 0) finish();
        part += line + "\n";
    }
    finish();
    return all;
}

// Counts have no kernel names. Takes the last count whose source lines match the kernel's best.
Pressure pressure_of(const Assembly& assembly, const std::vector<Pressure>& all) {
    double best = 0;
    Pressure found;
    for (const Pressure& pressure : all) {
        size_t common = 0;
        for (const auto& [line, live] : pressure.lines) common += assembly.line_instructions.count(line);
        const double either =
            static_cast<double>(pressure.lines.size() + assembly.line_instructions.size() - common);
        const double alike = static_cast<double>(common) / either;
        if (alike < best * 0.95) continue;
        best = std::max(best, alike);
        found = pressure;
    }
    return found;
}

// The compiler's text before ocloc's own.
std::string errors_of(const std::string& printed, const std::string& file) {
    const std::string said = printed.substr(0, printed.find("Build failed"));
    return std::regex_replace(said.substr(0, said.find_last_not_of(" \n") + 1),
                              std::regex("program\\.cl(?=:\\d)"), file);
}

// The compiler reads these only from the environment. Without -nolocalra small kernels get no count.
int run_backend(const fs::path& folder, const std::vector<std::string>& words) {
    std::vector<std::string> command = {"env",
                                        "IGC_ShaderDumpEnable=1",
                                        "IGC_DumpToCurrentDir=1",
                                        "IGC_VISAOptions=-nolocalra -dumpRPE",
                                        backend_program(),
                                        "compile",
                                        "-out_dir",
                                        "out"};
    command.insert(command.end(), words.begin(), words.end());
    return base::run_program(command, folder.string(), (folder / "printed").string());
}

// What it left in a folder.
Status read_reports(const fs::path& folder, const std::string& file, std::vector<OpenClReport>& reports) {
    std::map<std::string, PrivateMemory> memory;
    if (Status found = find_private_arrays(dump_named(folder, "_optimized.ll"),
                                           dump_named(folder, "_codegen.ll"), memory);
        !found.ok())
        return found;
    const std::vector<Pressure> pressures = all_pressures(base::read_file(folder / "printed"));
    for (const Attempt& attempt : last_attempts(folder)) {
        OpenClReport report;
        report.file = file;
        report.name = attempt.kernel;
        report.width = attempt.width;
        report.assembly = read_assembly(attempt.text);
        report.pressure = pressure_of(report.assembly, pressures);
        report.memory = memory[attempt.kernel];
        report.text = attempt.text;
        reports.push_back(std::move(report));
    }
    return Status();
}

}  // namespace

Status report_opencl(const std::string& file, const std::string& target, const std::string& options,
                     std::vector<OpenClReport>& reports) {
    const base::TemporaryFolder folder("genmedia-gen");
    if (!folder.status().ok()) return folder.status();
    const std::string text = base::read_file(file);
    const auto no_kernel = [&file] {
        return Status(StatusCode::invalid_argument,
                      file + " has no kernel; expected a function marked __kernel");
    };
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return no_kernel();
    if (!base::write_file(folder.path() / "program.cl", text))
        return Status(StatusCode::io, "cannot write " + (folder.path() / "program.cl").string() + ": " +
                                          std::strerror(errno));
    const std::string around = fs::absolute(file).parent_path().string();  // folder for its includes
    const int status = run_backend(folder.path(), {"-file", "program.cl", "-device", target, "-options",
                                                   "-g -I \"" + around + "\" " + options});
    const std::string printed = base::read_file(folder.path() / "printed");
    if (status == 127) return no_backend();
    if (status != 0)
        return Status(StatusCode::invalid_argument, file + " does not compile:\n" + errors_of(printed, file));
    if (Status read = read_reports(folder.path(), file, reports); !read.ok()) return read;
    if (reports.empty())
        return Status(StatusCode::not_found,
                      file + " has no kernel, or Intel's compiler left no assembly of it");
    return Status();
}

Status report_lanes(const std::string& file, const std::string& bitcode, const std::string& target,
                    std::vector<OpenClReport>& reports, std::string* binary) {
    const base::TemporaryFolder folder("genmedia-gen");
    if (!folder.status().ok()) return folder.status();
    if (!base::write_file(folder.path() / "program.bc", bitcode))
        return Status(StatusCode::io, "cannot write " + (folder.path() / "program.bc").string() + ": " +
                                          std::strerror(errno));
    const int status = run_backend(folder.path(), {"-llvm_input", "-file", "program.bc", "-device", target});
    if (status == 127) return no_backend();
    if (status != 0)
        return Status(
            StatusCode::unsupported,
            "Intel's back end gave up: " + base::read_file(folder.path() / "printed").substr(0, 1000));
    if (binary) *binary = dump_named(folder.path() / "out", ".bin");
    if (Status read = read_reports(folder.path(), file, reports); !read.ok()) return read;
    return reports.empty() ? Status(StatusCode::not_found, "Intel's compiler left no assembly of " + file)
                           : Status();
}

}  // namespace genmedia::gen
