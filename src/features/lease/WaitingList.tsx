import type { QueuePlace } from '#contract/locks.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'
import { HolderName } from './HolderName.tsx'
import { Shortened } from './Shortened.tsx'

/** Clients that wait for the stack, next first; nothing if there are none. */
export function WaitingList({ queue }: { queue: readonly QueuePlace[] }) {
  if (queue.length === 0) return null
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">
        Queue <span className="font-normal text-muted">· {number(queue.length)}</span>
      </h3>
      <Shortened
        items={queue}
        few={3}
        keyOf={({ actor, since }, index) => `${index}:${since}:${actor.login}`}
        render={({ actor, since, address, cliVersion, userAgent }) => (
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <HolderName actor={actor} />
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-2 text-sm text-muted wrap-anywhere">
              {address && <Mono>{address}</Mono>}
              <span>{cliVersion ? `CLI ${cliVersion.replace(/^v/, '')}` : userAgent}</span>
              <Time at={since} />
            </span>
          </span>
        )}
      />
    </section>
  )
}
