// C for Metal: what a kernel file includes.
#pragma once

#include "language.h"

#include "dataport.h"
#include "entry.h"
#include "print.h"
