import type { ApprovalRules } from '#contract/approvals.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Time } from '#src/ui/Time.tsx'

/** Who saved a version of the rules, and when: `, saved by Ada 3 min ago`. */
export function SavedBy({ version: { changedAt, changedBy } }: { version: ApprovalRules }) {
  const name = usePersonName(changedBy ?? '')
  if (changedAt === null) return null
  return (
    <>
      , saved by {name} <Time at={changedAt} />
    </>
  )
}
