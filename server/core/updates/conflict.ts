import type { Deps } from '../../deps.ts'
import type { StackLock, StackRow, UpdateRow } from '../../store/port.ts'
import { lockAt } from '../locks/lockEnds.ts'
import { lockWords } from '../locks/locks.ts'
import { fullName } from '../stacks/names.ts'

/**
 * Headers for a refused start: the CLI prints `X-Pulumi-Warning` on any status, and the message itself must stay as it
 * is (docs/protocol.md, Create and start).
 */
export const conflictWarning = (deps: Deps, stack: StackRow, holder: UpdateRow, now: number) => ({
  'X-Pulumi-Warning': asHeader(heldBy(deps, stack, holder, now)),
})

/**
 * What the preview phase is told while somebody holds the lease, or the stack for maintenance: it works, and what is to
 * follow it will be refused.
 */
export async function heldMessages(deps: Deps, stack: StackRow): Promise<{ severity: 'warning'; message: string }[]> {
  const now = await deps.store.now()
  const { holderId } = stack
  const holder = holderId === null ? undefined : await deps.store.read((reader) => reader.update(holderId))
  const lock = lockAt(stack, now)
  const said = [
    ...(holder?.status === 'running' ? [heldBy(deps, stack, holder, now)] : []),
    ...(lock === undefined ? [] : [lockWords(stack, lock)]),
  ]
  return said.map((message) => ({ severity: 'warning', message }))
}

/** Who holds the lease, since when, and the last sign of life. */
function heldBy(deps: Deps, stack: StackRow, holder: UpdateRow, now: number): string {
  const { environment } = holder.request
  const ci = environment['ci.build.url'] ?? environment['ci.system']
  const last = Math.max(holder.lease?.renewedAt ?? 0, holder.lastWriteAt ?? 0, holder.lastEventAt ?? 0)
  return [
    `The lease on ${stack.org}/${stack.project}/${stack.name} is held by ${holder.requestedBy}`,
    ` (${holder.kind}, version ${holder.version ?? '?'})`,
    ` since ${new Date(holder.startedAt ?? now).toISOString()};`,
    ` last sign of life ${Math.max(0, Math.round((now - last) / 1000))} s ago.`,
    ci === undefined ? '' : ` It runs in ${ci}.`,
    ` See ${deps.settings.publicUrl}/${stack.org}/${stack.project}/${stack.name}`,
  ].join('')
}

/**
 * The same for a stack that is held for maintenance: who, since when, until when, and why
 * (docs/protocol.md, Create and start).
 */
export const lockWarning = (deps: Deps, stack: StackRow, lock: StackLock): Record<string, string> => ({
  'X-Pulumi-Warning': asHeader(
    `${lockWords(stack, lock)} (previews work; see ${deps.settings.publicUrl}/${fullName(stack)})`,
  ),
})

/** Header values are ASCII here: what a client said about itself may hold anything, line breaks included. */
export const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000)
