import { useStackRef } from '#src/lib/useStackRef.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { commandsOf } from './stackCommands.ts'
import { secretsWords } from './StackFacts.tsx'

/**
 * Names, tags and ids, and the commands that change them. The CLI sends people here who tried to change the owner of a
 * stack by a rename, so that comes first.
 */
export default function OptionsPage() {
  const ref = useStackRef()
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const { rename, move, destroy, remove, tag, export: exported } = commandsOf(ref)
  const tags = Object.entries(stack.tags)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Rename">
        <How>
          <p>Secrets and the history stay with a renamed stack. The state keeps its URNs in step with the new name.</p>
          <CodeLine code={rename} />
          <p>To another project of {ref.org}:</p>
          <CodeLine code={move} />
          <p className="text-muted">
            Renaming can’t change the organization. Export, create the stack there, then import:
          </p>
          <CodeLine code={exported} />
        </How>
      </Card>
      <Card title="Tags" padding={tags.length === 0 ? 'normal' : 'none'}>
        {tags.length > 0 && (
          <Table label="Tags">
            <THead>
              <Tr>
                <Th>Name</Th>
                <Th>Value</Th>
              </Tr>
            </THead>
            <TBody>
              {tags.map(([name, value]) => (
                <Tr key={name}>
                  <Td>
                    <Mono>{name}</Mono>
                  </Td>
                  <Td className="wrap-anywhere">{value}</Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        )}
        <div className={tags.length === 0 ? undefined : 'p-4'}>
          <How>
            <p>{tags.length === 0 ? 'No tags yet. ' : ''}To set one:</p>
            <CodeLine code={tag} />
          </How>
        </div>
      </Card>
      <Card title="Remove">
        <How>
          <p>
            Destroy the resources first, then remove the stack. <code>stack rm</code> fails while resources remain.
          </p>
          <CodeLine code={destroy} />
          <CodeLine code={remove} />
          <p className="text-muted">
            A removed stack can be restored for at least 30 days, with its history and versions, in{' '}
            <TextLink to={paths.settings.deleted()}>Settings → Deleted stacks</TextLink>.
          </p>
        </How>
      </Card>
      <Card title="IDs">
        <KeyValue
          items={[
            { label: 'Full name', value: <Copyable text={fullName(ref)} label="Copy the full name" /> },
            { label: 'Stack ID', value: <Copyable text={stack.id} label="Copy the stack ID" /> },
            { label: 'Address', value: <Copyable text={stack.consoleUrl} label="Copy the address" /> },
            {
              label: 'State hash',
              value: stack.basis ? <Copyable text={stack.basis.hash} label="Copy the hash of the state" /> : undefined,
            },
            { label: 'Secrets', value: stack.secretsProvider ? secretsWords(stack.secretsProvider) : undefined },
            { label: 'Created', value: <Time at={stack.createdAt} /> },
          ]}
        />
      </Card>
    </div>
  )
}

const How = ({ children }: { children: ReactNode }) => <div className="flex max-w-prose flex-col gap-3">{children}</div>

const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono>{text}</Mono>
    <CopyButton text={text} label={label} />
  </span>
)
