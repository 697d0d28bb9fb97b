import type { RefusedAttempt } from '#contract/leases.ts'
import { number } from '#words/counts.ts'
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

type Props = { refused: readonly RefusedAttempt[] }

/** Clients that were refused meanwhile, under a title; nothing if there were none. */
export const BlockedAttempts = ({ refused }: Props) =>
  refused.length === 0 ? null : (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">
        Blocked attempts <span className="font-normal text-muted">· {number(refused.length)}</span>
      </h3>
      <RefusedList refused={refused} />
    </section>
  )

/** The latest first. */
const RefusedList = ({ refused }: Props) => (
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
