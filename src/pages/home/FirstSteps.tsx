import type { Attention } from '#contract/stacks.ts'
import { FirstRun } from '#src/features/stacks/FirstRun.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

/** The home page of a server without stacks: how to add the first one. */
export const FirstSteps = ({ attention }: { attention: Attention }) => (
  <>
    <PageHeader title="No stacks yet" meta={<span>Stacks appear here as soon as the CLI creates one.</span>} />
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]">
      <Onboarding attention={attention} />
      <Card title="Just exploring?">
        <p className="mb-2 text-muted">Try the in-browser demo with sample failures:</p>
        <CodeLine code="npm run demo" />
      </Card>
    </div>
  </>
)

/** The first steps, until the first update has run. */
export const Onboarding = ({ attention }: { attention: Attention }) => (
  <Card title="Get started">
    <FirstRun progress={attention} />
  </Card>
)
