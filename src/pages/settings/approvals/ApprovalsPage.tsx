import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Hand from 'lucide-react/icons/hand'
import { useMemo, useState } from 'react'
import { readyMadeRules } from '#domain/approvals/readyMade.ts'
import { isAlone } from '#domain/approvals/rights.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { userQueries } from '#src/api/users.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { localZone } from '#words/timeZone.ts'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { Limits } from './Limits.tsx'
import { ReadyMade } from './ReadyMade.tsx'
import { RuleList } from './RuleList.tsx'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(approvalRuleQueries.inForce()), client.ensureQueryData(userQueries.list())])

/** The rules by which steps are refused or held, and ready-made ones to begin with. */
export default function ApprovalsPage() {
  const { data: now } = useSuspenseQuery(approvalRuleQueries.inForce())
  const { users } = useSuspenseQuery(userQueries.list()).data
  const alone = isAlone(users)
  const readyMade = useMemo(() => readyMadeRules({ isAlone: alone, zone: localZone() }), [alone])
  const [added, setAdded] = useState<string>()
  const isEmpty = now.rules.length === 0
  return (
    <>
      <PageHeader
        title="Approvals"
        meta={<span>Steps of updates that are refused, or wait until somebody allows them</span>}
        actions={
          <>
            {now.version > 0 && <LinkButton to={paths.settings.approvalVersions()}>Versions</LinkButton>}
            <LinkButton to={paths.settings.approvalJson()}>As JSON</LinkButton>
            <LinkButton look="primary" to={paths.settings.approvalRule()}>
              New rule…
            </LinkButton>
          </>
        }
      />
      <SettingsTabs />
      <div className="flex flex-col gap-4">
        {isEmpty ? <NoRules /> : <RuleList now={now} added={added} />}
        <ReadyMade now={now} rules={readyMade} isAlone={alone} onSwitchedOn={setAdded} />
        <Limits isOpen={isEmpty} />
      </div>
    </>
  )
}

const NoRules = () => (
  <Card>
    <EmptyState Icon={Hand} title="No rule is in force">
      A rule refuses a step of an update, or holds it until somebody allows it, before the provider is called: for every
      program, with the unmodified CLI. It cannot stop changes made outside the CLI, or by clients that keep no journal
      (
      <a href="#limits" className="rounded-sm text-accent underline underline-offset-2">
        what rules cannot do
      </a>
      ). Begin with a ready-made rule below.
    </EmptyState>
  </Card>
)
