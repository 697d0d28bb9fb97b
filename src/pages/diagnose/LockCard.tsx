import type { StackRef } from '#contract/common.ts'
import { assessLock, type LockFile } from '#domain/lease/lockFile.ts'
import { fullName } from '#domain/stackName.ts'
import { PLACEHOLDER } from '#src/features/diagnose/chosenStack.ts'
import { LockFacts } from '#src/features/offline/LockFacts.tsx'
import { lockCommands } from '#src/features/offline/bucketCommands.ts'
import { paths } from '#src/lib/paths.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { Card } from '#src/ui/Card.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** A pasted lock file of a self-managed backend (GR-04). */
export function LockCard({ lock, stack }: { lock: LockFile; stack: StackRef | undefined }) {
  return (
    <section aria-label="What was recognised">
      <p role="status" className="sr-only">
        A lock file of a self-managed backend was recognised.
      </p>
      <Card title="A lock file of a self-managed backend">
        <div className="flex flex-col gap-3">
          <LockFacts lock={lock} assessment={assessLock(lock, null, serverNow())} />
          <p className="max-w-prose">
            A lock has no heartbeat: it names who started, not whether they still run. Look on that machine first.
          </p>
          <TerminalLines lines={lockCommands(lock, fullName(stack ?? PLACEHOLDER), undefined)} />
          <p className="flex flex-col gap-1">
            <TextLink to={paths.open()}>
              Drop the backend’s folder to see whether anything was written since, and what is pending
            </TextLink>
            <TextLink to={paths.problem('bucket-lock', { stack: stack && fullName(stack) })}>
              How to distinguish the causes
            </TextLink>
          </p>
        </div>
      </Card>
    </section>
  )
}
