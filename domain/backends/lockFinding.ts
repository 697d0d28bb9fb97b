import type { ForeignHolder, ForeignLock, KeptElsewhere, LockWord } from '#contract/backends.ts'
import type { Finding } from '#contract/recoveries.ts'
import { banOfUpdate, HOW_LOCKS_DIFFER, isCalm, LOCK_TONES, lockOwner } from './backendNames.ts'
import { type Files, fileTroubles } from './diy/fileTroubles.ts'
import { isHeldThere } from './isHeldThere.ts'
import { isContainer } from '../lease/lockFile.ts'
import { NOTHING_LOST } from '../recoveries/nothingLost.ts'

const TITLES: Readonly<Record<LockWord, string>> = {
  unlockedWriter: 'The state is written although its lock was removed',
  several: 'The stack has several locks',
  unreadable: 'The lock of this stack cannot be read',
  probablyDead: 'The stack is locked by a run that has probably ended',
  interrupted: 'A run was stopped in the middle',
  leftBehind: 'A run has ended and left its lock behind',
  quiet: 'The stack is locked, and nothing happens',
  waitingOrWorking: 'The stack is locked by a run that waits or works',
  working: 'A run is at work',
}

const THEN: Readonly<Record<LockWord, string>> = {
  unlockedWriter: 'Find the person who held the lock, and let the run end: until then nobody else may write.',
  several: 'See on each host whether its process still runs, and remove only the locks of those that have ended.',
  unreadable: 'No update can start until it is removed. Find out first whether anyone works on this stack.',
  probablyDead: 'First make sure that the run has ended.',
  interrupted: 'Resolve what was in flight before the next update.',
  leftBehind: 'Remove exactly this lock: no update can start until then.',
  quiet:
    'A person may be reading the preview of an update: the lock is held meanwhile. If the run has ended, remove exactly this lock.',
  waitingOrWorking: 'Wait for it, or ask its holder.',
  working: 'Wait until it ends.',
}

/** What to do with the locks, after their evidence. */
export function lockAdvice({ word, locks: [lock] }: Pick<ForeignHolder, 'word' | 'locks'>): string {
  return word === 'quiet' && lock !== undefined ? `${askHolder(lock)} ${THEN.quiet}` : THEN[word]
}

function askHolder({ pid, username, hostname }: ForeignLock): string {
  const canLook = pid !== null && hostname !== null && !isContainer({ pid, hostname })
  return `Ask ${username ?? 'its holder'}${canLook ? `, or see on ${hostname} whether process ${pid} still runs` : ''}.`
}

/** Words of a lock that may be that of a run at work, although nothing shows it. */
const MAY_LIVE: ReadonlySet<LockWord> = new Set(['several', 'unreadable', 'probablyDead', 'quiet'])

// The CLI itself suggests it, in the error of each command that the lock blocks.
const NO_CANCEL =
  'Don’t run pulumi cancel, although the CLI suggests it: it removes every lock, even that of a run that is still at work.'

/** What must not be run while the locks are there, a sentence each; `creates`: of the pending operations. */
export function lockBans({ word, locks }: Pick<ForeignHolder, 'word' | 'locks'>, creates: number): string[] {
  if (locks.length === 0 || !MAY_LIVE.has(word)) return []
  return creates === 0 ? [NO_CANCEL] : [NO_CANCEL, banOfUpdate(creates)]
}

/** Who took a lock, with the process, as far as it says. */
const takenBy = (lock: ForeignLock): string =>
  `${lockOwner(lock) ?? 'someone'}${lock.pid === null ? '' : `, process ${lock.pid}`}`

/** The locks of a stack in a self-managed backend, as the first finding of its triage; none without a sign of a run. */
export function lockFindings(holder: ForeignHolder | null): Finding[] {
  if (holder === null) return []
  // What bans an update is a finding of its own: the pending creates.
  const [ban] = lockBans(holder, 0)
  const { word, evidence, locks, lastWriteAt } = holder
  const differs = locks.length > 0 ? ` ${HOW_LOCKS_DIFFER}` : ''
  return [
    {
      recovery: null,
      ...(isHeldThere(holder) && { isHeldThere: true as const }),
      tone: LOCK_TONES[word],
      title: TITLES[word],
      ...(ban !== undefined && { ban }),
      explanation: `${evidence} ${lockAdvice(holder)}${differs}`,
      evidence: [
        ...locks.map((lock) => ({ what: `Locked by ${takenBy(lock)}.`, source: 'lease' as const, at: lock.since })),
        ...(lastWriteAt === null
          ? []
          : [{ what: 'The state was written.', source: 'state' as const, at: lastWriteAt }]),
      ],
      couldBeLost: NOTHING_LOST,
      level: 0,
      blocked: null,
      items: [],
    },
  ]
}

/** What is wrong with the files of a stack. */
export type StateFiles = Files & Pick<KeptElsewhere, 'stateProblem'>

/** A state file of a backend that is missing or cannot be read, and what is wrong beside it. */
export const stateFileFindings = ({ stateProblem, ...files }: StateFiles): Finding[] => [
  ...(stateProblem === null
    ? []
    : [
        {
          ...FILE_FINDING,
          tone: 'danger' as const,
          title: 'The state file in the backend cannot be used',
          explanation: `${stateProblem} What is shown here is the last state that could be read, if there is one.`,
          couldBeLost: 'What was written to the state after the last readable copy.',
        },
      ]),
  // Their commands are on the page of the stack.
  ...fileTroubles(files, undefined).map(({ tone, title, sentence }) => ({
    ...FILE_FINDING,
    tone,
    title,
    explanation: sentence,
  })),
]

const FILE_FINDING = {
  recovery: null,
  evidence: [],
  couldBeLost: NOTHING_LOST,
  level: 0,
  blocked: null,
  items: [],
} satisfies Partial<Finding>

/** Why nothing may be written now, while someone works in the backend; null if nobody does. */
export function blockedByLock(holder: ForeignHolder | null): string | null {
  if (holder?.word === 'unlockedWriter')
    return 'A run without a lock is writing this state. Import no state while it may be running.'
  if (holder === null || !isCalm(holder.word)) return null
  const [lock] = holder.locks
  return `${(lock && lockOwner(lock)) ?? 'Someone'} holds a lock. Import no state while a run may be at work.`
}
