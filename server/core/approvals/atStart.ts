import { rulesForRun } from '#domain/approvals/runRules.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { rulesInForce } from './rules.ts'
import { judgedRun, runContext } from './runFacts.ts'

/** Throws `journalNeeded` if a rule refuses an update whose client keeps no journal (docs/approvals.md). */
export async function refuseWithoutJournal(
  deps: Deps,
  stackId: string,
  updateId: string,
  accessTokenId: string | null,
): Promise<void> {
  const { rules } = await rulesInForce(deps)
  const demanding = rules.filter(({ needsJournal, isOn }) => needsJournal && isOn)
  if (demanding.length === 0) return
  const { stack, update } = await deps.store.read(async (reader) => {
    const [row, run] = await Promise.all([reader.stackById(stackId), reader.update(updateId)])
    return { stack: row, update: run }
  })
  if (stack === undefined || update === undefined || update.dryRun) return
  const run = { ...update, baseStateId: stack.stateId, lease: { accessTokenId } }
  const context = await runContext(deps, run, stack.org)
  const [first] = rulesForRun(demanding, judgedRun(stack, run, context))
  if (first !== undefined) throw new DomainError({ kind: 'journalNeeded', rule: first.rule.name })
}
