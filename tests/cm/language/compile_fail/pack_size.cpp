// SPDX-License-Identifier: MIT
// packed elements are twice as large
#include <cm/cmtl.h>
void f() {
    vector<uchar, 8> a, b;
    vector<uint, 8> packed;
    cmtl::Pack<uchar, uint, 8>(a, b, packed);
}
