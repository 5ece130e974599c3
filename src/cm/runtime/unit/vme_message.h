// SPDX-License-Identifier: MIT
// Messages to the motion estimation unit, C for Metal's interface to it. Converts bytes to a request and a
// result to bytes. Layouts: gen9_vme.h of intel/cm-compiler, which calls rows M0, M1, ... and W0, W1, ... For
// what it does not name (block skip, the flags in W0): as Intel's OpenCL driver fills and reads it.
#pragma once

#include <cm/abi.h>
#include <genmedia/vme.h>

namespace genmedia::runtime {

// Refuse messages that no request can express: features of the unit that are not supported, missing pictures.
// The message has the field, its value and what was expected. Values that make no sense are answered as the
// unit would (vme/fit_fields.h).
Status decode(const cm_abi::VmeMessage& message, vme::ImeRequest& request);
Status decode(const cm_abi::VmeMessage& message, vme::RefineRequest& request);
Status decode(const cm_abi::VmeMessage& message, vme::SicRequest& request);

// Write all output rows that the operation has: seven, and a search's streams. Further rows stay as they
// are.
void encode(const vme::ImeRequest& request, const vme::ImeResult& result, const cm_abi::VmeMessage& message);
void encode(const vme::RefineRequest& request, const vme::RefineResult& result,
            const cm_abi::VmeMessage& message);
void encode(const vme::SicRequest& request, const vme::SicResult& result, const cm_abi::VmeMessage& message);

// Decodes, evaluates, encodes. On failure the output is zero.
Status answer(const cm_abi::VmeMessage& message);

// The number of rows that a message's output must have.
int output_rows(const cm_abi::VmeMessage& message);

}  // namespace genmedia::runtime
