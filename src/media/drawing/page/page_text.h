// SPDX-License-Identifier: MIT
// The parts of a page that are the same in all. Made from the files of web/.
#pragma once

#include <string>

namespace genmedia::media {

const std::string& view_page();    // HTML, with @STYLE@, @DATA@ and @SCRIPT@ where these go
const std::string& view_style();   // CSS
const std::string& view_script();  // JavaScript

}  // namespace genmedia::media
