// SPDX-License-Identifier: MIT
// Where the processor is no x86: Debian's cm_rt.h includes a header of this name, and uses nothing of it.
#pragma once
