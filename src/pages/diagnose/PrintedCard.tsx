import type { StackRef } from '#contract/common.ts'
import type { StackOutput } from '#domain/state/stackOutput.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { number } from '#words/counts.ts'

type Props = { printed: StackOutput; stack: StackRef | undefined; isHere: boolean }

/** The output of `pulumi stack`, and what follows from it. */
export const PrintedCard = ({ printed, stack, isHere }: Props) => {
  const { stack: name, owner, lastUpdated, cli, running, resources } = printed
  return (
    <Card
      look="section"
      title={`Stack ${name}, as pulumi stack printed it`}
      actions={
        stack && isHere ? (
          <LinkButton size="sm" look="primary" to={paths.recover(stack)}>
            Recover {stack.stack}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3">
        <KeyValue
          items={[
            { label: 'Owner', value: owner },
            {
              label: 'Lease',
              value: running ? (
                <Status tone="attention" className="whitespace-normal!">
                  An update was in progress: {running.by || 'someone'}, started {running.since || 'some time ago'}
                </Status>
              ) : (
                'No update was in progress when it was printed.'
              ),
            },
            { label: 'Last update', value: lastUpdated },
            { label: 'By CLI', value: cli },
            { label: 'Resources', value: resources === undefined ? undefined : number(resources) },
          ]}
        />
        <p>
          <TextLink to={paths.problem(running ? 'conflict' : 'interrupted-update')}>
            {running ? 'Someone holds the stack: what to do' : 'Was an update interrupted? What to look at'}
          </TextLink>
        </p>
      </div>
    </Card>
  )
}
