// SPDX-License-Identifier: MIT
#include "cm/gen/report/indirections.h"

#include <map>

namespace genmedia::gen {
namespace {

// The accesses of one object.
struct Accesses {
    std::set<int> reads, writes;
    int bytes = 0;
};
using Objects = std::map<std::string, Accesses>;

void add(Objects& objects, const Indirection& indirection) {
    Accesses& accesses = objects[indirection.object.empty() ? "an object" : indirection.object];
    accesses.bytes = indirection.bytes;
    (indirection.writes ? accesses.writes : accesses.reads).insert(indirection.line);
}

std::string text_of(const std::string& name, const Accesses& accesses) {
    const auto part = [](const char* what, const std::set<int>& lines) {
        return lines.empty() ? std::string() : what + lines_text(lines);
    };
    return part("read in ", accesses.reads) +
           (accesses.reads.empty() || accesses.writes.empty() ? "" : ", ") +
           part("write in ", accesses.writes) + " of " + name + " (" + std::to_string(accesses.bytes) +
           " bytes)";
}

std::string text_of(const Objects& objects) {
    std::string text;
    for (const auto& [name, accesses] : objects) text += (text.empty() ? "" : "; ") + text_of(name, accesses);
    return text;
}

std::set<int> lines_of(const std::vector<Loop>& loops) {
    std::set<int> lines;
    for (const Loop& loop : loops) lines.insert(loop.line);
    return lines;
}

std::string loop_text(const Loop& loop, const std::set<int>& all, const Objects& objects,
                      const std::string& cost) {
    std::set<int> others = all;
    others.erase(loop.line);
    return "#pragma unroll here (" + std::to_string(loop.rounds) + " rounds)" +
           (others.empty() ? "" : " and in " + lines_text(others)) +
           " makes direct what goes through an address register: " + text_of(objects) +
           (cost.empty() ? "" : "; unrolled, " + cost);
}

}  // namespace

std::string lines_text(const std::set<int>& lines) {
    std::string text = lines.size() > 1 ? "lines " : "line ";
    size_t k = 0;
    for (const int line : lines) {
        text += (k == 0 ? "" : k + 1 == lines.size() ? " and " : ", ") + std::to_string(line);
        k++;
    }
    return text;
}

void add_indirection_hints(const std::vector<Indirection>& indirections, const CostOfUnrolling& cost,
                           std::vector<Hint>& hints) {
    std::map<std::vector<Loop>, Objects> by_loops;
    for (const Indirection& indirection : indirections) add(by_loops[indirection.loops], indirection);
    for (const auto& [loops, objects] : by_loops) {
        if (loops.empty()) {
            for (const auto& [name, accesses] : objects) {
                const int line = *(accesses.reads.empty() ? accesses.writes : accesses.reads).begin();
                add_hint(hints, line,
                         text_of(name, accesses) +
                             " at an index that only the run knows, through an address register");
            }
            continue;
        }
        const std::set<int> lines = lines_of(loops);
        const std::string price = cost(lines);
        for (const Loop& loop : loops) add_hint(hints, loop.line, loop_text(loop, lines, objects, price));
    }
}

}  // namespace genmedia::gen
