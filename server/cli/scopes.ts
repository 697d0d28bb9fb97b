import type { TokenScope } from '../store/port/access.ts'
import { ROUTES } from './api/table.ts'

/**
 * The minimum scope of each route of the CLI's API, by method and path; for some, the route itself checks `preview` or
 * `operate` once it knows whether it is a dry run. A route that is not listed refuses every access token: public routes
 * need none, and those of a running update require its lease token.
 */
export const NEEDS: Record<string, TokenScope | undefined> = Object.fromEntries(
  Object.entries(ROUTES).flatMap(([route, { needs }]) =>
    needs === 'public' || needs === 'lease' ? [] : [[route, needs]],
  ),
)
