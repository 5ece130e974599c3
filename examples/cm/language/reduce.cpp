// SPDX-License-Identifier: MIT
// any() and all() turn vectors into conditions.
#include <cm/cm.h>

int main() {
    matrix<short, 4, 8> m = 0;
    if (m.any()) return 1;
    m(2, 3) = -5;
    if (!m.any() || m.all() || !m.row(2).any() || m.row(1).any()) return 2;
    m += 10;
    return m.all() ? 0 : 3;
}
