// SPDX-License-Identifier: MIT
// Which parts of genmedia work on this machine: each is tried on a small input.
#include "tools/subcommands.h"

#include "base/files.h"
#include "base/printable.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"
#include "genmedia/backends.h"
#include "genmedia/devices.h"
#include "media/video/ffmpeg_version.h"
#include "tools/json_lines.h"
#include "tools/programs/exec_program.h"

#include <dlfcn.h>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>
#include <utility>

using namespace genmedia;

namespace {

// What was found out of a part: why it does not work, or a fact about it.
struct Finding {
    bool works = true;
    std::string words;
};

// `part` is its name for programs, `name` that for people.
void print(bool json, const char* part, const char* name, const Finding& finding) {
    if (json)
        return print_json_line(
            {{"part", part}, {"works", finding.works}, {"name", name}, {"words", finding.words}});
    std::printf("%-4s %-42s %s\n", finding.works ? "yes" : "no", name,
                base::printable(finding.words).c_str());
    std::fflush(stdout);
}

std::string own_path() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

constexpr const char* kKernel =
    "#include <cm/cm.h>\n"
    "_GENX_MAIN_ void k(SurfaceIndex out) { vector<uint, 8> v = 1; write(out, 0, v); }\n";
constexpr const char* kLoop =
    "int main() {\n    int a[8];\n    _Cilk_for (int i = 0; i < 8; i++) a[i] = i;\n    return a[7] - 7;\n}\n";

class Doctor {
public:
    Status prepare() {
        if (!folder_.status().ok()) return folder_.status();
        const bool written =
            base::write_file(path("k_genx.cpp"), kKernel) && base::write_file(path("loop.cpp"), kLoop);
        return written ? Status() : Status(StatusCode::io, "cannot write to '" + path("") + "'");
    }

    Finding backend() const {
        std::vector<BackendInfo> backends;
        if (const Status status = list_backends(backends); !status.ok()) return {false, status.message()};
        const auto used =
            std::find_if(backends.begin(), backends.end(), [](const BackendInfo& b) { return b.in_use; });
        return {true, used == backends.end() ? "" : used->name + ": " + used->description};
    }
    Finding video() const { return {true, media::ffmpeg_version()}; }

    Finding opencl() const {
        Finding finding = tried({own_path(), "cl", "--", own_path(), "devices"});
        if (finding.works && base::read_file(output()).find("Gen9") == std::string::npos)
            finding = {false, "no device of PoCL; expected packages ocl-icd-libopencl1 and pocl-opencl-icd"};
        return finding;
    }
    Finding hosts() const {
        const auto library =
            beside_this_program({GENMEDIA_CMRT_FROM_BINDIR, "../src/cm/runtime"}, "libigfxcmrt.so.7");
        return {!library.empty(), library.empty() ? "libigfxcmrt.so.7 is neither installed nor built beside "
                                                    "this program"
                                                  : library.string()};
    }
    Finding driver() const {
        const auto file =
            beside_this_program({GENMEDIA_LIBDIR_FROM_BINDIR "/genmedia"}, "genmedia_drv_video.so");
        if (file.empty())
            return {false, "genmedia_drv_video.so is neither installed nor built beside this program"};
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) return {false, dlerror()};
        dlclose(library);
        return {true, file.string()};
    }
    Finding kernels() const { return tried({beside("cmc"), path("k_genx.cpp"), "-o", path("k.isa")}); }
    Finding registers() const { return tried({own_path(), "registers", path("k_genx.cpp")}); }
    Finding offload() const {
        const Finding compiled = tried({beside("gfxcc"), path("loop.cpp"), "-o", path("loop")});
        return compiled.works ? tried({path("loop")}) : compiled;
    }
    Finding gpu() const {
        for (const DeviceInfo& device : list_devices())
            if (device.number > 0 && device.is_gpu) return {true, device.name};
        return {false, "no GPU with an OpenCL driver; processors search instead"};
    }

private:
    std::string path(const char* name) const { return folder_.path() / name; }
    std::string output() const { return path("output"); }
    static std::string beside(const char* name) {
        return std::filesystem::path(own_path()).parent_path() / name;
    }

    // Whether the command succeeds; else the first line that it printed.
    Finding tried(const std::vector<std::string>& command) const {
        const int status = base::run_program(command, {}, output());
        if (status == 0) return {};
        std::istringstream said(base::read_file(output()));
        std::string line;
        std::getline(said, line);
        if (status == 127) line = "'" + command.front() + "' is neither installed nor built";
        if (line.empty()) line = "'" + command.front() + "' ended with status " + std::to_string(status);
        return {false, line};
    }

    base::TemporaryFolder folder_{"genmedia-doctor"};
};

int run_doctor(bool json) {
    Doctor doctor;
    if (const Status status = doctor.prepare(); !status.ok()) {
        std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
        return 1;
    }
    print(json, "unit", "the unit on this processor", doctor.backend());
    print(json, "video", "video: motion, interpolate, encode", doctor.video());
    print(json, "cl", "OpenCL programs: genmedia cl", doctor.opencl());
    print(json, "cm", "hosts of C for Metal: genmedia cm", doctor.hosts());
    print(json, "va", "VA-API programs: genmedia va", doctor.driver());
    print(json, "cmc", "kernels of C for Metal: cmc", doctor.kernels());
    print(json, "registers", "Gen code: genmedia registers, cmc --gen", doctor.registers());
    print(json, "gfxcc", "Intel C++ offload: gfxcc", doctor.offload());
    print(json, "gpu", "searches on a GPU: motion --device", doctor.gpu());
    return 0;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand(
        "doctor", "Try each part of genmedia on this machine, and say why one does not work");
    const auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json, &exit_status] { exit_status = run_doctor(*json); });
}
