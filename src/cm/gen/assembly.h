// SPDX-License-Identifier: MIT
// What the back end's assembly dump says about a kernel.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace genmedia::gen {

struct Message {
    std::string name;  // "media block read", as in the dump
    int line = 0;      // of the kernel's source; 0: unknown
    int bytes = 0;     // moved to or from registers, without the header
    bool writes = false;
};

// An instruction or a label, as the dump has it.
struct CodeLine {
    int line = 0;  // of the kernel's source; 0: unknown, or of another file
    std::string text;
};

struct Assembly {
    int instructions = 0;
    int spilled_bytes = 0;
    int calls = 0;
    int illegal = 0;                // instructions that the target does not have
    int indirect_messages = 0;      // messages whose surface is not fixed
    std::vector<Message> messages;  // also those that spill and fill; without the end of the thread
    std::map<int, int> line_instructions;
    std::vector<int> spill_lines;  // lines of messages that spill or fill
    std::vector<CodeLine> code;
};

Assembly read_assembly(const std::string& text);

// Why the code is not usable: calls, no message sent, surfaces that are not marked. Empty: nothing found.
std::string trap_of(const std::string& kernel, const Assembly& assembly);

}  // namespace genmedia::gen
