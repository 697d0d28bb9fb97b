import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { type ApprovalRules, ApprovalRuleVersionsQuery, RULE_VERSIONS } from '#contract/approvals.ts'
import { ruleChanges } from '#domain/approvals/ruleChanges.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { ListFoot } from '#src/features/views/ListFoot.tsx'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ChangeList } from './ChangeList.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { SavedBy } from './SavedBy.tsx'

const address = addressState(ApprovalRuleVersionsQuery.shape)

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    Promise.all([
      client.ensureQueryData(approvalRuleQueries.inForce()),
      client.ensureQueryData(approvalRuleQueries.versions(address.read(new URL(request.url).searchParams).before)),
    ])

/** The versions of the rules: who saved which, what changed, and how to restore one. */
export default function VersionsPage() {
  const { data: now } = useSuspenseQuery(approvalRuleQueries.inForce())
  const [{ before }] = useAddressState(address)
  const { data, dataUpdatedAt } = useSuspenseQuery(approvalRuleQueries.versions(before))
  const { versions } = data
  const shown = versions.slice(0, RULE_VERSIONS - 1)
  const oldest = versions.length > shown.length ? shown.at(-1) : undefined
  const [restored, setRestored] = useState<ApprovalRules>()
  return (
    <>
      <PageHeader
        title="Versions of the rules"
        breadcrumbs={[{ to: paths.settings.approvals(), label: 'Approvals' }]}
      />
      <Card title={before === undefined ? undefined : `Versions before ${before}`} padding="none">
        {versions.length === 0 && <p className="p-4 text-muted">No rule was ever saved.</p>}
        <ul>
          {shown.map((version, at) => (
            <li key={version.version} className="border-b border-line px-4 py-3 last:border-b-0">
              <Version version={version} before={versions[at + 1]} now={now} onRestore={() => setRestored(version)} />
            </li>
          ))}
        </ul>
      </Card>
      <ListFoot
        updatedAt={dataUpdatedAt}
        isFirst={before === undefined}
        older={oldest?.version ?? null}
        to={paths.settings.approvalVersions}
      />
      {restored && <RestoreDialog version={restored} now={now} onClose={() => setRestored(undefined)} />}
    </>
  )
}

type VersionProps = {
  version: ApprovalRules
  /** Undefined for the first one. */
  before: ApprovalRules | undefined
  now: ApprovalRules
  onRestore: () => void
}

function Version({ version, before, now, onRestore }: VersionProps) {
  const changes = useMemo(() => ruleChanges(before?.rules ?? [], version.rules), [before, version])
  const isInForce = version.version === now.version
  const differs = useMemo(() => ruleChanges(now.rules, version.rules).length > 0, [now, version])
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 max-sm:basis-full">
        <div>
          <h2 className="inline font-medium">Version {version.version}</h2>
          <SavedBy version={version} />
          {isInForce && (
            <Status tone="ok" look="badge" className="ml-2">
              In force
            </Status>
          )}
        </div>
        {changes.length === 0 ? <p className="text-muted">Nothing changed.</p> : <ChangeList changes={changes} />}
      </div>
      {!isInForce && (
        <Button
          size="sm"
          aria-label={`Restore version ${version.version}`}
          blocked={differs ? undefined : 'These are the rules that are in force.'}
          onClick={onRestore}
        >
          Restore…
        </Button>
      )}
    </div>
  )
}
