import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import { cancel } from '#domain/commands.ts'
import { counted, plural } from '#words/counts.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { OperationList } from '../effect/OperationList.tsx'

type Props = { stack: StackRef; lease: Lease; cautions: readonly string[] }

/** What cancelling another user's update does, and what stays unknown. */
export function ReleaseEffect({ stack, lease, cautions }: Props) {
  const { inFlight, holder, client } = lease
  const name = useRunnerName(holder.login, client.ci)
  return (
    <>
      <NoticeList title="Check first" items={cautions.map(capitalized)} />
      <Card title="What will change" level={3}>
        <div className="flex flex-col gap-4">
          <ul className="list-disc pl-4">
            <li>{name}’s update ends as cancelled, and its lease is released.</li>
            <li>
              Its CLI can no longer write to the state, and learns that at its next write or renewal. Cloud operations
              that it has started continue. What they report later does not change the state; it is kept as evidence.
            </li>
            <li>Everything reported until then is saved as a new version. The current version is kept.</li>
            <li>
              {inFlight.length === 0
                ? 'Nothing is in flight, as far as the CLI has reported.'
                : `${counted(inFlight.length, 'operation')} in flight ${plural(inFlight.length, 'becomes', 'become')} pending. Check in the cloud whether ${plural(inFlight.length, 'it', 'they')} completed before the next pulumi up.`}
            </li>
            <li>This can’t be undone.</li>
          </ul>
          {inFlight.length > 0 && (
            <section>
              <h4 className="mb-1 font-semibold">Operations left with an unknown outcome</h4>
              <OperationList
                label="Operations left with an unknown outcome"
                operations={inFlight.map(({ type, urn }) => ({ op: type, urn }))}
                none="Nothing."
              />
            </section>
          )}
          <Disclosure summary="CLI commands">
            <TerminalLines lines={[cancel(stack)]} />
          </Disclosure>
        </div>
      </Card>
    </>
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
