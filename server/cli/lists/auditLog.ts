import type { Deps } from '../../deps.ts'
import type { AuditFilter, AuditRow } from '../../store/port/logs.ts'
import { SERVER } from '../../core/access/audit.ts'
import { badRequest, notFound } from '../cliError.ts'
import { userInfo } from './members.ts'
import { seconds } from '../stackViews.ts'

const PAGE = 100

/** Version of the call: `startTime` alone is the end of the range in version 1, and its start in version 2. */
export type Version = 1 | 2
type Query = Record<string, string | undefined>

/**
 * The audit log in the format of the published API, newest first: entries about stacks of the organization, and entries
 * without a stack (users, tokens, settings), which belong to the server and so to each of its organizations.
 */
export async function listAuditLog(deps: Deps, org: string, query: Query, version: Version) {
  const { format = '', continuationToken } = query
  if (format !== '' && format !== 'json') throw badRequest('format must be json.')
  const event = query['eventFilter'] || query['eventType'] // the CLI sends the second name of both filters
  const login = query['userFilter'] || query['user']
  const before = continuationToken ? placeOf(continuationToken) : undefined
  const filter = {
    org,
    ...range(query, version),
    ...(event ? { action: event } : {}),
    ...(login ? { login } : {}),
    ...(before === undefined ? {} : { before }),
  } satisfies Partial<AuditFilter>
  return deps.store.read(async (reader) => {
    if (login && login !== SERVER.login && (await reader.userByLogin(login)) === undefined)
      throw notFound('there is no such user')
    const names = new Map((await reader.users()).map((user) => [user.login, user.name]))
    const rows = await reader.audit({ ...filter, limit: PAGE + 1 }) // one extra row: is there another page?
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return {
      auditLogEvents: page.map((row) => eventOf(row, names)),
      ...(last !== undefined && rows.length > PAGE ? { continuationToken: String(last.id) } : {}),
    }
  })
}

function eventOf({ at, login, tokenName, address, action, stack, detail }: AuditRow, names: Map<string, string>) {
  return {
    timestamp: seconds(at),
    sourceIP: address ?? '',
    event: action,
    description: [stack, detail].filter((part) => part !== null && part !== '').join(': '),
    user: userInfo({ login, name: names.get(login) ?? login }),
    ...(tokenName === null ? {} : { tokenName }),
    ...(action === 'signin.failed' ? { authFailure: true } : {}),
  }
}

/**
 * The range of times, in whole seconds and including its end. With both parameters, version 1 treats them as start and
 * end, too.
 */
function range(query: Query, version: Version): Pick<AuditFilter, 'since' | 'until'> {
  const start = timeOf(query, 'startTime')
  const end = timeOf(query, 'endTime')
  const until = end === undefined ? {} : { until: (end + 1) * 1000 }
  if (start === undefined) return until
  return version === 1 && end === undefined ? { until: start * 1000 } : { since: start * 1000, ...until }
}

function timeOf(query: Query, name: 'startTime' | 'endTime'): number | undefined {
  const text = query[name]
  if (!text) return undefined
  if (!/^\d{1,12}$/.test(text)) throw badRequest(`${name} must be a time in whole seconds since 1970.`)
  return Number(text)
}

function placeOf(token: string): number {
  if (!/^\d{1,15}$/.test(token)) throw badRequest('the continuation token is not one of this server')
  return Number(token)
}
