import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { ConnectSteps } from '#src/features/stacks/ConnectSteps.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Onboarding } from './Onboarding.tsx'

/** The home page of a server without stacks: what Holdfast does, and how to add the first stack. */
export function FirstSteps() {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  return (
    <>
      <PageHeader title="No stacks yet" meta={<span>Stacks appear here as soon as the CLI creates one.</span>} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]">
        <div className="flex min-w-0 flex-col gap-4 lg:order-last">
          <Onboarding attention={{ stackCount: 0, lastActivity: null }} hideCommands />
          <Card title="Just exploring?">
            <p className="mb-2 text-muted">Try the in-browser demo with sample failures:</p>
            <CodeLine code="npm run demo" />
          </Card>
        </div>
        <Card title="Connect the CLI">
          <ConnectSteps connect={connect} />
        </Card>
      </div>
    </>
  )
}
