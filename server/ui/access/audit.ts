import { z } from 'zod'
import { AuditFilter as AuditQuery } from '#contract/audit.ts'
import { Period } from '#contract/common.ts'
import { actionsCalled } from '#domain/auditWords.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { ApiError } from '../../http/apiError.ts'
import type { Reader } from '../../store/port.ts'
import type { KnownUser } from '../../store/port/access.ts'
import type { AuditFilter, AuditRow } from '../../store/port/logs.ts'
import type { Handlers } from '../handlers.ts'
import { listNeedles, loginsNamed } from '../listSearch.ts'
import { PAGE_SIZE, PERIOD_MS } from '../lookup.ts'
import { entriesByRun, toEntry } from './auditRuns.ts'

/** Handles the audit log of the console. */
export function auditHandlers(deps: Deps): Pick<Handlers, 'auditLog'> {
  return {
    auditLog: async ({ query: { before, ...query } }, { user }) => {
      const now = await deps.store.now()
      return readVisible(deps, user, async (reader) => {
        const filter = await filterOf(reader, query, now)
        const listed = await entriesByRun(reader, filter, { before, limit: PAGE_SIZE + 1 })
        const entries = listed.slice(0, PAGE_SIZE)
        const older = listed.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null
        return { entries, older, people: (await reader.users()).map(({ login }) => login) }
      })
    },
  }
}

type Query = Omit<AuditQuery, 'before' | 'since'> & { since?: Period | number | undefined }

/** Converts a filter of the console to one of the store. A deleted stack's entries are found by its name. */
async function filterOf(
  reader: Reader,
  { stack, login, action, since, from, until, q = '' }: Query,
  now: number,
): Promise<Omit<AuditFilter, 'limit'>> {
  const users = await reader.users()
  const earliest = from ?? since
  const needles = listNeedles(q, (word) => [...loginsNamed(users, word), ...actionsCalled(word)])
  return {
    ...(stack && (await stackFilter(reader, stack))),
    ...(login && { login }),
    ...(action && { action }),
    ...(earliest !== undefined && { since: typeof earliest === 'number' ? earliest : now - PERIOD_MS[earliest] }),
    ...(until !== undefined && { until }),
    ...(needles.length > 0 && { needles }),
  }
}

/** Finds a live stack's entries by its id, also under former names; those of a deleted stack by its name. */
async function stackFilter(reader: Reader, text: string): Promise<Pick<AuditFilter, 'stackId' | 'stack'>> {
  const [org = '', project = '', name = ''] = text.split('/')
  const live = await reader.stack({ org, project, name })
  return live === undefined ? { stack: text } : { stackId: live.id }
}

const LINES_AT_ONCE = 1_000
const Since = z.union([
  Period,
  z.coerce.number().int().min(0),
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
])
const After = z.coerce.number().int().min(0)
const Filter = AuditQuery.omit({ before: true, since: true })

/**
 * `GET /api/ui/audit.jsonl`: oldest first, one entry as JSON per line, filtered like the list. `since` is a period, or a
 * time as epoch milliseconds or ISO 8601; `after` is the id of the last known line: only later lines are returned, none
 * twice.
 */
export async function auditLines(deps: Deps, request: Request, user: KnownUser): Promise<Response> {
  const search = new URL(request.url).searchParams
  const since = parameter(Since, search, 'since', 'must be epoch milliseconds or a time like 2026-01-31T12:00:00Z')
  let after = parameter(After, search, 'after', 'must be the id of an entry') ?? 0
  const query = Filter.safeParse(Object.fromEntries(search))
  if (!query.success) throw new ApiError('bad_request', 'The filter is not valid.')
  const now = await deps.store.now()
  const chosen = await deps.store.read((reader) => filterOf(reader, { ...query.data, since }, now))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const filter = { ...chosen, after, order: 'oldest', limit: LINES_AT_ONCE } as const
      const rows = await readVisible(deps, user, (reader) => reader.audit(filter))
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map((row) => `${lineOf(row)}\n`).join('')))
      after = rows.at(-1)?.id ?? after
      if (rows.length < LINES_AT_ONCE) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/jsonl; charset=utf-8' } })
}

const lineOf = (row: AuditRow) => JSON.stringify({ ...toEntry(row), at: new Date(row.at).toISOString() })

function parameter<T>(schema: z.ZodType<T>, search: URLSearchParams, name: string, rule: string): T | undefined {
  const text = search.get(name)
  if (text === null) return undefined
  const result = schema.safeParse(text)
  if (!result.success) throw new ApiError('bad_request', `${name}: ${rule}.`)
  return result.data
}
