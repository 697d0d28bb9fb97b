import type { Approval, ApprovalDetail, StepKind } from '#contract/approvals.ts'
import type { Held } from '#domain/graphQueries/stateful.ts'
import { whoIsMissing } from '#domain/approvals/awaiting.ts'
import { roleName } from '#domain/approvals/rights.ts'
import { wantedText } from '#domain/approvals/waitingRuns.ts'
import { DOING, stepsByKind } from '#domain/approvals/words.ts'
import { runName } from '#domain/runName.ts'
import { capital } from '#words/capital.ts'
import { counted, list, number, plural } from '#words/counts.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'
import { type Fate, fateOf, isStopped } from './fate.ts'

type Words = {
  verb: string
  /** What holds if the step does not run, after "it". */
  left: string
}

const STEPS: Readonly<Record<StepKind, Words>> = {
  create: { verb: 'creates', left: 'is not created' },
  update: { verb: 'updates', left: 'stays as it is' },
  replace: { verb: 'replaces', left: 'stays as it is' },
  delete: { verb: 'deletes', left: 'is not deleted' },
  import: { verb: 'imports', left: 'is not imported' },
  read: { verb: 'reads', left: 'is not read' },
}

type Step = Pick<Approval, 'step' | 'name'>
type Run = Pick<Approval, 'runKind' | 'version'>

const runOf = ({ runKind: kind, version }: Run): string => runName({ kind, version })

/** Most resources of one kind of step that a button names before it is pressed. */
const MAX_DONE = 5

/** What the run does: `deletes a, b and c and creates logs`. */
const does = (steps: readonly Step[]): string => list(stepsByKind(steps, (step) => STEPS[step].verb, MAX_DONE))

/** The same after "allowed": `deleting 3 resources and creating logs`. */
const doing = (steps: readonly Step[]): string => list(stepsByKind(steps, (step) => DOING[step]))

/** What is asked: `Update 12 wants to delete orders-db`. `approvals` are of one run. */
export function question(approvals: readonly (Step & Run & Pick<Approval, 'status' | 'of'>)[]): string {
  const [first] = approvals
  if (first === undefined) return ''
  return `${capital(runOf(first))} ${first.status === 'waiting' ? 'wants' : 'wanted'} to ${wantedText(approvals)}`
}

/** The steps of a run: those it has done, and all. */
export type RunSteps = { done: number; total: number }

/**
 * How many steps of a run wait, and where the others are: `4 of 15 steps wait, 2 are done, 9 are still to come`. `ready`:
 * the number of those that are allowed, and run with the ones that wait.
 */
export function shareText(waiting: number, { done, total }: RunSteps, ready = 0): string {
  const left = total - waiting - done - ready
  const others = [
    ...(done > 0 ? [`${number(done)} ${plural(done, 'is', 'are')} done`] : []),
    ...(ready > 0 ? [`${number(ready)} ${plural(ready, 'is', 'are')} allowed`] : []),
    ...(left > 0 ? [`${number(left)} ${plural(left, 'is', 'are')} still to come`] : []),
  ]
  return [`${number(waiting)} of ${counted(total, 'step')} ${plural(waiting, 'waits', 'wait')}`, ...others].join(', ')
}

/** How many more users have to allow a step, besides the one who is about to. */
const othersLeft = ({ persons, decisions }: Pick<Approval, 'persons' | 'decisions'>): number =>
  Math.max(0, persons - allowedBy({ decisions }).length - 1)

/** The decisions that count towards an approval. */
export const allowedBy = ({ decisions }: Pick<Approval, 'decisions'>): Approval['decisions'] =>
  decisions.filter(({ allow }) => allow)

/** A user with the role that is asked for: `operator`, `3 administrators`. */
const asked = (count: number, role: Approval['role']): string => counted(count, roleName(role))

/** Who still has to allow some steps with one demand: `An operator has to allow it.`, `1 more operator has to allow the 4 steps.` */
export function demandText(
  { persons, role, decisions }: Pick<Approval, 'persons' | 'role' | 'decisions'>,
  steps = 1,
): string {
  const { who, missing } = whoIsMissing({ persons, role, allowed: allowedBy({ decisions }).length })
  const what = plural(steps, 'it', steps === 2 ? allSteps(steps) : `the ${number(steps)} steps`)
  return `${capital(who)} ${plural(missing, 'has', 'have')} to allow ${what}.`
}

