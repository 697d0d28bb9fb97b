import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { counted, plural } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** A link to the untracked resources of a stack, or of all; nothing if there are none. */
export function UntrackedNotice({ stack }: { stack?: StackRef }) {
  const name = stack && fullName(stack)
  const { data } = useQuery(untrackedQueries.count(name))
  if (!data || data.open === 0) return null
  return (
    <Notice
      tone="attention"
      announce="none"
      title={counted(data.open, 'untracked resource')}
      actions={
        <LinkButton size="sm" to={paths.untracked({ stack: name })}>
          Review untracked resources
        </LinkButton>
      }
    >
      {plural(data.open, 'It', 'They')} may exist in your cloud account and cost money, but no stack tracks{' '}
      {plural(data.open, 'it', 'them')}.
    </Notice>
  )
}
