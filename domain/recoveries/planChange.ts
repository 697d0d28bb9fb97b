import type { ConfirmationLevel, Effect, WayChoice } from '#contract/recoveries.ts'
import { number } from '#words/counts.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { type Changes, hasError, objectionsTo } from '../surgery/edit.ts'
import { urnName } from '../state/urn.ts'
import { entryDiff } from './entryDiff.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from './guidedRecovery.ts'
import { highest } from './pending/pendingRecovery.ts'
import type { PlanResult, Refused } from './planRecovery.ts'
import { named } from './named.ts'

/** Most changed entries whose properties are told one by one. */
const MOST_DIFFS = 500

/**
 * What the chosen ways of a recovery would do to the state in force (docs/recovery.md, Rules of a write): planned from
 * the facts alone, verified by both verifiers before and after; a result that is invalid is refused, unless the base
 * was and it gets strictly better.
 */
export function planChange(
  recovery: GuidedRecovery,
  facts: FactsWithEarlier,
  choices: readonly WayChoice[],
): PlanResult & { chosen?: Chosen[] } {
  if (!recovery.problems || !recovery.apply)
    return refuse('bad_request', `${named(recovery.id)} changes no state from here, so there is nothing to plan.`)
  if (facts.unreadable !== null)
    return refuse('unsupported_state', `This state cannot be edited here: ${facts.unreadable}.`)
  if (choices.length === 0) return refuse('bad_request', 'Nothing would change: no way was chosen yet.')
  const picked = pick(recovery.problems(facts), choices)
  if ('code' in picked) return { ok: false, ...picked }
  const { chosen } = picked

  const { document, changed, problems } = recovery.apply(facts, chosen)
  const [refusal] = problems.filter(({ severity }) => severity === 'error')
  if (hasError(problems)) return refuse('would_break_state', refusal?.message ?? 'This cannot be done.')
  if (document === facts.document) return refuse('bad_request', 'Nothing would change: the state is so already.')
  const before = objectionsTo(facts.document)
  const after = objectionsTo(document)
  if (after.length > 0 && !(before.length > 0 && after.length < before.length))
    return refuse('would_break_state', `The state would be broken afterwards: ${after[0]}.`)
  return {
    ok: true,
    document,
    // An invalid result is written at the highest level only (docs/recovery.md, Rules of a write).
    level: after.length > 0 ? 3 : levelOf(chosen),
    effect: effectOf(facts.document, document, changed),
    integrityBefore: before,
    integrityAfter: after,
    stopAndAsk: [
      ...new Set([...chosen.flatMap(({ way }) => way.stopAndAsk ?? []), ...problems.map(({ message }) => message)]),
    ],
    terminal: [...new Set(chosen.flatMap(({ way }) => way.terminal))],
    choices: [],
    chosen,
  }
}

/** Titles of what was chosen and still wants the words of who looked; `covered` by a statement that was made for several. */
export const unstated = (
  chosen: readonly Chosen[],
  level: ConfirmationLevel,
  covered: ReadonlySet<Chosen> = new Set(),
): string[] =>
  chosen
    .filter(({ way }) => way.needsStatement || (level === 3 && way.level === 3))
    .filter((each) => !each.choice.statement && !covered.has(each))
    .map(({ problem }) => problem.title)

/** Several entries forgotten one by one ask for as much as all of them together would. */
const levelOf = (chosen: readonly Chosen[]): ConfirmationLevel => highest(chosen.map(({ way }) => way.level))

const refuse = (code: Refused['code'], reason: string): PlanResult => ({ ok: false, code, reason })

function pick(problems: readonly Chosen['problem'][], choices: readonly WayChoice[]): { chosen: Chosen[] } | Refused {
  const byId = new Map(problems.map((problem) => [problem.id, problem]))
  const chosen: Chosen[] = []
  for (const choice of choices) {
    const problem = byId.get(choice.problem)
    if (!problem) return { code: 'conflict', reason: 'What was chosen is not wrong with this state any more.' }
    const way = problem.ways.find(({ id }) => id === choice.way)
    if (!way) return { code: 'bad_request', reason: `There is no such way out of: ${problem.title}` }
    if (chosen.some((other) => other.problem === problem))
      return { code: 'bad_request', reason: `Two ways were chosen out of one problem: ${problem.title}` }
    for (const { name, label, options } of way.asks) {
      const said = (choice.inputs[name] ?? '').trim()
      if (said === '') return { code: 'bad_request', reason: `Say what it is: ${label} (${problem.title})` }
      if (options.length > 0 && !options.some(({ value }) => value === said))
        return { code: 'bad_request', reason: `${label} cannot be "${said}".` }
    }
    chosen.push({ problem, way, choice: { ...choice, statement: choice.statement || undefined } })
  }
  return { chosen }
}

function effectOf(before: StateDocument, after: StateDocument, changed: Changes): Effect {
  const operations = (document: StateDocument) =>
    (document.deployment.pending_operations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn }))
  const operationsKept = operations(after)
  const left = operationsKept.map(({ type, urn }) => `${type} ${urn}`)
  const operationsRemoved = operations(before).filter(({ type, urn }) => {
    const at = left.indexOf(`${type} ${urn}`)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const urns = (entries: { urn: string }[]) => entries.map(({ urn }) => urn)
  const effect: Effect = {
    operationsRemoved,
    operationsKept,
    entriesRemoved: urns(changed.removed),
    entriesAdded: urns(changed.added),
    entriesChanged: changed.changed.map(({ after: { urn } }) => urn),
    diffs: changed.changed.slice(0, MOST_DIFFS).map(({ before: was, after: is }) => ({
      urn: is.urn,
      properties: entryDiff(was, is),
    })),
    entriesMoved: changed.moved.length,
    urnsChanged: changed.urnsChanged,
    sentences: [],
  }
  return { ...effect, sentences: sentences(effect) }
}

const entries = (count: number): string => (count === 1 ? 'One entry' : `${number(count)} entries`)

function sentences(effect: Effect): string[] {
  const { entriesAdded, entriesRemoved, entriesChanged, entriesMoved, urnsChanged, operationsRemoved } = effect
  const named = (urns: readonly string[], what: string): string[] =>
    urns.length === 0
      ? []
      : urns.length <= 3
        ? urns.map((urn) => `The entry of ${urnName(urn)} ${what}.`)
        : [`${entries(urns.length)} ${what}, as listed.`.replace(' is ', ' are ')]
  return [
    ...named(entriesAdded, 'is put into the state'),
    ...named(entriesRemoved, 'is removed from the state; the cloud is not touched'),
    ...named(
      entriesChanged.filter((urn) => !urnsChanged.some(({ to }) => to === urn)),
      'is changed',
    ),
    ...(urnsChanged.length > 0
      ? [
          `${urnsChanged.length === 1 ? 'One URN changes' : `${urnsChanged.length} URNs change`}: the program needs the aliases.`,
        ]
      : []),
    ...(entriesMoved > 0
      ? [
          `${entries(entriesMoved)} ${entriesMoved === 1 ? 'stands' : 'stand'} elsewhere in the list, which is all that the order means.`,
        ]
      : []),
    ...operationsRemoved.map(({ type, urn }) => `The pending operation "${type}" of ${urnName(urn)} is removed.`),
    'Everything else stays as it is; the state from before is kept and can be brought back.',
  ]
}
