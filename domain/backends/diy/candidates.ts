import type { StateCopy as CopyView } from '#contract/backends.ts'
import { diffStates } from '../../diff/stateDiff.ts'
import { isObject } from '../../json/jsonObject.ts'
import { isAccepted, verify } from '../../state/integrity.ts'
import type { Deployment } from '../../state/checkpoint.ts'
import type { ParsedState, StateText } from '../../state/stateText.ts'
import type { ListedObject, ListedRun, ListedStack } from './layout.ts'

/**
 * Where a state of a stack may be: its file, the one before the last write, a backup, the copy in the history, a version
 * that the store itself kept, a copy that Holdfast kept.
 */
type CopyPlace = CopyView['place']

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
export type Candidate = Omit<StateCopy, 'size'> & {
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
type MoreCopies = {
  /** Versions of the state file that the store keeps, newest first. */
  storeVersions?: readonly (Version & { isCurrent: boolean })[]
  /** Copies that Holdfast kept, newest first. */
  seen?: readonly Version[]
}

/**
 * The copies of a stack's state in the order in which to trust them (docs/state.md, Order of writes): the file, `.bak`, the newest of
 * the backups, of the history, of the versions of the store, and of the copies that Holdfast kept. `key`: of the state
 * file, which may be missing.
 */
export function copiesOf(
  key: string,
  { state, bak }: Pick<ListedStack, 'state' | 'bak'>,
  runs: readonly ListedRun[],
  backups: readonly { at: number; object: ListedObject }[],
  { storeVersions = [], seen = [] }: MoreCopies = {},
  mostOfEach = MOST_OF_EACH,
): StateCopy[] {
  const copy = (place: CopyPlace, object: ListedObject | undefined): StateCopy[] =>
    object ? [{ place, key: object.key, at: object.at, size: object.size }] : []
  const version =
    (place: 'storeVersion' | 'seen') =>
    ({ at, size, version }: Version) => ({ place, key, at, size, version })
  return [
    ...copy('checkpoint', state),
    ...copy('bak', bak),
    ...newestOf(backups, mostOfEach).flatMap(({ object }) => copy('backup', object)),
    ...newestOf(
      runs.filter(({ checkpoint }) => checkpoint),
      mostOfEach,
    ).flatMap((run) => copy('history', run.checkpoint)),
    ...storeVersions
      .filter(({ isCurrent }) => !isCurrent)
      .slice(0, mostOfEach)
      .map(version('storeVersion')),
    ...seen.slice(0, mostOfEach).map(version('seen')),
  ]
}

const newestOf = <Item>(byAge: readonly Item[], count: number): Item[] => byAge.slice(-count).toReversed()

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
  { place, key, at, version }: StateCopy,
  read: StateText,
  newest: ParsedState | undefined,
): Candidate {
  const known = { place, key, at, version, writtenAt: at, entries: 0, pending: 0 }
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
