import type { Dashboard } from '#contract/stacks.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'

/** The last actions on any stack: who did what, and the result. */
export const RecentActivity = ({ recent, hideOrg }: Pick<Dashboard, 'recent'> & { hideOrg: boolean }) => (
  <Card
    look="section"
    title="Recent activity"
    padding="none"
    actions={<TextLink to={paths.activity()}>All activity</TextLink>}
  >
    <ol className="divide-y divide-line">
      {recent
        .toSorted((a, b) => shownAt(b) - shownAt(a))
        .map((run) => (
          // On a phone half of them: they are last there, and all are a link away.
          <li key={run.update.id} className="max-sm:nth-[n+6]:hidden">
            <Run run={run} hideOrg={hideOrg} />
          </li>
        ))}
    </ol>
  </Card>
)

/** The end of what is over, as where it needs attention; the rows are in this order. */
const shownAt = ({ update: { endedAt, startedAt, createdAt } }: Dashboard['recent'][number]): number =>
  endedAt ?? startedAt ?? createdAt

function Run({ run, hideOrg }: { run: Dashboard['recent'][number]; hideOrg: boolean }) {
  const { stack, update } = run
  const { by, ci, agent, message, failure, status, approvals, verdict } = update
  const name = useRunnerName(by.login, ci)
  const cause = status === 'succeeded' ? null : failure
  return (
    <article className="flex gap-3 px-3 py-2">
      <Avatar name={name} login={by.login} isBot={ci !== null} size="md" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere max-sm:leading-6">
          <StackName stack={stack} hideOrg={hideOrg} />{' '}
          <TextLink to={runPath(stack, update)} className="text-sm whitespace-nowrap">
            {runTitle(update)}
          </TextLink>
          <span className="sr-only"> by {name}</span>
          <AgentBadge agent={agent} />
        </p>
        {/* An error has its own line; of the rest, what does not fit beside a long status is below it. */}
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span className="shrink-0">
            <UpdateStatus status={status} approvals={approvals} verdict={verdict} />
          </span>
          {cause !== null ? (
            <span className="line-clamp-2 min-w-0 basis-full wrap-anywhere text-ink" title={cause.line}>
              {failureLine(cause)}
            </span>
          ) : (
            // What differs is often at the end: the number of a pull request.
            <span className="line-clamp-2 min-w-0 flex-1 basis-40 wrap-anywhere" title={message}>
              {message}
            </span>
          )}
        </p>
      </div>
      <p className="mt-0.5 shrink-0 text-right text-xs text-muted">
        {update.endedAt === null && update.startedAt !== null && 'started '}
        <Time at={shownAt(run)} look="cell" />
      </p>
    </article>
  )
}
