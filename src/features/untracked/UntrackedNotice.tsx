import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { counted, plural } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

type Props = {
  stack?: StackRef
  /** So many of them are on the page already. */
  listed?: number
}

/** A link to the untracked resources of a stack, or of all; nothing if there are none, or all are on the page. */
export function UntrackedNotice({ stack, listed = 0 }: Props) {
  const name = stack && fullName(stack)
  const { data } = useQuery(untrackedQueries.count(name))
  const open = (data?.open ?? 0) - listed
  if (open <= 0) return null
  return (
    <Notice
      tone="attention"
      announce="none"
      title={counted(open, listed > 0 ? 'other untracked resource' : 'untracked resource')}
      actions={
        <LinkButton size="sm" to={paths.untracked({ stack: name })}>
          Review untracked resources
        </LinkButton>
      }
    >
      {plural(open, 'It', 'They')} may exist in your cloud account and cost money, but no stack tracks{' '}
      {plural(open, 'it', 'them')}.
    </Notice>
  )
}
