// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    Host host("surface_index_genx.isa");
    SurfaceIndex handles[4];
    for (int i = 0; i < 4; i++) {
        SurfaceIndex* handle = nullptr;
        cm_result_check(host.buffer(std::vector<int>(4, 1 << i))->GetIndex(handle));
        handles[i] = *handle;
    }
    std::vector<int> found(4);
    CmBuffer* out = host.buffer(found);
    CmKernel* kernel = host.kernel("add_all");
    cm_result_check(kernel->SetKernelArg(0, 2 * sizeof(SurfaceIndex), handles));
    Host::set(kernel, 1, out);
    cm_result_check(kernel->SetSurfaceBTI(&handles[2], 20));
    cm_result_check(kernel->SetStaticBuffer(0, &handles[3]));
    host.run(kernel, 1, 1);
    Host::read(out, found);
    return report(found[0] == 15);
}
