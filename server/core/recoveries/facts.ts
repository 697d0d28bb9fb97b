import type { FactsWithoutState, FormerVersion } from '#domain/recoveries/stateFacts.ts'
import { fullName } from '#domain/stackName.ts'
import { formerNames } from '../stacks/formerNames.ts'
import { namedStack, refOf } from '../stacks/names.ts'
import { reportedFacts } from './reportedFacts.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import { namesOf } from '../access/displayNames.ts'
import { briefOf } from '../updates/briefs.ts'
import type { RecoveryContext } from './context.ts'
import { trouble } from './runFacts.ts'

/** Maximum number of former versions listed, and of those whose entries are read. */
const MAX_VERSIONS = 50
const MAX_EARLIER = 8
/**
 * Bytes of text of the former versions that are read together; each takes several times as much while it is examined.
 */
const MAX_EARLIER_BYTES = 48 * 1024 * 1024

/**
 * Returns the facts on which recoveries of the common kind depend, in addition to the entries of the current and former
 * states.
 */
export async function factsOf(
  reader: Reader,
  stack: StackRow,
  { row, items, unreadable, run, updates, reported }: RecoveryContext,
): Promise<FactsWithoutState> {
  const didEndWell = run === undefined || run.status === 'running' || run.status === 'succeeded'
  const { messages, failed } = didEndWell ? { messages: [], failed: [] } : await trouble(reader, run.id)
  const byId = new Map(updates.map((update) => [update.id, update]))
  const states = await formerStates(reader, stack, row)
  return {
    stack: namedStack(stack),
    unreadable,
    pending: items,
    reported,
    lastRun: run ? await briefOf(reader, run) : null,
    names: await namesOf(reader, run?.requestedBy),
    cliVersion: run?.request.environment['pulumi.version'] ?? '',
    messages,
    failed,
    ...(await reportedFacts(reader, stack)),
    versions: states.map(({ version, updateId, createdAt, resourceCount, finding }) => {
      const update = byId.get(updateId ?? '')
      return { version, kind: update?.kind ?? '', by: update?.requestedBy ?? '', at: createdAt, resourceCount, finding }
    }),
  }
}

const formerStates = async (reader: Reader, stack: StackRow, row: StateRow | null): Promise<StateRow[]> =>
  (await reader.states(stack.id, { limit: MAX_VERSIONS, offset: 0 })).filter(({ id }) => id !== row?.id)

/** Returns the states of some former versions, as far as their texts are kept. */
export async function statesOfVersions(
  reader: Reader,
  stack: StackRow,
  versions: readonly number[],
): Promise<StateRow[]> {
  const rows = await Promise.all(versions.map((version) => reader.stateByVersion(stack.id, version)))
  return rows.flatMap((row) => (row && row.textRemovedAt === null ? [row] : []))
}

/** Returns the versions of former states, each with the name that the stack had then. */
export async function formerVersions(
  reader: Reader,
  stack: StackRow,
  states: readonly StateRow[],
): Promise<FormerVersion[]> {
  const names = states.length === 0 ? [] : await formerNames(reader, stack)
  return Promise.all(
    states.map(async ({ version, createdAt, updateId }) => {
      const isTied = names.some(({ until }) => until === createdAt)
      // A rename writes its state, which has the new name, at the time of its entry.
      const isOfRename = isTied && updateId !== null && (await reader.update(updateId))?.kind === 'rename'
      const former = names.find(({ until }) => (isOfRename ? createdAt < until : createdAt <= until))
      return former && fullName(former.name) !== fullName(refOf(stack)) ? { version, stack: former.name } : { version }
    }),
  )
}

/** Returns the newest former states, newest first, each distinct one once, and the newest verified one among them. */
export async function earlierStates(
  reader: Reader,
  stack: StackRow,
  { losses = [] }: FactsWithoutState,
  row: StateRow | null,
): Promise<StateRow[]> {
  const states = await formerStates(reader, stack, row)
  const different = states.filter(
    ({ hash }, at) => hash !== row?.hash && states.findIndex((s) => s.hash === hash) === at,
  )
  const sound = different.find(({ finding }) => finding === null)
  const wanted = [...different.slice(0, MAX_EARLIER), ...(sound ? [sound] : [])]
  const beforeLosses = new Set(losses.map(({ baseVersion }) => baseVersion))
  wanted.unshift(...states.filter(({ version, textRemovedAt }) => beforeLosses.has(version) && textRemovedAt === null))
  const earlier: StateRow[] = []
  let bytes = 0
  for (const state of new Set([...(sound ? [sound] : []), ...wanted])) {
    bytes += state.bytes
    if (bytes > MAX_EARLIER_BYTES && earlier.length > 0) break
    earlier.push(state)
  }
  return earlier.toSorted((a, b) => b.version - a.version)
}
