import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { REMOVE_LOCK, REMOVE_LOCK_ANCHOR } from '#domain/backends/backendNames.ts'
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
  /** The head of the card does not say what `pulumi cancel` would do. */
  saysCancel: boolean
}

/** How to remove exactly one lock: first the check whether its holder still runs. Holdfast removes none. */
export function RemoveLock({
  stack,
  elsewhere,
  lock,
  inFlight,
  saysCancel,
  isOneOfSeveral = false,
  isOpen = false,
}: Props) {
  const place = usePlace(!isOneOfSeveral)
  return (
    <div ref={place} id={isOneOfSeveral ? undefined : REMOVE_LOCK_ANCHOR} tabIndex={-1} className="scroll-mt-16">
      <Disclosure summary={isOneOfSeveral ? `${REMOVE_LOCK} ${lock.id.slice(0, 8)}` : REMOVE_LOCK} open={isOpen}>
        <TerminalSteps
          steps={[
            ...removeLock(lock, lock.key, {
              place: placeOf(elsewhere.address),
              address: elsewhere.address,
              cliName: elsewhere.cliName,
            }),
            { text: <SeeThatItIsGone />, commands: [] },
            ...(inFlight === 0 ? [] : [{ text: <ThenResolve stack={stack} inFlight={inFlight} />, commands: [] }]),
          ]}
        />
        {saysCancel && (
          <p className="text-sm text-muted">
            <code>pulumi cancel</code> would remove every lock of the stack, including one taken in the meantime.
          </p>
        )}
      </Disclosure>
    </div>
  )
}

const SeeThatItIsGone = () => (
  <>
    Choose <em>Read again</em>: this lock must be gone.
  </>
)

const ThenResolve = ({ stack, inFlight }: Pick<Props, 'stack' | 'inFlight'>) => (
  <>
    Then <TextLink to={paths.recover(stack)}>resolve the {counted(inFlight, 'pending operation')}</TextLink> before the
    next update.
  </>
)

/** The steps that a link leads to: they may appear after the page, and may have been closed. */
function usePlace(isLedTo: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!isLedTo || hash !== `#${REMOVE_LOCK_ANCHOR}` || place.current === null) return
    const details = place.current.querySelector('details')
    if (details) details.open = true
    place.current.focus()
  }, [isLedTo, hash, key])
  return place
}
