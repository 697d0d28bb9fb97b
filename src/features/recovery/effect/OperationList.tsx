import { useState } from 'react'
import { urnName, urnType } from '#domain/state/urn.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { number } from '#words/counts.ts'

const FEW = 6

type Props = {
  label: string
  operations: readonly { op: string; urn: string }[]
  /** Shown if there are none. */
  none: string
}

/** Operations by name, the first few at first. */
export function OperationList({ label, operations, none }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (operations.length === 0) return <p className="text-muted">{none}</p>
  const shown = isWhole ? operations : operations.slice(0, FEW)
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-0.5">
        {shown.map(({ op, urn }, index) => (
          <li key={index} title={urn} className="wrap-anywhere">
            <span className="text-muted">{op}</span> <strong className="font-medium">{urnName(urn)}</strong>{' '}
            <Mono className="text-muted">{urnType(urn)}</Mono>
          </li>
        ))}
      </ul>
      {operations.length > FEW && (
        <Button size="sm" className="mt-1" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${number(operations.length)}`}
        </Button>
      )}
    </>
  )
}
