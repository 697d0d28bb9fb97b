import { useQuery } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import type { StackSummary } from '#contract/stacks.ts'
import { isAdmin, sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { counted, plural } from '#words/counts.ts'

/** Whether no CLI sees a stack because its connected backend is in the old layout. */
export const isInOldLayout = (elsewhere: StackSummary['elsewhere']): boolean =>
  elsewhere?.isInvisible === true && elsewhere.kind !== 'opened'

/** Says once for each backend why the CLI does not see its stacks; the page with the upgrade is for administrators. */
export function OldLayouts({ stacks }: { stacks: readonly StackSummary[] }) {
  const { data: session } = useQuery(sessionQueries.current())
  const backends = Map.groupBy(
    stacks.filter(({ elsewhere }) => isInOldLayout(elsewhere)),
    ({ elsewhere }) => elsewhere?.backend ?? '',
  )
  return [...backends].map(([backend, { length }]) => (
    <Notice
      key={backend}
      tone="danger"
      Icon={EyeOff}
      announce="none"
      title={`${counted(length, 'stack')} of ${backend} ${plural(length, 'is', 'are')} in the old layout`}
      actions={
        session && isAdmin(session) ? (
          <LinkButton to={paths.backendLayout(backend)} aria-label={`How to upgrade ${backend}`}>
            How to upgrade
          </LinkButton>
        ) : undefined
      }
    >
      The CLI cannot see {plural(length, 'it', 'them')} until the backend is upgraded.
    </Notice>
  ))
}
