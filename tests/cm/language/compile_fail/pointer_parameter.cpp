// SPDX-License-Identifier: MIT
// a kernel's parameter is no pointer: addresses of shared virtual memory are svmptr_t (CM spec 4.18)
#include <cm/cm.h>
_GENX_MAIN_ void k(char* p) { *p = 1; }
constexpr auto described = cm::described<&k>("k", false, 0);
