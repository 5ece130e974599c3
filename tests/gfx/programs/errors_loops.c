// SPDX-License-Identifier: MIT
int f(int n) {
    int i, a[10];
    _Cilk_for (; i < n; i++) a[i] = 0;                  // error: missing initialization of _Cilk_for
    _Cilk_for (int j = 0; ; j++) a[j] = 0;              // error: missing controlling predicate of _Cilk_for
    _Cilk_for (int j = 0; j < n; ) a[j] = 0;            // error: missing increment of _Cilk_for
    _Cilk_for (int j = 0, k = 0; j < n; j++) a[j] = 0;  // error: more than one variable in the initialization of _Cilk_for
    _Cilk_for (int j = 0; j + 1 < n; j++) a[j] = 0;     // error: invalid controlling predicate of _Cilk_for
    _Cilk_for (int j = 0; j < n; f(j)) a[j] = 0;        // error: invalid increment expression of _Cilk_for
    _Cilk_for (int j = 0; j < n; j++) return 1;         // error: return inside of a _Cilk_for loop
    _Cilk_for (int j = 0; j < n; j++) break;            // error: break
#pragma simd
    i = 1;                                              // error: for statement expected behind #pragma simd
#pragma simd colour(3)                                  // error: colour is not a clause of #pragma simd
    for (i = 0; i < n; i++) a[i] = 0;
#pragma cilk grainsize = 2                              // error: #pragma cilk grainsize must be followed by _Cilk_for
    for (i = 0; i < n; i++) a[i] = 0;
    _Cilk_spawn i + 1;                                  // error: only function calls can be spawned
    i = _Cilk_spawn _Cilk_spawn f(1);                   // error: consecutive _Cilk_spawn keywords are not permitted
    return _Cilk_spawn f(i);                            // error: use of _Cilk_spawn in a return statement is not allowed
}
