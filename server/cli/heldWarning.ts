import { lockAt } from '../core/locks/lockEnds.ts'
import { fullName } from '../core/stacks/names.ts'
import { holderOf } from '../core/leases/holder.ts'
import type { Deps } from '../deps.ts'
import type { LeaseHolder } from '../errors.ts'
import { lockWords } from '../http/lockWords.ts'
import type { StackLock, StackName, StackRow } from '../store/port/stacks.ts'

type Settings = Pick<Deps['settings'], 'publicUrl'>

/**
 * The message for a preview while someone holds the lease, or the stack for maintenance: it works, and what is to follow it
 * will be refused.
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

/** Who holds the lease, since when, and the last sign of life. */
function holderWords(holder: LeaseHolder, { publicUrl }: Settings): string {
  const { stack, login, kind, version, startedAt, silentS, ci } = holder
  return [
    `The lease on ${fullName(stack)} is held by ${login}`,
    ` (${kind}, version ${version ?? '?'})`,
    ` since ${new Date(startedAt).toISOString()};`,
    ` last sign of life ${silentS} s ago.`,
    ci === null ? '' : ` It runs in ${ci}.`,
    ` See ${publicUrl}/${fullName(stack)}`,
  ].join('')
}

/**
 * Headers for a refused start: the CLI prints `X-Pulumi-Warning` on any status, and the message itself must stay as it
 * is (docs/protocol.md, Create and start).
 */
export const holderWarning = (holder: LeaseHolder, settings: Settings) => warning(holderWords(holder, settings))

/** The same for a stack that is held for maintenance: by whom, since when, until when, and why. */
export const lockWarning = (stack: StackName, lock: StackLock, { publicUrl }: Settings) =>
  warning(`${lockWords(stack, lock)} (previews work; see ${publicUrl}/${fullName(stack)})`)

/** Header values are ASCII here: what a client said about itself may hold anything, line breaks included. */
const warning = (text: string): Record<string, string> => ({
  'X-Pulumi-Warning': text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 1000),
})
