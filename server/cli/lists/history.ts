import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { HistoryRow, UpdateRow } from '../../store/port/updates.ts'
import { badRequest } from '../cliError.ts'
import { seconds } from '../stackViews.ts'

/** Results in the words of the protocol; cancelled and expired show as failed (docs/protocol.md, Updates). */
const resultOf = (update: UpdateRow) =>
  update.status === 'running'
    ? 'in-progress'
    : update.status === 'not started'
      ? 'not-started'
      : update.status === 'succeeded'
        ? 'succeeded'
        : 'failed'

/** The kind as other clients know it; a write of the console is an import for them. */
const kindOf = (update: UpdateRow) => (update.kind === 'recovery' ? 'import' : update.kind)

/** What takes the place of a secret of the configuration for a caller who may not decrypt, as the CLI shows it. */
const MASKED = '[secret]'

/** Clients may send values marked as secret in plain text; no one can tell those from ciphertext. */
const maskConfig = (config: UpdateRow['request']['config']): UpdateRow['request']['config'] =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, value.secret ? { ...value, string: MASKED } : value]),
  )

/**
 * An update in the format of `pulumi stack history`. Secrets in its config stay as they were sent, usually encrypted;
 * for callers who may not decrypt (`isSealed`) they are masked.
 */
function updateInfo({ update, state }: HistoryRow, isSealed: boolean) {
  return {
    kind: kindOf(update),
    startTime: seconds(update.startedAt ?? update.createdAt),
    message: update.request.message,
    environment: update.request.environment,
    config: isSealed ? maskConfig(update.request.config) : update.request.config,
    result: resultOf(update),
    endTime: update.endedAt === null ? 0 : seconds(update.endedAt),
    version: update.version ?? update.baseVersion,
    resourceChanges: update.resourceChanges ?? {},
    ...(state ? { resourceCount: state.resourceCount } : {}),
  }
}

/** An update in the format that Pulumi's console reads from the published API. */
export async function updateRecord(reader: Reader, stack: StackRow, update: UpdateRow, isSealed: boolean) {
  const state = update.stateId === null ? undefined : await reader.state(update.stateId)
  return recordOf(stack, { update, state: state ?? null }, isSealed)
}

function recordOf(stack: StackRow, row: HistoryRow, isSealed: boolean) {
  const { update } = row
  const info = updateInfo(row, isSealed)
  return {
    info,
    updateID: update.id,
    version: info.version,
    latestVersion: stack.version,
    requestedBy: { name: update.requestedBy, githubLogin: update.requestedBy, avatarUrl: '' },
    ...(update.tokenName === null ? {} : { requestedByToken: update.tokenName }),
  }
}

/** The fields of an update that lists show. */
export const summaryOf = ({ info }: Awaited<ReturnType<typeof updateRecord>>) => ({
  startTime: info.startTime,
  endTime: info.endTime,
  result: info.result,
  resourceCount: info.resourceCount ?? 0,
})

const EVERYTHING = 1_000_000
const DEFAULT_PAGE = 10
const wholeNumber = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw badRequest(`${name} must be a whole number, 0 or more.`)
  return number
}

/**
 * Parses `pageSize` and `page` as the CLI sends them: pages count from 1; page 0, a size of 0, and neither parameter
 * mean everything. A page without a size has 10 rows (docs/protocol.md, History).
 */
export function paging(query: { pageSize?: string | undefined; page?: string | undefined }): {
  limit: number
  offset: number
} {
  const page = wholeNumber(query.page, 'page')
  const size = wholeNumber(query.pageSize, 'pageSize') ?? (page === undefined ? 0 : DEFAULT_PAGE)
  if (size === 0 || page === 0) return { limit: EVERYTHING, offset: 0 }
  const offset = size * ((page ?? 1) - 1)
  return { limit: Math.min(size, EVERYTHING), offset: Math.min(offset, Number.MAX_SAFE_INTEGER) }
}

export async function history(
  deps: Deps,
  stack: StackRow,
  query: { pageSize?: string | undefined; page?: string | undefined; 'output-type'?: string | undefined },
  isSealed: boolean,
) {
  const { limit, offset } = paging(query)
  return deps.store.read(async (reader) => {
    const rows = await reader.history(stack.id, { previews: 'no', limit, offset })
    if (query['output-type'] !== 'service') return { updates: rows.map((row) => updateInfo(row, isSealed)) }
    return {
      updates: rows.map((row) => recordOf(stack, row, isSealed)),
      itemsPerPage: limit === EVERYTHING ? rows.length : limit,
      total: await reader.updateCount(stack.id, { previews: 'no' }),
    }
  })
}

/** Previews made on top of a version; `latest` works for a stack without updates, too. */
export async function previews(
  deps: Deps,
  stack: StackRow,
  version: number,
  query: { pageSize?: string | undefined; page?: string | undefined; asc?: string | undefined },
  isSealed: boolean,
) {
  const { limit, offset } = paging(query)
  return deps.store.read(async (reader) => {
    const filter = { previews: 'only', baseVersion: version } as const
    const total = await reader.updateCount(stack.id, filter)
    const from = query.asc === 'true' ? Math.max(0, total - offset - limit) : offset
    const rows = await reader.history(stack.id, {
      ...filter,
      limit: query.asc === 'true' ? Math.min(limit, total - offset) : limit,
      offset: from,
    })
    const ordered = query.asc === 'true' ? rows.toReversed() : rows
    return {
      updates: ordered.map((row) => recordOf(stack, row, isSealed)),
      itemsPerPage: limit === EVERYTHING ? rows.length : limit,
      total,
    }
  })
}
