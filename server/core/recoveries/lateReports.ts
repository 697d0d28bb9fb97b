import { z } from 'zod'
import type { UpdateDetail } from '#contract/updates.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import type { ReportedState } from '#domain/recoveries/pending/reportedState.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Reader } from '../../store/port.ts'
import type { LateRow } from '../../store/port/updates.ts'
import { lateEvidence } from '../updates/lateRows.ts'
import { resourceAfter, type StepNews } from './progress.ts'

/**
 * A client's late report on the outcome of a resource that its update left open: evidence, never applied
 * (docs/protocol.md, Late calls).
 */
export type LateReport = { update: string; urn: string; at: number; resourceId: string }

/** Returns the ids of created resources that refused journal entries and events name; each resource and id once. */
export function lateReports(update: string, late: LateRow[], steps: StepNews[]): LateReport[] {
  const made = steps.filter(isCreated)
  const found = new Map<string, LateReport>()
  for (const { urn, resourceId, at } of [
    ...lateEvidence(late),
    ...made.map(({ urn, id, at }) => ({ urn, resourceId: id, at })),
  ]) {
    const key = `${urn} ${resourceId}`
    if (urn && resourceId && !found.has(key)) found.set(key, { update, urn, at, resourceId })
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

const isCreated = ({ what, op }: StepNews): boolean => what === 'ended' && op.startsWith('create')

const Success = z.object({
  kind: z.literal(ENTRY_KIND.success),
  state: z.looseObject({ urn: z.string(), id: z.string().min(1), custom: z.literal(true) }),
})

/** Returns the resources themselves for those of the reports that are about `urns`, oldest first: for an adoption. */
export async function reportedStates(
  reader: Reader,
  update: string,
  urns: ReadonlySet<string>,
  { late, steps }: { late: LateRow[]; steps: StepNews[] },
): Promise<ReportedState[]> {
  const found: ReportedState[] = []
  for (const step of steps) {
    if (!isCreated(step) || step.id === undefined || !urns.has(step.urn)) continue
    const state = await resourceAfter(reader, update, step)
    if (state) found.push({ update, urn: step.urn, id: step.id, at: step.at, source: 'events', state })
  }
  for (const { text, receivedAt: at } of late)
    for (const entry of entriesIn(text)) {
      const state = Success.safeParse(entry).data?.state
      if (state && urns.has(state.urn))
        found.push({ update, urn: state.urn, id: state.id, at, source: 'journal', state })
    }
  return found.toSorted((a, b) => a.at - b.at)
}

function entriesIn(text: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(text)
    return Array.isArray(entries) ? entries : []
  } catch {
    return [] // a call without a body
  }
}

/** Formats what came after the end, one line each. */
export const lateLines = (late: UpdateDetail['lateEvidence']): { at: number; what: string }[] =>
  late.map(({ at, what, urn, resourceId }) => ({
    at,
    what: `${urn ? `${urnName(urn)}: ` : ''}${what}${resourceId ? `, with the id ${resourceId}` : ''}`,
  }))
