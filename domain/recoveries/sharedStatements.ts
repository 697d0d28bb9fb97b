import type { z } from 'zod'
import type { SharedStatement } from '#contract/recoveries.ts'
import type { Statement } from '#contract/updates.ts'
import { counted } from '#words/counts.ts'
import type { Chosen } from './guidedRecovery.ts'

type Decided = { problem: Pick<Chosen['problem'], 'kind'>; option: Pick<Chosen['option'], 'id'> }

/** The group of problems that one action may decide together: the same kind and the same option. */
export const groupOf = ({ problem: { kind = '' }, option }: Decided): string => `${kind} ${option.id}`

export type Covered = { statement: string; chosen: readonly Chosen[] }

/**
 * The statements that were made for several problems at once, each with the problems that it covers. Problems checked
 * together may have different outcomes. Refused with a sentence if a statement covers a problem that was not chosen, or
 * that another one covers.
 */
export function coveredBy(
  chosen: readonly Chosen[],
  shared: readonly SharedStatement[],
): { ok: true; covered: Covered[] } | { ok: false; reason: string } {
  const byId = new Map(chosen.map((each) => [each.problem.id, each]))
  const taken = new Set<Chosen>()
  const covered: Covered[] = []
  for (const { problems, statement } of shared) {
    const members: Chosen[] = []
    for (const id of problems) {
      const member = byId.get(id)
      if (!member) return refused(`A statement covers a problem without a chosen fix: ${id}.`)
      if (taken.has(member) || member.choice.statement)
        return refused(`Two statements cover one problem: ${member.problem.title}`)
      taken.add(member)
      members.push(member)
    }
    covered.push({ statement, chosen: members })
  }
  return { ok: true, covered }
}

/** The record of a statement: each problem that it covers, with the decision. */
export function recordedFor({ statement, chosen }: Covered): z.infer<typeof Statement> {
  const [first] = chosen
  const isAlike = first !== undefined && chosen.every((each) => groupOf(each) === groupOf(first))
  return {
    item: `${counted(chosen.length, 'problem')}${isAlike ? `, each resolved as “${first.option.title}”` : ''}`,
    statement,
    covers: chosen.map(({ problem, option }) => (isAlike ? problem.title : `${problem.title}: ${option.title}`)),
  }
}

const refused = (reason: string) => ({ ok: false, reason }) as const
