import { capital } from '#words/capital.ts'
import type { LockWord } from '#contract/backends.ts'
import { LOCK_TONES, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { lockIcons } from '#src/ui/lockIcons.ts'
import { Status } from '#src/ui/Status.tsx'

/** The word about lock files, as icon and word. The sentence next to it gives the evidence. */
export function LockStatus({ word, look = 'text' }: { word: LockWord; look?: 'text' | 'badge' }) {
  const label = LOCK_WORDS[word]
  return (
    <Status tone={LOCK_TONES[word]} Icon={lockIcons[word]} look={look}>
      {capital(label)}
    </Status>
  )
}
