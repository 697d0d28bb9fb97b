import { z } from 'zod'

/** Epoch milliseconds of the store's clock. */
export const Instant = z.number().int()
export const Count = z.number().int().nonnegative()

export const StackRef = z.object({ org: z.string(), project: z.string(), stack: z.string() })
export type StackRef = z.infer<typeof StackRef>

/** Version and hash of the state that someone read; a write names it, and is refused when the state has changed. */
export const Basis = z.object({ version: Count, hash: z.string() })
export type Basis = z.infer<typeof Basis>

export const Actor = z.object({
  login: z.string(),
  /** Name of the access token used, or with which the browser session was started. */
  tokenName: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>
