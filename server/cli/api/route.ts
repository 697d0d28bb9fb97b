import { z } from 'zod'
import type { TokenScope } from '../../store/port/access.ts'

/** What opens a route: nothing, the lease token of its update, or an access token with at least this scope. */
export type Needs = TokenScope | 'public' | 'lease'

/** A call of the CLI's API: its right is enforced by `cliContext.ts`, the rest is what its description is made from. */
export type Route = {
  needs: Needs
  /** As the published API calls it, so that `pulumi api NAME` finds the same call here. */
  id: string
  summary: string
  /** One of the published API's, to be listed under. */
  tag: string
  query?: z.ZodObject
  body?: z.ZodType
  /** The answer to a success; none: 204 without a body. */
  reply?: z.ZodType
  /** The call is known and always refused, with this status. */
  refused?: 400 | 404
}
/** By method and address, as the app has them. */
export type Routes = Record<string, Route>

/** What a route needs that looks at the request first: `preview` for a dry run, `operate` for all others. */
export const BY_ITSELF: TokenScope = 'read'

export const Seconds = z.int().describe('Seconds since 1970')
export const Message = z.strictObject({ severity: z.enum(['info', 'warning', 'error']), message: z.string() })

/** Parameters of the lists that are cut into numbered pages. */
export const Pages = z.object({
  page: z.int().min(0).optional().describe('From 1; 0 is everything'),
  pageSize: z.int().min(0).optional().describe('10 when only a page is given; 0 is everything'),
})
/** Of the lists that continue where the last answer ended. */
export const ContinuationToken = z.string().optional().describe('The one of the answer before, for what follows it')
/** A state, as `pulumi stack export` writes it. */
export const Document = z.looseObject({
  version: z.int(),
  features: z.array(z.string()).optional(),
  deployment: z.looseObject({}),
})
