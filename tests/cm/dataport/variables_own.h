// SPDX-License-Identifier: MIT
// Included by variables_genx.cpp: variables may be in the user's own headers too.
#pragma once
int in_a_header = 100;
inline int inline_in_a_header = 200;
