import type { StackRef } from '#contract/common.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { useNamedStack } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { commandsOf } from './stackCommands.ts'

/** A stack without updates: how to start the first one. A file that was opened has no history of them. */
export const NeverUpdated = ({ stack }: { stack: StackRef }) =>
  stack.org === OPENED_ORG ? (
    <Card title="No updates in what was opened">
      <p className="max-w-prose">
        A state file has no history of its updates. Open the whole folder of the backend with its <Mono>.pulumi</Mono>{' '}
        to see it.
      </p>
    </Card>
  ) : (
    <FirstUpdate stack={stack} />
  )

function FirstUpdate({ stack }: { stack: StackRef }) {
  const { select } = commandsOf(useNamedStack(stack))
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
