// SPDX-License-Identifier: MIT
#undef uchar1
#undef ushort1
#undef uint1
#undef ulong1
