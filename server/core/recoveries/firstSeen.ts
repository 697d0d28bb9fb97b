import { type Deployment, readState as parseState } from '#domain/state/checkpoint.ts'
import { carriedOperations } from '#domain/journal/carriedOperations.ts'
import { type FirstSeen, liveEntry, pendingKey } from '#domain/journal/pending.ts'
import type { Deps } from '../../deps.ts'
import { readOutline } from '../../texts/states.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** Maximum number of former states read to find where an operation comes from; beyond it, that is unknown. */
const MAX_VERSIONS = 25

type Version = { row: StateRow; deployment: Deployment }
type Operation = NonNullable<Deployment['pending_operations']>[number]
/** A pending operation, and the oldest version that is known to have it. */
type Open = { key: string; op: Operation; first: Version }

/**
 * Returns the version since which each pending operation of the current state has existed; empty if no rule can read
 * the state. `updates`: the newest of the stack. A recovery begins no operation: one that comes back with it, as by an
 * undo, is followed to the run that left it.
 */
export async function firstSeenOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  { stack, updates }: { stack: StackRow; updates: readonly UpdateRow[] },
  current: StateRow,
): Promise<Map<string, FirstSeen>> {
  const document = await readOutline(deps, reader, current.id)
  if (!parseState(document).ok) return new Map()
  const { deployment } = document
  const recoveries = new Set(updates.flatMap(({ id, kind }) => (kind === 'recovery' ? id : [])))
  const found = new Map<string, FirstSeen>()
  const settle = ({ key, op, first }: Open) => found.set(key, firstSeenIn(first, op))
  const now = { row: current, deployment }
  let open = operationsOf(deployment).map((op, index): Open => ({ key: pendingKey(index, op), op, first: now }))
  const states = await reader.states(stack.id, { limit: MAX_VERSIONS, offset: 0 })
  for (const row of states.filter(({ version }) => version < current.version)) {
    if (open.length === 0) return found
    if (row.pendingCount > 0 && row.textRemovedAt !== null) return found
    const older = row.pendingCount > 0 ? (await readOutline(deps, reader, row.id)).deployment : {}
    const { carried, unclear } = carriedOperations(
      open.map(({ op }) => op),
      operationsOf(older),
    )
    const followed: Open[] = []
    for (const [at, each] of open.entries()) {
      if (carried.has(at)) followed.push({ ...each, first: { row, deployment: older } })
      else if (unclear.has(at)) continue
      else if (recoveries.has(each.first.row.updateId ?? '')) followed.push(each)
      else settle(each)
    }
    open = followed
  }
  if (states.length < MAX_VERSIONS) for (const each of open) settle(each)
  return found
}

const operationsOf = ({ pending_operations: operations }: Deployment): readonly Operation[] => operations ?? []

function firstSeenIn({ row, deployment }: Version, { resource }: Operation): FirstSeen {
  const live = liveEntry(deployment, resource.urn)
  const { version, updateId, createdAt } = row
  return { version, update: updateId ?? '', at: createdAt, liveId: live ? (live.id ?? '') : null }
}
