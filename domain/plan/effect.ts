import type { StateDiff } from '#contract/diff.ts'
import type { Effect } from '#contract/recoveries.ts'
import { counted, list, number, plural } from '#words/counts.ts'
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
  const [sentences = [], written = []] = (['plan', 'record'] as const).map((tense) =>
    sentencesOf(tense, { effect, diff }),
  )
  return { diff, effect: { ...effect, sentences, written } }
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

/** Many resources are not named in a sentence: the page lists them. */
const LISTED = { one: '', many: ', as listed' }

/** How an effect is told: as a plan, or in the record of what was written. */
type Tense = 'plan' | 'record'

function sentencesOf(
  tense: Tense,
  { effect, diff: { operationsAdded, beside, moved } }: { effect: Effect; diff: StateDiff },
): string[] {
  const { entriesAdded, entriesRemoved, entriesChanged, entriesMoved, urnsChanged } = effect
  const { operationsRemoved, operationsKept } = effect
  const isPlan = tense === 'plan'
  const [is, are] = isPlan ? ['is', 'are'] : ['was', 'were']
  const [changes, change, moves, move] = isPlan
    ? ['changes', 'change', 'moves', 'move']
    : ['changed', 'changed', 'moved', 'moved']
  const entries = (urns: readonly string[], what: string, more: { one: string; many: string } = LISTED): string[] =>
    urns.length <= 3
      ? urns.map((urn) => `${urnName(urn)} ${is} ${what}${more.one}.`)
      : [`${number(urns.length)} resources ${are} ${what}${more.many}.`]
  const movedWords =
    entriesMoved <= 3 && moved.length === entriesMoved
      ? `${list(moved.map(urnName))} ${plural(entriesMoved, moves, move)}`
      : counted(entriesMoved, `resource ${moves}`, `resources ${move}`)
  const renamed = new Set(urnsChanged.map(({ to }) => to))
  return [
    ...entries(entriesAdded, 'added to the state'),
    ...entries(entriesRemoved, 'removed from the state', {
      one: `; the resource itself ${is} not touched`,
      many: `; the resources themselves ${are} not touched`,
    }),
    ...entries(
      entriesChanged.filter((urn) => !renamed.has(urn)),
      'changed',
    ),
    ...(urnsChanged.length > 0
      ? [
          `${counted(urnsChanged.length, `URN ${changes}`, `URNs ${change}`)}: use the new ${plural(urnsChanged.length, 'one', 'ones')} in your program, or add the aliases.`,
        ]
      : []),
    ...(entriesMoved > 0 ? [`${movedWords} in the list. Only the order ${changes}.`] : []),
    ...operationsAdded.map(({ type, urn }) => `A pending ${NOUNS[type] ?? type} of ${urnName(urn)} ${is} added.`),
    ...operationsRemoved.map((operation) => clearedLine(operation, tense)),
    ...(operationsRemoved.length > 0 ? [leftPending(operationsKept.length, tense)] : []),
    ...(beside.length > 0
      ? [`Besides resources, these fields of the state ${change}: ${beside.map(({ path }) => path).join(', ')}.`]
      : []),
    unchangedLine(tense),
  ]
}

/** What a write leaves as it is: the last sentence about every effect. */
export const unchangedLine = (tense: Tense): string =>
  `Everything else is unchanged. ${tense === 'plan' ? 'The current version' : 'The version before'} is kept and can be restored.`

/** Operations as nouns. */
const NOUNS: Readonly<Record<string, string>> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

/** The text for a removed pending operation. */
export const clearedLine = ({ type, urn }: Effect['operationsRemoved'][number], tense: Tense = 'plan'): string =>
  `The pending ${NOUNS[type] ?? type} of ${urnName(urn)} ${tense === 'plan' ? 'is' : 'was'} cleared.`

const leftPending = (count: number, tense: Tense): string =>
  count === 0
    ? `No operation ${tense === 'plan' ? 'is pending afterwards' : 'was left pending'}.`
    : tense === 'plan'
      ? `${counted(count, 'operation stays pending', 'operations stay pending')}.`
      : `${counted(count, 'operation')} stayed pending.`
