import { urnName, urnType } from '#domain/state/urn.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'

const FEW = 6

type Props = {
  label: string
  operations: readonly { op: string; urn: string }[]
  /** Shown if there are none. */
  none: string
}

/** Operations by name, the first few at first. */
export function OperationList({ label, operations, none }: Props) {
  const { shown, toggle } = useFirst(operations, FEW)
  if (operations.length === 0) return <p className="text-muted">{none}</p>
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
      {toggle && <ShowAll {...toggle} className="mt-1" />}
    </>
  )
}
