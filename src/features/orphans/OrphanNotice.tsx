import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { orphanQueries } from '#src/api/orphans.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** That there is something in the ledger, of a stack or of all, and the way there; nothing while there is not. */
export function OrphanNotice({ stack }: { stack?: StackRef }) {
  const name = stack && `${stack.org}/${stack.project}/${stack.stack}`
  const { data } = useQuery(orphanQueries.count(name))
  if (!data || data.open === 0) return null
  return (
    <Notice
      tone="attention"
      announce="none"
      title={
        data.open === 1
          ? 'Nobody has said what became of one object'
          : `Nobody has said what became of ${data.open.toLocaleString('en')} objects`
      }
      actions={
        <LinkButton size="sm" to={paths.orphans({ stack: name })}>
          See the orphan ledger
        </LinkButton>
      }
    >
      Their creates were cut off, or no state tells of them. They may exist, be billed, and be managed by nobody.
    </Notice>
  )
}
