import type { AliasConflict } from '../state/aliases.ts'
import { emptyDocument, magicOf, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { ENTRY_KIND, entryProblem, type JournalEntry } from './journalEntry.ts'
import { applyToSteps, ENDS_OPERATION, freshSteps, generate } from './journalSteps.ts'
import { migrate } from '../state/migration.ts'

export type { JournalEntry } from './journalEntry.ts'

/** Entries of other kinds are kept, and skipped by a replay (docs/protocol.md, Replay). */
export const KNOWN_KINDS: ReadonlySet<number> = new Set(Object.values(ENTRY_KIND))

/** A step that was started, and whose end was not received. */
export type OpenOperation = { operationID: number; sequenceID: number; type: string; urn: string; resource: Resource }

/** Values for the manifest; `time` is RFC 3339, `cliVersion` the update's `pulumi.version` or empty. */
export type ReplayStamp = { time: string; cliVersion: string }

/**
 * A replay in progress. Entries are applied in ascending `sequenceID`. `repeated`: the entry was applied before.
 * `late`: it belongs before an applied one and was not applied; the caller restarts with all entries in order
 * (`replay`).
 */
export type Replay = {
  apply(entry: JournalEntry): 'applied' | 'repeated' | 'late'
  /** The state as of the last entry; may be called repeatedly. */
  state(stamp: ReplayStamp): ReplayedState
  openOperations(): OpenOperation[]
  /** The kinds of skipped entries, unknown or malformed, each once. */
  unknownKinds(): number[]
}

/**
 * A state, and the aliases claimed by two of its resources: the first one keeps them, as the engine would refuse the
 * state.
 */
export type ReplayedState = { document: StateDocument; aliasConflicts: AliasConflict[] }

/** Starts a replay on `base`, which is not changed; untouched resources are shared by reference. */
export function createReplay(base: StateDocument | undefined): Replay {
  const document = base ? migrate(base) : emptyDocument()
  let byteString = document.features?.includes('byteString') ?? false
  let sawRefresh = false
  let steps = freshSteps(document.deployment)
  const unreadableKinds = new Set<number>()
  const applied = new Set<number>()
  let last = 0

  const apply = (entry: JournalEntry): void => {
    if (entryProblem(entry) !== undefined) {
      unreadableKinds.add(entry.kind)
      return
    }
    if (entry.requiresByteString) byteString = true
    if (entry.isRefresh && entry.kind === ENTRY_KIND.success) sawRefresh = true
    if (entry.kind === ENTRY_KIND.refreshSuccess) sawRefresh = true
    if (entry.kind === ENTRY_KIND.rebuiltBase) steps = freshSteps(generate(steps, sawRefresh).deployment)
    else if (KNOWN_KINDS.has(entry.kind)) applyToSteps(steps, entry)
    else unreadableKinds.add(entry.kind)
  }

  return {
    apply(entry) {
      if (applied.has(entry.sequenceID)) return 'repeated'
      if (entry.sequenceID < last) return 'late'
      applied.add(entry.sequenceID)
      last = entry.sequenceID
      apply(entry)
      return 'applied'
    },
    state({ time, cliVersion }) {
      const { deployment, conflicts } = generate(steps, sawRefresh)
      const manifest = { time, magic: magicOf(cliVersion), version: cliVersion }
      return { document: toDocument({ ...deployment, manifest }, { byteString }), aliasConflicts: conflicts }
    },
    openOperations: () => describeOpen(steps.open),
    unknownKinds: () => [...unreadableKinds],
  }
}

/**
 * The state of an update: its base and the replay of all received entries, in any order and with repetitions
 * (docs/protocol.md, Replay). However the update ended, operations that were started and not ended are in
 * `pending_operations`.
 */
export function replay(
  base: StateDocument | undefined,
  entries: Iterable<JournalEntry>,
  stamp: ReplayStamp,
): ReplayedState & { unknownKinds: number[]; openOperations: OpenOperation[] } {
  const running = createReplay(base)
  for (const entry of [...entries].toSorted((a, b) => a.sequenceID - b.sequenceID)) running.apply(entry)
  return {
    ...running.state(stamp),
    unknownKinds: running.unknownKinds(),
    openOperations: running.openOperations(),
  }
}

/**
 * Operations in progress according to the journal; needs no base. Steps without a provider call (same, refresh) are not
 * listed.
 */
export function openOperations(entries: Iterable<JournalEntry>): OpenOperation[] {
  const open = new Map<number, OpenOperation>()
  for (const entry of [...entries].toSorted((a, b) => a.sequenceID - b.sequenceID)) {
    followOperations(open, entry, (operation) => operation)
  }
  return [...open.values()]
}

/** Updates `open` by further entries, in ascending `sequenceID`. */
export function followOperations<Kept>(
  open: Map<number, Kept>,
  entry: JournalEntry,
  keep: (operation: OpenOperation) => Kept,
): void {
  if (entryProblem(entry) !== undefined) return
  const { kind, operationID } = entry
  if (kind === ENTRY_KIND.begin) {
    const operation = described(entry)
    if (operation === undefined) open.delete(operationID)
    else open.set(operationID, keep(operation))
  } else if (ENDS_OPERATION.has(kind)) open.delete(operationID)
  else if (kind === ENTRY_KIND.rebuiltBase) open.clear()
}

const describeOpen = (open: Map<number, JournalEntry>): OpenOperation[] =>
  [...open.values()].flatMap((entry) => described(entry) ?? [])

function described({ operationID, sequenceID, operation }: JournalEntry): OpenOperation | undefined {
  if (!operation) return undefined
  return { operationID, sequenceID, type: operation.type, urn: operation.resource.urn, resource: operation.resource }
}
