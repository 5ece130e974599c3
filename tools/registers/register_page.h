// SPDX-License-Identifier: MIT
// A page that shows the source of kernels beside their assembly, with the registers live at each line.
#pragma once

#include "cm/gen/report/offloaded/opencl_report.h"
#include "cm/gen/report/report.h"

#include <string>
#include <vector>

genmedia::Status write_register_page(const std::string& path, const std::string& target,
                                     const std::vector<genmedia::gen::KernelReport>& reports);
genmedia::Status write_register_page(const std::string& path, const std::string& target,
                                     const std::vector<genmedia::gen::OpenClReport>& reports);
