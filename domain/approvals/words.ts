import type { ApprovalRule, Forecast, StepKind } from '#contract/approvals.ts'
import { capital } from '#words/capital.ts'
import { counted, list, number, plural } from '#words/counts.ts'
import { either } from '#words/either.ts'
import { durationText } from '#words/time.ts'
import { urnName } from '../state/urn.ts'
import { roleName } from './rights.ts'

/** What a step does, before the name of its resource: `deleting orders-db`. */
export const DOING: Readonly<Record<StepKind, string>> = {
  create: 'creating',
  update: 'updating',
  replace: 'replacing',
  delete: 'deleting',
  import: 'importing',
  read: 'reading',
}

const NOUNS: Readonly<Record<StepKind, string>> = {
  create: 'creates',
  update: 'updates',
  replace: 'replacements',
  delete: 'deletes',
  import: 'imports',
  read: 'reads',
}

/** The same of many steps: `deletes and replacements`. */
export const stepsWord = (steps: readonly StepKind[]): string =>
  steps.length === Object.keys(NOUNS).length ? 'steps' : list(steps.map((step) => NOUNS[step]))

/** Most resources of one kind of step that are named, unless more are asked for. */
const MAX_OF_KIND = 2

/**
 * What steps do to which resources, each kind with its verb: `deletes orders-db and users-db`; of more than two
 * resources, or of more than `most`, only how many: `deletes 3 resources`.
 */
export const stepsByKind = (
  steps: readonly { step: StepKind; name: string }[],
  verbOf: (step: StepKind) => string,
  most = MAX_OF_KIND,
): string[] =>
  [...Map.groupBy(steps, ({ step }) => step)].map(([step, some]) => {
    const names = some.map(({ name }) => name)
    return `${verbOf(step)} ${names.length > most ? counted(names.length, 'resource') : list(names)}`
  })

/** A step with its resource: `deleting orders-db (aws:rds/instance:Instance)`. */
export const stepText = ({ step, urn, type }: { step: StepKind; urn: string; type: string }): string =>
  `${DOING[step]} ${urnName(urn)} (${type})`

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const BY = { ci: 'CI jobs', agent: 'agents' } as const

/** What a rule says, in a sentence: `Deletes of resources that hold data wait for an operator, for up to 30 minutes.` */
export const ruleSentence = (rule: ApprovalRule): string => sentence(wholeSubject(rule), actionWords(rule))

/** What a rule no longer does, now that it is switched off or removed. */
export const endedRuleSentence = (rule: ApprovalRule): string => sentence(wholeSubject(rule), endedWords(rule))

/**
 * The same for users who may see a step that it stops, but not everything that a rule names: without organizations,
 * projects, stacks, tags, users, tokens and URNs.
 */
export const stepRuleSentence = (rule: ApprovalRule): string =>
  sentence(
    [
      whatWords(rule, rule.what.urns.length > 0 ? 'with a URN that it names' : ''),
      whoWords({ ...rule.who, users: [], tokens: [] }),
      commandWords(rule),
      whenWords(rule),
    ],
    actionWords(rule),
  )

const wholeSubject = (rule: ApprovalRule): string[] => [
  whatWords(rule, valued('with the URN', rule.what.urns)),
  whoWords(rule.who),
  commandWords(rule),
  whereWords(rule),
  whenWords(rule),
]

const sentence = (subject: readonly string[], predicate: string): string =>
  `${capital(subject.filter((part) => part !== '').join(' '))} ${predicate}.`

