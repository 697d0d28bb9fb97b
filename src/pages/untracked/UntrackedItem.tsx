import { straightText } from '#words/visible.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import { consoleLink } from '#domain/consoleLinks/consoleLink.ts'
import { placeWords } from '#domain/recoveries/pending/places.ts'
import { fullName } from '#domain/stackName.ts'
import { shortType } from '#domain/state/shortType.ts'
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
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
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
  /** The head of its group does not say when. */
  withTime: boolean
  /** Absent if there is nothing to select. */
  onChoose: ((isChosen: boolean) => void) | undefined
  onAnswer: () => void
}

/** A resource that may exist: what is known of it, how to look for it, and the answers. */
export function UntrackedItem(props: Props) {
  const { resource, isChosen, onChoose } = props
  return (
    <article aria-label={resource.name} className="flex items-start gap-x-3 px-4 py-2">
      {onChoose && (
        // Rows without one are as far to the right.
        <span className="min-w-4 pt-1">
          {mayAnswer(resource) && (
            <Checkbox hideLabel label={`Choose ${resource.name}`} checked={isChosen} onChange={onChoose} />
          )}
        </span>
      )}
      {resource.resolved ? <Resolved {...props} resolved={resource.resolved} /> : <Open {...props} />}
    </article>
  )
}

/** An open one: the head of its group says of which stack it is, and what happened. */
const Open = ({ resource, withTime, onAnswer }: Props) => (
  <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_5rem]">
    <Name resource={resource} className="min-h-7" />
    <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted max-lg:col-span-full lg:min-h-7">
      <Id resource={resource} />
      <Where resource={resource} />
      {withTime && <Time at={resource.since} />}
    </div>
    <div className="col-span-full lg:col-span-1 lg:pt-0.5 lg:has-[details[open]]:col-span-full lg:has-[details[open]]:row-start-2">
      <Disclosure summary={resource.importCommand === null ? 'How to find it' : 'How to find and import it'}>
        <Details resource={resource} />
      </Disclosure>
    </div>
    <div className="col-start-2 row-start-1 text-right lg:col-start-4">
      <Answer resource={resource} onAnswer={onAnswer} />
    </div>
  </div>
)

function Answer({ resource, onAnswer }: Pick<Props, 'resource' | 'onAnswer'>) {
  const { name, stack } = resource
  const { word } = useRecoverWord(stack)
  return mayAnswer(resource) ? (
    <Button size="sm" onClick={onAnswer} aria-label={`Record…: ${name}`}>
      Record…
    </Button>
  ) : (
    <LinkButton size="sm" to={paths.recover(stack)} aria-label={`${word}: ${name} of ${fullName(stack)}`}>
      {word}
    </LinkButton>
  )
}

type ResolvedProps = Pick<Props, 'resource' | 'hideOrg'> & { resolved: NonNullable<UntrackedResource['resolved']> }

function Resolved({ resource, hideOrg, resolved: { outcome, statement, by, at } }: ResolvedProps) {
  const { label, tone } = outcomeWords[outcome]
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      <div className="flex flex-col gap-x-4 gap-y-0.5 lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:items-start">
        <Name resource={resource} />
        <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted lg:grid lg:grid-cols-[2fr_3fr_3fr_4fr] *:min-w-0 *:wrap-anywhere">
          <Status tone={tone}>{label}</Status>
          <Stack resource={resource} hideOrg={hideOrg} />
          <Updates resource={resource} />
          <Time at={resource.since} />
          <Id resource={resource} />
        </div>
      </div>
      <p className="wrap-anywhere">
        {statement}{' '}
        <span className="inline-flex items-center gap-1 text-muted">
          – {by === SERVER_LOGIN ? 'found by the server' : <Person login={by} />}, <Time at={at} />
        </span>
      </p>
      <Disclosure summary="Details">
        <Details resource={resource} />
      </Disclosure>
    </div>
  )
}

const Name = ({ resource: { name, resourceType }, className }: Pick<Props, 'resource'> & { className?: string }) => (
  <span className={cx('flex min-w-0 flex-wrap items-center gap-x-2', className)}>
    <TypeIcon type={resourceType} />
    <span className="font-semibold wrap-anywhere">{name}</span>
    <span className="text-sm text-muted wrap-anywhere" title={resourceType}>
      {shortType(resourceType)}
    </span>
  </span>
)

/** Its ID; else the provider's name for it, if one was fixed before it was created: clues by inputs are in lower case. */
function Id({ resource: { name, resourceId, clues } }: Pick<Props, 'resource'>) {
  const known =
    resourceId === null ? clues.find(({ label }) => /^[a-z]/.test(label)) : { label: 'ID', value: resourceId }
  if (!known) return <span>ID unknown</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1 wrap-anywhere">
      <span className="shrink-0">{known.label}</span> <Mono>{known.value}</Mono>
      <CopyButton text={known.value} label={`Copy the ${known.label} of ${name}`} />
    </span>
  )
}

/** Its page in the provider's console, and the account and region in which that looks. */
function Where({ resource: { name, resourceType, resourceId, clues } }: Pick<Props, 'resource'>) {
  const valueOf = (label: string) => clues.find((clue) => clue.label === label)?.value
  const link = consoleLink({
    type: resourceType,
    id: resourceId,
    inputs: Object.fromEntries(clues.map(({ label, value }) => [label, value])), // names are by their inputs
    place: { region: valueOf('Region'), project: valueOf('Project'), tenant: valueOf('Tenant') },
  })
  const place = placeWords(clues)
  return (
    <>
      {link && (
        <ExternalLink href={link.url}>
          {link.shows === 'one' ? `Open in ${link.console}` : `Search in ${link.console}`}
          <span className="sr-only">for {name}</span>
        </ExternalLink>
      )}
      {place !== '' && <span className="wrap-anywhere">{place}</span>}
    </>
  )
}

/** The stack of a resource; a link while the stack exists. */
export const Stack = ({ resource: { stack, isStackDeleted }, hideOrg }: Pick<Props, 'resource' | 'hideOrg'>) =>
  isStackDeleted ? (
    <span>{fullName(stack)}, which was deleted</span>
  ) : (
    <span>
      <StackName stack={stack} hideOrg={hideOrg} />
    </span>
  )

/** The updates by which it came to be untracked: the one that created it, and the one that dropped its record. */
export function Updates({ resource }: Pick<Props, 'resource'>) {
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
            : 'It exists and is wanted: import it into its stack.'}
        </p>
        {importCommand !== null && <CodeLine code={importCommand} />}
      </>
    )}
  </>
)
