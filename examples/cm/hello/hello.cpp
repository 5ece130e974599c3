// SPDX-License-Identifier: MIT
// Twelve threads say hello, in any order.
#include "../common/host.h"

int main() {
    constexpr UINT width = 4, height = 3;
    Host host("hello_genx.isa");
    cm_result_check(host.device->InitPrintBuffer());
    CmKernel* hello = host.kernel("hello");
    Host::set(hello, 0, static_cast<int>(width));
    host.run(hello, width, height);
    cm_result_check(host.device->FlushPrintBuffer());
}
