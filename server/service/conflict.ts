import type { Deps } from '../deps.ts'
import type { StackRow, UpdateRow } from '../store/port.ts'

/**
 * Headers for a refused start: who holds the lease, since when, and the last sign of life. The CLI prints
 * `X-Pulumi-Warning` on any status, and the message itself must stay as it is (service-api 10).
 */
export function conflictWarning(deps: Deps, stack: StackRow, holder: UpdateRow, now: number): Record<string, string> {
  const { environment } = holder.request
  const ci = environment['ci.build.url'] ?? environment['ci.system']
  const last = Math.max(holder.lease?.renewedAt ?? 0, holder.lastWriteAt ?? 0, holder.lastEventAt ?? 0)
  const sentence = [
    `The lease on ${stack.org}/${stack.project}/${stack.name} is held by ${holder.requestedBy}`,
    ` (${holder.kind}, version ${holder.version ?? '?'})`,
    ` since ${new Date(holder.startedAt ?? now).toISOString()};`,
    ` last sign of life ${Math.max(0, Math.round((now - last) / 1000))} s ago.`,
    ci === undefined ? '' : ` It runs in ${ci}.`,
    ` See ${deps.settings.publicUrl}/${stack.org}/${stack.project}/${stack.name}`,
  ].join('')
  return { 'X-Pulumi-Warning': asHeader(sentence) }
}

/** Header values are ASCII here: what a client said about itself may hold anything, line breaks included. */
export const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)