/** Whether the user who reads this would be the last of several who have to allow a step. */
export const isLastAsked = ({ persons, decisions, whyNotAllow }: Approval): boolean =>
  whyNotAllow === null && persons > 1 && persons - allowedBy({ decisions }).length === 1

/**
 * Why some steps cannot be allowed, or not be refused, all together: what the first that cannot says, with its name
 * unless all say the same. Undefined if they can.
 */
export function whyNotAll(approvals: readonly Approval[], whyNot: 'whyNotAllow' | 'whyNotRefuse'): string | undefined {
  for (const approval of approvals) {
    const why = approval[whyNot]
    if (why === null) continue
    return approvals.every((each) => each[whyNot] === why) ? why : `${approval.name}: ${why}`
  }
  return undefined
}

/** The same of steps of which one is enough: undefined if one of them can be allowed, or be refused. */
export const whyNone = (approvals: readonly Approval[], whyNot: 'whyNotAllow' | 'whyNotRefuse'): string | undefined =>
  approvals.some((approval) => approval[whyNot] === null) ? undefined : whyNotAll(approvals, whyNot)

/** What the two buttons do; undefined for one that the user cannot use. */
type EffectsOfButtons = { allow: string | undefined; refuse: string | undefined }

/**
 * What the two buttons do: one allows the chosen steps, the other refuses all of the run that wait, because they are of
 * one batch, which has one answer. Nothing is left to refuse once the run has gone on. `lost`: the number of the chosen
 * that may lose data (`losses`); `ready`: of the steps of the batch that are allowed already.
 */
export function effects(
  approvals: readonly Approval[],
  waiting: readonly Approval[] = approvals,
  { lost = 0, ready = 0 }: { lost?: number; ready?: number } = {},
): EffectsOfButtons {
  return {
    allow:
      whyNotAll(approvals, 'whyNotAllow') === undefined ? allowEffect(approvals, waiting, { lost, ready }) : undefined,
    refuse: whyNone(waiting, 'whyNotRefuse') === undefined ? refuseEffect(waiting, ready) : undefined,
  }
}

function allowEffect(
  approvals: readonly Approval[],
  waiting: readonly Approval[],
  { lost, ready }: { lost: number; ready: number },
): string | undefined {
  const [first] = approvals
  if (first === undefined) return noneChosen(waiting)
  const left = Math.max(...approvals.map(othersLeft))
  const more = left === 0 ? [] : [`${asked(left, first.role)} more ${plural(left, 'has', 'have')} allowed it`]
  if (first.status !== 'waiting') return `The next run ${does(approvals)} without asking again${asSoonAs(more)}.`
  const others = waiting.length - approvals.length
  const wait = asSoonAs([...more, ...(others === 0 ? [] : [`${theOthers(others)} allowed, too`])])
  const rest = first.of === 'run' ? ', and goes on without asking again' : ''
  return `${capital(runOf(first))} ${does(approvals)}${wait === '' ? ` now${withReady(ready)}` : wait}${rest}.${lossWords(lost, approvals.length)}`
}

/** What runs, too, when the last step of a batch is allowed. */
const withReady = (ready: number): string =>
  ready === 0 ? '' : `, and runs the ${plural(ready, 'step', `${number(ready)} steps`)} already allowed`

/** What allowing needs, while no step is chosen. */
function noneChosen(waiting: readonly Approval[]): string | undefined {
  if (whyNone(waiting, 'whyNotAllow') !== undefined) return undefined
  const isLate = waiting.every(({ status }) => status !== 'waiting')
  return isLate
    ? `${CHOOSE}.`
    : `${CHOOSE}. ${waiting.length === 2 ? 'Neither' : 'None'} runs until ${allOf(waiting.length)} are allowed.`
}

/** `all 4`, `both`. */
export const allOf = (count: number): string => (count === 2 ? 'both' : `all ${number(count)}`)

/** `all 4 steps`, `both steps`. */
export const allSteps = (count: number): string => `${allOf(count)} steps`

const CHOOSE = 'Choose the steps above'

type BriefFacts = {
  /** The number of the chosen steps that may lose data. */
  lost?: number
  /** The number of steps of the batch that are allowed already. */
  ready?: number
  /** What the user can still do, while no step is chosen or no reason is given. */
  needs?: { choice: boolean; reason: boolean }
}

/**
 * What to know beside the buttons, in a few words: what they need; of some steps of a batch, that nothing runs yet. That
 * several resources hold data is said above.
 */
