import type { PendingItem } from '#contract/recoveries.ts'
import { LookUp, Place } from '#src/features/recovery/pending/LookUp.tsx'
import { Name, Operation } from '#src/features/recovery/pending/OperationRow.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'

const FEW = 6

/** The resources with an unknown outcome: the operation, the name to look for, and where. */
export function PendingRows({ pending }: { pending: readonly PendingItem[] }) {
  const { shown, toggle } = useFirst(pending, FEW)
  return (
    <>
      <ul aria-label="Resources with an unknown outcome" className="flex flex-col divide-y divide-line">
        {shown.map((item) => (
          <li
            key={item.key}
            className="grid items-center gap-x-6 gap-y-0.5 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_max-content] xl:grid-cols-[minmax(0,26rem)_minmax(0,26rem)_max-content]"
          >
            <Operation item={item} />
            <p className="text-sm">
              <Name item={item} />
            </p>
            <p className="flex flex-wrap gap-x-3 text-sm">
              <LookUp item={item} />
              <Place item={item} />
            </p>
          </li>
        ))}
      </ul>
      {toggle && (
        <div className="border-t border-line px-4 py-2">
          <ShowAll {...toggle} />
        </div>
      )}
    </>
  )
}
