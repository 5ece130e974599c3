// SPDX-License-Identifier: MIT
// Included by variables_genx.cpp: variables may also be in the user's own headers.
#pragma once
int in_a_header = 100;
inline int inline_in_a_header = 200;
