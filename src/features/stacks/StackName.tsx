import type { StackRef } from '#contract/common.ts'
import { stackName } from './names.ts'
import { paths } from '#src/lib/paths.ts'
import { Link } from 'react-router'

type Props = {
  stack: StackRef
  /** Where all stacks are of one organization, it is only said to readers. */
  hideOrg?: boolean
  to?: string
}

/** A stack by its name, which leads to it; what is the same for many is muted. */
export const StackName = ({ stack, hideOrg = false, to = paths.stack(stack) }: Props) => (
  <Link to={to} aria-label={stackName(stack)} className="rounded-sm text-accent wrap-anywhere hover:underline">
    <span className="text-muted">
      {!hideOrg && `${stack.org}/`}
      {stack.project}/
    </span>
    <span className="font-semibold">{stack.stack}</span>
  </Link>
)

/** Whether there is but one organization among them. */
export const hasOneOrg = (stacks: readonly StackRef[]): boolean => new Set(stacks.map(({ org }) => org)).size <= 1
