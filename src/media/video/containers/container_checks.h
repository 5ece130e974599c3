// SPDX-License-Identifier: MIT
// What validate_container() looks at, a kind of container each. They return what is wrong, in words for
// people.
#pragma once

#include "media/video/containers/file_bytes.h"

#include <cstdint>
#include <string>

namespace genmedia::media {

// A complaint if `what` ends behind the end of the file.
std::string beyond(const std::string& what, uint64_t end, uint64_t size);
std::string no_block(uint64_t at);
std::string damaged_part(const std::string& what, uint64_t at);

std::string check_matroska(FileBytes& file);
std::string check_transport_stream(FileBytes& file);
std::string check_program_stream(FileBytes& file);
std::string check_nut(FileBytes& file);
std::string check_asf(FileBytes& file);

}  // namespace genmedia::media
