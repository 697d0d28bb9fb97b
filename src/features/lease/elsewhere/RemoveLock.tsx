import type { ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { placeOf, removeLock } from '#domain/backends/diy/commands.ts'
import { paths } from '#src/lib/paths.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { TerminalSteps } from '#src/ui/TerminalSteps.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted } from '#words/counts.ts'

type Props = {
  stack: StackRef
  elsewhere: Pick<KeptElsewhere, 'kind' | 'address' | 'cliName'>
  lock: ForeignLock
  /** Pending operations of the state. */
  inFlight: number
  /** One of several: its id tells them apart. */
  isOneOfSeveral?: boolean
  isOpen?: boolean
}

/** How to remove exactly one lock: first the check whether its holder still runs. Holdfast removes none. */
export const RemoveLock = ({ stack, elsewhere, lock, inFlight, isOneOfSeveral = false, isOpen = false }: Props) => (
  <Disclosure
    summary={isOneOfSeveral ? `Remove the lock ${lock.id.slice(0, 8)} by hand` : 'Remove the lock by hand'}
    open={isOpen}
  >
    <TerminalSteps
      steps={removeLock(lock, lock.key, {
        place: placeOf(elsewhere.address),
        address: elsewhere.address,
        cliName: elsewhere.cliName,
      })}
    />
    {inFlight > 0 && (
      <p className="text-sm">
        Then <TextLink to={paths.recover(stack)}>resolve the {counted(inFlight, 'pending operation')}</TextLink> before
        the next update.
      </p>
    )}
    <p className="text-sm text-muted">
      <code>pulumi cancel</code> would remove every lock of the stack, including one taken in the meantime.
    </p>
  </Disclosure>
)
