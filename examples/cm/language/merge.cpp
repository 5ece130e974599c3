// SPDX-License-Identifier: MIT
// Writes only where a mask is set: a comparison, or the bits of an integer.
#include <cm/cm.h>

int main() {
    vector<int, 8> v = 5;
    v.merge(9, 0x81);  // the first and the last
    vector<ushort, 8> big = v > 6;
    vector<short, 8> sign;
    sign.merge(1, -1, big);
    return v(0) == 9 && v(1) == 5 && v(7) == 9 && sign(0) == 1 && sign(3) == -1 ? 0 : 1;
}
