import { awaitingReason } from '#domain/approvals/awaiting.ts'
import type { KeptTags } from '#domain/approvals/leaving.ts'
import { forecastText, waitingText } from '#domain/approvals/words.ts'
import { list, plural } from '#words/counts.ts'
import { forecastOf } from '../../core/approvals/forecast.ts'
import { rulesInForce } from '../../core/approvals/rules.ts'
import type { LeaseCall } from '../../core/leases/leaseCall.ts'
import { fullName } from '../../core/stacks/names.ts'
import type { Deps } from '../../deps.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { warning } from './heldWarning.ts'
import { runUrl } from '../presentRefusal.ts'

/**
 * Least pause between two warnings about the same wait, in milliseconds. While a step waits, the client calls only to
 * renew its lease, every three minutes.
 */
const PAUSE_MS = 60_000

/** Headers by which the client says, at most once a minute, that a step waits, for whom, since when, and where it is decided. */
export async function waitingWarning(
  deps: Deps,
  call: LeaseCall,
  { id, version, awaiting }: UpdateRow,
): Promise<Record<string, string>> {
  if (awaiting === null) return {}
  const { toldOfWaiting } = deps.caches
  const now = await deps.store.now()
  if (now - (toldOfWaiting.get(id) ?? -Infinity) < PAUSE_MS) return {}
  toldOfWaiting.set(id, now)
  const times = { sinceMs: now - awaiting.since, leftMs: Math.max(0, awaiting.until - now) }
  return warning(waitingText(awaitingReason(awaiting), times, runUrl(call.name, version, deps.settings)))
}

/** Headers at the start of an update: which tags of the project's configuration the stack did not take. */
export function keptTagsWarning({ kept, rule = '' }: Pick<KeptTags, 'kept' | 'rule'>): Record<string, string> {
  if (kept.length === 0) return {}
  const it = plural(kept.length, 'it', 'them')
  return warning(
    `The stack keeps its ${plural(kept.length, 'tag', 'tags')} ${list(kept)}, whatever the project's configuration says: the rule "${rule}" goes by ${it}. Who may change rules can change ${it}: pulumi stack tag set.`,
  )
}

/** Headers at the end of a preview: which of its steps rules would refuse or hold. */
export async function forecastWarning(deps: Deps, { name, updateId }: LeaseCall): Promise<Record<string, string>> {
  const { rules } = await rulesInForce(deps)
  if (rules.length === 0) return {}
  const { stack, update } = await deps.store.read(async (reader) => ({
    stack: await reader.stack(name),
    update: await reader.update(updateId),
  }))
  if (stack === undefined || update?.dryRun !== true) return {}
  const steps = await forecastOf(deps, stack, update)
  if (steps.length === 0) return {}
  return warning(forecastText(steps, `${deps.settings.publicUrl}/${fullName(name)}/previews/${updateId}`))
}
