import { z } from 'zod'
import { StackFilter } from '#contract/stacks.ts'
import { addressState } from '#src/lib/useAddressState.ts'

const { runs: _, ...shape } = StackFilter.shape // not the user's choice

/** The address of a list of stacks: its filter, and the hidden columns. */
export const stackAddress = addressState({ ...shape, hide: z.string().optional() }, ['page'])
