/* SPDX-License-Identifier: MIT */
/* The short names of Cilk Plus. */
#pragma once

#define cilk_for _Cilk_for
#define cilk_spawn _Cilk_spawn
#define cilk_sync _Cilk_sync
