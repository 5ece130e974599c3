// SPDX-License-Identifier: MIT
// Operators work on each element. Results have C++'s promoted types and wrap only when assigned.
#include <cm/cm.h>

int main() {
    vector<uchar, 8> a = 200, b = 100;
    vector<short, 8> sum = a + b;  // 300: computed as int
    vector<uchar, 8> cut = a + b;  // 44
    vector<float, 8> third = a * 0.333f;
    vector<ushort, 8> mask = (a > b) & (sum == 300);
    a >>= 3;
    return sum(0) == 300 && cut(0) == 44 && third(7) > 66.5f && mask(3) == 1 && a(0) == 25 ? 0 : 1;
}
