import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Hand from 'lucide-react/icons/hand'
import { useState } from 'react'
import { z } from 'zod'
import { readyMadeRules } from '#domain/approvals/readyMade.ts'
import { isAlone } from '#domain/approvals/rights.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { userQueries } from '#src/api/users.ts'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { localZone } from '#words/timeZone.ts'
import { draftOf } from './ruleDraft.ts'
import { RuleForm } from './RuleForm.tsx'

/** The rule that is edited, or the ready-made one that a new rule starts from. */
const Id = z.string().max(60).optional()
const address = addressState({ id: Id, from: Id })

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(approvalRuleQueries.inForce()), client.ensureQueryData(userQueries.list())])

/** A rule of one's own, or a change of one. */
export default function RulePage() {
  const [{ id, from }] = useAddressState(address)
  return <Rule key={`${id} ${from}`} id={id} from={from} />
}

function Rule({ id, from }: { id: string | undefined; from: string | undefined }) {
  const { data: now } = useSuspenseQuery(approvalRuleQueries.inForce())
  const { users } = useSuspenseQuery(userQueries.list()).data
  const alone = isAlone(users)
  // What was there when the page was opened: it stays if others remove it.
  const [opened] = useState(() => now.rules.find((rule) => rule.id === id))
  const start = opened ?? readyMadeRules({ isAlone: alone, zone: localZone() }).find((rule) => rule.id === from)
  return (
    <>
      <PageHeader
        title={opened?.name ?? 'New rule'}
        breadcrumbs={[{ to: paths.settings.approvals(), label: 'Approvals' }]}
      />
      {id !== undefined && opened === undefined ? (
        <Card>
          <EmptyState
            Icon={Hand}
            title="There is no such rule"
            action={<LinkButton to={paths.settings.approvals()}>Show the rules</LinkButton>}
          >
            It may have been removed. The versions of the rules still have it.
          </EmptyState>
        </Card>
      ) : (
        <RuleForm now={now} edited={opened} start={draftOf(start, alone)} />
      )}
    </>
  )
}
