import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Collision } from '#contract/leases.ts'
import { activityQueries } from '#src/api/activity.ts'
import { leaseQueries } from '#src/api/leases.ts'
import { sessionQueries } from '#src/api/session.ts'
import { usePersonName, useRunnerName } from '#src/lib/personName.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { paths } from '#src/lib/paths.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { MenuLink } from '#src/ui/Menu.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'
import { UpdateStatus } from '../UpdateStatus.tsx'
import { runPath, runTitle } from '../words.ts'
import { BELL_LINE } from './bellLine.ts'
import { latestNews, type News } from './latest.ts'

/**
 * The latest that failed, was interrupted or blocked, and the user's own runs that ended; asked for when it is shown.
 * `listed`: the ids of runs that are shown above it.
 */
export function Latest({ listed }: { listed: ReadonlySet<string> }) {
  const { data: session } = useQuery(sessionQueries.current())
  const failed = useQuery(activityQueries.page({ result: 'failed' }))
  const interrupted = useQuery(activityQueries.page({ result: 'expired' }))
  const mine = useQuery({ ...activityQueries.page({ by: session?.login }), enabled: session !== undefined })
  const board = useQuery(leaseQueries.board())
  const answers = [failed, interrupted, mine]
  const news = latestNews(
    answers.flatMap(({ data }) => data?.runs ?? []).filter(({ update }) => !listed.has(update.id)),
    board.data?.collisions ?? [],
  )
  const isLoading = [...answers, board].some(({ isPending }) => isPending)
  return (
    <>
      <p className="px-3 py-1 font-semibold">Failures and your own runs</p>
      {news.map((each) => (
        <Item key={each.key} news={each} />
      ))}
      {news.length === 0 && (
        <p className="px-3 py-1 text-muted">{isLoading ? 'Loading…' : 'Nothing failed, was blocked or finished.'}</p>
      )}
    </>
  )
}

/** It says which stack: two lines, before anything is cut. */
const TITLE = 'line-clamp-2 whitespace-normal wrap-anywhere'

/** Longer names of a project or stack are shortened in the middle: they differ at their end. */
const MAX_NAME = 20

const Short = ({ stack: { project, stack } }: { stack: StackRef }) => (
  <span title={`${project}/${stack}`}>
    {shortenMiddle(project, MAX_NAME)}/<wbr />
    {shortenMiddle(stack, MAX_NAME)}
  </span>
)

const Item = ({ news }: { news: News }) =>
  news.what === 'ended' ? <Ended run={news.run} at={news.at} /> : <Blocked attempts={news.attempts} />

function Ended({ run: { stack, update }, at }: Pick<Extract<News, { what: 'ended' }>, 'run' | 'at'>) {
  const name = useRunnerName(update.by.login, update.ci)
  return (
    <MenuLink to={runPath(stack, update)}>
      <span className={BELL_LINE}>
        <span className={TITLE}>
          {runTitle(update)} of <Short stack={stack} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <UpdateStatus status={update.status} />
          <Time at={at} />
        </span>
        <span className="truncate text-sm text-muted">
          {name}
          <AgentBadge agent={update.agent} />
        </span>
      </span>
    </MenuLink>
  )
}

function Blocked({ attempts: { stack, refused, holder, ci, times, last } }: { attempts: Collision }) {
  const name = usePersonName(refused.login)
  const by = useRunnerName(holder?.login ?? '', ci)
  return (
    <MenuLink to={`${paths.stack(stack)}#lease`}>
      <span className={BELL_LINE}>
        <span className={TITLE}>
          {name} was blocked on <Short stack={stack} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <Status tone="attention">Blocked</Status>
          {times > 1 && <span>{counted(times, 'time')}</span>}
          <Time at={last} />
        </span>
        {holder !== null && <span className="truncate text-sm text-muted">by {by}</span>}
      </span>
    </MenuLink>
  )
}
