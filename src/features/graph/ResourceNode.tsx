import type { NodeProps } from '@xyflow/react'
import { memo, use } from 'react'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cx } from '#src/lib/cx.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { number, plural } from '#words/counts.ts'
import { Ends } from './Ends.tsx'
import type { CardNode } from './flow.ts'
import { ToggleContext } from './toggle.ts'

const looks = {
  plain: 'border-line-strong bg-raised',
  selected: 'border-accent bg-raised ring-2 ring-accent',
  upstream: 'border-accent bg-raised',
  downstream: 'border-attention border-dashed bg-raised',
  around: 'border-line-strong bg-raised',
  dimmed: 'border-line bg-transparent [&_*]:text-faint',
} as const

/** A resource, or a closed group that stands for what is in it. */
export const ResourceNode = memo(function ResourceNode({ data }: NodeProps<CardNode>) {
  const { name, kind, type, inside, status, hubs, dependents, emphasis, item } = data
  const toggle = use(ToggleContext)
  return (
    <div
      title={[name, type].filter(Boolean).join('\n')}
      className={cx(
        'relative flex size-full cursor-pointer flex-col justify-center rounded-md border pr-2 pl-3',
        looks[emphasis],
        inside > 0 && 'shadow-[3px_3px_0_-1px_var(--color-surface),3px_3px_0_0_var(--color-line-strong)]',
      )}
    >
      <Ends />
      {hubs.length > 0 && (
        <span
          title={`Needs ${hubs.join(', ')}; lines on selection`}
          className="absolute -bottom-2 left-2 max-w-40 truncate rounded-full border border-line-strong bg-raised px-1.5 text-[10px] leading-3.5 text-muted"
        >
          ← {plural(hubs.length, shortenMiddle(hubs[0] ?? '', 20), `${number(hubs.length)} hubs`)}
        </span>
      )}
      {dependents > 0 && (
        <span
          title={`Used by ${dependents}; lines on selection`}
          className="absolute right-2 -bottom-2 rounded-full border border-line-strong bg-raised px-1.5 text-[10px] leading-3.5 text-muted"
        >
          {dependents} →
        </span>
      )}
      <span className="truncate text-sm font-medium text-ink">{shortenMiddle(name, 27)}</span>
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="truncate text-xs text-muted">
          {inside > 0 && (
            <span className="font-medium">
              {number(inside)} inside{kind && ' · '}
            </span>
          )}
          {kind}
        </span>
        {status}
      </span>
      {inside > 0 && (
        <span
          title={`Open ${name}`}
          onClick={(event) => {
            event.stopPropagation()
            toggle(item)
          }}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <ChevronsUpDown className="size-4" />
        </span>
      )}
    </div>
  )
})
