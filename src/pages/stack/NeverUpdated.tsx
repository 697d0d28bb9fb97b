import type { StackRef } from '#contract/common.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { commandsOf } from './stackCommands.ts'

/** A stack without updates: how to start the first one. */
export function NeverUpdated({ stack }: { stack: StackRef }) {
  const { select } = commandsOf(stack)
  return (
    <Card title="Nothing has been deployed yet">
      <div className="flex max-w-prose flex-col gap-4">
        <p>The stack exists, but no update has run. In the directory of its program:</p>
        <ol className="flex flex-col gap-2">
          <li>
            <CodeLine code={select} />
          </li>
          <li>
            <CodeLine code="pulumi up" />
          </li>
        </ol>
        <p className="text-muted">
          Or <TextLink to={paths.importState()}>import the state</TextLink> of a stack from another backend.
        </p>
      </div>
    </Card>
  )
}
