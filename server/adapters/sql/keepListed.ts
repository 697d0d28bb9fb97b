import { asksForOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { fullNameOf, listed, readStacks } from '#server/store/listed.ts'
import { LISTED_VERSION } from '#server/store/listedVersion.ts'
import type { Reader, Writer } from '#server/store/port.ts'
import type { StackRow } from '#server/store/port/stacks.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'
import type { Commands } from './commands.ts'
import type { Queries } from './queries.ts'
import { sqlReader } from './reader.ts'
import type { Session } from './session.ts'
import { stacks } from './tables.ts'

/** Columns of a stack from which nothing in `listed` is derived. */
const UNLISTED: ReadonlySet<string> = new Set(['version', 'lock', 'wrappedKey'] satisfies (keyof StackRow)[])
/**
 * Columns of an update from which `listed` is derived; changes of the others, frequent while it runs, do not affect it.
 */
const OF_UPDATE: readonly (keyof UpdateRow)[] = [
  'kind',
  'dryRun',
  'status',
  'endReason',
  'createdAt',
  'startedAt',
  'endedAt',
  'resolvedAt',
  'baseStateId',
  'stateId',
  'lease',
  'disconnected',
  'awaiting',
]

/**
 * Keeps the rows of `listed` up to date in one write transaction: `watch` records the writer's changes, `keep` applies
 * them.
 */
export function listKeeper(session: Session, queries: Queries, commands: Commands) {
  const changed: Changed = { stacks: new Set(), updates: new Map(), names: new Set() }
  const keep = async () => {
    const reader = sqlReader(session, queries)
    const stackIds = [...changed.updates].map(async ([id, known]) => known ?? (await reader.update(id))?.stackId)
    for (const id of await Promise.all(stackIds)) if (id !== undefined) changed.stacks.add(id)
    // Always in the same order, to prevent deadlocks.
    const ids = [...changed.stacks].toSorted()
    const renamed = [...changed.names]
    changed.stacks.clear()
    changed.updates.clear()
    changed.names.clear()
    const before = await namesOf(session, queries, renamed)
    for (const id of ids) await derive(session, queries, commands, id)
    // Stacks that read one which was created, renamed or deleted: their references may be broken now, or no longer.
    const targets = new Set([...before, ...(await namesOf(session, queries, renamed))])
    const readers = new Set<string>()
    for (const target of targets)
      for (const { stackId } of await session.rows(queries.listed.readersOf(), { target })) readers.add(stackId)
    for (const id of [...readers].toSorted()) await derive(session, queries, commands, id)
  }
  return { keep, watch: (writer: Writer) => noting(writer, changed, keep) }
}

/**
 * `updates`: changed ones with their stacks, as far as these are known. `names`: stacks that were created, or got
 * another name, or were deleted or restored.
 */
type Changed = { stacks: Set<string>; updates: Map<string, string | undefined>; names: Set<string> }

const NAMING: readonly (keyof StackRow)[] = ['org', 'project', 'name', 'deletedAt']

/** The full names of these stacks in the lists, where a deleted one has none. */
async function namesOf(session: Session, { listed: statements }: Queries, ids: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const stackId of ids)
    names.push(...(await session.rows(statements.listedName(), { stackId })).map(({ fullName }) => fullName))
  return names
}

/** Wraps a writer: records changes that lists depend on, and updates the lists before the writer itself reads them. */
function noting(base: Writer, changed: Changed, keep: () => Promise<void>): Writer {
  const fresh =
    <A extends unknown[], R>(read: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await keep()
      return read(...args)
    }
  const stackOf = new Map<string, string>()
  return {
    ...base,
    async holdUpdate(id) {
      const held = await base.holdUpdate(id)
      if (held !== undefined) stackOf.set(id, held.stack.id)
      return held
    },
    async insertStack(row) {
      await base.insertStack(row)
      changed.stacks.add(row.id)
      changed.names.add(row.id)
    },
    async patchStack(id, patch) {
      await base.patchStack(id, patch)
      if (Object.keys(patch).some((column) => !UNLISTED.has(column))) changed.stacks.add(id)
      if (NAMING.some((column) => column in patch)) changed.names.add(id)
    },
    async insertUpdate(row) {
      await base.insertUpdate(row)
      if (row.status !== 'not started' || row.version !== null) changed.stacks.add(row.stackId)
    },
    async patchUpdate(id, patch) {
      await base.patchUpdate(id, patch)
      if (OF_UPDATE.some((column) => column in patch)) changed.updates.set(id, stackOf.get(id))
    },
    async putState(row, text) {
      await base.putState(row, text)
      changed.stacks.add(row.stackId)
    },
    stackPage: fresh(base.stackPage),
    stackTallies: fresh(base.stackTallies),
    stackCount: fresh(base.stackCount),
    stackLines: fresh(base.stackLines),
    projects: fresh(base.projects),
    organizations: fresh(base.organizations),
  }
}

/**
 * Derives the row of one stack, or removes it if the stack was deleted. The stack is locked against concurrent changes.
 */
async function derive(session: Session, queries: Queries, commands: Commands, stackId: string): Promise<void> {
  const { listed: statements } = queries
  const [[stored]] = await Promise.all([
    session.rows(commands.lockStack(), { id: stackId }),
    session.run(statements.deleteListed(), { stackId }),
    session.run(statements.deleteTags(), { stackId }),
    session.run(statements.deleteReferences(), { stackId }),
  ])
  if (stored === undefined) return
  const reader: Reader = sqlReader(session, queries)
  const stack = stacks.decode(stored)
  if (stack.deletedAt !== null) return
  const [state, latest] = await Promise.all([
    stack.stateId === null ? undefined : reader.state(stack.stateId),
    stack.latestUpdateId === null ? undefined : reader.update(stack.latestUpdateId),
  ])
  const listing = { ...stack, state: state ?? null, latest: latest ?? null }
  const orphanedUpdate = asksForOrphanedUpdate(listing) ? await reader.orphanedUpdateOf(stackId) : undefined
  const targets = readStacks(listing)
  const broken: string[] = []
  for (const target of targets) if ((await reader.stack(target)) === undefined) broken.push(fullNameOf(target))
  const tags = Object.entries(stack.tags).map(([name, value]) => ({
    stackId,
    name: name.toWellFormed(),
    value: value.toWellFormed(),
  }))
  await Promise.all([
    session.run(statements.insertListed(), listed(listing, orphanedUpdate ?? null, broken)),
    session.runEach(
      statements.insertReference(),
      targets.map((target) => ({ stackId, target: fullNameOf(target) })),
    ),
    session.runEach(statements.insertTag(), tags),
  ])
}

/** Derives the rows of all stacks, unless the same version of the rules already did. Returns whether any were derived. */
export async function keepAllListed(session: Session, queries: Queries, commands: Commands): Promise<boolean> {
  const [known] = await session.rows(queries.meta(), { key: 'listed' })
  if (known?.value === LISTED_VERSION) return false
  const all = await session.rows(queries.listed.liveStacks(), {})
  for (const { id } of all) await derive(session, queries, commands, id)
  await session.run(commands.setMeta(), { key: 'listed', value: LISTED_VERSION })
  return all.length > 0
}
