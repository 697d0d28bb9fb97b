import type { Dispatch } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import { isPlace } from '#domain/recoveries/pending/places.ts'
import { shortType } from '#domain/state/shortType.ts'
import { paths } from '#src/lib/paths.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { type Segment, Segments } from '#src/ui/Segments.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import type { Event } from '../wizard/decisions.ts'
import { type Choice, LEAVE } from '../change/choices.ts'
import { Clues } from './Clues.tsx'
import { LookUp, Place } from './LookUp.tsx'
import { SideBySide } from './SideBySide.tsx'

type Props = {
  stack: StackRef
  item: PendingItem
  /** Not all operations of the page are about one account and region. */
  hasOwnPlace: boolean
  choice: Choice | undefined
  dispatch: Dispatch<Extract<Event, { type: 'chosen' }>>
}

/** Chosen for a created resource that is to be kept: no answer until the resource is in the state. */
const KEEP = LEAVE

/** One pending operation: what it is, where to look, the possible answers; details on request. */
export function OperationRow({ stack, item, hasOwnPlace, choice, dispatch }: Props) {
  const { key, name, answers, situation } = item
  const chosen = answers.find(({ answer }) => answer === choice?.option)
  return (
    // Where to look comes before the answers: on a phone above them, in a wide window beside them.
    <div className="flex min-w-0 flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-full flex-col gap-0.5 lg:basis-64 lg:has-[details[open]]:basis-full">
        <Operation item={item} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 text-sm">
          <Name item={item} />
          <LookUp item={item} />
          {hasOwnPlace && <Place item={item} />}
          <div className="min-w-0 max-sm:basis-full has-[details[open]]:order-last has-[details[open]]:basis-full">
            <Disclosure
              summary={
                <span>
                  Details<span className="sr-only"> of {name}</span>
                </span>
              }
            >
              <Details stack={stack} item={item} />
            </Disclosure>
          </div>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-1 lg:items-end">
        <Segments
          inColumns
          label={`What happened to ${name}?`}
          options={answers.flatMap(({ answer, label, effect }): Segment<string>[] => [
            ...(answer === 'adopted' && situation === 'createNotLive' ? [KEEP_IT] : []),
            { value: answer, label, effect },
          ])}
          value={chosen?.answer ?? (choice?.option === KEEP ? KEEP : undefined)}
          onChange={(option) => dispatch({ type: 'chosen', choices: [{ id: key, option }] })}
        />
        {chosen && (
          <p className="text-sm text-muted">
            {chosen.effect}
            {chosen.answer === 'adopted' && ' Run the import before you answer: it changes the state.'}
          </p>
        )}
        {choice?.option === KEEP && <HowToKeep stack={stack} item={item} />}
      </div>
    </div>
  )
}

const KEEP_IT: Segment<string> = {
  value: KEEP,
  label: 'It exists – adopt it',
  effect: 'Clears nothing yet: first bring it into the state.',
}

/** The two ways to bring a created resource into the state. */
function HowToKeep({ stack, item: { terminal } }: Pick<Props, 'stack' | 'item'>) {
  const importing = terminal.find((line) => line.startsWith('pulumi import'))
  return (
    <div className="flex max-w-prose min-w-0 flex-col gap-1 text-sm text-muted">
      <p>
        First bring it into the state: <TextLink to={paths.recovery(stack, 'adopt-create')}>adopt it here</TextLink>
        {importing === undefined ? '.' : ', or import it and then answer “It exists – I imported it”:'}
      </p>
      {importing !== undefined && <CodeLine code={importing} />}
    </div>
  )
}

/** The operation, and its resource. */
export const Operation = ({
  item: { type, name, resourceType, urn },
}: {
  item: Pick<PendingItem, 'type' | 'name' | 'resourceType' | 'urn'>
}) => (
  <p title={urn} className="wrap-anywhere">
    <span className="text-muted">{type}</span> <strong className="font-semibold">{name}</strong>{' '}
    <span className="text-sm text-muted" title={resourceType}>
      {shortType(resourceType)}
    </span>
  </p>
)

/** The ID that the client reported late; else the provider's name for it, if one was fixed. */
export function Name({ item: { clues, lateEvidence } }: { item: Pick<PendingItem, 'clues' | 'lateEvidence'> }) {
  const late = lateEvidence.at(-1)
  const clue = late ? { label: 'Reported ID', value: late.resourceId } : clues.find((each) => !isPlace(each))
  if (!clue) return null
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="text-muted">{clue.label}</span>
      <CopyableValue value={clue.value} label={`Copy ${clue.label}`} />
    </span>
  )
}

function Details({ stack, item }: Pick<Props, 'stack' | 'item'>) {
  const { meaning, ifYouJustRunUp, safePath, situation, terminal } = item
  return (
    <div className="grid gap-x-8 gap-y-4 pb-2 text-base lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <dl className="flex max-w-prose flex-col gap-2">
          <Fact name="Situation" text={meaning} />
          <Fact name="If you run pulumi up now" text={ifYouJustRunUp} />
          <Fact name="Recommended" text={safePath} />
        </dl>
        {situation === 'createNotLive' && (
          <p className="max-w-prose text-sm text-muted">
            Found it? <TextLink to={paths.recovery(stack, 'adopt-create')}>Adopt it</TextLink>, or{' '}
            <TextLink to={paths.recovery(stack, 'discard-create')}>delete it safely</TextLink>.
          </p>
        )}
        <TerminalLines lines={terminal} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <section>
          <h4 className="mb-1 font-semibold">Where to look</h4>
          <Clues item={item} />
        </section>
        <SideBySide item={item} />
      </div>
    </div>
  )
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>{text}</dd>
  </div>
)
