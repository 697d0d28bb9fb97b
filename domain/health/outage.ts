import type { Outage } from '#contract/updates.ts'
import { urnName } from '../state/urn.ts'

type Run = {
  status: string
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  endReason: string | null
  lease: { renewedAt: number } | null
}

/**
 * The outages during a run that did not succeed, as far as it has come: they can be why it failed. A run whose lease
 * expired survived those after which its CLI renewed it.
 */
export function outagesDuring(outages: readonly Outage[], run: Run): Outage[] {
  const { status, createdAt, startedAt, endedAt, endReason, lease } = run
  if (status === 'succeeded') return []
  const since = Math.max(startedAt ?? createdAt, endReason === 'expiry' && lease ? lease.renewedAt : 0)
  return outages.filter(({ from, to }) => from < (endedAt ?? Number.POSITIVE_INFINITY) && to > since)
}

/**
 * Whether a run failed because a call to Holdfast met an outage, which has ended: the error dictionary would explain it
 * as the client's network. `outages` are those during the run.
 */
export const isFromOutage = (error: string, outages: readonly Outage[]): boolean =>
  outages.length > 0 && error.includes('/api/stacks/')

/** Whether a step failed before anything was done in the cloud: the engine records a step before it carries it out. */
export const wasNotStarted = (error: string): boolean => error.includes('pre-step event returned an error')

/**
 * The resource to check before a run that met an outage is repeated: its step may have been carried out, or not.
 * Undefined if the run failed at no resource, or before the step was started.
 */
export const unsureResource = ({ urn, text }: { urn: string | null; text: string }): string | undefined =>
  urn === null || wasNotStarted(text) ? undefined : urnName(urn)

/** How long they took together, in milliseconds, to the second. */
export const downMs = (outages: readonly Outage[]): number =>
  Math.round(outages.reduce((sum, { from, to }) => sum + to - from, 0) / 1000) * 1000
