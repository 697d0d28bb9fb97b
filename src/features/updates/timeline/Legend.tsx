import { APPROVAL_OP } from '#domain/timeline/approvalWaits.ts'
import { cx } from '#src/lib/cx.ts'
import { opLooks } from '../operations.ts'
import { barLook } from './bars.ts'

const shown = ['create', 'update', 'delete', 'same'] as const

type Props = {
  /** Steps of a run that is over have an unknown outcome where those of another are running. */
  isOver: boolean
  hasBefore: boolean
  /** Whether a step waited for approval. */
  hasApprovals: boolean
}

/** The legend of the bars. */
export const Legend = ({ isOver, hasBefore, hasApprovals }: Props) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted">
    {shown.map((op) => (
      <Item key={op} look={barLook(op, 'done')}>
        {opLooks[op].sign} {opLooks[op].done}
      </Item>
    ))}
    <Item look={barLook('create', 'failed')}>✕ failed</Item>
    {isOver ? (
      <Item look={barLook('create', 'unknown')}>outcome unknown</Item>
    ) : (
      <Item look={barLook('create', 'running')}>running</Item>
    )}
    {hasApprovals && <Item look={barLook(APPROVAL_OP, 'done')}>… waiting for approval</Item>}
    <Item look="bg-surface outline-2 outline-offset-[-1px] outline-accent">critical path</Item>
    {hasBefore && <Item look="h-[3px]! bg-control">the run before</Item>}
  </ul>
)

const Item = ({ look, children }: { look: string; children: React.ReactNode }) => (
  <li className="inline-flex items-center gap-1.5">
    <span aria-hidden className={cx('relative inline-block h-2.5 w-5 rounded-sm forced-color-adjust-none', look)} />
    {children}
  </li>
)
