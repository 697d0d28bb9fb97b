import type { StateDiff } from '#contract/diff.ts'
import type { Effect } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import { diffStates } from '../diff/stateDiff.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { urnName } from '../state/urn.ts'
import type { Changes } from '../edits/edit.ts'

/** Maximum number of changed entries whose properties are listed. */
const MAX_DIFFS = 500

/**
 * The effect of a write, computed from the two states: as a difference, and as the effect that is shown before and kept
 * with the record. Secrets are masked.
 */
export function effectOf(
  before: StateDocument,
  after: StateDocument,
  changed: Changes,
): { diff: StateDiff; effect: Effect } {
  const diff = diffStates(before, after, { urnsChanged: changed.urnsChanged, changed: changed.changed })
  const of = (...kinds: string[]) => diff.entries.filter(({ change }) => kinds.includes(change))
  const operationsAdded = diff.operationsAdded
  const effect: Effect = {
    operationsRemoved: diff.operationsRemoved,
    operationsKept: (after.deployment.pending_operations ?? []).map(({ type, resource }) => ({
      type,
      urn: resource.urn,
    })),
    entriesRemoved: of('removed').map(({ urn }) => urn),
    entriesAdded: of('added').map(({ urn }) => urn),
    entriesChanged: of('changed', 'renamed').map(({ urn }) => urn),
    diffs: of('changed', 'renamed')
      .slice(0, MAX_DIFFS)
      .map(({ urn, properties }) => ({
        urn,
        properties: properties.map(({ path, was = null, is = null }) => ({ path, was, is })),
      })),
    entriesMoved: diff.counts.moved,
    urnsChanged: renames(diff, changed),
    sentences: [],
  }
  return { diff, effect: { ...effect, sentences: sentencesOf(effect, operationsAdded, diff.beside) } }
}

/** URNs changed according to the edit, and others that only the difference shows. */
function renames(diff: StateDiff, { urnsChanged }: Changes): Effect['urnsChanged'] {
  const known = new Set(urnsChanged.map(({ from }) => from))
  const found = diff.entries.flatMap(({ change, formerUrn, urn }) =>
    change === 'renamed' && formerUrn !== null && formerUrn !== urn && !known.has(formerUrn)
      ? [{ from: formerUrn, to: urn }]
      : [],
  )
  return [...urnsChanged, ...found]
}

function sentencesOf(effect: Effect, operationsAdded: Effect['operationsKept'], beside: StateDiff['beside']): string[] {
  const { entriesAdded, entriesRemoved, entriesChanged, entriesMoved, urnsChanged } = effect
  const { operationsRemoved, operationsKept } = effect
  const entries = (urns: readonly string[], one: string, many = one.replace('is ', 'are ')): string[] =>
    urns.length <= 3
      ? urns.map((urn) => `${urnName(urn)} ${one}.`)
      : [`${number(urns.length)} resources ${many}, as listed.`]
  const renamed = new Set(urnsChanged.map(({ to }) => to))
  return [
    ...entries(entriesAdded, 'is added to the state'),
    ...entries(entriesRemoved, 'is removed from the state; the resource itself is not touched'),
    ...entries(
      entriesChanged.filter((urn) => !renamed.has(urn)),
      'is changed',
    ),
    ...(urnsChanged.length > 0
      ? [
          `${counted(urnsChanged.length, 'URN changes', 'URNs change')}: use the new ${plural(urnsChanged.length, 'one', 'ones')} in your program, or add the aliases.`,
        ]
      : []),
    ...(entriesMoved > 0
      ? [`${counted(entriesMoved, 'resource moves', 'resources move')} in the list. Only the order changes.`]
      : []),
    ...operationsAdded.map(({ type, urn }) => `A pending ${NOUNS[type] ?? type} of ${urnName(urn)} is added.`),
    ...operationsRemoved.map(clearedLine),
    ...(operationsRemoved.length > 0 ? [leftPending(operationsKept.length)] : []),
    ...(beside.length > 0
      ? [`Besides resources, these fields of the state change: ${beside.map(({ path }) => path).join(', ')}.`]
      : []),
    REST,
  ]
}

const REST = 'Everything else is unchanged. The current version is kept and can be restored.'

/** A sentence of an effect, in a record: it has happened, and the version before it, `kept`, is no longer current. */
export const asDone = (sentence: string, kept: number): string =>
  sentence === REST
    ? `Everything else is unchanged. Version ${kept} is kept and can be restored.`
    : PAST.reduce((text, [now, then]) => text.replace(now, then), sentence)

/** The last words of a sentence: what is before them may be a name. */
const PAST: readonly (readonly [RegExp, string])[] = [
  [/ is ((?:added|removed|changed|cleared)(?: to the state| from the state; .*)?\.)$/, ' was $1'],
  [/ are ((?:added|removed|changed)(?: to the state| from the state; .*)?, as listed\.)$/, ' were $1'],
  [/ is not touched(?=\.$|, as listed\.$)/, ' was not touched'],
  [/^No operation is pending afterwards\.$/, 'No operation was left pending.'],
  [/ (?:stays|stay) pending\.$/, ' stayed pending.'],
  [/ (?:moves|move) in the list\. Only the order changes\.$/, ' moved in the list. Only the order changed.'],
  [/^Besides resources, these fields of the state change:/, 'Besides resources, these fields of the state changed:'],
]

/** Operations as nouns. */
const NOUNS: Readonly<Record<string, string>> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

/** The text for a removed pending operation. */
export const clearedLine = ({ type, urn }: Effect['operationsRemoved'][number]): string =>
  `The pending ${NOUNS[type] ?? type} of ${urnName(urn)} is cleared.`

const leftPending = (count: number): string =>
  count === 0
    ? 'No operation is pending afterwards.'
    : `${counted(count, 'operation stays pending', 'operations stay pending')}.`
