// SPDX-License-Identifier: MIT
// What commands print with --json: an object a line (JSON Lines). docs/json.md has the keys.
#pragma once

#include "genmedia/status.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <string>

using Json = nlohmann::ordered_json;

// `json` must outlive the parsing.
void add_json_flag(CLI::App& app, bool& json);

void print_json_line(const Json& object);

// What a run over a video says first: names, and how it ended.
Json run_record(const std::string& input, const std::string& output, int exit_status,
                const genmedia::Status& status);
