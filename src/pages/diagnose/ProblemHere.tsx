import { useQueries, useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { StackSummary } from '#contract/stacks.ts'
import type { KnownProblem } from '#domain/problems/problem.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { StackHealth } from '#src/features/stacks/StackHealth.tsx'
import { counted, number } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

type Props = {
  problem: KnownProblem
  stack: StackRef | undefined
  /** Fills a stack into the commands. */
  onChoose: (stack: StackRef) => void
}

/** The problem on this server: on the chosen stack, and on all of them. */
export const ProblemHere = ({ problem, stack, onChoose }: Props) => (
  <Card look="section" title="On this server">
    <div className="flex flex-col gap-3">
      {stack && <OnStack key={fullName(stack)} problem={problem} stack={stack} />}
      {problem.stackHealth && <Stacks stackHealth={problem.stackHealth} onChoose={onChoose} />}
      {problem.runs && (
        <p>
          <TextLink to={paths.activity({ ...problem.runs, stack: stack && fullName(stack) })}>
            {runWords(problem.runs)}
          </TextLink>
        </p>
      )}
      <p className="max-w-prose text-muted">{problem.here}</p>
    </div>
  </Card>
)

const runWords = ({ kind, result }: NonNullable<KnownProblem['runs']>): string =>
  [
    'Show',
    ...(result === 'expired' ? ['interrupted'] : result === 'failed' ? ['failed'] : []),
    kind === undefined ? 'updates' : { refresh: 'refreshes', destroy: 'destroys' }[kind],
  ].join(' ')

/** What the diagnosis of the chosen stack says about it. */
function OnStack({ problem, stack }: { problem: KnownProblem; stack: StackRef }) {
  const { data, isError } = useQuery(recoveryQueries.diagnosis(stack))
  if (isError) {
    return (
      <p className="text-muted">
        {fullName(stack)} is not on this server or could not be loaded. The commands are filled in anyway.
      </p>
    )
  }
  if (!data) return null
  const found = data.findings.filter(({ recovery }) => problem.recoveries.some((each) => each === recovery))
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold wrap-anywhere">{fullName(stack)}</p>
      {found.length === 0 ? (
        <Status tone="ok" className="whitespace-normal!">
          It is not affected.
        </Status>
      ) : (
        <ul className="flex flex-col gap-1">
          {found.map(({ title, tone }, index) => (
            <li key={index}>
              <Status tone={tone} className="whitespace-normal!">
                {title}
              </Status>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && <Concerned stack={stack} pending={data.pending} />}
    </div>
  )
}

const MAX = 5

/** Resources with a pending operation; those in the state link to the graph's Focus. */
const Concerned = ({ stack, pending }: { stack: StackRef; pending: Diagnosis['pending'] }) =>
  pending.length > 0 && (
    <ul aria-label="Resources concerned" className="flex flex-col gap-1">
      {pending.slice(0, MAX).map(({ key, urn, name, type, live }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-3">
          <span className="wrap-anywhere">
            {type} <strong className="font-semibold">{name}</strong>
          </span>
          {live && (
            <TextLink to={paths.graph(stack, { focus: urn })} className="text-sm">
              Show in graph
            </TextLink>
          )}
        </li>
      ))}
      {pending.length > MAX && (
        <li className="text-sm text-muted">and {counted(pending.length - MAX, 'more', 'more')}</li>
      )}
    </ul>
  )

type StacksProps = Pick<Props, 'onChoose'> & { stackHealth: NonNullable<KnownProblem['stackHealth']> }

/** The stacks whose health says that they have it, or may have it. */
function Stacks({ stackHealth, onChoose }: StacksProps) {
  const answers = useQueries({ queries: stackHealth.map((health) => stackQueries.list({ health })) })
  if (answers.some(({ data }) => data === undefined)) return null
  const total = answers.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  const shown = answers.flatMap(({ data }) => data?.stacks ?? []).slice(0, MAX)
  if (total === 0) {
    return (
      <Status tone="ok" className="whitespace-normal!">
        None of your stacks is affected.
      </Status>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {shown.map((stack) => (
          <StackLine key={stack.id} stack={stack} onChoose={onChoose} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {total > MAX && <span>{counted(total - MAX, 'stack')} more:</span>}
        {stackHealth.map((health, index) =>
          (answers[index]?.data?.total ?? 0) > 0 ? (
            <TextLink key={health} to={paths.stacks({ health })}>
              {healthLooks[health].label} ({number(answers[index]?.data?.total ?? 0)})
            </TextLink>
          ) : null,
        )}
      </p>
    </div>
  )
}

const StackLine = ({ stack, onChoose }: Pick<Props, 'onChoose'> & { stack: StackSummary }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
    <TextLink to={paths.recover(stack.ref)} className="font-semibold wrap-anywhere">
      {fullName(stack.ref)}
    </TextLink>
    <StackHealth stack={stack} />
    <span className="flex gap-2 max-sm:order-last max-sm:basis-full">
      <LinkButton size="sm" to={paths.recover(stack.ref)} aria-label={`Recover ${fullName(stack.ref)}`}>
        Recover
      </LinkButton>
      <Button size="sm" aria-label={`Use in the commands: ${fullName(stack.ref)}`} onClick={() => onChoose(stack.ref)}>
        Use in the commands
      </Button>
    </span>
    <span className="basis-full text-sm wrap-anywhere text-muted">{stack.healthReason}</span>
  </li>
)
