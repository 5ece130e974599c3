// C for Metal: what a kernel file includes.
#pragma once

#include "language.h"

#include "macros_push.h"

#include "dataport.h"
#include "entry.h"

#include "macros_pop.h"

#include "print.h"
