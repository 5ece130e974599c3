// SPDX-License-Identifier: MIT
// Ctrl-C, SIGTERM and SIGHUP as a question that a loop can ask.
#pragma once

// From now on the first such signal only sets a flag; a second one ends the program as usual.
void catch_interrupts();

bool interrupted();
