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
#pragma cilk grainsize 2                                // error: expected grainsize = number
    _Cilk_for (int j = 0; j < n; j++) a[j] = 0;
#pragma simd vectorlength(3)                            // error: vectorlength(3) must be a power of 2
    for (i = 0; i < n; i++) a[i] = 0;
#pragma simd vectorlength(4) vectorlength(8)            // error: too many 'vectorlength' clauses
    for (i = 0; i < n; i++) a[i] = 0;
    i = 1, _Cilk_spawn f(2);                            // error: spawned function call cannot be part of a comma expression
    i + _Cilk_spawn f(2);                               // error: invalid use of _Cilk_spawn
    while (_Cilk_spawn f(2)) i++;                       // error: _Cilk_spawn cannot be used as a condition for while statement
    do i++; while (_Cilk_spawn f(2));                   // error: _Cilk_spawn cannot be used as a condition for a do-while statement
    switch (_Cilk_spawn f(2)) default: i++;             // error: _Cilk_spawn cannot be used as a condition for switch statement
    for (; _Cilk_spawn f(2);) i++;                      // error: _Cilk_spawn cannot be used in a condition for a for-loop
    _Cilk_spawn i + 1;                                  // error: only function calls can be spawned
    i = _Cilk_spawn _Cilk_spawn f(1);                   // error: consecutive _Cilk_spawn keywords are not permitted
    return _Cilk_spawn f(i);                            // error: use of _Cilk_spawn in a return statement is not allowed
}
#pragma simd                                            // error: #pragma simd must be inside a function
int g(int n) {
    _Cilk_sync;                                         // error: expected '_Cilk_spawn' before '_Cilk_sync'
    return n;
}
__attribute__((vector(linear(n), private(n)))) int h(int n) { return n; }  // error: private is not valid for a SIMD-enabled function
__attribute__((vector(linear(n), vectorlength(4.5)))) int k(int n) { return n; }  // error: 'min_vector_width'
