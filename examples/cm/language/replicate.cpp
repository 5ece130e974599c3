// SPDX-License-Identifier: MIT
// Repeats parts: three coefficients for each of four pixels, and one element eight times.
#include <cm/cm.h>

int main() {
    const int numbers[4] = {1, 2, 3, 4};
    vector<int, 4> v(numbers);
    vector<int, 12> pixels = v.replicate<4, 3>();
    vector<int, 8> threes = v.replicate<1, 0, 8, 0>(2);
    vector<int, 6> windows = v.replicate<3, 1, 2>();  // 1 2, 2 3, 3 4
    return pixels(3) == 1 && pixels(11) == 3 && threes(7) == 3 && windows(3) == 3 && windows(5) == 4 ? 0 : 1;
}
