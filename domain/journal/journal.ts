import type { AliasConflict } from '../state/aliases.ts'
import { emptyDocument, magicOf, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { ENTRY_KIND, entryProblem, type JournalEntry } from './journalEntry.ts'
import { applyToSteps, ENDS_OPERATION, freshSteps, generate } from './journalSteps.ts'
import { migrate } from '../state/migration.ts'

export type { JournalEntry } from './journalEntry.ts'

/** Entries of any other kind are kept and skipped at replay (docs/protocol.md, Replay). */
export const KNOWN_KINDS: ReadonlySet<number> = new Set(Object.values(ENTRY_KIND))

/** A step that was started and of which no end was received. */
export type OpenOperation = { operationID: number; sequenceID: number; type: string; urn: string; resource: Resource }

/** What the update's manifest says; `time` is RFC 3339, `cliVersion` the update's `pulumi.version` or empty. */
export type ReplayStamp = { time: string; cliVersion: string }

/**
 * A replay under way. Entries are applied in ascending `sequenceID`. One that was applied before is `repeated`; one that
 * arrives after a later one is `late`: it is not applied, the caller starts again with all entries in order (`replay`).
 */
export type Replay = {
  apply(entry: JournalEntry): 'applied' | 'repeated' | 'late'
  /** The state as of the last entry; may be asked for as often as wanted. */
  materialise(stamp: ReplayStamp): Materialised
  openOperations(): OpenOperation[]
  /** Kinds of the entries that this version cannot read, unknown or malformed, each once: those were skipped. */
  unknownKinds(): number[]
}

/** A state, and the aliases that two of its resources claim: the first keeps them, the engine would refuse the state. */
export type Materialised = { document: StateDocument; aliasConflicts: AliasConflict[] }

/** Starts a replay over `base`, which is never changed; its untouched resources are carried by reference. */
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
    materialise({ time, cliVersion }) {
      const { deployment, conflicts } = generate(steps, sawRefresh)
      const manifest = { time, magic: magicOf(cliVersion), version: cliVersion }
      return { document: toDocument({ ...deployment, manifest }, { byteString }), aliasConflicts: conflicts }
    },
    openOperations: () => describeOpen(steps.open),
    unknownKinds: () => [...unreadableKinds],
  }
}

/**
 * The state of an update: its base and the replay of every entry received, in whatever order and however often
 * (docs/protocol.md, Replay). Whatever way the update ended: what was started and not ended is in `pending_operations`.
 */
export function replay(
  base: StateDocument | undefined,
  entries: Iterable<JournalEntry>,
  stamp: ReplayStamp,
): Materialised & { unknownKinds: number[]; openOperations: OpenOperation[] } {
  const running = createReplay(base)
  for (const entry of [...entries].toSorted((a, b) => a.sequenceID - b.sequenceID)) running.apply(entry)
  return {
    ...running.materialise(stamp),
    unknownKinds: running.unknownKinds(),
    openOperations: running.openOperations(),
  }
}

/** What is in flight as far as the journal tells; needs no base. Steps without a provider call (same, refresh) are not listed. */
export function openOperations(entries: Iterable<JournalEntry>): OpenOperation[] {
  const open = new Map<number, OpenOperation>()
  for (const entry of [...entries].toSorted((a, b) => a.sequenceID - b.sequenceID)) {
    followOperations(open, entry, (operation) => operation)
  }
  return [...open.values()]
}

/** The same, entry by entry, in the order of their numbers: what is open is changed to what is open after it. */
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
