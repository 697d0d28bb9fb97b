import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { LearnMore } from '#src/features/recovery/FindingCard.tsx'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Why the next update must wait, on a stack with adopted resources that no run has read: the finding itself. */
export function FirstRefresh({ stack }: { stack: StackRef }) {
  const { data } = useQuery(recoveryQueries.diagnosis(stack))
  const finding = data?.findings.find(({ recovery }) => recovery === 'read-outputs')
  if (!finding) return null
  return (
    <Notice
      tone={finding.tone}
      announce="none"
      title={finding.title}
      actions={
        <LinkButton look="primary" size="sm" to={paths.recovery(stack, 'read-outputs')}>
          How to refresh
        </LinkButton>
      }
    >
      {finding.ban} <LearnMore finding={finding} stack={stack} />
    </Notice>
  )
}
