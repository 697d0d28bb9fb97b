import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { Attention } from '#contract/stacks.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { OpenAlarms } from '#src/features/untracked/OpenAlarms.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'
import { LeaseLine } from '#src/features/lease/LeaseLine.tsx'
import { AttentionItem } from '#src/features/stacks/AttentionItem.tsx'
import { stackName, updateWords } from '#src/features/stacks/names.ts'
import { counted, plural } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { FirstSteps } from './FirstSteps.tsx'

export const loader = (client: QueryClient) => async () => {
  const [{ stackCount }] = await Promise.all([
    client.ensureQueryData(stackQueries.attention()),
    client.ensureQueryData(untrackedQueries.alarms()),
    client.ensureQueryData(untrackedQueries.count()),
  ])
  if (stackCount === 0) await client.ensureQueryData(sessionQueries.connect())
}

/** What needs somebody, the most harmful first; what runs now; otherwise that all is quiet. */
export default function HomePage() {
  const { data } = useSuspenseQuery(stackQueries.attention())
  const { alarms } = useSuspenseQuery(untrackedQueries.alarms()).data
  const { open } = useSuspenseQuery(untrackedQueries.count()).data
  const { needs, running, stackCount } = data
  const isQuiet = needs.length + alarms.length + open === 0
  if (stackCount === 0) return <FirstSteps />
  return (
    <>
      <PageHeader
        title="Needs attention"
        meta={
          <>
            {isQuiet && <span>Nothing needs attention</span>}
            {alarms.length > 0 && <span>{counted(alarms.length, 'alarm')}</span>}
            {needs.length > 0 && <span>{counted(data.needsCount ?? needs.length, 'stack')}</span>}
            <TextLink to={paths.stacks()}>
              {plural(stackCount, 'View the stack', `View all ${counted(stackCount, 'stack')}`)}
            </TextLink>
          </>
        }
      />
      <OpenAlarms withStack />
      <UntrackedNotice />
      {isQuiet && <AllQuiet attention={data} />}
      {needs.length > 0 && (
        <Card padding="none">
          <ul className="divide-y divide-line" aria-label="Stacks that need attention">
            {needs.map((stack) => (
              <li key={stack.id}>
                <AttentionItem stack={stack} />
              </li>
            ))}
          </ul>
          {data.needsCount !== undefined && data.needsCount > needs.length && (
            <p className="border-t border-line px-4 py-3 text-muted">
              These are the most urgent. <TextLink to={paths.stacks({ sort: 'health' })}>All stacks by health</TextLink>
            </p>
          )}
        </Card>
      )}
      {running.length > 0 && (
        <Card
          title="Running now"
          padding="none"
          actions={<TextLink to={paths.leases()}>{counted(running.length, 'lease')}</TextLink>}
        >
          <ul className="divide-y divide-line">
            {running.map((lease) => (
              <li key={lease.updateId}>
                <LeaseLine lease={lease} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function AllQuiet({ attention }: { attention: Attention }) {
  const { lastActivity } = attention
  return (
    <Card>
      <EmptyState Icon={CircleCheck} title="All clear">
        No failed or interrupted updates across {counted(attention.stackCount, 'stack')}.
        {lastActivity && (
          <p className="mt-1">
            Last: {updateWords(lastActivity.update)} on{' '}
            <TextLink to={paths.stack(lastActivity.stack)}>{stackName(lastActivity.stack)}</TextLink> by{' '}
            {lastActivity.update.by.login}, <Time at={lastActivity.update.endedAt ?? lastActivity.update.createdAt} />.
          </p>
        )}
      </EmptyState>
    </Card>
  )
}
