import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Terminal from 'lucide-react/icons/square-terminal'
import { stackInit } from '#domain/commands.ts'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { nameOrLogin } from '#words/personName.ts'

export const loader = (client: QueryClient) => async () => {
  await Promise.all([
    client.ensureQueryData(sessionQueries.current()),
    client.ensureQueryData(sessionQueries.connect()),
  ])
}

/** The page that the CLI opens after `pulumi login` (docs/protocol.md, Signing in). */
export default function WelcomePage() {
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <PageHeader title="The CLI is signed in" meta={<span>as {nameOrLogin(session)}</span>} />
      <Card>
        <div className="flex items-start gap-3">
          <Terminal className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <p>You can close this page and go back to the terminal. For example:</p>
            <CodeLine code="pulumi whoami -v" label="Copy: who am I" />
            <p>In the folder of your project:</p>
            <CodeLine code={stackInit(connect.organization, 'dev')} label="Copy: make a stack" />
            <CodeLine code="pulumi up" label="Copy: update it" />
            <div className="flex flex-wrap gap-2">
              <LinkButton to={paths.home()} look="primary">
                Open the console
              </LinkButton>
              <LinkButton to={paths.connect()}>Migrate a stack</LinkButton>
            </div>
          </div>
        </div>
      </Card>
    </div>
  )
}
