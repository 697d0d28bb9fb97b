import type { Trouble } from '#src/features/offline/bucketTroubles.ts'
import { LockFacts } from '#src/features/offline/LockFacts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'

/** A problem in the files of a backend: what, how urgent, and its exact fix. */
export const BucketTrouble = ({ trouble: { title, tone, sentence, commands, lock } }: { trouble: Trouble }) => (
  <Notice tone={tone} announce="none" title={title}>
    <div className="flex flex-col gap-3">
      <p className="max-w-prose">{sentence}</p>
      {lock && <LockFacts lock={lock.lock} assessment={lock.assessment} />}
      {commands.length > 0 && <TerminalLines lines={commands} />}
    </div>
  </Notice>
)
