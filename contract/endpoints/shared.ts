import { z } from 'zod'

/** Path prefix of all endpoints for one stack. */
export const stack = '/api/ui/stacks/:org/:project/:stack'
export const Page = z.object({ page: z.coerce.number().int().min(1).default(1) })
export const Version = z.object({ version: z.coerce.number().int().min(0).optional() })
export const Nothing = z.object({ ok: z.literal(true) })
