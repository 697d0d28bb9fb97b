import type { StackRef } from '#contract/common.ts'
import { fullName, NO_PROJECT } from '#domain/stackName.ts'
import { paths } from '#src/lib/paths.ts'
import { Link } from 'react-router'

type Props = {
  stack: StackRef
  /** With a single organization, only screen readers get its name. */
  hideOrg?: boolean
  to?: string
}

/** A link to a stack by name; the parts that many names share are muted. */
export const StackName = ({ stack, hideOrg = false, to = paths.stack(stack) }: Props) => (
  <Link to={to} aria-label={fullName(stack)} className="rounded-sm text-accent wrap-anywhere hover:underline">
    <span className="text-muted">
      {!hideOrg && `${stack.org}/`}
      {stack.project !== NO_PROJECT && `${stack.project}/`}
    </span>
    <span className="font-semibold">{stack.stack}</span>
  </Link>
)

/** Whether all stacks are of one organization. */
export const hasOneOrg = (stacks: readonly StackRef[]): boolean => new Set(stacks.map(({ org }) => org)).size <= 1
