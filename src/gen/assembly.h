// SPDX-License-Identifier: MIT
// What the assembly that the back end dumps says about a kernel.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace genmedia::gen {

struct Message {
    std::string name;  // "media block read", as the dump calls it
    int line = 0;      // of the kernel's source; 0: unknown
    int bytes = 0;     // that it carries to or from registers, but for its header
    bool writes = false;
};

struct Assembly {
    int instructions = 0;
    int spilled_bytes = 0;
    int calls = 0;
    int illegal = 0;                // instructions that the target has not
    int indirect_messages = 0;      // whose surface is not fixed
    std::vector<Message> messages;  // without the end of the thread
    std::map<int, int> line_instructions;
    std::vector<int> spill_lines;  // of messages that spill or fill
};

Assembly read_assembly(const std::string& text);

// The traps: calls, a kernel that sends nothing, surfaces that are not marked. Empty: none.
std::string trap_of(const std::string& kernel, const Assembly& assembly);

}  // namespace genmedia::gen
