import type { KeptElsewhere } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { isCalm } from '#domain/backends/backendNames.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

type Props = { stack: StackRef; elsewhere: KeptElsewhere | null | undefined }

/** A lock that is left in the backend: its holder may still write, so it comes before everything else. */
export function ForeignLock({ stack, elsewhere }: Props) {
  const holder = elsewhere?.holder
  if (!holder || holder.locks.length === 0) return null
  return (
    <Notice
      tone={isCalm(holder.word) ? 'running' : 'attention'}
      announce="none"
      title={
        isCalm(holder.word)
          ? 'A run holds the lock: wait for its end'
          : 'Find out first whether the holder of the lock still runs'
      }
      actions={
        <LinkButton size="sm" to={paths.stack(stack)}>
          View lock
        </LinkButton>
      }
    >
      {holder.evidence}
    </Notice>
  )
}
