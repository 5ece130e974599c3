// SPDX-License-Identifier: MIT
#include "../common/host.h"

struct Node {
    Node* next;
    int value, visits;
};

int main() {
    Host host("svm_genx.isa");
    void* memory = nullptr;
    CmBufferSVM* buffer = nullptr;
    cm_result_check(host.device->CreateBufferSVM(4096, memory, CM_SVM_ACCESS_FLAG_DEFAULT, buffer));
    auto* nodes = static_cast<Node*>(memory);
    for (int i = 0; i < 10; i++) nodes[i * 7 % 10] = {i < 9 ? &nodes[(i + 1) * 7 % 10] : nullptr, 1 << i, 0};
    auto* result = reinterpret_cast<int*>(nodes + 16);
    CmKernel* kernel = host.kernel("sum_list");
    Host::set_all(kernel, reinterpret_cast<uint64_t>(&nodes[0]), reinterpret_cast<uint64_t>(result));
    host.run(kernel, 1, 1);
    bool right = *result == 1023;
    for (int i = 0; i < 10; i++) right = right && nodes[i].visits == 1;
    return report(right);
}
