import { useSearchParams } from 'react-router'
import { readAddress } from '#src/features/graph/address.ts'
import { Skeleton, SkeletonBar } from '#src/ui/Skeleton.tsx'
import { BoxesShape, TreeShape } from '#src/ui/WaitingShapes.tsx'

/** The loading state of the page, in its layout. */
export function GraphWaiting() {
  const [search] = useSearchParams()
  const hasDetails = readAddress(search).urn !== undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="waiting flex h-8 items-center gap-2" aria-hidden>
        <SkeletonBar className="h-8" width="14rem" />
        <SkeletonBar className="h-8" width="7rem" />
      </div>
      <div className="relative flex min-h-[34rem] flex-1 flex-col">
        <div className="flex overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0">
          {/* Only a phone has the list, which is the graph there. */}
          <div className="min-w-0 flex-1 py-1">
            <Skeleton label="Loading the graph">
              <div className="md:hidden">
                <TreeShape rows={10} />
              </div>
              <div className="max-md:hidden">
                <BoxesShape />
              </div>
            </Skeleton>
          </div>
          {hasDetails && <div className="md:w-80 md:shrink-0 md:border-l md:border-line lg:w-88" />}
        </div>
      </div>
    </div>
  )
}
