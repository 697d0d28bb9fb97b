import { type Deployment, readState as parseState } from '#domain/state/checkpoint.ts'
import { type FirstSeen, liveEntry, pendingKey } from '#domain/journal/pending.ts'
import type { Deps } from '../../deps.ts'
import { readOutline } from '../../texts/states.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'

/** Maximum number of former states read to find where an operation comes from; beyond it, that is unknown. */
const MAX_VERSIONS = 25

/**
 * Returns the version since which each pending operation of the current state has existed; empty if no rule can read
 * the state. States carry old operations on, so the nth of a kind for a URN is assumed to be the nth in the versions
 * before, too.
 */
export async function firstSeenOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
  current: StateRow,
): Promise<Map<string, FirstSeen>> {
  const document = await readOutline(deps, reader, current.id)
  if (!parseState(document).ok) return new Map()
  const { deployment } = document
  const open = ordinals(deployment)
  const found = new Map<string, FirstSeen>()
  let newer = { row: current, deployment }
  const settle = (keys: Iterable<string>) => {
    for (const key of keys) {
      const wanted = open.get(key)
      open.delete(key)
      if (!wanted) continue
      const live = liveEntry(newer.deployment, wanted.urn)
      const { version, updateId, createdAt } = newer.row
      found.set(key, { version, update: updateId ?? '', at: createdAt, liveId: live ? (live.id ?? '') : null })
    }
  }
  const states = await reader.states(stack.id, { limit: MAX_VERSIONS, offset: 0 })
  for (const row of states.filter(({ version }) => version < current.version)) {
    if (open.size === 0) return found
    if (row.pendingCount === 0) {
      settle([...open.keys()])
      return found
    }
    if (row.textRemovedAt !== null) return found
    const older = (await readOutline(deps, reader, row.id)).deployment
    const counts = countsOf(older)
    settle([...open].filter(([, { name, ordinal }]) => (counts.get(name) ?? 0) <= ordinal).map(([key]) => key))
    newer = { row, deployment: older }
  }
  if (states.length < MAX_VERSIONS) settle([...open.keys()])
  return found
}

type Wanted = { name: string; ordinal: number; urn: string }

function ordinals({ pending_operations: operations }: Deployment): Map<string, Wanted> {
  const counts = new Map<string, number>()
  return new Map(
    (operations ?? []).map((op, index) => {
      const name = `${op.type} ${op.resource.urn}`
      const ordinal = counts.get(name) ?? 0
      counts.set(name, ordinal + 1)
      return [pendingKey(index, op), { name, ordinal, urn: op.resource.urn }]
    }),
  )
}

function countsOf({ pending_operations: operations }: Deployment): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { type, resource } of operations ?? []) {
    const name = `${type} ${resource.urn}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
