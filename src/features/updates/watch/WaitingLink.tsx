import Hand from 'lucide-react/icons/hand'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { allowedText, type WaitingRun, waitingRuns, wantedText } from '#domain/approvals/waitingRuns.ts'
import { runName } from '#domain/runName.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { useMarkElsewhere } from '#src/lib/documentMark.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { MenuLink } from '#src/ui/Menu.tsx'
import { Status } from '#src/ui/Status.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { capital } from '#words/capital.ts'
import { counted } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { runPath } from '../words.ts'
import { BELL_LINE } from './bellLine.ts'
import { notify } from './notify.ts'

const pathOf = ({ stack, updateId, version }: WaitingRun): string =>
  `${runPath(stack, { id: updateId, version, dryRun: false })}#approval`

/** `Update 12 of shop/prod`. */
const titleOf = ({ runKind, version, stack }: WaitingRun): string =>
  `${capital(runName({ kind: runKind, version }))} of ${stack.project}/${stack.stack}`

/** How many steps wait, and how many of them the user can decide. */
export function stepCounts(runs: readonly WaitingRun[]) {
  const steps = runs.flatMap((run) => run.steps)
  return { steps: steps.length, mine: steps.filter(({ whyNotAllow }) => whyNotAllow === null).length }
}

/**
 * The runs that wait for approval. What the user can decide is also in the title of every window, and a notification of
 * the browser if it is allowed.
 */
export function useWaitingRuns(): WaitingRun[] {
  const { data } = useQuery(approvalQueries.waiting())
  const runs = useMemo(() => waitingRuns(data?.approvals ?? []), [data])
  const { mine } = stepCounts(runs)
  useMarkElsewhere(mine > 0 ? { words: `${mine} waiting for approval`, icon: 'attention' } : undefined)
  useNews(runs)
  return runs
}

/** Notifies of each run once, as soon as the user can decide a step of it. */
function useNews(runs: readonly WaitingRun[]): void {
  const told = useRef(new Set<string>())
  const navigate = useNavigate()
  useEffect(() => {
    for (const run of runs) {
      if (!run.mayDecide || told.current.has(run.updateId)) continue
      told.current.add(run.updateId)
      notify({
        title: `${titleOf(run)} wants to ${wantedText(run.steps)}`,
        body: `It waits for approval, for up to ${durationText(run.until - run.since)}.`,
        tag: `approval ${run.updateId}`,
        onOpen: () => void navigate(pathOf(run)),
      })
    }
  }, [runs, navigate])
}

/** A run that waits, as a line of the menu. */
export function WaitingLink({ run }: { run: WaitingRun }) {
  const name = useRunnerName(run.startedBy.login, run.ci)
  const allowed = allowedText(run)
  return (
    <MenuLink to={pathOf(run)}>
      <span className={BELL_LINE}>
        <span className="flex flex-wrap gap-x-2">
          <span className="min-w-0 truncate">{titleOf(run)}</span>
          {run.steps.length > 1 && <span className="text-muted">{counted(run.steps.length, 'step')}</span>}
        </span>
        <span className="font-semibold whitespace-normal wrap-anywhere">wants to {wantedText(run.steps)}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <Status tone="waiting" Icon={Hand}>
            <span>
              waiting for <Elapsed since={run.since} />
            </span>
          </Status>
          <RefusedIn until={run.until} />
          {allowed !== undefined && <span>{allowed}</span>}
        </span>
        <span className="flex flex-wrap justify-between gap-x-2 text-sm text-muted">
          <span className="min-w-0 truncate">
            {name}
            <AgentBadge agent={run.agent} />
          </span>
          <span aria-hidden className="font-medium text-accent">
            {run.mayDecide ? 'Allow or refuse' : 'View'} →
          </span>
        </span>
      </span>
    </MenuLink>
  )
}
