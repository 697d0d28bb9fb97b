import { visibleText } from '#words/visible.ts'
import type { KeptElsewhere } from '#contract/backends.ts'
import { useState } from 'react'
import type { StackDetail } from '#contract/stacks.ts'
import { isCountUnknown } from '#domain/backends/isCountUnknown.ts'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted, number } from '#words/counts.ts'

/** Facts about a stack: size, secrets, integrity, tags. */
export function StackFacts({ stack }: { stack: StackDetail }) {
  const { ref, basis, resourceCount, pendingCount, stateBytes, secretsProvider, integrity, health, createdAt, tags } =
    stack
  const { elsewhere } = stack
  // The first update saves its state at its end; until then its progress is on the lease card.
  const isFirst = basis === null && stack.leaseCard !== null
  return (
    <Card title="About" look="section" actions={<TextLink to={paths.options(ref)}>All</TextLink>}>
      <KeyValue
        items={[
          {
            label: 'Resources',
            value: isFirst ? undefined : isCountUnknown(stack) ? (
              'unknown'
            ) : (
              <TextLink to={paths.resources(ref)}>{number(resourceCount)}</TextLink>
            ),
          },
          {
            label: 'Pending',
            value:
              pendingCount === 0 ? undefined : (
                <TextLink to={paths.recover(ref)}>{counted(pendingCount, 'operation')}</TextLink>
              ),
          },
          {
            label: 'State',
            value: isFirst
              ? 'the first update is writing it'
              : basis === null
                ? elsewhere?.stateProblem == null
                  ? 'none yet'
                  : 'cannot be read'
                : `version ${basis.version}, ${bytesText(stateBytes)}`,
          },
          {
            label: 'Integrity',
            value:
              basis === null ? undefined : integrity === null ? (
                <Status tone="ok">Valid</Status>
              ) : health === 'tooNew' ? (
                <span className="text-muted">not checked</span>
              ) : elsewhere?.kind === 'opened' ? (
                // The errors are listed above.
                <Status tone="danger">Invalid</Status>
              ) : (
                <span className="text-danger">{integrity}</span>
              ),
          },
          {
            label: elsewhere?.kind === 'opened' ? 'Name in the CLI' : 'Kept in',
            value: elsewhere ? <Place elsewhere={elsewhere} /> : undefined,
          },
          { label: 'Secrets', value: secretsProvider === null ? undefined : secretsWords(secretsProvider) },
          // A backend does not record it: its oldest file may be the last write.
          { label: 'Created', value: elsewhere ? undefined : <Time at={createdAt} /> },
          {
            label: 'Tags',
            value: Object.keys(tags).length === 0 ? undefined : <Tags tags={tags} />,
          },
        ]}
      />
    </Card>
  )
}

/** The backend of a stack that is kept elsewhere, and its name there. */
const Place = ({ elsewhere: { address, cliName } }: { elsewhere: KeptElsewhere }) => (
  <span className="flex min-w-0 flex-col">
    {address !== '' && <Mono className="text-sm wrap-anywhere">{address}</Mono>}
    <span className="text-sm text-muted">
      {address !== '' && 'as '}
      <Mono className="wrap-anywhere">{cliName}</Mono>
    </span>
  </span>
)

/** The secrets provider in words; an unknown one as the state names it. */
export const secretsWords = (provider: string): string =>
  ({ service: 'Holdfast-managed', passphrase: 'a passphrase', cloud: 'a cloud key service' })[provider] ?? provider

/** So many tags beside the rest of the page; the others are one click away. */
const FEW_TAGS = 12

/** Tags, each in one line; its whole value is in its hint and in the settings. */
function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const all = Object.entries(tags)
  const [shown, setShown] = useState(FEW_TAGS)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ul className="flex min-w-0 flex-wrap gap-1">
        {all.slice(0, shown).map(([name, value]) => (
          <li
            key={name}
            title={visibleText(`${name}: ${value}`)}
            className="max-w-full truncate rounded-lg border border-line px-2 text-xs/5"
          >
            <span className="text-muted">{visibleText(name.replace(/^pulumi:/, ''))}:</span> {visibleText(value)}
          </li>
        ))}
      </ul>
      <ShowMore shown={shown} total={all.length} step={all.length} onMore={setShown} />
    </div>
  )
}
