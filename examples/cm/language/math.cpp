// SPDX-License-Identifier: MIT
// Float functions. Logarithm and exponential are to base 2.
#include <cm/cm.h>

int main() {
    vector<float, 8> x = 2.5f, sine = cm_sin(x * 0.0f);
    return cm_rnde(x)(0) == 2.0f && cm_rndu<int>(x)(0) == 3 && cm_frc(x)(0) == 0.5f && cm_exp(3.0f) == 8.0f &&
                   cm_log(vector<float, 4>(8.0f))(1) == 3.0f && cm_rsqrt(x * 0.1f)(0) == 2.0f &&
                   sine(0) == 0.0f
               ? 0
               : 1;
}
