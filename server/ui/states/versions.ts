import type { StateVersion } from '#contract/stacks.ts'
import { plainIntegrity } from '#domain/state/plainIntegrity.ts'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { Handlers } from '../handlers.ts'
import { findStack, PAGE_SIZE, pageRange } from '../lookup.ts'
import { toBrief } from '../../core/updates/briefs.ts'

/** Handles the versions of a stack's state. */
export const versionHandlers = (deps: Deps): Pick<Handlers, 'versionList'> => ({
  versionList: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const rows = await reader.states(stack.id, pageRange(query.page))
      return {
        versions: (await Promise.all(rows.map((row) => toVersion(reader, stack, row)))).flat(),
        total: await reader.stateCount(stack.id),
        page: query.page,
        pageSize: PAGE_SIZE,
      }
    }),
})

/**
 * Returns one version; an initial state has no update and is found as the base of the first update. A state without one
 * in a mirror is a version of its own: it was seen.
 */
async function toVersion(
  reader: Reader,
  { backendId }: Pick<StackRow, 'backendId'>,
  row: StateRow,
): Promise<z.infer<typeof StateVersion>[]> {
  const isMirrored = backendId !== null
  const update = row.updateId === null ? undefined : await reader.update(row.updateId)
  if (update === undefined && !isMirrored) return []
  return [
    {
      version: row.version,
      update: update === undefined ? null : toBrief(update, row),
      ...(isMirrored && { source: update === undefined ? 'seen' : 'history' }),
      at: row.createdAt,
      bytes: row.bytes,
      resourceCount: row.resourceCount,
      pendingCount: row.pendingCount,
      integrity: row.finding && plainIntegrity(row.finding),
      removedAt: row.textRemovedAt,
    },
  ]
}
