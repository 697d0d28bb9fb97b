import type { LockWord } from '#contract/backends.ts'

const WORDS: Readonly<Record<LockWord, string>> = {
  unlockedWriter: 'Its lock was removed, and its state is still being written',
  several: 'Each of its locks blocks every other run',
  unreadable: 'Its lock cannot be read',
  probablyDead: 'The holder of its lock has probably ended',
  interrupted: 'A run was stopped in the middle, and there is no lock',
  leftBehind: 'A run has ended and left its lock behind',
  quiet: 'It is locked, and nothing has been written for longer than usual',
  waitingOrWorking: 'It is locked by a run that waits or works',
  working: 'It is locked by a run that works',
}

/** The condition of the locks of a stack, one sentence. */
export const lockReason = (word: LockWord): string => `${WORDS[word]}.`
