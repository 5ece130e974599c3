// SPDX-License-Identifier: MIT
#pragma once

namespace genmedia::gfx {

struct GroupSize {
    int width = 0, height = 0;  // 0: as many threads as there are processors
};

// Of kernels that this thread enqueues, and of those that it runs.
GroupSize& group_size();

}  // namespace genmedia::gfx
