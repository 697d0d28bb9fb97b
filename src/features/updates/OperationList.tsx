import type { OperationInFlight } from '#contract/leases.ts'
import { shortType } from '#domain/state/shortType.ts'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { Elapsed } from '#src/ui/Time.tsx'

const FEW = 8

type Props = {
  operations: readonly OperationInFlight[]
  label: string
  /** They are running now, so their age is counted. */
  runs?: boolean
}

/** Started operations: kind, resource; how long they run. */
export function OperationList({ operations, label, runs = false }: Props) {
  const { shown, toggle } = useFirst(operations, FEW)
  return (
    <>
      <ul aria-label={label}>
        {shown.map(({ type, urn, name, resourceType, since }, index) => (
          <li key={`${index}:${urn}`} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
            <span className="text-muted">{type}</span>
            <strong className="font-medium wrap-anywhere" title={urn}>
              {name}
            </strong>
            <span className="text-sm text-muted" title={resourceType}>
              {shortType(resourceType)}
            </span>
            {runs && since !== null && (
              <span className="text-sm text-muted">
                for <Elapsed since={since} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {toggle && <ShowAll {...toggle} look="plain" className="-ml-2" />}
    </>
  )
}
