// SPDX-License-Identifier: MIT
// The parts of a page that are the same in all. Made from the files of web/.
#pragma once

#include <string>

namespace genmedia::media {

// HTML, with @STYLE@, @DATA@ and @SCRIPT@ where these go.
const std::string& view_page();
const std::string& registers_page();
// CSS: of all pages; of those about registers.
const std::string& view_style();
const std::string& registers_style();
// JavaScript.
const std::string& view_script();
const std::string& registers_script();

}  // namespace genmedia::media
