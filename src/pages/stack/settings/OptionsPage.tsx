import { useSuspenseQuery } from '@tanstack/react-query'
import type { StackDetail } from '#contract/stacks.ts'
import { shell } from '#domain/shell.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
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
 * to change the owner of a stack by a rename, so that comes first. Who may change nothing gets no form and no command.
 */
export default function OptionsPage() {
  const ref = useStackRef()
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const mayNot = useWhyNot('change', stack)
  return (
    <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-2">
      {mayNot !== undefined && (
        <div className="lg:col-span-2">
          {stack.elsewhere ? (
            <div className="flex flex-col gap-2">
              <p>{mayNot}</p>
              {!isOpenedHere(stack) && <Commands name={stack.elsewhere.cliName} />}
            </div>
          ) : (
            <Notice tone="unknown" announce="none" title={mayNot} />
          )}
        </div>
      )}
      {/* Two columns of their own: many tags move nothing beside them. */}
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
        {mayNot === undefined && <RenameCard stack={ref} />}
        <NamesCard stack={stack} />
        {/* In one column, what deletes the stack comes last. */}
        {mayNot === undefined && (
          <div className="max-lg:order-last">
            <RemoveCard stack={ref} resourceCount={stack.resourceCount} />
          </div>
        )}
      </div>
      {!stack.elsewhere && (
        <TagsCard key={JSON.stringify(stack.tags)} stack={ref} tags={stack.tags} isReadOnly={mayNot !== undefined} />
      )}
    </div>
  )
}

function NamesCard({ stack }: { stack: StackDetail }) {
  const { ref, id, elsewhere, consoleUrl, basis, secretsProvider, createdAt } = stack
  const isOpened = isOpenedHere(stack)
  return (
    <Card look="section" title="Names and IDs">
      <KeyValue
        items={[
          {
            label: 'Kept in',
            value:
              elsewhere && !isOpened ? (
                <Copyable text={elsewhere.address} label="Copy the address of the backend" />
              ) : undefined,
          },
          { label: 'Full name', value: <Copyable text={fullName(ref)} label="Copy the full name" /> },
          {
            label: 'Name in the CLI',
            value: elsewhere ? <Copyable text={elsewhere.cliName} label="Copy the name in the CLI" /> : undefined,
          },
          { label: 'Stack ID', value: isOpened ? undefined : <Copyable text={id} label="Copy the stack ID" /> },
          {
            label: 'Address of this page',
            value: isOpened ? undefined : <Copyable text={consoleUrl} label="Copy the address" />,
          },
          {
            label: 'State hash',
            value: basis ? <Copyable text={basis.hash} max={HASH_MAX} label="Copy the hash of the state" /> : undefined,
          },
          { label: 'Secrets', value: secretsProvider ? secretsWords(secretsProvider) : undefined },
          { label: 'Created', value: elsewhere ? undefined : <Time at={createdAt} /> },
        ]}
      />
    </Card>
  )
}

/** IDs, address and age that a file gets in this browser mean nothing outside of it. */
const isOpenedHere = ({ elsewhere }: StackDetail): boolean => elsewhere?.kind === 'opened'

/** A hash is compared by its ends; all of it would not fit into a line. */
const HASH_MAX = 25

const Commands = ({ name }: { name: string }) => (
  <>
    <CodeLine code={shell`pulumi stack rename --stack ${name} NEW-NAME`} />
    <CodeLine code={shell`pulumi stack tag set NAME VALUE --stack ${name}`} />
  </>
)

const Copyable = ({ text, label, max = Infinity }: { text: string; label: string; max?: number }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono title={text}>{shortenMiddle(text, max)}</Mono>
    <CopyButton text={text} label={label} />
  </span>
)
