import type { UpdateDetail } from '#contract/updates.ts'
import { urnName } from '#domain/state/urn.ts'
import type { LateRow } from '../../store/port/updates.ts'
import { lateEvidence } from '../updates/lateEvidence.ts'
import type { StepNews } from './progress.ts'

/**
 * A client's late report on the outcome of a resource that its update left open: evidence, never applied
 * (docs/protocol.md, Late calls).
 */
export type LateReport = { urn: string; at: number; resourceId: string }

/** Returns the ids of created resources that refused journal entries and events name; each resource and id once. */
export function lateReports(late: LateRow[], steps: StepNews[]): LateReport[] {
  const made = steps.filter(({ what, op }) => what === 'ended' && op.startsWith('create'))
  const found = new Map<string, LateReport>()
  for (const { urn, resourceId, at } of [
    ...lateEvidence(late),
    ...made.map(({ urn, id, at }) => ({ urn, resourceId: id, at })),
  ]) {
    const key = `${urn} ${resourceId}`
    if (urn && resourceId && !found.has(key)) found.set(key, { urn, at, resourceId })
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

/** Formats what came after the end, one line each. */
export const lateLines = (late: UpdateDetail['lateEvidence']): { at: number; what: string }[] =>
  late.map(({ at, what, urn, resourceId }) => ({
    at,
    what: `${urn ? `${urnName(urn)}: ` : 'the client '}${what}${resourceId ? `, with the id ${resourceId}` : ''}`,
  }))
