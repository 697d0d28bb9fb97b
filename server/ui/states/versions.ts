import type { StateVersion } from '#contract/stacks.ts'
import { plainIntegrity } from '#domain/state/plainIntegrity.ts'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
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
        versions: (await Promise.all(rows.map((row) => toVersion(reader, row)))).flat(),
        total: await reader.stateCount(stack.id),
        page: query.page,
        pageSize: PAGE_SIZE,
      }
    }),
})

/** Returns one version; an initial state has no update and is found as the base of the first update. */
async function toVersion(reader: Reader, row: StateRow): Promise<z.infer<typeof StateVersion>[]> {
  const update = row.updateId === null ? undefined : await reader.update(row.updateId)
  if (update === undefined) return []
  return [
    {
      version: row.version,
      update: toBrief(update, row),
      at: row.createdAt,
      bytes: row.bytes,
      resourceCount: row.resourceCount,
      pendingCount: row.pendingCount,
      integrity: row.finding && plainIntegrity(row.finding),
      removedAt: row.textRemovedAt,
    },
  ]
}
