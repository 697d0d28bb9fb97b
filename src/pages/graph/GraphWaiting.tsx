import { useSearchParams } from 'react-router'
import { readAddress } from '#src/features/graph/address.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The loading state of the page, in its layout. */
export function GraphWaiting() {
  const [search] = useSearchParams()
  const hasDetails = readAddress(search).urn !== undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="h-8" />
      <div className="relative flex min-h-[34rem] flex-1 flex-col">
        <div className="flex overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0">
          <div className="py-1 max-md:w-full md:w-72 md:shrink-0">
            <Skeleton label="Loading the graph" rows={10} />
          </div>
          <div className="min-w-0 flex-1" />
          {hasDetails && <div className="md:w-80 md:shrink-0 md:border-l md:border-line lg:w-88" />}
        </div>
      </div>
    </div>
  )
}
