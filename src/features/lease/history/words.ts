import type { LeaseLogEntry, LeaseLogWhat } from '#contract/locks.ts'
import { counted } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

const words = {
  granted: 'was granted the lease:',
  renewed: 'renewed it:',
  refused: 'was refused',
  released: 'ended the run:',
  expired: 'closed it, the lease had run out:',
  completed: 'finished:',
  extended: 'put its end off:',
  'came-back': 'came back after it was over:',
  locked: 'held the stack for maintenance',
  'lock-extended': 'extended the lock',
  'lock-released': 'released the lock',
  'lock-broken': 'broke the lock',
  'lock-ended': 'ended the lock, its time was up',
} as const satisfies Record<LeaseLogWhat, string>

const asked: Readonly<Record<string, string>> = {
  start: 'when starting an update',
  import: 'when importing a state',
  rename: 'when renaming the stack',
  delete: 'when deleting the stack',
  recovery: 'when carrying out a recovery',
}

/** One entry of the lease log in words; `note`: its detail says more than they do. */
export function whatHappened({ what, detail, count, at, last, version }: LeaseLogEntry): {
  text: string
  note: boolean
} {
  if (what === 'refused') {
    const held = version === null ? '' : ', held by'
    return { text: `was refused ${asked[detail] ?? detail}${held}`, note: false }
  }
  if (what === 'renewed' && count > 1)
    return { text: `renewed it ${counted(count, 'time')} in ${durationText(last - at)}:`, note: false }
  return { text: version === null ? words[what].replace(/:$/, '') : words[what], note: what !== 'completed' }
}
