import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { FoundResources } from '#contract/search.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted, number } from '#words/counts.ts'
import { STEPS } from './address.ts'

type Limit = (typeof STEPS)[number]
type Props = { found: FoundResources; limit: Limit; onLimit: (limit: Limit) => void }

/** Above the results: that they are not all of them. */
export const SoFar = ({ found: { resources, isMore, isBehind } }: Pick<Props, 'found'>) =>
  isBehind &&
  resources.length > 0 && (
    <p role="status" className="flex items-baseline gap-2">
      <LoaderCircle className="size-4 shrink-0 animate-spin self-center text-muted" aria-hidden />
      <span>
        <strong className="font-semibold">
          {counted(resources.length, 'resource')}
          {isMore && ' and more'} so far
        </strong>
        : some stacks are still being indexed. Results are added as they come.
      </span>
    </p>
  )

/** How many resources are shown, how to get more, and what the answer may lack. */
export function HowMany({ found: { resources, isMore, isPartial, isBehind }, limit, onLimit }: Props) {
  const next = STEPS.find((step) => step > limit)
  return (
    <>
      {resources.length > 0 && (isMore || !isBehind) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted" role="status">
          <span>
            {isMore
              ? `The first ${number(resources.length)} resources. Add a word or a filter to narrow the search.`
              : counted(resources.length, 'resource')}
          </span>
          {isMore && next !== undefined && (
            <Button size="sm" onClick={() => onLimit(next)}>
              Show up to {number(next)}
            </Button>
          )}
        </div>
      )}
      {isPartial && (
        <p role="status" className="text-sm text-muted">
          Only some of the resources were examined, so there may be more. Use a longer word or another filter.
        </p>
      )}
    </>
  )
}
