import { useParams, useSearchParams } from 'react-router'
import { problems } from '#domain/problems/list.ts'
import { problemNamed } from '#domain/problems/problems.ts'
import { PLACEHOLDER, stackOfSearch } from '#src/features/diagnose/stackOfSearch.ts'
import { stackName } from '#src/features/stacks/names.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import SearchX from 'lucide-react/icons/search-x'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { ProblemDetails } from './ProblemDetails.tsx'
import { ProblemHere } from './ProblemHere.tsx'
import { StackChoice } from './StackChoice.tsx'

/** One known problem: what to do first, where it is here, how to distinguish its causes, what to do then and what not. */
export default function ProblemPage() {
  const { problem: id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const entry = problems.find((each) => each.id === id)
  const problem = problemNamed(id)
  if (!entry || !problem) return <NoSuchProblem />
  const stack = stackOfSearch(search)
  const lines = problem.first.run?.(stack ?? PLACEHOLDER) ?? []
  return (
    <>
      <PageHeader
        breadcrumbs={[{ to: paths.diagnose(), label: 'Diagnose' }]}
        title={entry.title}
        meta={<p className="max-w-prose text-base text-ink">{problem.means}</p>}
      />
      <Card title="First">
        <div className="flex flex-col gap-3">
          <p className="max-w-prose text-lg">{problem.first.say}</p>
          {lines.length > 0 && <TerminalLines lines={lines} />}
          {stack && entry.recoveries.length > 0 && (
            <div>
              <LinkButton look="primary" to={paths.recover(stack)}>
                Recover {stackName(stack)}
              </LinkButton>
            </div>
          )}
          <StackChoice
            stack={stack}
            onChange={(chosen) =>
              setSearch(chosen ? { stack: stackName(chosen) } : {}, { replace: true, preventScrollReset: true })
            }
          />
        </div>
      </Card>
      <ProblemHere entry={entry} here={problem.here} stack={stack} />
      <ProblemDetails entry={entry} problem={problem} stack={stack} />
    </>
  )
}

const NoSuchProblem = () => (
  <EmptyState
    Icon={SearchX}
    title="No page of that name"
    action={
      <LinkButton look="primary" to={paths.diagnose()}>
        All known problems
      </LinkButton>
    }
  >
    The address names no problem that this console knows.
  </EmptyState>
)
