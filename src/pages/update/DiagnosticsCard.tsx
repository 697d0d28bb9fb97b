import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { firstLine } from '#domain/events/failureLine.ts'
import { updateQueries } from '#src/api/updates.ts'
import { type Diagnostic, groupDiagnostics, otherDiagnostics } from '#src/features/updates/diagnostics.ts'
import { plainText } from '#words/plainText.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, number } from '#words/counts.ts'
import { shownCause } from './CauseNotice.tsx'

const AT_ONCE = 10
/** Maximum number of resources named next to a text. */
const NAMED = 4

/** Errors and warnings, each text once with the resources that it concerns. */
export function DiagnosticsCard({ run }: { run: UpdateDetail }) {
  const { data } = useQuery(updateQueries.changes(run.stack, run.id))
  const cause = shownCause(run)?.text
  const groups = useMemo(() => otherDiagnostics(groupDiagnostics(data?.rows ?? []), cause), [data, cause])
  const [shown, setShown] = useState(AT_ONCE)
  if (groups.length === 0) return null
  const count = (severity: Diagnostic['severity']) => groups.filter((each) => each.severity === severity).length
  const title = [
    count('error') > 0 && counted(count('error'), 'error'),
    count('warning') > 0 && counted(count('warning'), 'warning'),
  ]
  return (
    <Card
      look="section"
      title={`${cause === undefined ? 'Diagnostics' : 'Other diagnostics'} · ${title.filter(Boolean).join(', ')}`}
    >
      <ul className="divide-y divide-line">
        {groups.slice(0, shown).map((group) => (
          <Group key={`${group.severity} ${group.text}`} group={group} run={run} />
        ))}
      </ul>
      {groups.length > shown && (
        <div className="border-t border-line py-2">
          <ShowMore shown={shown} total={groups.length} step={AT_ONCE * 5} onMore={setShown} />
        </div>
      )}
    </Card>
  )
}

function Group({ group: { severity, text, resources, count }, run }: { group: Diagnostic; run: UpdateDetail }) {
  const plain = plainText(text)
  const line = firstLine(plain)
  return (
    <li className="flex flex-col gap-0.5 py-2 text-sm">
      <div className="flex min-w-0 items-start gap-2">
        <Status tone={severity === 'error' ? 'danger' : 'attention'}>
          {severity === 'error' ? 'Error' : 'Warning'}
        </Status>
        <span className="min-w-0 flex-1 wrap-anywhere">{line}</span>
        {count > 1 && <span className="shrink-0 text-muted">{number(count)} times</span>}
      </div>
      <p className="text-muted">
        {resources.slice(0, NAMED).map(({ urn, name }, index) => (
          <span key={urn}>
            {index > 0 && ', '}
            <TextLink to={paths.resources(run.stack, { urn })}>{name}</TextLink>
          </span>
        ))}
        {resources.length > NAMED && ` and ${counted(resources.length - NAMED, 'more resource')}`}
      </p>
      {plain !== line && (
        <details>
          <DisclosureSummary>The whole message</DisclosureSummary>
          <pre className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">
            {plain}
          </pre>
        </details>
      )}
    </li>
  )
}
