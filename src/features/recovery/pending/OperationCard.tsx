import type { StackRef } from '#contract/common.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import type { ConfirmationLevel, PendingAnswer } from '#contract/recoveries.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { type Progress, progressOf, type Said, wantsStatement } from './answers.ts'
import { Clues } from './Clues.tsx'
import { SideBySide } from './SideBySide.tsx'
import { StatementField } from '../confirm/StatementField.tsx'

type Props = {
  stack: StackRef
  item: PendingItem
  said: Said | undefined
  level: ConfirmationLevel
  onAnswer: (answer: PendingAnswer) => void
  onState: (statement: string) => void
}

/** One pending operation: what is known of it, how to find out, and what a person may say became of it. */
export function OperationCard({ stack, item, said, level, onAnswer, onState }: Props) {
  const { type, name, resourceType, meaning, ifYouJustRunUp, safePath, answers, terminal } = item
  return (
    <Card
      level={3}
      title={
        <span className="wrap-anywhere">
          <span className="font-normal text-muted">{type}</span> {name}{' '}
          <Mono className="font-normal text-muted">{resourceType}</Mono>
        </span>
      }
      actions={<ProgressStatus progress={progressOf(item, said, level)} />}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <dl className="flex max-w-prose flex-col gap-2">
            <Fact name="Situation" text={meaning} />
            <Fact name="If you run pulumi up now" text={ifYouJustRunUp} />
            <Fact name="Recommended" text={safePath} />
          </dl>
          <section>
            <h4 className="mb-1 font-semibold">Where to look</h4>
            <Clues item={item} />
          </section>
          <SideBySide item={item} />
          {item.situation === 'createNotLive' && (
            <p className="max-w-prose text-sm text-muted">
              Found it? <TextLink to={paths.recovery(stack, 'adopt-create')}>How to adopt it</TextLink>, with its entry
              written from here if need be; or{' '}
              <TextLink to={paths.recovery(stack, 'discard-create')}>
                how to be rid of it without leaving a copy
              </TextLink>
              .
            </p>
          )}
          <Disclosure summary="CLI commands">
            <TerminalLines lines={terminal} />
          </Disclosure>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <RadioCards
            label={`What happened to ${name}?`}
            options={answers.map(({ answer, label, effect }) => ({ value: answer, title: label, description: effect }))}
            value={said?.answer}
            onChange={onAnswer}
          />
          {said?.answer === 'adopted' && (
            <p className="text-sm text-muted">
              An import writes the state, so this page will ask you to review again once it has been run: run it first,
              then answer.
            </p>
          )}
          {wantsStatement(item, said, level) && (
            <StatementField item={item} value={said?.statement ?? ''} onChange={onState} />
          )}
        </div>
      </div>
    </Card>
  )
}

const progressLooks = {
  open: { tone: 'attention', words: 'Unresolved' },
  noteMissing: { tone: 'attention', words: 'Note missing' },
  answered: { tone: 'ok', words: 'Resolved' },
} as const satisfies Record<Progress, { tone: Tone; words: string }>

function ProgressStatus({ progress }: { progress: Progress }) {
  const { tone, words } = progressLooks[progress]
  return <Status tone={tone}>{words}</Status>
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>{text}</dd>
  </div>
)
