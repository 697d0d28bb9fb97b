import type { StepKind } from '#contract/approvals.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { capital } from '#words/capital.ts'
import { counted, number, plural } from '#words/counts.ts'
import { urnName } from '../state/urn.ts'
import { roleName } from './rights.ts'
import { DOING, stepsWord } from './words.ts'

/** Held steps of a running update, as kept with it. Instants are epoch milliseconds by the store's clock. */
export type Awaiting = {
  since: number
  /** When the first of them is refused, if nobody decides. */
  until: number
  steps: number
  /** What they do, if all do the same, and to which resource, if it is one; absent in rows of earlier builds. */
  step?: StepKind
  urn?: string
  /** Whom they wait for: so many users with at least this role, of whom so many have allowed them. */
  persons: number
  role: 'operator' | 'admin'
  allowed?: number
}

/** Whether a step of a run waits for approval: then it works on nothing, and is not called running. */
export const isWaiting = ({ status, approvals }: Pick<UpdateBrief, 'status' | 'approvals'>): boolean =>
  status === 'running' && approvals?.waitingSince != null

/** A held step, as far as whom it waits for matters. */
type Held = Pick<Awaiting, 'since' | 'until' | 'persons' | 'role'> & {
  step: StepKind
  urn: string
  decisions: readonly { allow: boolean }[]
}

/** What a running update waits for, from the steps that wait; null if there are none. */
export function awaitingOf(waiting: readonly Held[]): Awaiting | null {
  const [first] = waiting
  if (first === undefined) return null
  return {
    since: Math.min(...waiting.map(({ since }) => since)),
    until: Math.min(...waiting.map(({ until }) => until)),
    steps: waiting.length,
    ...(waiting.every(({ step }) => step === first.step) && { step: first.step }),
    ...(waiting.length === 1 && { urn: first.urn }),
    persons: Math.max(...waiting.map(({ persons }) => persons)),
    role: waiting.some(({ role }) => role === 'admin') ? 'admin' : 'operator',
    allowed: Math.min(...waiting.map(({ decisions }) => decisions.filter(({ allow }) => allow).length)),
  }
}

/**
 * What waits, and for whom, one sentence without times: `Deleting orders-db waits for an operator.`, `4 deletes wait for
 * 1 more operator (1 of 2 allowed them).`
 */
export function awaitingReason({ steps, step, urn, persons, role, allowed = 0 }: Awaiting): string {
  const isNamed = step !== undefined && urn !== undefined
  const many = `${number(steps)} ${step === undefined ? 'steps' : stepsWord([step])}`
  const what = isNamed ? `${capital(DOING[step])} ${urnName(urn)}` : plural(steps, 'A step', many)
  const { who, given } = whoIsMissing({ persons, role, allowed })
  const far = given > 0 ? ` (${number(given)} of ${number(persons)} allowed ${plural(steps, 'it', 'them')})` : ''
  return `${what} ${plural(steps, 'waits', 'wait')} for ${who}${far}.`
}

/** Who still has to allow a step: `an operator`, `2 administrators`, `1 more operator`; how many they are, and have done so. */
export function whoIsMissing({ persons, role, allowed }: Required<Pick<Awaiting, 'persons' | 'role' | 'allowed'>>): {
  who: string
  missing: number
  given: number
} {
  const name = roleName(role)
  const given = Math.max(0, Math.min(allowed, persons - 1))
  const missing = persons - given
  const who = given > 0 ? counted(missing, `more ${name}`) : plural(persons, `an ${name}`, counted(persons, name))
  return { who, missing, given }
}
