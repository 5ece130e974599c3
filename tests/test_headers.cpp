// SPDX-License-Identifier: MIT
// The precompiled headers of the tests belong to this program (CMakeLists.txt).
