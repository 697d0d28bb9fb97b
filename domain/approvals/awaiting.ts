import type { UpdateBrief } from '#contract/updates.ts'
import { counted, plural } from '#words/counts.ts'
import { roleName } from './rights.ts'

/** Held steps of a running update, as kept with it. Instants are epoch milliseconds by the store's clock. */
export type Awaiting = {
  since: number
  /** When the first of them is refused, if nobody decides. */
  until: number
  steps: number
  /** Whom they wait for: so many users with at least this role. */
  persons: number
  role: 'operator' | 'admin'
}

/** Whether a step of a run waits for approval: then it works on nothing, and is not called running. */
export const isWaiting = ({ status, approvals }: Pick<UpdateBrief, 'status' | 'approvals'>): boolean =>
  status === 'running' && approvals?.waitingSince != null

/** Whom held steps wait for, one sentence without times: `A step waits until an operator allows it.` */
export function awaitingReason({ steps, persons, role }: Awaiting): string {
  const name = roleName(role)
  const who = plural(persons, `an ${name} allows`, `${counted(persons, name)} allow`)
  return `${plural(steps, 'A step', counted(steps, 'step'))} ${plural(steps, 'waits', 'wait')} until ${who} ${plural(steps, 'it', 'them')}.`
}
