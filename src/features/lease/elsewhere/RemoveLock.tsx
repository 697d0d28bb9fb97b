import type { ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { removalLines } from './removalLines.ts'

type Props = {
  elsewhere: Pick<KeptElsewhere, 'kind' | 'address' | 'cliName'>
  lock: ForeignLock
  /** Pending operations of the state. */
  inFlight: number
  /** One of several: its id tells them apart. */
  isOneOfSeveral?: boolean
  isOpen?: boolean
}

/** How to remove exactly one lock: first the check whether its holder still runs. Holdfast removes none. */
export const RemoveLock = ({ elsewhere, lock, inFlight, isOneOfSeveral = false, isOpen = false }: Props) => (
  <Disclosure
    summary={isOneOfSeveral ? `Remove the lock ${lock.id.slice(0, 8)} by hand` : 'Remove the lock by hand'}
    open={isOpen}
  >
    <TerminalLines lines={removalLines(elsewhere, lock, inFlight)} />
    <p className="text-sm text-muted">
      <code>pulumi cancel</code> would remove every lock of the stack, including one taken in the meantime.
    </p>
  </Disclosure>
)
