import { useState } from 'react'
import type { OperationInFlight } from '#contract/leases.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

const FEW = 8

type Props = {
  operations: readonly OperationInFlight[]
  label: string
  /** They are running now, so their age is counted. */
  runs?: boolean
}

/** Started operations: kind, resource, since when. */
export function OperationList({ operations, label, runs = false }: Props) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul aria-label={label}>
        {operations.slice(0, isWhole ? undefined : FEW).map(({ type, urn, name, resourceType, since }, index) => (
          <li key={`${index}:${urn}`} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
            <span className="text-muted">{type}</span>
            <strong className="font-medium wrap-anywhere" title={urn}>
              {name}
            </strong>
            <Mono className="text-muted">{resourceType}</Mono>
            {since !== null && (
              <span className="text-sm text-muted">
                {runs ? (
                  <>
                    for <Elapsed since={since} />
                  </>
                ) : (
                  <>
                    started <Time at={since} />
                  </>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {operations.length > FEW && (
        <Button look="plain" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} className="-ml-2">
          {isWhole ? 'Show fewer' : `Show all ${number(operations.length)}`}
        </Button>
      )}
    </>
  )
}
