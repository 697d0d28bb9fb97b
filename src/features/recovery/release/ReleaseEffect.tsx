import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import { cancel } from '#domain/commands.ts'
import { counted, plural } from '#words/counts.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { OperationList } from '../effect/OperationList.tsx'
import { levelWords } from '../words.ts'

type Props = { stack: StackRef; lease: Lease; cautions: readonly string[] }

/** What ending somebody's run does, and what it leaves unknown. */
export function ReleaseEffect({ stack, lease, cautions }: Props) {
  const { inFlight, holder, verdict } = lease
  return (
    <>
      {cautions.length > 0 && (
        <Notice tone="attention" announce="none" title="Stop and ask first">
          <ul className="list-disc pl-4">
            {cautions.map((caution) => (
              <li key={caution}>{caution.charAt(0).toUpperCase() + caution.slice(1)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title="What will change" level={3}>
        <div className="flex flex-col gap-4">
          <ul className="list-disc pl-4">
            <li>The run of {holder.login} is ended as cancelled, and the lease is free.</li>
            <li>
              Its client cannot write to the state any more. It learns of that at its next write or renewal; what it has
              asked of the cloud goes on there to its end, and the results are not saved.
            </li>
            <li>
              Everything that had arrived until then is saved as a version of the state; the one from before is kept.
            </li>
            <li>
              {inFlight.length === 0
                ? 'Nothing is in flight, as far as its client has reported: nothing should become unknown.'
                : `${counted(inFlight.length, 'operation')} in flight ${plural(inFlight.length, 'becomes', 'become')} pending. Check in the cloud whether ${plural(inFlight.length, 'it', 'they')} completed before the next pulumi up.`}
            </li>
            <li>It cannot be undone: a lease that was ended cannot be given back.</li>
          </ul>
          {inFlight.length > 0 && (
            <section>
              <h4 className="mb-1 font-semibold">What becomes unknown</h4>
              <OperationList
                label="Operations that become unknown"
                operations={inFlight.map(({ type, urn }) => ({ op: type, urn }))}
                none="Nothing."
              />
            </section>
          )}
          <Disclosure summary="The same from a terminal">
            <TerminalLines lines={[cancel(stack)]} />
          </Disclosure>
        </div>
      </Card>
      <p className="text-muted">
        The next step asks for{' '}
        {isProbablyGone(verdict)
          ? levelWords[2]
          : `the name of the stack, typed, and how you reached ${holder.login} or why you could not`}
        , and for a reason.
      </p>
    </>
  )
}
