import { useSuspenseQuery } from '@tanstack/react-query'
import { shell } from '#domain/shell.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { secretsWords } from '../StackFacts.tsx'
import { RemoveCard } from './RemoveCard.tsx'
import { RenameCard } from './RenameCard.tsx'
import { TagsCard } from './TagsCard.tsx'

/**
 * Names, tags and ids, the forms that change them, and the equivalent CLI commands. The CLI sends users here who tried
 * to change the owner of a stack by a rename, so that comes first.
 */
export default function OptionsPage() {
  const ref = useStackRef()
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  // IDs, address and age that a file gets in this browser mean nothing outside of it.
  const isOpened = stack.elsewhere?.kind === 'opened'
  const mayNot = useWhyNot('change', stack)
  return (
    <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-2">
      {mayNot !== undefined && (
        <div className="lg:col-span-2">
          {stack.elsewhere ? (
            <div className="flex flex-col gap-2">
              <p>{mayNot}</p>
              {!isOpened && <Commands name={stack.elsewhere.cliName} />}
            </div>
          ) : (
            <Notice tone="unknown" announce="none" title={mayNot} />
          )}
        </div>
      )}
      {/* Two columns of their own: many tags move nothing beside them. */}
      {!stack.elsewhere && (
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <RenameCard stack={ref} />
          {/* In one column, what deletes the stack comes last. */}
          <div className="max-lg:order-last">
            <RemoveCard stack={ref} resourceCount={stack.resourceCount} />
          </div>
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-4">
        {!stack.elsewhere && <TagsCard key={JSON.stringify(stack.tags)} stack={ref} tags={stack.tags} />}
        <Card look="section" title="Names and IDs">
          <KeyValue
            items={[
              {
                label: 'Kept in',
                value:
                  stack.elsewhere && !isOpened ? (
                    <Copyable text={stack.elsewhere.address} label="Copy the address of the backend" />
                  ) : undefined,
              },
              { label: 'Full name', value: <Copyable text={fullName(ref)} label="Copy the full name" /> },
              {
                label: 'Name in the CLI',
                value: stack.elsewhere ? (
                  <Copyable text={stack.elsewhere.cliName} label="Copy the name in the CLI" />
                ) : undefined,
              },
              {
                label: 'Stack ID',
                value: isOpened ? undefined : <Copyable text={stack.id} label="Copy the stack ID" />,
              },
              {
                label: 'Address of this page',
                value: isOpened ? undefined : <Copyable text={stack.consoleUrl} label="Copy the address" />,
              },
              {
                label: 'State hash',
                value: stack.basis ? (
                  <Copyable text={stack.basis.hash} label="Copy the hash of the state" />
                ) : undefined,
              },
              { label: 'Secrets', value: stack.secretsProvider ? secretsWords(stack.secretsProvider) : undefined },
              { label: 'Created', value: stack.elsewhere ? undefined : <Time at={stack.createdAt} /> },
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

const Commands = ({ name }: { name: string }) => (
  <>
    <CodeLine code={shell`pulumi stack rename --stack ${name} NEW-NAME`} />
    <CodeLine code={shell`pulumi stack tag set NAME VALUE --stack ${name}`} />
  </>
)

const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono>{text}</Mono>
    <CopyButton text={text} label={label} />
  </span>
)
