import { useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import Circle from 'lucide-react/icons/circle'
import type { Attention } from '#contract/stacks.ts'
import { shell } from '#domain/shell.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { number } from '#words/counts.ts'

type Props = {
  attention: Pick<Attention, 'stackCount' | 'lastActivity'>
  /** The page shows the commands elsewhere. */
  hideCommands?: boolean
}

/** The first three steps, each ticked as soon as the server sees it done; hidden after the first update. */
export function Onboarding({ attention: { stackCount, lastActivity }, hideCommands = false }: Props) {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const { tokens } = useSuspenseQuery(sessionQueries.tokens()).data
  const steps = [
    {
      title: 'Sign in with the CLI',
      // A user with a stack has signed in, with whatever token.
      isDone: stackCount > 0 || tokens.some(({ source }) => source === 'cli-login'),
      code: connect.loginCommand,
    },
    {
      title: 'Create a stack',
      isDone: stackCount > 0,
      code: shell`pulumi stack init ${connect.organization}/my-project/dev`,
    },
    { title: 'Run the first update', isDone: lastActivity !== null, code: 'pulumi up' },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card
      title="Get started"
      actions={
        <span className="text-muted">
          {number(done)} of {number(steps.length)} done
        </span>
      }
    >
      <ol aria-label="First steps" className="flex flex-col gap-3">
        {steps.map(({ title, isDone, code }, index) => (
          <li key={title} className="flex items-start gap-3">
            {isDone ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden />
            ) : (
              <Circle className="mt-0.5 size-5 shrink-0 text-faint" aria-hidden />
            )}
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <p className={index === next ? 'font-semibold' : 'text-muted'}>
                {title}
                <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
              </p>
              {index === next && !hideCommands && <CodeLine code={code} />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
