// SPDX-License-Identifier: MIT
// Built-ins name the type of their result, and SAT clamps to it.
#include <cm/cm.h>

int main() {
    vector<short, 8> a = 30000, b = 10000;
    vector<short, 8> clamped = cm_add<short>(a, b, SAT), wrapped = cm_add<short>(a, b);
    vector<uchar, 8> average = cm_avg<uchar>(vector<uchar, 8>(4), 7);
    vector<int, 8> rest, quotient = cm_div<int>(rest, a, 7);
    return clamped(0) == 32767 && wrapped(0) == -25536 && average(0) == 6 && quotient(0) == 4285 &&
                   rest(0) == 5 && cm_min<short>(a, b)(0) == 10000
               ? 0
               : 1;
}
