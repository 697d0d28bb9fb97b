import type { RefusedAttempt } from '#contract/leases.ts'
import { Time } from '#src/ui/Time.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { HolderName } from './HolderName.tsx'
import { Shortened } from './Shortened.tsx'

const asked = {
  start: 'tried to start an update',
  import: 'wanted to import a state',
  rename: 'tried to rename the stack',
  delete: 'tried to delete the stack',
  recovery: 'tried to run a recovery',
} as const satisfies Record<RefusedAttempt['what'], string>

/** Who came meanwhile and was sent away, the latest first. */
export const RefusedList = ({ refused }: { refused: readonly RefusedAttempt[] }) => (
  <Shortened
    items={refused.toSorted((a, b) => b.at - a.at)}
    few={3}
    keyOf={({ at, actor, what }, index) => `${index}:${at}:${actor.login}:${what}`}
    render={({ at, actor, what, cliVersion, address }) => (
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          <HolderName actor={actor} /> <span className="text-muted">{asked[what]}</span>
        </span>
        <span className="flex flex-wrap gap-x-2 text-sm text-muted">
          {address && <Mono>{address}</Mono>}
          {cliVersion && <span>CLI {cliVersion.replace(/^v/, '')}</span>}
          <Time at={at} />
        </span>
      </span>
    )}
  />
)
