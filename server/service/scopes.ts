import type { TokenScope } from '../store/port.ts'
import { S, U } from './addresses.ts'
import { EMPTY_ANSWERS } from './minimal.ts'

/** At least this; whether `preview` or `operate`, the route asks when it knows if it is a dry run. */
const BY_ITSELF: TokenScope = 'read'

/**
 * What each route of the CLI's API needs, by method and path. A route that is not here is refused to everybody.
 * `preview` is for dry runs and what they decrypt. Routes inside an update are not here: they are opened by the update's own lease token.
 */
export const NEEDS: Record<string, TokenScope> = {
  'GET /api/user': 'read',
  'GET /api/user/organizations/default': 'read',
  'GET /api/user/stacks': 'read',
  'GET /api/stacks/:org/:project': 'read',
  'POST /api/stacks/:org/:project': 'operate',
  'GET /api/orgs/:org/members': 'admin',
  'GET /api/orgs/:org/auditlogs': 'admin',
  'GET /api/orgs/:org/auditlogs/v2': 'admin',
  [`GET ${S}`]: 'read',
  [`DELETE ${S}`]: 'operate',
  [`POST ${S}/transfer`]: 'operate',
  [`POST ${S}/rename`]: 'operate',
  [`GET ${S}/config`]: 'read',
  [`PUT ${S}/config`]: 'operate',
  [`DELETE ${S}/config`]: 'operate',
  [`GET ${S}/export`]: 'read',
  [`GET ${S}/export/:version`]: 'read',
  [`POST ${S}/import`]: 'operate',
  [`PATCH ${S}/tags`]: 'operate',
  [`POST ${S}/tags`]: 'operate',
  [`PATCH ${S}/tags/:tag`]: 'operate',
  [`DELETE ${S}/tags/:tag`]: 'operate',
  [`POST ${S}/encrypt`]: 'preview',
  [`POST ${S}/batch-encrypt`]: 'preview',
  [`POST ${S}/decrypt`]: 'preview',
  [`POST ${S}/batch-decrypt`]: 'preview',
  [`POST ${S}/decrypt/log-decryption`]: 'preview',
  [`POST ${S}/decrypt/log-batch-decryption`]: 'preview',
  [`POST ${S}/update`]: BY_ITSELF,
  [`POST ${S}/preview`]: 'preview',
  [`POST ${S}/refresh`]: BY_ITSELF,
  [`POST ${S}/destroy`]: BY_ITSELF,
  [`POST ${U}`]: BY_ITSELF,
  [`GET ${S}/updates`]: 'read',
  [`GET ${S}/updates/:version`]: 'read',
  [`GET ${S}/updates/:version/previews`]: 'read',
  [`GET ${S}/updates/:version/summary`]: 'read',
  [`GET ${S}/updates/:version/timeline`]: 'read',
  [`GET ${S}/previews/:updateID`]: 'read',
  [`GET ${S}/previews/:updateID/summary`]: 'read',
  [`GET ${U}`]: 'read',
  [`GET ${U}/events`]: 'read',
  [`POST ${U}/cancel`]: BY_ITSELF,
  ...Object.fromEntries(EMPTY_ANSWERS.map(([path]) => [`GET ${path}`, 'read' as const])),
}
