import { z } from 'zod'

/** Epoch milliseconds by the store's clock. */
export const Instant = z.number().int()
export const Count = z.number().int().nonnegative()

/** How far back a list goes, from the time of the request. */
export const Period = z.enum(['1h', '24h', '7d', '30d'])
export type Period = z.infer<typeof Period>

/** Words to search a list for. */
export const ListQuery = z.string().max(200)

export const StackRef = z.object({ org: z.string(), project: z.string(), stack: z.string() })
export type StackRef = z.infer<typeof StackRef>

/** Version and hash of the state that a write is based on. The write is refused if the state has changed since. */
export const Basis = z.object({ version: Count, hash: z.string() })
export type Basis = z.infer<typeof Basis>

export const Actor = z.object({
  login: z.string(),
  /** Name of the access token used, or of the one that started the browser session. */
  tokenName: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>

/** A job of a CI system that ran an update, as far as its name needs it. */
export const CiJob = z.object({ system: z.string(), build: z.string().nullable() })
