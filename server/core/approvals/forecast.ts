import type { Forecast } from '#contract/approvals.ts'
import { announcedDigest, forecast } from '#domain/approvals/forecast.ts'
import { rulesForRun } from '#domain/approvals/runRules.ts'
import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { createChanges } from '../events/changes.ts'
import { readDeciders } from './deciders.ts'
import { readInForce } from './inForce.ts'
import { allowingRow } from './judgeBatch.ts'
import { rulesInForce } from './rules.ts'
import { judgedRun, runContext } from './runFacts.ts'

/** What the rules in force would do with the steps of a preview, if its update ran now. */
export async function forecastOf(deps: Deps, stack: StackRow, preview: UpdateRow): Promise<Forecast[]> {
  const { rules } = await rulesInForce(deps)
  if (rules.length === 0) return []
  // `pulumi preview` announces an update; the previews of other commands have their kind.
  const kind = preview.kind === 'preview' ? 'update' : preview.kind
  const run = { ...preview, kind, baseStateId: stack.stateId }
  const context = await runContext(deps, run, stack.org)
  const concerned = rulesForRun(rules, judgedRun(stack, run, context))
  if (concerned.length === 0) return []
  const { rows } = await createChanges(deps)(preview)
  const now = await deps.store.now()
  const { allowed, deciders } = await deps.store.read(async (reader) => {
    const inForce = await readInForce(reader, { stack, update: { ...preview, kind }, now })
    const asRun = { org: stack.org, runner: preview.requestedBy }
    return { allowed: inForce, deciders: await readDeciders(reader, inForce, asRun) }
  })
  const known = { deciders, updateId: preview.id }
  return forecast(concerned, rows, {
    now,
    isAllowed: (rule, step) =>
      allowingRow(allowed, { rule, step, digestOf: () => announcedDigest(step), ...known }) !== undefined,
  })
}
