import type { StackRef } from '#contract/common.ts'
import { removeLock } from '#domain/backends/diy/commands.ts'
import { judgeLock, NOTHING_KNOWN, reasonsToAsk } from '#domain/backends/diy/judgeLocks.ts'
import type { LockFile } from '#domain/lease/lockFile.ts'
import { cliName, fullName } from '#domain/stackName.ts'
import { useNamedStack } from '#src/api/stacks.ts'
import { PLACEHOLDER } from '#src/features/diagnose/chosenStack.ts'
import { LockOwner } from '#src/features/lease/elsewhere/LockFacts.tsx'
import { paths } from '#src/lib/paths.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { Card } from '#src/ui/Card.tsx'
import { TerminalSteps } from '#src/ui/TerminalSteps.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** A pasted lock file of a self-managed backend (GR-04). */
export function LockCard({ lock, stack }: { lock: LockFile; stack: StackRef | undefined }) {
  const pasted = { key: '', at: null, size: 0, file: lock }
  const now = serverNow()
  const reasons = reasonsToAsk(pasted, now)
  const named = useNamedStack(stack)
  return (
    <section aria-label="What was recognised">
      <p role="status" className="sr-only">
        A lock file of a self-managed backend was recognised.
      </p>
      <Card title="A lock file of a self-managed backend">
        <div className="flex flex-col gap-3">
          <LockOwner
            lock={{ username: lock.username || null, hostname: lock.hostname || null, pid: lock.pid, since: lock.at }}
          />
          <p>{judgeLock(pasted, NOTHING_KNOWN, now).evidence}</p>
          {reasons.length > 0 && (
            <section>
              <h3 className="font-semibold">Ask first</h3>
              <ul className="flex flex-col">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </section>
          )}
          <p className="max-w-prose">
            Nothing renews a lock: it names who started, not whether they still run. Look on that machine first.
          </p>
          <TerminalSteps
            steps={removeLock({ ...lock, since: lock.at }, '', {
              place: undefined,
              cliName: cliName(named ?? PLACEHOLDER),
            })}
          />
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
