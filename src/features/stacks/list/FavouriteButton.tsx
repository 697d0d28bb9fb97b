import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import type { StackSummary } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { changeFavourite, preferenceChanges, preferenceQueries } from '#src/api/preferences.ts'
import { cx } from '#src/lib/cx.ts'

/** A star that shows and toggles whether the stack is a favourite. */
export function FavouriteButton({ stack: { id, ref } }: { stack: Pick<StackSummary, 'id' | 'ref'> }) {
  const client = useQueryClient()
  const { data } = useQuery({ ...preferenceQueries.mine(), throwOnError: false })
  const { mutate, variables, isPending } = useMutation({
    ...preferenceChanges,
    mutationFn: (isFavourite: boolean) => changeFavourite(client, id, isFavourite),
  })
  const isFavourite = isPending ? variables : (data?.favourites.includes(id) ?? false)
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favourite ${fullName(ref)}`}
      onClick={() => mutate(!isFavourite)}
      className="-ml-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-faint hover:text-ink"
    >
      <Star className={cx('size-3.5', isFavourite && 'fill-current text-attention')} aria-hidden />
    </button>
  )
}
