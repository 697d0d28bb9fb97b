import { z } from 'zod'
import type { TokenScope } from '../../store/port/access.ts'

/**
 * The credential that a route requires: none, the lease token of its update, or an access token with at least this
 * scope.
 */
export type Needs = TokenScope | 'public' | 'lease'

/** A call of the CLI's API: `cliContext.ts` enforces `needs`, the rest describes the call in the OpenAPI document. */
export type Route = {
  needs: Needs
  /** The `operationId` of the published API, so that `pulumi api NAME` finds the same call here. */
  id: string
  summary: string
  /** A tag of the published API, under which the call is listed. */
  tag: string
  query?: z.ZodObject
  body?: z.ZodType
  /** A stack besides the one in the address: the scope needed in its organization, and where the body names that. */
  second?: { needs: TokenScope; org: (body: unknown) => string }
  /** The body of a success; undefined: 204 without a body. */
  reply?: z.ZodType
  /** The call is known, and always refused with this status. */
  refused?: 400 | 404
}
/** Routes by method and path, as registered in the app. */
export type Routes = Record<string, Route>

/**
 * For routes that check the scope themselves, after reading the request: `preview` for a dry run, `operate` otherwise.
 */
export const BY_ITSELF: TokenScope = 'read'

export const Seconds = z.int().describe('Seconds since 1970')
export const Message = z.strictObject({ severity: z.enum(['info', 'warning', 'error']), message: z.string() })

/** Query parameters of lists with numbered pages. */
export const Pages = z.object({
  page: z.int().min(0).optional().describe('From 1; 0 is everything'),
  pageSize: z.int().min(0).optional().describe('10 when only a page is given; 0 is everything'),
})
/** Query parameter of lists that continue after the last row of the former answer. */
export const ContinuationToken = z.string().optional().describe('The one of the answer before, for what follows it')
/** A state in the format of `pulumi stack export`. */
export const Document = z.looseObject({
  version: z.int(),
  features: z.array(z.string()).optional(),
  deployment: z.looseObject({}),
})
