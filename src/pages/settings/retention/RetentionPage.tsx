import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { type RetentionRule, RetentionQuery } from '#contract/retention.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { retentionQueries } from '#src/api/retention.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { OrgField } from '../OrgField.tsx'
import { orgIn, orgOf } from '../orgOfAddress.ts'
import { RetentionForm } from './RetentionForm.tsx'
import { RetentionPreviewCard } from './RetentionPreviewCard.tsx'
import { RetentionStatus } from './RetentionStatus.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'

/** The rule in the address, whose effect is previewed; undefined if there is none. */
function ruleIn(search: URLSearchParams): RetentionRule | undefined {
  const given = Object.fromEntries([...search].filter(([, value]) => value !== ''))
  const { keepNewest = null, keepDays = null } = RetentionQuery.catch({}).parse(given)
  return keepNewest === null && keepDays === null ? undefined : { keepNewest, keepDays }
}

export const loader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(retentionQueries.setting(await orgOf(client, request)))

/** The retention of old versions: off until an administrator has seen what it would remove and switches it on. */
export default function RetentionPage() {
  const [search, setSearch] = useSearchParams()
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const org = orgIn(search, session)
  const { data: setting } = useSuspenseQuery(retentionQueries.setting(org))
  const rule = ruleIn(search)
  const ask = (next: { org?: string; rule?: RetentionRule }): void => {
    const { keepNewest, keepDays } = next.rule ?? { keepNewest: null, keepDays: null }
    const wanted = Object.entries({ org: next.org ?? search.get('org'), keepNewest, keepDays })
    const given = wanted.flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []))
    setSearch(given, { preventScrollReset: true })
  }
  return (
    <>
      <PageHeader title="Settings" meta={<span>Which old versions of a state are kept.</span>} />
      <SettingsTabs />
      <div className="empty:hidden">
        <OrgField organizations={session.organizations} value={org} onChange={(next) => ask({ org: next })} />
      </div>
      <RetentionStatus org={org} setting={setting} />
      <RetentionForm
        key={JSON.stringify([org, rule])}
        start={rule ?? setting.rule ?? undefined}
        onAsk={(next) => ask({ rule: next })}
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
