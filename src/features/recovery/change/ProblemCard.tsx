import { type Dispatch, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Problem, Option } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { type RadioCard, RadioCards } from '#src/ui/RadioCards.tsx'
import { Status } from '#src/ui/Status.tsx'
import type { Event } from '../wizard/decisions.ts'
import { LEAVE, type Choice } from './choices.ts'
import { EvidenceDetails } from '../effect/EvidenceDetails.tsx'
import { Linked } from '../effect/Linked.tsx'
import { OperationList } from '../effect/OperationList.tsx'
import { OptionDetails } from './OptionDetails.tsx'
import { OptionSummary } from './OptionSummary.tsx'

/** More options than this are shown on request. */
const FEW_OPTIONS = 6

type Props = {
  stack: StackRef
  problem: Problem
  choice: Choice | undefined
  dispatch: Dispatch<Extract<Event, { type: 'chosen' | 'entered' }>>
}

/** One problem: what is known of it, and its options with what each could lose. */
export function ProblemCard({ stack, problem, choice, dispatch }: Props) {
  const { id, title, explanation, evidence, clues, urns, options, suggested, advice } = problem
  const chosen = options.find((option) => option.id === choice?.option)
  return (
    <Card
      level={3}
      title={<span className="wrap-anywhere">{title}</span>}
      actions={
        chosen ? (
          <Status tone="ok">Chosen</Status>
        ) : choice?.option === LEAVE ? (
          <Status tone="unknown">Skipped</Status>
        ) : (
          <Status tone="attention">Not chosen</Status>
        )
      }
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          <p className="max-w-prose">{explanation}</p>
          {advice !== null && (
            <Notice
              tone="attention"
              announce="none"
              title={<Linked stack={stack} text={advice} />}
              className={options.length === 0 ? undefined : 'py-2'}
            />
          )}
          {clues.length > 0 && (
            <KeyValue
              items={clues.map(({ label, value }, index) => ({
                key: `${index}`,
                label,
                value: <CopyableValue value={value} label={`Copy ${label}`} />,
              }))}
            />
          )}
          {urns.length > 0 && (
            <Disclosure summary={`Affects ${counted(urns.length, 'resource')}`} open={urns.length <= 3}>
              <OperationList
                label="Affected resources"
                operations={urns.map((urn) => ({ op: '', urn }))}
                none="None."
              />
            </Disclosure>
          )}
          <EvidenceDetails evidence={evidence} />
        </div>
        {options.length > 0 && (
          <div className="flex min-w-0 flex-col gap-3">
            <Options
              stack={stack}
              options={options}
              suggested={suggested}
              value={choice?.option}
              onChoose={(option) => dispatch({ type: 'chosen', choices: [{ id, option }] })}
            />
            {chosen && <OptionDetails id={id} option={chosen} choice={choice} dispatch={dispatch} />}
          </div>
        )}
      </div>
    </Card>
  )
}

type OptionsProps = {
  stack: StackRef
  options: readonly Option[]
  suggested: string | null
  value: string | undefined
  onChoose: (option: string) => void
}

function Options({ stack, options, suggested, value, onChoose }: OptionsProps) {
  const [isWhole, setWhole] = useState(options.length <= FEW_OPTIONS + 1)
  const chosen = options.findIndex(({ id }) => id === value)
  // By index: an id may contain spaces, which references between elements do not allow.
  const cards = options.flatMap((option, index): RadioCard<string> | [] =>
    isWhole || index < FEW_OPTIONS || index === chosen
      ? {
          value: String(index),
          title: option.title,
          description: <OptionSummary stack={stack} option={option} isSuggested={option.id === suggested} />,
        }
      : [],
  )
  return (
    <>
      <RadioCards
        label="How do you want to fix it?"
        options={[...cards, { value: LEAVE, title: 'Skip for now', description: 'Nothing changes.' }]}
        value={value === LEAVE ? LEAVE : chosen < 0 ? undefined : String(chosen)}
        onChange={(picked) => onChoose(picked === LEAVE ? LEAVE : (options[Number(picked)]?.id ?? LEAVE))}
      />
      {!isWhole && (
        <Button size="sm" className="self-start" onClick={() => setWhole(true)}>
          Show all {options.length} fixes
        </Button>
      )}
    </>
  )
}
