#ifndef OBSERVATORY_INSTRUCTION_SET_H
#define OBSERVATORY_INSTRUCTION_SET_H

/// The sets of instructions for which there are kernels, each with all of those before it. All give the same bits.
typedef enum { k_baseline, k_avx2, k_avx512 } k_instruction_set;

/// The best set that this processor and this build have.
k_instruction_set k_best_instruction_set(void);

#endif
