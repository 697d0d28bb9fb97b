import { z } from 'zod'
import { addressState } from '#src/lib/useAddressState.ts'

/** More rows are loaded on request; beyond the last step, narrow the search or export. */
export const STEPS = [100, 500, 2_000] as const

export const address = addressState(
  { q: z.string().default(''), limit: z.coerce.number().pipe(z.literal(STEPS)).default(STEPS[0]) },
  ['limit'],
)
