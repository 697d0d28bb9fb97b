import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'

/** The stack of a lease or a lock, at the head of its line in a list. `hideOrg`: only screen readers get its organization. */
export const LeasedStack = ({ stack, hideOrg }: { stack: StackRef; hideOrg: boolean }) => (
  <TextLink to={paths.stack(stack)} aria-label={fullName(stack)} className="font-semibold wrap-anywhere">
    {!hideOrg && `${stack.org}/`}
    {stack.project}/{stack.stack}
  </TextLink>
)
