import { type QueryClient, useQueries } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { problems } from '#domain/problems/all.ts'
import type { KnownProblem } from '#domain/problems/problem.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries, useNamedStack } from '#src/api/stacks.ts'
import { PLACEHOLDER, stackOfSearch, useChosenStack } from '#src/features/diagnose/chosenStack.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import SearchX from 'lucide-react/icons/search-x'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { Evidence, WhatToDo } from './ProblemDetails.tsx'
import { ProblemHere } from './ProblemHere.tsx'
import { StackChoice } from './StackChoice.tsx'

const problemNamed = (name: string | undefined): KnownProblem | undefined => problems.find(({ id }) => id === name)

/** Fetches this server's facts about the problem before the first paint; failures do not block the page. */
export const loader =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const problem = problemNamed(params['problem'])
    const stack = stackOfSearch(new URL(request.url).searchParams)
    await Promise.all([
      ...(problem?.stackHealth ?? []).map((health) => client.prefetchQuery(stackQueries.list({ health }))),
      stack && client.prefetchQuery({ ...recoveryQueries.diagnosis(stack), retry: false }),
    ])
  }

/**
 * One known problem: the first step, where it is here, how to tell its causes apart, the further steps, and what not to
 * do.
 */
export default function ProblemPage() {
  const { problem: id = '' } = useParams()
  const [stack, choose] = useChosenStack()
  const problem = problemNamed(id)
  const named = useNamedStack(stack)
  const onlyOne = useOnlyOne(problem)
  if (!problem) return <NoSuchProblem id={id} />
  const concerned = stack ?? onlyOne
  const lines = problem.first.run?.(named ?? PLACEHOLDER) ?? []
  return (
    <>
      <PageHeader
        breadcrumbs={[{ to: paths.diagnose(), label: 'Diagnose' }]}
        title={problem.title}
        meta={<p className="max-w-prose text-base text-ink">{problem.means}</p>}
      />
      <section
        aria-labelledby="first"
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-lg border border-attention-line bg-attention-subtle p-4"
      >
        <div className="flex min-w-0 flex-1 basis-96 flex-col gap-2">
          <h2 id="first" className="text-base font-semibold text-attention">
            First
          </h2>
          <p className="max-w-prose">{problem.first.say}</p>
          {lines.length > 0 && <TerminalLines lines={lines} />}
        </div>
        <div className="flex max-w-full flex-col items-start gap-2">
          {concerned && problem.recoveries.length > 0 && (
            <LinkButton look="primary" to={paths.recover(concerned)}>
              Recover {fullName(concerned)}
            </LinkButton>
          )}
          <StackChoice stack={stack} isFirst={concerned === undefined} onChange={choose} />
        </div>
      </section>
      {/* In one column, what to do comes before how to tell the causes apart. */}
      <div className="grid items-start gap-4 min-[75rem]:grid-cols-2 min-[75rem]:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProblemHere problem={problem} stack={stack} onChoose={choose} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 min-[75rem]:sticky min-[75rem]:top-16 min-[75rem]:row-span-2">
          <WhatToDo problem={problem} stack={named} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Evidence problem={problem} />
        </div>
      </div>
    </>
  )
}

/** The stack with this problem, if only one on this server may have it. */
function useOnlyOne(problem: KnownProblem | undefined): StackRef | undefined {
  const stackHealth = problem?.stackHealth ?? []
  const found = useQueries({ queries: stackHealth.map((health) => stackQueries.list({ health })) }).flatMap(
    ({ data }) => data?.stacks ?? [],
  )
  return found.length === 1 ? found[0]?.ref : undefined
}

const NoSuchProblem = ({ id }: { id: string }) => (
  <>
    <PageHeader breadcrumbs={[{ to: paths.diagnose(), label: 'Diagnose' }]} title="Problem not found" />
    <Card>
      <EmptyState
        Icon={SearchX}
        title={
          <span className="wrap-anywhere">
            No known problem is called <Mono>{id}</Mono>
          </span>
        }
        action={
          <LinkButton look="primary" to={paths.diagnose()}>
            All known problems
          </LinkButton>
        }
      >
        The problem may have been renamed. Diagnose also explains an error message that you paste.
      </EmptyState>
    </Card>
  </>
)
