import type { NodeProps } from '@xyflow/react'
import { memo, use } from 'react'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import { headerOf } from '#domain/graphLayout/pack.ts'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'
import { Ends } from './Ends.tsx'
import type { GroupNode } from './flow.ts'
import { ToggleContext } from './toggle.ts'

const looks = {
  plain: 'border-line-strong',
  selected: 'border-accent ring-2 ring-accent',
  upstream: 'border-accent',
  downstream: 'border-attention border-dashed',
  around: 'border-line-strong',
  dimmed: 'border-line [&_*]:text-faint',
} as const

/** An open group: a frame with a title, the cards lie over it. */
export const GroupBox = memo(function GroupBox({ data, width = 0 }: NodeProps<GroupNode>) {
  const { name, kind, type, inside, status, dependents, emphasis, item, depth } = data
  const toggle = use(ToggleContext)
  const header = headerOf(width)
  return (
    <div className={cx('size-full rounded-lg border', depth % 2 === 0 ? 'bg-canvas' : 'bg-sunken', looks[emphasis])}>
      <Ends />
      <div
        title={[name, type].filter(Boolean).join('\n')}
        className="flex cursor-pointer items-center gap-[0.6em] px-3 leading-normal"
        style={{ height: header, fontSize: Math.max(13, header * 0.46) }}
      >
        <span className="truncate font-semibold text-ink">{name}</span>
        <span className="min-w-0 shrink truncate text-[0.85em] text-muted">{kind}</span>
        <span className="shrink-0 text-[0.85em] text-faint">{number(inside)}</span>
        {dependents > 0 && <span className="shrink-0 text-[0.85em] text-muted">needed by {dependents}</span>}
        {status}
        {item > 0 && (
          <span
            title={`Close ${name}`}
            onClick={(event) => {
              event.stopPropagation()
              toggle(item)
            }}
            className="ml-auto inline-flex size-[1.8em] shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronsDownUp className="size-[1.1em]" />
          </span>
        )}
      </div>
    </div>
  )
})
