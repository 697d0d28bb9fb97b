import type { ApprovalRule, RunBy, RunKind } from '#contract/approvals.ts'
import type { OrganizationRole } from '#contract/session.ts'
import { clockIn } from '#words/timeZone.ts'
import { anyOf } from './pattern.ts'
import type { JudgedStep } from './steps.ts'

/** What rules ask about a stack. */
export type JudgedStack = { org: string; project: string; stack: string; tags: Readonly<Record<string, string>> }

/** What rules ask about a run. */
export type JudgedRun = JudgedStack & {
  kind: string
  /** The user who runs it, and their role in the stack's organization. */
  login: string
  role: OrganizationRole
  /** Of the access token, and of those with which it was made. */
  tokenNames: readonly string[]
  by: RunBy
  /** Resources in the state at its start. */
  resources: number
}

/** A rule that concerns a run, with its conditions about steps compiled. */
export type RunRule = {
  rule: ApprovalRule
  matches: (step: JudgedStep) => boolean
  /** The same, whatever the URN. */
  mayMatch: (step: JudgedStep) => boolean
  isNow: (now: number) => boolean
  /** The most matching steps of the run that need no approval; undefined if the rule counts none. */
  limit: number | undefined
}

/** The rules that are on and concern a run. */
export const rulesForRun = (rules: readonly ApprovalRule[], run: JudgedRun): RunRule[] =>
  rules.filter((rule) => rule.isOn && concerns(rule, run)).map((rule) => compiled(rule, run))

/** Whether a rule is about runs of a stack. */
export function concernsStack({ where }: Pick<ApprovalRule, 'where'>, stack: JudgedStack): boolean {
  const { orgs, projects, stacks, tags } = where
  return (
    anyOf(orgs)(stack.org) &&
    anyOf(projects)(stack.project) &&
    anyOf(stacks)(stack.stack) &&
    Object.entries(tags).every(
      ([name, pattern]) => Object.hasOwn(stack.tags, name) && anyOf([pattern])(stack.tags[name] ?? ''),
    )
  )
}

function concerns(rule: ApprovalRule, run: JudgedRun): boolean {
  const { who, what } = rule
  return (
    concernsStack(rule, run) &&
    anyOf(who.users)(run.login) &&
    (who.roles.length === 0 || who.roles.some((role) => role === run.role)) &&
    (who.tokens.length === 0 || run.tokenNames.some(anyOf(who.tokens))) &&
    (who.by.length === 0 || who.by.includes(run.by)) &&
    (what.runs.length === 0 || what.runs.includes(run.kind as RunKind))
  )
}

function compiled(rule: ApprovalRule, run: JudgedRun): RunRule {
  const { what, moreThan, when } = rule
  const steps: ReadonlySet<string> = new Set(what.steps)
  const types = anyOf(what.types)
  const urns = anyOf(what.urns)
  const mayMatch = ({ step, type, holds, isProtected, mayReplace }: JudgedStep): boolean =>
    (steps.has(step) || (mayReplace === true && steps.has('replace'))) &&
    (!what.holdsData || holds !== undefined) &&
    (!what.isProtected || isProtected) &&
    types(type)
  return {
    rule,
    matches: (step) => mayMatch(step) && urns(step.urn),
    mayMatch,
    isNow: when === null ? () => true : timeMatcher(when),
    limit: moreThan === null ? undefined : limitOf(moreThan, run.resources),
  }
}

/** Most kinds of steps for which the rules are remembered that may match them. */
const MAX_KINDS = 1_000

/**
 * Whether any of these rules matches a step. Most conditions are about its kind and type, of which a run has few, so
 * they are asked once for each.
 */
export function anyMatches(rules: readonly RunRule[]): (step: JudgedStep) => boolean {
  const known = new Map<string, readonly RunRule[]>()
  return (step) => {
    const key = `${step.step} ${step.mayReplace === true} ${step.isProtected} ${step.type}`
    const some = known.get(key) ?? rules.filter(({ mayMatch }) => mayMatch(step))
    if (known.size < MAX_KINDS) known.set(key, some)
    return some.some(({ matches }) => matches(step))
  }
}

const limitOf = ({ count, of }: NonNullable<ApprovalRule['moreThan']>, resources: number): number =>
  of === 'steps' ? count : Math.floor((resources * count) / 100)

/** Compiles days and hours in a time zone. A span over midnight belongs to the day on which it starts. */
export function timeMatcher({ days, from, to, zone }: NonNullable<ApprovalRule['when']>): (now: number) => boolean {
  const clock = clockIn(zone)
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return (now) => {
    const { day, minute } = clock(now)
    if (start < end) return days.includes(day) && minute >= start && minute < end
    const dayBefore = ((day + 5) % 7) + 1
    return (days.includes(day) && minute >= start) || (days.includes(dayBefore) && minute < end)
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
