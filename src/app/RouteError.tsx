import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, useLocation, useMatches, useParams, useRevalidator, useRouteError } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { useLiveState } from '#src/api/live/liveState.ts'
import { ApiProblem } from '#src/api/http/problem.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { paths } from '#src/lib/paths.ts'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { pageName } from './routeHandle.ts'
import { useShowsTrouble } from './shownTrouble.ts'
import { pageTrouble } from './trouble.ts'

const LazyMissing = lazyPart(
  async () => (await import('./missing/Missing.tsx')).Missing,
  ({ trouble }) => (
    <ErrorView level={1} title={trouble.code === 'forbidden' ? 'Not allowed' : 'Not found'} trouble={trouble} />
  ),
)

/** Shown in place of a page that failed, inside the shell. */
export function RouteError() {
  const error = useRouteError()
  const client = useQueryClient()
  const revalidator = useRevalidator()
  const { pathname, search } = useLocation()
  const { title, advice, canRetry, trouble, nowCalled } = pageTrouble(error)
  useShowsTrouble(trouble.code === 'unavailable' || (trouble.status ?? 0) >= 500)
  const { org, project, stack } = useParams()
  const own = pageName(useMatches())
  const page = stack === undefined ? own : `${project}/${stack}`
  const renamed = parseFullName(nowCalled ?? '')
  const isOurs = !(error instanceof ApiProblem)
  const retry = async (): Promise<void> => {
    if (isOurs) return location.reload()
    client.removeQueries({ predicate: (query) => query.state.status === 'error' })
    await revalidator.revalidate()
  }
  useWhenServerIsBack(() => trouble.code === 'unavailable' && void retry())
  if (renamed && org !== undefined && project !== undefined && stack !== undefined)
    return <Renamed from={{ org, project, stack }} to={renamed} />
  if (trouble.code === 'forbidden' || (org !== undefined && trouble.code === 'not_found'))
    return (
      <Suspense>
        <LazyMissing trouble={trouble} />
      </Suspense>
    )
  return (
    <>
      <p className="text-xl font-semibold wrap-anywhere text-ink">{page}</p>
      <ErrorView
        level={1}
        title={title}
        trouble={trouble}
        onRetry={canRetry ? () => void retry() : undefined}
        retryLabel={isOurs ? 'Reload' : 'Retry'}
        busy={revalidator.state === 'loading'}
        actions={
          trouble.code === 'not_signed_in' ? (
            <LinkButton size="sm" look="primary" to={paths.login({ returnTo: pathname + search })}>
              Sign in
            </LinkButton>
          ) : (
            trouble.code !== 'unavailable' &&
            pathname !== paths.stacks() && (
              <LinkButton size="sm" to={paths.stacks()}>
                All stacks
              </LinkButton>
            )
          )
        }
      >
        {advice}
      </ErrorView>
    </>
  )
}

/** Leads from the former address of a stack to the same page at its present one, which says so. */
function Renamed({ from, to }: { from: StackRef; to: StackRef }) {
  const { pathname, search, hash } = useLocation()
  const page = pathname.slice(paths.stack(from).length)
  return <Navigate replace to={`${paths.stack(to)}${page}${search}${hash}`} state={{ renamedFrom: fullName(from) }} />
}

/** Calls it when the live connection is there again. */
function useWhenServerIsBack(act: () => void): void {
  const state = useLiveState((live) => live.state)
  const before = useRef(state)
  useEffect(() => {
    const isBack = state === 'live' && before.current !== 'live'
    before.current = state
    if (isBack) act()
  })
}
