import { DAY_MS } from '#words/time.ts'
import type { Period, StackRef } from '#contract/common.ts'
import type { Deps } from '../deps.ts'
import { DomainError } from '../errors.ts'
import { NO_STATE, type StateSource, storedState } from '../texts/askStates.ts'
import { liveState } from '../texts/exports.ts'
import type { Reader } from '../store/port.ts'
import type { StackRow } from '../store/port/stacks.ts'
import type { UpdateRow } from '../store/port/updates.ts'

export const PAGE_SIZE = 100

/** Lengths of the periods by which lists are limited. */
export const PERIOD_MS = {
  '1h': DAY_MS / 24,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
} as const satisfies Record<Period, number>

/** Returns the range of rows of a page, counted from 1. */
export const pageRange = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })

/** Returns the live stack at an address; throws `noSuchStack`. */
export async function findStack(reader: Reader, { org, project, stack }: StackRef): Promise<StackRow> {
  const row = await reader.stack({ org, project, name: stack })
  if (row !== undefined) return row
  throw new DomainError({ kind: 'noSuchStack', name: { org, project, name: stack } })
}

/** Returns an update or preview of this stack by its id; throws `noSuchUpdate`. */
export async function findRun(reader: Reader, stack: StackRow, id: string): Promise<UpdateRow> {
  const update = await reader.update(id)
  if (update !== undefined && update.stackId === stack.id) return update
  throw new DomainError({ kind: 'noSuchUpdate', id })
}

/** Returns an update of this stack by its version; throws `noSuchVersion`. */
export async function findVersion(reader: Reader, stack: StackRow, version: string): Promise<UpdateRow> {
  const update = /^\d{1,15}$/.test(version) ? await reader.updateByVersion(stack.id, Number(version)) : undefined
  if (update !== undefined) return update
  throw new DomainError({ kind: 'noSuchVersion', of: 'update', version })
}

/** Returns the state to show: of one version, or the current one, which during an update is what has arrived so far. */
export async function findState(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  version: number | undefined,
): Promise<{ source: StateSource; version: number }> {
  if (version === undefined) {
    const live = await liveState(deps, reader, stack)
    return { source: live.source, version: live.isRunning ? stack.version : (live.row?.version ?? 0) }
  }
  if (version === 0) return { source: NO_STATE, version } // before the first update
  const row = await reader.stateByVersion(stack.id, version)
  if (row !== undefined) return { source: storedState(reader, row), version }
  throw new DomainError({ kind: 'noSuchVersion', of: 'state', version: String(version) })
}
