// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    Host host("print_genx.isa");
    cm_result_check(host.device->InitPrintBuffer());
    CmKernel* kernel = host.kernel("say");
    Host::set_all(kernel, 42, 0.125f);
    host.run(kernel, 1, 1);
    cm_result_check(host.device->FlushPrintBuffer());
}
