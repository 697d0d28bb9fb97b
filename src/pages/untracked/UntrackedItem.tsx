import { straightText } from '#words/visible.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import { fullName } from '#domain/stackName.ts'
import { Person } from '#src/features/people/Person.tsx'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { lookOf, mayAnswer, outcomeWords } from './words.ts'
import { SERVER_LOGIN } from '#words/personName.ts'

type Props = {
  resource: UntrackedResource
  hideOrg: boolean
  isChosen: boolean
  /** Absent if there is nothing to select. */
  onChoose: ((isChosen: boolean) => void) | undefined
  onAnswer: () => void
}

/** A resource that may exist: what is known of it, how to look for it, and the answers. */
export function UntrackedItem({ resource, hideOrg, isChosen, onChoose, onAnswer }: Props) {
  const { name, resourceType, resourceId, stack, isStackDeleted, since, resolved } = resource
  const canAnswer = mayAnswer(resource)
  const { word } = useRecoverWord(stack)
  return (
    <article aria-label={name} className="flex items-start gap-x-3 gap-y-1 px-4 py-2 max-sm:flex-wrap">
      {onChoose && (
        // Rows without one are as far to the right.
        <span className="min-w-4 pt-0.5">
          {canAnswer && <Checkbox hideLabel label={`Choose ${name}`} checked={isChosen} onChange={onChoose} />}
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:min-w-3/4">
        <div className="flex flex-col gap-x-4 gap-y-0.5 lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:items-start">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <TypeIcon type={resourceType} />
            <span className="font-semibold wrap-anywhere">{name}</span>
            <Mono className="text-muted wrap-anywhere">{resourceType}</Mono>
          </span>
          {/* Columns of one width in all groups. */}
          <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted lg:grid lg:grid-cols-[2fr_3fr_3fr_4fr] *:min-w-0 *:wrap-anywhere">
            {resolved && (
              <Status tone={outcomeWords[resolved.outcome].tone}>{outcomeWords[resolved.outcome].label}</Status>
            )}
            {isStackDeleted ? (
              <span>{fullName(stack)}, which was deleted</span>
            ) : (
              <span>
                <StackName stack={stack} hideOrg={hideOrg} />
              </span>
            )}
            <Updates resource={resource} />
            <Time at={since} />
            {resourceId === null ? (
              <span>ID unknown</span>
            ) : (
              <span className="inline-flex max-w-full items-center gap-1">
                ID <Mono>{resourceId}</Mono>
                <CopyButton text={resourceId} label={`Copy the ID of ${name}`} />
              </span>
            )}
          </div>
        </div>
        {resolved && (
          <p className="wrap-anywhere">
            {resolved.statement}{' '}
            <span className="inline-flex items-center gap-1 text-muted">
              – {resolved.by === SERVER_LOGIN ? 'found by the server' : <Person login={resolved.by} />},{' '}
              <Time at={resolved.at} />
            </span>
          </p>
        )}
        <Disclosure summary={resolved ? 'Details' : 'How to find it'}>
          <Details resource={resource} />
        </Disclosure>
      </div>
      {!resolved && (
        <div className={cx('flex shrink-0 sm:w-20 sm:justify-end', onChoose && 'max-sm:pl-7')}>
          {canAnswer ? (
            <Button size="sm" onClick={onAnswer} aria-label={`Resolve…: ${name}`}>
              Resolve…
            </Button>
          ) : (
            <LinkButton size="sm" to={paths.recover(stack)} aria-label={`${word}: ${name} of ${fullName(stack)}`}>
              {word}
            </LinkButton>
          )}
        </div>
      )}
    </article>
  )
}

/** The updates by which it came to be untracked: the one that created it, and the one that dropped its record. */
function Updates({ resource }: { resource: UntrackedResource }) {
  const { stack, isStackDeleted, updateId, version, left } = resource
  const linked = (words: string, at: number) =>
    isStackDeleted ? words : <TextLink to={paths.update(stack, at)}>{words}</TextLink>
  return (
    <span>
      {lookOf(resource).by} {updateId === null ? `version ${version}` : linked(`update ${version}`, version)}
      {left && <>, dropped by {linked(`${left.kind} ${left.version}`, left.version)}</>}
    </span>
  )
}

const Details = ({
  resource: { hints, clues, urn, stack, isStackDeleted, updateId, version, left, importCommand, resolved },
}: {
  resource: UntrackedResource
}) => (
  <>
    {!resolved && hints.map((hint) => <p key={hint}>{straightText(hint)}</p>)}
    <KeyValue
      items={[
        ...clues.map(({ label, value }, index) => ({
          key: `${index}`,
          label,
          value: <CopyableValue value={value} label={`Copy ${label}`} />,
        })),
        {
          label: 'Started by',
          value:
            updateId === null || isStackDeleted ? undefined : (
              <TextLink to={paths.update(stack, version)}>update {version}</TextLink>
            ),
        },
        {
          label: 'Left the state',
          value: left ? (
            <>
              with version {left.version} ({left.kind}), <Time at={left.at} />
            </>
          ) : undefined,
        },
        { label: 'URN', value: <UrnText urn={urn} max={56} /> },
      ]}
    />
    {!resolved && (
      <>
        <p className="text-sm text-muted">
          {importCommand === null
            ? 'A dynamic resource cannot be imported. It exists: delete it, and let the program create it again.'
            : 'It exists and is wanted: adopt it.'}
        </p>
        {importCommand !== null && <CodeLine code={importCommand} />}
      </>
    )}
  </>
)
