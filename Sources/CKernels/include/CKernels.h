// The innermost loops of the engine.
#ifndef OBSERVATORY_CKERNELS_H
#define OBSERVATORY_CKERNELS_H

#include "changed_lines.h"
#include "charges.h"
#include "edge_blocks.h"
#include "expressions.h"
#include "gravity.h"
#include "instruction_set.h"
#include "networks.h"
#include "pair_rows.h"
#include "pairs.h"
#include "rate_sums.h"
#include "sha256.h"
#include "spins.h"

#endif
