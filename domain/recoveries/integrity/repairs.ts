import type { Finding, Problem } from '#contract/recoveries.ts'
import { stateRepair } from '../../commands.ts'
import { applyRepairs } from '../../repair/applyRepairs.ts'
import { findRepairs } from '../../repair/findRepairs.ts'
import type { RepairOption, RepairPlan, RepairProblem } from '../../repair/plan.ts'
import { listed } from '../../edits/deleteResources.ts'
import type { Resource } from '../../state/checkpoint.ts'
import type { Facts, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import type { Recovery } from '../recovery.ts'

type RepairId = RepairProblem['recovery']

/** The texts of a recovery for a broken state; `couldBeLost` and `level` apply to its finding. */
export type RepairWords = Pick<Finding, 'couldBeLost' | 'level'> & {
  /** `own`: the problems of this recovery. */
  title: (count: number, own: readonly RepairProblem[], resources: Resource[]) => string
  explanation: string
}

/** Maximum number of problems examined when a stack's health is computed. */
const MAX_ITEMS = 50

/**
 * A recovery of a state that does not verify (GR-11 to GR-15; docs/state.md, Repair). Its own problems come first,
 * followed by the other problems of the state, since only all of them together make it valid, in one version.
 */
export const repairRecovery = (recovery: Recovery & { id: RepairId }, words: RepairWords): GuidedRecovery => ({
  ...recovery,
  finding: (facts) => {
    const own = planOf(facts).problems.filter((problem) => problem.recovery === recovery.id)
    if (own.length === 0) return undefined
    return {
      tone: 'danger',
      title: words.title(own.length, own, facts.document.deployment.resources ?? []),
      explanation: words.explanation,
      evidence: own.slice(0, 5).map(({ title, findings }) => ({
        what: findings[0] ? `${findings[0].message}.` : title,
        source: 'state',
        at: null,
      })),
      couldBeLost: words.couldBeLost,
      level: words.level,
      items: own.slice(0, MAX_ITEMS).map(({ title }) => title),
    }
  },
  problems: (facts) => {
    const { problems } = findRepairs(facts.document, facts.earlier)
    const own = problems.filter((problem) => problem.recovery === recovery.id)
    const others = own.length === 0 ? [] : problems.filter((problem) => problem.recovery !== recovery.id)
    return [...own, ...others].map((problem) => toProblem(facts, problem))
  },
  apply: (facts, chosen) =>
    applyRepairs(
      facts.document,
      chosen.map(({ problem, option }) => ({ problem: problem.id, option: option.id })),
      facts.earlier,
    ),
})

/**
 * The five recoveries share one plan per state, so that a broken state of 30,000 resources is not searched five times.
 */
const plans = new WeakMap<object, RepairPlan>()

function planOf({ document, unreadable }: Facts): RepairPlan {
  if (unreadable !== null) return { findings: [], problems: [] }
  const known = plans.get(document)
  if (known) return known
  const plan = findRepairs(document)
  plans.set(document, plan)
  return plan
}

function toProblem({ document, stack }: FactsWithEarlier, problem: RepairProblem): Problem {
  const { id, kind, title, findings, entries, options, suggested, cycle, advice } = problem
  const resources = document.deployment.resources ?? []
  return {
    id,
    kind,
    errors: findings.length,
    title,
    explanation: explain(problem),
    urns: [...new Set(entries.flatMap((at) => resources[at]?.urn ?? []))],
    evidence: [...new Set(findings.map(({ message }) => message))]
      .slice(0, 20)
      .map((message) => ({ what: `${message}.`, source: 'state', at: null })),
    clues: cycle ? [{ label: 'The circle', value: listed(cycle) }] : [],
    options: options.map((option) => toOption(option, stateRepair(stack), problem)),
    suggested: isOpenQuestion(suggested, options) ? null : (suggested ?? null),
    advice: advice ?? null,
  }
}

/**
 * Whether to drop a reference depends on what is in the cloud: an earlier version has the resource, and if it still
 * exists, its entry should be put back. So neither is recommended.
 */
const isOpenQuestion = (suggested: string | undefined, options: readonly RepairOption[]): boolean =>
  suggested === 'drop' && options.some(({ id }) => id.startsWith('restore:'))

const toOption = (option: RepairOption, repair: string, { kind }: RepairProblem): Problem['options'][number] => ({
  id: option.id,
  title: option.title,
  risk: option.risk,
  level: option.level,
  needsStatement: option.level === 3,
  asks: [],
  removes: option.removes ?? [],
  urnsChanged: option.urnsChanged ?? [],
  // Writes null for a missing side: a key without a value is not serialized.
  differences: (option.differences ?? []).map(({ was, is, ...rest }) => ({
    ...rest,
    was: was ?? null,
    is: is ?? null,
  })),
  stopAndAsk: option.stopAndAsk ?? null,
  // The CLI can only sort entries and remove references; nothing else here has equivalent commands.
  terminal: kind === 'order' || option.id === 'dropAndRebuild' ? [repair] : [],
})

const EXPLANATIONS: Record<RepairProblem['kind'], string> = {
  order: 'The engine reads the list from top to bottom: an entry must come after everything it refers to.',
  dangling: 'The engine refuses a state in which an entry refers to something that is not there.',
  provider: 'Without its provider no one can read, change or delete the resource.',
  duplicate: 'A URN identifies one live resource. With two, the engine does not know which one to change.',
  cycle: 'With circular references there is no order to create or delete the resources.',
  magic: 'The manifest’s checksum does not match its CLI version: the file was edited or merged by hand.',
  malformed: 'The entry lacks something that every entry has, or has something that it must not have.',
  snippet: 'A piece of the stack’s code names something that the state does not have.',
  extension: 'The provider needs the blob to know the resource. The engine stops at the entry without it.',
}

const explain = ({ kind }: RepairProblem): string => EXPLANATIONS[kind]
