import { number } from '#words/counts.ts'
import { Button } from './Button.tsx'

type Props = { shown: number; total: number; step: number; onMore: (shown: number) => void; size?: 'sm' | 'md' }

/** Shows more of a list. Nothing if all of it is shown. */
export function ShowMore({ shown, total, step, onMore, size = 'sm' }: Props) {
  if (total <= shown) return null
  return (
    <Button size={size} className="w-fit" onClick={() => onMore(shown + step)}>
      Show {number(Math.min(step, total - shown))} more of {number(total)}
    </Button>
  )
}
