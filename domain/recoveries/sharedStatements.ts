import type { SharedStatement } from '#contract/recoveries.ts'
import type { Chosen } from './guidedRecovery.ts'

type Decided = { problem: Pick<Chosen['problem'], 'kind'>; way: Pick<Chosen['way'], 'id'> }

/** What one statement may cover: problems of one kind that get the same way. Equal texts are one group. */
export const groupOf = ({ problem: { kind = '' }, way }: Decided): string => `${kind} ${way.id}`

export type Covered = { statement: string; chosen: readonly Chosen[] }

/**
 * The statements that a person made for several problems at once, each with what it covers. Refused, with a sentence, where
 * one would cover what was not chosen, what another one covers, or problems that are not decided in the same way.
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
      if (!member) return refused(`A statement covers a problem for which no way was chosen: ${id}.`)
      if (taken.has(member) || member.choice.statement)
        return refused(`Two statements cover one problem: ${member.problem.title}`)
      const [first] = members
      if (first && groupOf(first) !== groupOf(member))
        return refused(
          `One statement covers problems of one kind with the same way: ${first.problem.title} ${member.problem.title}`,
        )
      taken.add(member)
      members.push(member)
    }
    covered.push({ statement, chosen: members })
  }
  return { ok: true, covered }
}

const refused = (reason: string) => ({ ok: false, reason }) as const
