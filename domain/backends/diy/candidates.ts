import type { CopyPlace, StateCopies, StateCopy as CopyView } from '#contract/backends.ts'
import { diffStates } from '../../diff/stateDiff.ts'
import { isObject } from '../../json/jsonObject.ts'
import { isAccepted, verify } from '../../state/integrity.ts'
import type { Deployment } from '../../state/checkpoint.ts'
import type { ParsedState, StateText } from '../../state/stateText.ts'
import type { ListedObject, ListedStack } from './layout.ts'

/** Where one copy is. */
export type StateCopy = {
  place: CopyPlace
  key: string
  /** When the file was written, epoch milliseconds. */
  at: number
  /** Bytes, as stored. */
  size: number
  /** The store's name of the version, or its number in Holdfast. */
  version?: string | undefined
}

/** A copy of a state that was looked into. */
export type Candidate = StateCopy & {
  /** When the state in it was written; if it does not say, when the file was. */
  writtenAt: number
  /** Why it cannot be read; nothing more is known of it then. */
  problem: string | undefined
  entries: number
  pending: number
  /** Whether the CLI accepts the state, and the number of rules that it breaks. */
  verdict: Known<'verdict'>
  /** The run that wrote it although it was invalid, if the engine noted that. */
  brokenBy: Known<'brokenBy'>
  /** Differences from the newest copy that can be read; undefined for that copy itself. */
  differs: Known<'differs'>
}

/** As the console shows it, if it is known. */
type Known<Part extends keyof CopyView> = NonNullable<CopyView[Part]> | undefined

/** More of each would be looked into without an end. */
const MOST_OF_EACH = 5

/** A copy that is kept elsewhere than in the stack's own files. */
type Version = { version: string; at: number; size: number }

/** Copies of one kind, the newest first. `isAll`: whether there are no older ones. */
type Listed<Item> = { newest: readonly Item[]; isAll: boolean }

/** All copies of a stack's state that were listed. `key`: of the state file, which may be missing. */
export type ListedCopies = Pick<ListedStack, 'state' | 'bak'> & {
  key: string
  /** Copies of every write, which the CLI keeps if it is told to. */
  retained: Listed<ListedObject>
  backups: Listed<ListedObject>
  /** Of the history. */
  checkpoints: Listed<ListedObject>
  storeVersions: Listed<Version>
  /** Copies that Holdfast kept. */
  seen: Listed<Version>
}

/**
 * The copies of a stack's state in the order in which to trust them (docs/state.md, Order of writes): the file, `.bak`,
 * the newest of the copies of writes, of the backups, of the history, of the versions of the store, and of the copies
 * that Holdfast kept; and how many older ones are left out.
 */
export function copiesOf(
  { key, state, bak, ...kinds }: ListedCopies,
  mostOfEach = MOST_OF_EACH,
): { copies: StateCopy[]; notRead: StateCopies['notRead'] } {
  const file =
    (place: CopyPlace) =>
    (object: ListedObject): StateCopy => ({ place, key: object.key, at: object.at, size: object.size })
  const version =
    (place: CopyPlace) =>
    ({ at, size, version }: Version): StateCopy => ({ place, key, at, size, version })
  const copies = [...[state ?? []].flat().map(file('checkpoint')), ...[bak ?? []].flat().map(file('bak'))]
  const notRead: StateCopies['notRead'] = []
  const add = <Item>(place: CopyPlace, { newest, isAll }: Listed<Item>, toCopy: (item: Item) => StateCopy) => {
    copies.push(...newest.slice(0, mostOfEach).map(toCopy))
    const count = newest.length - mostOfEach
    if (count > 0 || !isAll) notRead.push({ place, count: Math.max(count, 0), isAtLeast: !isAll })
  }
  add('retained', kinds.retained, file('retained'))
  add('backup', kinds.backups, file('backup'))
  add('history', kinds.checkpoints, file('history'))
  add('storeVersion', kinds.storeVersions, version('storeVersion'))
  add('seen', kinds.seen, version('seen'))
  return { copies, notRead }
}

/**
 * The copies with what is in them, in their order. `read` returns the text of each, or why there is none: no more than
 * two are in memory as objects.
 */
export function judgeCopies(copies: readonly { copy: StateCopy; read(): StateText }[]): Candidate[] {
  let newest: ParsedState | undefined
  return copies.map(({ copy, read }) => {
    const text = read()
    const judged = candidate(copy, text, newest)
    if (text.ok) newest ??= text.state
    return judged
  })
}

function candidate(
  { place, key, at, size, version }: StateCopy,
  read: StateText,
  newest: ParsedState | undefined,
): Candidate {
  const known = { place, key, at, size, version, writtenAt: at, entries: 0, pending: 0 }
  if (!read.ok) {
    return { ...known, problem: read.problem, verdict: undefined, brokenBy: undefined, differs: undefined }
  }
  const { deployment } = read.state.document
  const findings = verify(deployment)
  const written = Date.parse(deployment.manifest?.time ?? '')
  return {
    ...known,
    writtenAt: Number.isNaN(written) || written < 0 ? at : written, // Go's zero time means none
    problem: undefined,
    entries: deployment.resources?.length ?? 0,
    pending: deployment.pending_operations?.length ?? 0,
    verdict: { isAccepted: isAccepted(findings), errors: findings.length },
    brokenBy: brokenBy(deployment),
    differs: difference(newest, read.state),
  }
}

function difference(newest: ParsedState | undefined, state: ParsedState): Candidate['differs'] {
  if (!newest) return undefined
  const { counts } = diffStates(newest.document, state.document, { valueBudget: 0 })
  return { added: counts.added, removed: counts.removed, changed: counts.changed + counts.renamed }
}

/** The run that broke a state, by the note of the engine that wrote it. */
export function brokenBy({ metadata }: Deployment): Known<'brokenBy'> {
  const note = metadata?.['integrity_error']
  if (!isObject(note)) return undefined
  const text = (key: string): string => (typeof note[key] === 'string' ? note[key] : '')
  return { version: text('version'), command: text('command'), error: text('error') }
}

/** The copy to restore: the first in the order of trust that the CLI accepts, otherwise the first that can be read. */
export const bestCopy = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.find(({ place, verdict }) => place !== 'checkpoint' && verdict?.isAccepted) ??
  candidates.find(({ place, problem }) => place !== 'checkpoint' && problem === undefined)
