import type { StackRef } from '#contract/common.ts'
import { fullName, NO_PROJECT } from '#domain/stackName.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { paths } from '#src/lib/paths.ts'
import { Link } from 'react-router'

type Props = {
  stack: StackRef
  /** With a single organization, only screen readers get its name. */
  hideOrg?: boolean
  to?: string
}

/**
 * A link to a stack by name; the parts that many names share are muted. A name of many lines would hide its neighbours:
 * it is shown without its middle, and whole on hover and for screen readers.
 */
export function StackName({ stack, hideOrg = false, to = paths.stack(stack) }: Props) {
  const name = fullName(stack)
  const shown = shortStack(stack)
  return (
    <Link
      to={to}
      aria-label={name}
      title={shown === stack ? undefined : name}
      className="rounded-sm text-accent wrap-anywhere hover:underline"
    >
      <span className="text-muted">
        {!hideOrg && `${stack.org}/`}
        {stack.project !== NO_PROJECT && `${shown.project}/`}
      </span>
      <span className="font-semibold">{shown.stack}</span>
    </Link>
  )
}

/** The name for about two lines of a list: of a long one, `part` characters of each of its parts. */
export const shortStack = (stack: StackRef, part = PART): StackRef =>
  stack.project.length + stack.stack.length <= LONG
    ? stack
    : { ...stack, project: shortenMiddle(stack.project, part), stack: shortenMiddle(stack.stack, part) }
const LONG = 64
const PART = 28

/** Whether all stacks are of one organization. */
export const hasOneOrg = (stacks: readonly StackRef[]): boolean => new Set(stacks.map(({ org }) => org)).size <= 1
