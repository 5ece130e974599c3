// SPDX-License-Identifier: MIT
// For processors other than x86: Debian's cm_rt.h includes a header of this name, but uses nothing of it.
#pragma once
