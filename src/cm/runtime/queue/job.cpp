// SPDX-License-Identifier: MIT
#include "cm/runtime/queue/job.h"

namespace genmedia::runtime {

void Job::use(const std::shared_ptr<Storage>& storage) {
    uses.push_back(storage);
    storage->uses.add();
}

void Job::release() {
    runs.clear();
    copy = nullptr;
    for (const auto& storage : uses) storage->uses.remove();
    uses.clear();
}

Job::~Job() { release(); }

}  // namespace genmedia::runtime
