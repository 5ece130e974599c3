// SPDX-License-Identifier: MIT
// Ctrl-C, SIGTERM and SIGHUP as a question that a loop can ask.
#pragma once

// From now on the first such signal only sets a flag, where it is not ignored, as by nohup. One that comes
// half a second later, or after that, ends the program as usual.
void catch_interrupts();

bool interrupted();
