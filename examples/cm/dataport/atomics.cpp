// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    std::vector<uint8_t> pixels(4096);
    std::vector<uint32_t> found(256), expected(256);
    for (int i = 0; i < 4096; i++) expected[pixels[i] = static_cast<uint8_t>(i * i / 64)]++;
    Host host("atomics_genx.isa");
    CmBuffer* counters = host.buffer(found);
    CmKernel* kernel = host.kernel("histogram");
    Host::set_all(kernel, host.buffer(pixels), counters);
    host.run(kernel, 256, 1);
    Host::read(counters, found);
    return report(found == expected);
}
