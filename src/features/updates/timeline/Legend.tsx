import { memo } from 'react'
import { APPROVAL_OP, isApproval } from '#domain/timeline/approvalWaits.ts'
import type { Step } from '#domain/timeline/course.ts'
import { type OpGroup, opGroup } from '#domain/events/opGroups.ts'
import { cx } from '#src/lib/cx.ts'
import { opLooks } from '../operations.ts'
import { barLook, type Standing, standingOf } from './bars.ts'

const GROUPS = Object.keys(opLooks) as OpGroup[]

type Props = {
  /** The steps that the chart shows: only their signs are named. */
  steps: readonly Step[]
  /** Steps of a run that is over have an unknown outcome where those of another are running. */
  isOver: boolean
  hasBefore: boolean
  /** Whether there are components, which span their content. */
  hasGroups: boolean
}

/** The legend of the bars: the signs that are used. */
export const Legend = memo(function Legend({ steps, isOver, hasBefore, hasGroups }: Props) {
  const own = steps.filter((step) => !isApproval(step))
  const standings = new Set<Standing>(own.map((step) => standingOf(step, isOver)))
  const groups = new Set(own.filter(({ outcome }) => outcome === 'done').map(({ op }) => opGroup(op)))
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted"
    >
      {GROUPS.filter((group) => groups.has(group)).map((group) => (
        <Item key={group} look={barLook(group, 'done')}>
          {opLooks[group].sign} {opLooks[group].done}
        </Item>
      ))}
      {standings.has('failed') && <Item look={barLook('create', 'failed')}>✕ failed</Item>}
      {standings.has('unknown') && <Item look={barLook('create', 'unknown')}>outcome unknown</Item>}
      {standings.has('running') && <Item look={barLook('create', 'running')}>running</Item>}
      {own.length < steps.length && <Item look={barLook(APPROVAL_OP, 'done')}>… waiting for approval</Item>}
      <Item look="bg-surface outline-2 outline-offset-[-1px] outline-accent">critical path</Item>
      {hasGroups && <Item look="h-2! border border-line-strong bg-unknown-subtle">component, with its content</Item>}
      {hasBefore && <Item look="h-[3px]! bg-control">the run before</Item>}
    </ul>
  )
})

const Item = ({ look, children }: { look: string; children: React.ReactNode }) => (
  <li className="inline-flex items-center gap-1.5">
    <span aria-hidden className={cx('relative inline-block h-2.5 w-5 rounded-sm forced-color-adjust-none', look)} />
    {children}
  </li>
)
