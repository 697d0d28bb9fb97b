import type { LeaseLogEntry, LeaseLogWhat } from '#contract/locks.ts'
import { counted } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

const words = {
  granted: 'acquired the lease:',
  renewed: 'renewed the lease:',
  refused: 'was blocked',
  released: 'ended the update:',
  expired: 'ended the update, its lease had expired:',
  completed: 'finished:',
  extended: 'extended the lease:',
  'came-back': 'reconnected after expiry:',
  locked: 'locked the stack',
  'lock-extended': 'extended the lock',
  'lock-released': 'released the lock',
  'lock-broken': 'broke the lock',
  'lock-ended': 'ended the lock: it had expired',
} as const satisfies Record<LeaseLogWhat, string>

const asked: Readonly<Record<string, string>> = {
  start: 'when starting an update',
  import: 'when importing a state',
  rename: 'when renaming the stack',
  delete: 'when deleting the stack',
  recovery: 'when carrying out a recovery',
}

/**
 * One entry of the lease log in words: what stands before its update, and after it; `note`: its detail says more.
 */
export function whatHappened({ what, detail, count, at, last, version }: LeaseLogEntry): {
  text: string
  after?: string
  note: boolean
} {
  if (what === 'refused') {
    const doing = asked[detail] ?? detail
    return version === null
      ? { text: `${words.refused} ${doing}`, note: false }
      : { text: `${words.refused} by`, after: doing, note: false }
  }
  if (what === 'renewed' && count > 1)
    return { text: `renewed the lease ${counted(count, 'time')} in ${durationText(last - at)}:`, note: false }
  return { text: version === null ? words[what].replace(/:$/, '') : words[what], note: what !== 'completed' }
}
