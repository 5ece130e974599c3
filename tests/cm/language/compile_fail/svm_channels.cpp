// SPDX-License-Identifier: MIT
// channels are dwords
#include <cm/cm.h>
void f() {
    vector<svmptr_t, 8> addresses;
    vector<short, 16> m;
    cm_svm_gather4_scaled(addresses, m, CM_GR_ENABLE);
}
