import { urnName, urnType } from '#domain/state/urn.ts'
import { shortType } from '#domain/state/shortType.ts'
import type { RunFacts } from '#src/features/diagnose/runFacts.ts'
import { counted, number } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Status } from '#src/ui/Status.tsx'

/** What a log of engine events says about its run. */
export const RunCard = ({
  run: { events, odd, isPreview, isCutOff, totals, failed, failedCount, inFlight, inFlightCount },
}: {
  run: RunFacts
}) => (
  <Card look="section" title={isPreview ? 'The preview in this log' : 'The run in this log'}>
    <KeyValue
      items={[
        {
          label: 'Ended',
          value: isCutOff ? (
            <Status tone="attention" className="whitespace-normal! wrap-anywhere">
              The log has no summary: the run was interrupted, or the log was truncated
            </Status>
          ) : (
            <Status tone={failed.length > 0 ? 'danger' : 'ok'}>with a summary</Status>
          ),
        },
        {
          label: 'Events',
          value:
            odd > 0
              ? `${counted(events, 'event')}, and ${counted(odd, 'line')} that is none`
              : counted(events, 'event'),
        },
        {
          label: 'Done',
          value:
            Object.entries(totals)
              .map(([op, count]) => `${op} ${number(count)}`)
              .join(', ') || 'nothing',
        },
        {
          label: 'Failed',
          value:
            failed.length === 0 ? undefined : (
              <ul className="flex flex-col gap-1">
                {failed.map(({ urn, op, messages }) => (
                  <li key={urn}>
                    {op} {urnName(urn)} <span className="text-sm text-muted">{shortType(urnType(urn))}</span>
                    {messages.map((message, index) => (
                      <p key={index} className="pl-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                        {message}
                      </p>
                    ))}
                  </li>
                ))}
                <More count={failedCount - failed.length} />
              </ul>
            ),
        },
        {
          label: 'In flight',
          value:
            inFlight.length === 0 ? undefined : (
              <ul className="flex flex-col">
                {inFlight.map(({ urn, op }) => (
                  <li key={urn}>
                    {op} {urnName(urn)} <span className="text-sm text-muted">{shortType(urnType(urn))}</span>
                  </li>
                ))}
                <More count={inFlightCount - inFlight.length} />
              </ul>
            ),
        },
      ]}
    />
  </Card>
)

const More = ({ count }: { count: number }) => count > 0 && <li className="text-muted">and {number(count)} more</li>
