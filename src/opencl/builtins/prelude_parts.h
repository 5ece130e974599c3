// SPDX-License-Identifier: MIT
// The files beside this one, in groups that a program uses or does not use.
#pragma once

#include <string>

namespace genmedia::opencl {

const std::string& prelude_work_items();  // also how kernels call the engine
const std::string& prelude_sub_groups();
const std::string& prelude_image_blocks();
const std::string& prelude_avc();
const std::string& prelude_atomics();
const std::string& prelude_planar_images();
const std::string& prelude_names();

// Of devices that are a GPU's own driver (device_prelude.h).
const std::string& prelude_unit_items();
const std::string& prelude_unit_records();  // vme/opencl/records.h
const std::string& prelude_device_context();
const std::string& prelude_avc_types();
const std::string& prelude_device_unit();
const std::string& prelude_avc_operations();
const std::string& prelude_sub_group_names();
const std::string& prelude_helped_names();
const std::string& prelude_device_blocks();
const std::string& prelude_memory_order();

}  // namespace genmedia::opencl