export function briefText(
  approvals: readonly Approval[],
  waiting: readonly Approval[],
  { lost = 0, ready = 0, needs = { choice: true, reason: false } }: BriefFacts = {},
): string {
  const [first] = approvals
  if (first === undefined) {
    const ways = [
      ...(needs.choice ? ['choose steps to allow'] : []),
      ...(needs.reason ? ['enter a reason to refuse'] : []),
    ]
    return ways.length === 0 ? '' : `${capital(ways.join(', or '))}.`
  }
  if (first.status === 'waiting' && approvals.length < waiting.length) {
    const what = waiting.every(({ step }) => step === 'delete') ? 'is deleted' : 'runs'
    return `Nothing ${what} until ${allOf(waiting.length + ready)} are allowed.`
  }
  if (lost === 0) return ''
  if (first.status !== 'waiting') return lossWords(lost, approvals.length).trim()
  return plural(waiting.length, 'Its data may be lost.', '')
}

/** How many resources hold data, as far as their types say: `at least 3 of the 4 resources hold data`. */
const holding = (lost: number, all: number): string =>
  lost === all
    ? `${capital(allOf(all))} resources hold data`
    : `At least ${number(lost)} of the ${number(all)} resources ${plural(lost, 'holds', 'hold')} data`

/** That data may be lost, with the number of resources unless it is the only one. */
function lossWords(lost: number, all: number): string {
  if (lost === 0) return ''
  return all < 2 ? ' Its data may be lost.' : ` ${holding(lost, all)}, which may be lost.`
}

/** Whether a step may lose data. */
export const isLoss = (step: StepKind): boolean => step === 'delete' || step === 'replace'

function refuseEffect(waiting: readonly Approval[], ready: number): string | undefined {
  const [first] = waiting
  if (first === undefined || first.status !== 'waiting') return undefined
  const all = waiting.length + ready
  const none = all === 2 ? 'Neither step runs' : `None of the ${number(all)} steps runs`
  const left =
    all < 2
      ? `It ${STEPS[first.step].left}.`
      : `${none}${ready === 0 ? '' : `, not even the ${plural(ready, 'one', `${number(ready)}`)} already allowed`}.`
  return `${left} ${capital(runOf(first))} fails with your reason, and stops unless it was started with --continue-on-error.`
}

const asSoonAs = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` as soon as ${list(conditions)}`

/** The other steps of the batch: `the 2 others are`. */
const theOthers = (count: number): string => plural(count, 'the other one is', `the ${number(count)} others are`)

const HELD: Readonly<Record<Held, string>> = {
  database: 'database',
  bucket: 'bucket contents',
  volume: 'volume contents',
  'DNS zone': 'DNS records',
  key: 'key',
  secret: 'secret',
  images: 'images',
  messages: 'messages',
  users: 'users',
  backups: 'backups',
  logs: 'logs',
}

/** What is lost with a resource: `bucket contents`. */
export const heldText = (holds: string): string => HELD[holds as Held] ?? holds // the contract names kinds as texts

/** Most dependents with data that are named. */
const MAX_NAMED = 5

/** The blast radius in a sentence, and the dependents that hold data. */
export function reachText({ dependents, dependentCount }: Pick<ApprovalDetail, 'dependents' | 'dependentCount'>): {
  text: string
  named: string[]
  more: number
} {
  const holding = dependents.filter(({ holds }) => holds !== null).map(({ urn }) => urn)
  const text =
    dependentCount === 0
      ? 'No other resource depends on it.'
      : `${counted(dependentCount, 'resource')} ${plural(dependentCount, 'depends', 'depend')} on it${holding.length > 0 ? `; ${number(holding.length)} ${plural(holding.length, 'holds', 'hold')} data:` : '.'}`
  return { text, named: holding.slice(0, MAX_NAMED), more: Math.max(0, holding.length - MAX_NAMED) }
}

/**
 * What followed from a decision about steps as they were `asked`, and are now; `waiting` are all that waited in the run,
 * `ready` counts those of their batch that were allowed.
 * `waitsFor`: the ids of the steps that are still to be decided before the run goes on.
 */
