// SPDX-License-Identifier: MIT
int main(void) {
    int x = 0, n = 2, array[10], two[10][10], *p = array;
    double d = 1;
    two[:][:] = array[:];            // error: rank mismatch between sections of rank 2 and 1
    x = array[:];                    // error: x cannot be scalar when
    p[:] = 1;                        // error: a whole section [:] of what is no array of known length
    array[1:] = 1;                   // error: an incomplete section [1:]
    array[0:5] = array[0:4];         // error: length mismatch in sections: 5 and 4 elements
    while (array[:]) x++;            // error: array notation cannot be used as a condition for while statement
    switch (array[:]) { default:; }  // error: array notation cannot be used as a condition for switch statement
    for (x = 0; x < array[:]; x++);  // error: array notation cannot be used in a condition for a for-loop
    x = __sec_reduce_add(x);         // error: the argument of __sec_reduce_add has no section
    x = __sec_reduce_add();          // error: __sec_reduce_add with 0 arguments; expected 1
    int b[10] = array[:];            // error: an array section as the value of a declaration is not supported
    array[array[:]:2] = 1;           // error: a section as the start of a section
    x = __sec_reduce_max_ind(two[:][:]);  // error: __sec_reduce_max_ind of rank 2; expected rank 1
    array[:] = __sec_implicit_index(n);   // error: __sec_implicit_index of n; expected a constant
    array[d:2] = 1;                       // error: in
    if (x) return array[:];          // error: array notation expression cannot be used as a return value
    return x;
}
