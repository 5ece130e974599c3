// SPDX-License-Identifier: MIT
// Runs kernel `k` of a kernel file once: run_one FILE.isa [KERNEL]. The kernel has no argument or one, a
// buffer of 64 dwords. Prints the first four.
#include "host.h"

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    Host host(argv[1]);
    CmKernel* kernel = host.kernel(argc > 2 ? argv[2] : "k");
    std::vector<int> data(64);
    CmBuffer* buffer = host.buffer(data);
    SurfaceIndex* handle = nullptr;
    cm_result_check(buffer->GetIndex(handle));
    const bool takes_buffer = kernel->SetKernelArg(0, sizeof(SurfaceIndex), handle) == CM_SUCCESS;
    host.run(kernel, 1, 1);
    if (!takes_buffer) return 0;
    Host::read(buffer, data);
    std::cout << data[0] << " " << data[1] << " " << data[2] << " " << data[3] << "\n";
}