export function outcomeText(
  asked: readonly Approval[],
  now: readonly Approval[],
  { allow, waiting, ready = 0 }: { allow: boolean; waiting: readonly Approval[]; ready?: number },
): { title: string; text: string; whenOver?: string; waitsFor?: readonly string[] } {
  const [first] = asked
  if (first === undefined) return { title: '', text: '' }
  const what = doing(asked)
  const run = capital(runOf(first))
  const own = new Set(asked.map(({ id }) => id))
  const others = first.status === 'waiting' ? waiting.map(({ id }) => id).filter((id) => !own.has(id)) : []
  if (!allow) {
    const rest = [
      ...(others.length > 0 ? [othersDo(others.length)] : []),
      ...(ready > 0 ? [plural(ready, 'the one already allowed does', `the ${number(ready)} already allowed do`)] : []),
    ]
    return {
      title: `You refused ${what}`,
      text: `${run} gets your reason as the error of the step.${rest.map((who) => ` ${capital(who)} not run either.`).join('')}`,
    }
  }
  const title = `You allowed ${what}`
  const open = now.filter(({ status }) => status === 'waiting')
  if (open[0] !== undefined)
    return { title, text: demandText(open[0]), waitsFor: [...open.map(({ id }) => id), ...others] }
  if (others.length > 0)
    return { title, text: `${run} goes on when ${theOthers(others.length)} allowed, too.`, waitsFor: others }
  return first.status === 'waiting'
    ? { title, text: `${run} goes on.`, whenOver: `${run} has ended.` }
    : { title, text: 'The next run needs no other approval for the same step.' }
}

const othersDo = (count: number): string => plural(count, 'the other one does', `the ${number(count)} others do`)

/** Rules by name: `“a” and “b”`. */
const ruleNames = (rules: Approval['rules']): string => list(rules.map(({ name }) => `“${name}”`))

/** How a step was decided, in a sentence. */
export function decisionText(approval: Approval, names: NamesByLogin, fate = fateOf(approval, [], null)): string {
  const { status, isRefusal, rules, step, name, decisions } = approval
  const what = `${DOING[step]} ${name}`
  if (isRefusal) return `The ${plural(rules.length, 'rule', 'rules')} ${ruleNames(rules)} refused ${what}`
  switch (status) {
    case 'waiting':
      return `${capital(what)} waits`
    case 'allowed': {
      const isForNext = fate === 'timedOut' || fate === 'ended'
      const who = list(allowedBy(approval).map(({ by }) => personName(by.login, names)))
      return `${who} allowed ${what}${isForNext ? ' for the next run' : ''}`
    }
    case 'refused': {
      const refusal = decisions.findLast(({ allow }) => !allow)
      return `${refusal === undefined ? 'A user' : personName(refusal.by.login, names)} refused ${what}`
    }
    case 'timedOut':
      return `Nobody decided in time about ${what}`
    case 'ended':
      return `Not decided: ${what}. The run ended before, or another step of the same batch was refused`
    case 'withdrawn':
      return `No rule asked for ${what} any more`
  }
}

/** Why steps that can still be allowed for the next run did not run in their own; `ofRun`: all approvals of the run. */
export function lateText(approvals: readonly Approval[], ofRun: readonly Approval[]): string {
  const stopping = ofRun.filter(({ status }) => status === 'refused' || status === 'timedOut')
  const why = approvals.some(({ status }) => status === 'timedOut')
    ? 'Not decided in time.'
    : approvals.some((approval) => isStopped(approval, stopping))
      ? 'Another step of the same batch was not allowed.'
      : 'The run ended before anyone decided.'
  return `${why} ${plural(approvals.length, 'It', 'They')} can be allowed for the next run.`
}

/** Why an allowed step did not run in its run. */
export const FATES: Readonly<Record<Exclude<Fate, undefined>, string>> = {
  timedOut: 'It did not run in this one: it was allowed too late.',
  ended: 'It did not run in this one, which had ended.',
  batch: 'It did not run: another step of its batch was not allowed.',
}

/** Most decisions that are told one by one. */
const MAX_TOLD = 2

/** How steps were decided, in a sentence: each of two, the number of more. */
export const decidedText = (approvals: readonly Approval[], names: NamesByLogin): string =>
  approvals.length > MAX_TOLD
    ? `${counted(approvals.length, 'step')} were decided`
    : list(approvals.map((approval) => decisionText(approval, names)))

/** Nobody decided in time, or the run ended before: the step can still be allowed for the next run, by some users. */
export const isLate = ({ status, whyNotAllow }: Pick<Approval, 'status' | 'whyNotAllow'>): boolean =>
  (status === 'timedOut' || status === 'ended') && whyNotAllow === null
