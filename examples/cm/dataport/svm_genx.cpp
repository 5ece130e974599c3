// SPDX-License-Identifier: MIT
// The host's own structures: a linked list, followed by its pointers.
#include <cm/cm.h>

struct Node {
    svmptr_t next;
    int value, visits;
};

extern "C" _GENX_MAIN_ void sum_list(svmptr_t first, svmptr_t result) {
    vector<int, 4> sum = 0;
    for (svmptr_t at = first; at != 0;) {
        vector<uint, 4> node;  // a Node
        cm_svm_block_read(at, node);
        sum(0) += node.format<int>()(2);
        vector<svmptr_t, 8> visits = at + 12;
        vector<uint, 8> old;
        vector<ushort, 8> lane = 0;
        lane(0) = 1;
        SIMD_IF_BEGIN(lane) { cm_svm_atomic(ATOMIC_INC, visits, old); }
        SIMD_IF_END;
        at = node.format<svmptr_t>()(0);
    }
    cm_svm_block_write(result, sum);
}