/** A condition with its values, of which one has to match: `of type a or b`; empty if there are none. */
const valued = (words: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `${words} ${either(values)}`

/** Conditions that all have to be met. A comma ends alternatives: `by CI jobs or agents, with the token a`. */
function all(conditions: readonly string[]): string {
  const given = conditions.filter((condition) => condition !== '')
  return given.join(given.some((condition) => condition.includes(' or ')) ? ', ' : ' ')
}

function whatWords({ what, moreThan }: ApprovalRule, urns: string): string {
  const { steps, types, holdsData, isProtected } = what
  const which = all([valued('of type', types), urns, holdsData ? 'that hold data' : ''])
  const of = which === '' && !isProtected ? '' : ` of ${isProtected ? 'protected ' : ''}resources ${which}`.trimEnd()
  if (moreThan === null || moreThan.count === 0) return `${stepsWord(steps)}${of}`
  const limit = moreThan.of === 'steps' ? `${moreThan.count}` : `${moreThan.count} % of the resources`
  return `${stepsWord(steps)}${of} after ${limit} in one run`
}

function whoWords({ by, users, roles, tokens }: ApprovalRule['who']): string {
  const rights = [valued('the role', roles), valued('the token', tokens)].filter((right) => right !== '')
  if (by.length + users.length + rights.length === 0) return ''
  return all([
    by.length > 0 ? `by ${either(byWords(by))}` : users.length === 0 ? 'by users' : '',
    valued(by.length > 0 ? 'as user' : 'by user', users),
    rights.length > 0 ? `with ${list(rights)}` : '',
  ])
}

/** A client that does not say what it is counts as a person's. */
function byWords(by: ApprovalRule['who']['by']): string[] {
  const said = by.flatMap((one) => (one === 'person' ? [] : [BY[one]]))
  return [
    ...(by.includes('person') ? ['people'] : []),
    ...(said.length > 0 ? [`clients that say they are ${either(said)}`] : []),
  ]
}

const commandWords = ({ what: { runs } }: ApprovalRule): string => valued('in the command', runs)

function whereWords({ where: { orgs, projects, stacks, tags } }: ApprovalRule): string {
  const tagged = Object.entries(tags).map(([name, value]) => `${name}=${value}`)
  const tagWords = tagged.length === 0 ? '' : `tagged ${list(tagged)}`
  const places = [
    all([stacks.length === 0 && tagWords !== '' ? 'stacks' : valued('stack', stacks), tagWords]),
    valued('project', projects),
    valued('organization', orgs),
  ].filter((place) => place !== '')
  return places.length === 0 ? '' : `in ${all(places.map((place, at) => (at === 0 ? place : `of ${place}`)))}`
}

function whenWords({ when }: ApprovalRule): string {
  if (when === null) return ''
  const days = when.days.length === 7 ? 'every day' : `on ${list(when.days.map((day) => DAY_NAMES[day - 1] ?? ''))}`
  const hours = when.from === '00:00' && when.to === '24:00' ? '' : ` from ${when.from} to ${when.to}`
  return `${days}${hours} (${when.zone})`
}

function actionWords({ action, moreThan }: ApprovalRule): string {
  if (action.kind === 'refuse') return 'are refused'
  const once = moreThan === null ? '' : ', once for each run'
  return `wait for ${whoAllows(action)}${once}, for up to ${minutesWords(action.minutes)}`
}

const endedWords = ({ action }: ApprovalRule): string =>
  action.kind === 'refuse' ? 'are no longer refused' : `no longer wait for ${whoAllows(action)}`

function whoAllows({ persons, role }: HoldAction): string {
  const name = roleName(role)
  return plural(persons, `an ${name}`, counted(persons, name))
}

type HoldAction = Extract<ApprovalRule['action'], { kind: 'hold' }>

/** In words, as it is part of a sentence: `30 minutes`. */
const minutesWords = (minutes: number): string =>
  minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute')

/** A step that was not allowed, and why: by a rule, by a user, or because nobody decided in time. */
export type RefusedStep = {
  step: StepKind
  urn: string
  type: string
  rule: string
  because: 'rule' | 'user' | 'time'
  by: string | null
  reason: string
  /** How long it could have been decided. */
  limitMs: number
  /** How long after it is allowed the same step needs no other approval. */
  keptMinutes: number
}

/** The rest of a refused batch: further steps that did not run either, and steps whose end it reports, which is stored. */
export type RestOfBatch = { others: number; ended: number }

/** Most refused steps that are named in an error. */
const MAX_NAMED = 5

/**
 * What the client prints as the error of a refused step, and of all others in its batch: the rule or the user, the
 * resources, what else did not run, and what is saved although the client calls it failed; in ASCII, in one line.
 */
export function refusedText(steps: readonly RefusedStep[], { others, ended }: RestOfBatch, url: string): string {
  const [first] = steps
  if (first === undefined) return `Holdfast: refused. ${url}`
  const named = steps.slice(0, MAX_NAMED).map(stepText)
  const rest = steps.length - named.length
  const what = list([...named, ...(rest > 0 ? [counted(rest, 'more step')] : [])])
  const also =
    others === 0
      ? ''
      : ` ${counted(others, 'other step')} of the same batch ${plural(others, 'was', 'were')} not started either.`
  const saved =
    ended === 0
      ? ''
      : ` What ${counted(ended, 'other step')} had done by then is saved, even if ${plural(ended, 'it is', 'they are')} shown as failed.`
  return `Holdfast: ${subject(first, what)}${also}${saved} ${url}`
}

function subject({ because, rule, by, reason, limitMs, keptMinutes }: RefusedStep, what: string): string {
  const quoted = `"${rule}"`
  if (because === 'rule') return `${quoted} does not allow ${what}.`
  if (because === 'user')
    return `${by ?? 'A user'} refused ${what}${reason === '' ? '.' : `: ${reason.replace(/[.\s]+$/, '')}.`}`
  const kept = `Once it is allowed, run again within ${durationText(keptMinutes * 60_000)}.`
  return `nobody allowed ${what} within ${durationText(limitMs)}, as ${quoted} asks. ${kept}`
}

/** Whether an error is a refusal by a rule, which only another program or another rule avoids. */
export const isRefusedByRule = (error: string): boolean => /Holdfast: ".*" does not allow /.test(error)

/** The first line of such an error for a reader, who sees the types beside it: `The rule “a” does not allow deleting b.` */
export const ruleRefusalTitle = (line: string): string =>
  line
    .replace(/^"(.*)" does not allow /, 'The rule “$1” does not allow ')
    .replaceAll(/ \([\w./-]+:[\w./-]+:[\w.-]+\)/g, '')

/** What the client prints while a step waits. */
export const waitingText = (
  reason: string,
  { sinceMs, leftMs }: { sinceMs: number; leftMs: number },
  url: string,
): string =>
  `${reason} Waiting for ${durationText(sinceMs)}; refused in ${durationText(leftMs)} if nobody decides. Allow or refuse: ${url}`

type ForecastFacts = Pick<Forecast, 'action' | 'steps' | 'step' | 'urn' | 'type'> & { rule: { name: string } }

const stepsOf = (lines: readonly Pick<Forecast, 'steps'>[]): number => lines.reduce((sum, { steps }) => sum + steps, 0)

/** How many steps of a preview rules would stop: `1 step would be refused, 2 would wait for approval`. */
export function forecastTitle(lines: readonly Pick<Forecast, 'action' | 'steps'>[]): string {
  const [refused, held] = (['refuse', 'hold'] as const).map((action) => lines.filter((line) => line.action === action))
  const [refusals, holds] = [stepsOf(refused ?? []), stepsOf(held ?? [])]
  const asked = held?.length ?? 0
  const waits = `would wait for ${asked === holds ? 'approval' : counted(asked, 'approval')}`
  if (refusals === 0) return `${counted(holds, 'step')} ${waits}`
  return `${counted(refusals, 'step')} would be refused${holds === 0 ? '' : `, ${number(holds)} ${waits}`}`
}

/** What the client prints after a preview: which steps would be refused or held, by which rules. */
export function forecastText(lines: readonly ForecastFacts[], url: string): string {
  const said = (['refuse', 'hold'] as const).flatMap((action) => {
    const some = lines.filter((line) => line.action === action)
    if (some.length === 0) return []
    const rules = list([...new Set(some.map(({ rule }) => `"${rule.name}"`))])
    const more = stepsOf(some.slice(MAX_NAMED))
    const named = some.slice(0, MAX_NAMED).map(lineText)
    const what = list([...named, ...(more > 0 ? [counted(more, 'more step')] : [])])
    return action === 'refuse' ? `${rules} would refuse ${what}.` : `${what} would wait for approval by ${rules}.`
  })
  return `${said.join(' ')} ${url}`
}

/** A step, or where the rest of a run begins for which a rule asks once. */
function lineText(line: ForecastFacts): string {
  if (line.steps === 1) return stepText(line)
  const once = line.action === 'hold' ? ' (asked once)' : ''
  return `${counted(line.steps, 'step')} from ${stepText(line)} on${once}`
}
