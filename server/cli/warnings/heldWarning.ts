import { lockAt } from '../../core/locks/lockEnds.ts'
import { fullName } from '../../core/stacks/names.ts'
import { holderOf } from '../../core/leases/holder.ts'
import type { Deps } from '../../deps.ts'
import type { LeaseHolder } from '../../errors.ts'
import { lockWords } from '../../http/lockWords.ts'
import type { StackLock, StackName, StackRow } from '../../store/port/stacks.ts'

type Settings = Pick<Deps['settings'], 'publicUrl'>

/**
 * Messages for a preview while someone holds the lease, or a maintenance lock: the preview works, but a following
 * update will be refused.
 */
export async function heldMessages(deps: Deps, stack: StackRow): Promise<{ severity: 'warning'; message: string }[]> {
  const now = await deps.store.now()
  const { holderId } = stack
  const holder = holderId === null ? undefined : await deps.store.read((reader) => reader.update(holderId))
  const lock = lockAt(stack, now)
  const messages = [
    ...(holder?.status === 'running' ? [holderWords(holderOf(stack, holder, now), deps.settings)] : []),
    ...(lock === undefined ? [] : [lockWords(stack, lock)]),
  ]
  return messages.map((message) => ({ severity: 'warning', message }))
}

/** The lease's holder, since when, and the last activity, in words. */
function holderWords(holder: LeaseHolder, { publicUrl }: Settings): string {
  const { stack, login, kind, version, startedAt, sinceLastCallS, expiresInS, ci } = holder
  return [
    `The lease on ${fullName(stack)} is held by ${login}`,
    ` (${kind}, version ${version ?? '?'})`,
    ` since ${new Date(startedAt).toISOString()};`,
    ` last activity ${sinceLastCallS} s ago.`,
    expiresInS === null ? '' : ` It is not responding: its lease expires in ${expiresInS} s unless it calls again.`,
    ci === null ? '' : ` It runs in ${ci}.`,
    ` See ${publicUrl}/${fullName(stack)}`,
  ].join('')
}

/**
 * Headers of a refused start: the CLI prints `X-Pulumi-Warning` with any status, and the message itself must not change
 * (docs/protocol.md, Create and start).
 */
export const holderWarning = (holder: LeaseHolder, settings: Settings) => warning(holderWords(holder, settings))

/** The same for a maintenance lock: its holder, start, end and reason. */
export const lockWarning = (stack: StackName, lock: StackLock, { publicUrl }: Settings) =>
  warning(`${lockWords(stack, lock)} (previews work; see ${publicUrl}/${fullName(stack)})`)

/** Restricts header values to ASCII: what a client said about itself may contain anything, including line breaks. */
export const warning = (text: string): Record<string, string> => ({
  'X-Pulumi-Warning': text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000),
})
