import type { TokenScope } from '../store/port/access.ts'
import { ROUTES } from './api/table.ts'

/**
 * The least scope that each route of the CLI's API needs, by method and path; whether `preview` or `operate`, some ask
 * when they know if it is a dry run. A route that is not here is refused to everyone who comes with an access token:
 * public ones ask no one, and those inside an update are opened by the update's own lease token.
 */
export const NEEDS: Record<string, TokenScope | undefined> = Object.fromEntries(
  Object.entries(ROUTES).flatMap(([route, { needs }]) =>
    needs === 'public' || needs === 'lease' ? [] : [[route, needs]],
  ),
)
