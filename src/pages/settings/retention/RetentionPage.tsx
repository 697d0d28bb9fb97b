import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type RetentionRule, RetentionQuery } from '#contract/retention.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { retentionQueries } from '#src/api/retention.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { OrgField } from '../OrgField.tsx'
import { addressState, STEP, useAddressState } from '#src/lib/useAddressState.ts'
import { orgIn, orgOf, OrgParameter } from '../orgOfAddress.ts'
import { RetentionForm } from './RetentionForm.tsx'
import { RetentionPreviewCard } from './RetentionPreviewCard.tsx'
import { RetentionStatus } from './RetentionStatus.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'

/** With the rule whose effect is previewed, which belongs to one organization. */
const address = addressState({ org: OrgParameter, ...RetentionQuery.shape }, ['keepNewest', 'keepDays'])

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(
      retentionQueries.setting(await orgOf(client, address.read(new URL(request.url).searchParams).org)),
    )

/** The retention of old versions: off until an administrator has seen what it would remove and switches it on. */
export default function RetentionPage() {
  const [{ org: named, keepNewest = null, keepDays = null }, change] = useAddressState(address)
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const org = orgIn(named, session)
  const { data: setting } = useSuspenseQuery(retentionQueries.setting(org))
  const rule: RetentionRule | undefined =
    keepNewest === null && keepDays === null ? undefined : { keepNewest, keepDays }
  return (
    <>
      <PageHeader title="Retention" meta={<span>Which old versions of a state are kept</span>} />
      <SettingsTabs />
      <div className="empty:hidden">
        <OrgField organizations={session.organizations} value={org} onChange={(next) => change({ org: next }, STEP)} />
      </div>
      <RetentionStatus org={org} setting={setting} />
      <RetentionForm
        key={JSON.stringify([org, rule])}
        start={rule ?? setting.rule ?? undefined}
        onAsk={(next) =>
          change({ keepNewest: next.keepNewest ?? undefined, keepDays: next.keepDays ?? undefined }, STEP)
        }
      />
      {rule && <Preview org={org} rule={rule} inForce={setting.rule} />}
    </>
  )
}

function Preview({ org, rule, inForce }: { org: string; rule: RetentionRule; inForce: RetentionRule | null }) {
  const { data, error } = useQuery(retentionQueries.preview(org, rule))
  if (data) return <RetentionPreviewCard org={org} preview={data} inForce={inForce} />
  if (!error) return <Skeleton label="Looking through the versions" rows={4} />
  return (
    <Notice tone="danger" title="The preview is not available">
      {troubleOf(error).detail}
    </Notice>
  )
}
