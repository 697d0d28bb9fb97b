import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useState } from 'react'
import type { PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import { Clues } from '#src/features/recovery/pending/Clues.tsx'
import { SideBySide } from '#src/features/recovery/pending/SideBySide.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { number } from '#words/counts.ts'

const PAGE = 20

type Answers = Readonly<Record<number, PendingAnswer>>
type Props = { items: readonly PendingItem[]; answers: Answers; onChange: (answers: Answers) => void }

/** Operations without a recorded end: what is known, and the possible answers. */
export function PendingCard({ items, answers, onChange }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const answered = items.filter(({ index }) => answers[index] !== undefined).length
  return (
    <Card title={`Pending operations (${number(items.length)})`}>
      <p role="status" className="mb-4 max-w-prose text-muted">
        {number(answered)} of {number(items.length)} resolved. Nothing is preselected. An answered one leaves the state;{' '}
        <Mono>pulumi stack import</Mono> drops the others too, so check them first; an import here keeps them.
      </p>
      <ul aria-label="Pending operations" className="flex flex-col gap-6">
        {items.slice(0, limit).map((item) => (
          <li key={item.key} className="min-w-0">
            <Operation
              item={item}
              answer={answers[item.index]}
              onAnswer={(answer) => onChange({ ...answers, [item.index]: answer })}
            />
          </li>
        ))}
      </ul>
      {items.length > limit && (
        <div className="mt-4">
          <ShowMore shown={limit} total={items.length} step={PAGE} onMore={setLimit} size="md" />
        </div>
      )}
    </Card>
  )
}

type OperationProps = {
  item: PendingItem
  answer: PendingAnswer | undefined
  onAnswer: (answer: PendingAnswer) => void
}

function Operation({ item, answer, onAnswer }: OperationProps) {
  const { type, name, resourceType, meaning, ifYouJustRunUp, safePath, answers, terminal } = item
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="wrap-anywhere">
          <span className="text-muted">{type}</span> <strong className="font-semibold">{name}</strong>{' '}
          <Mono className="text-muted">{resourceType}</Mono>
        </h3>
        <KeyValue
          items={[
            { label: 'Known', value: meaning },
            { label: 'If you run pulumi up now', value: ifYouJustRunUp },
            { label: 'Safe way', value: safePath },
          ]}
        />
        <Disclosure summary="Where to look">
          <Clues item={item} />
          <SideBySide item={item} />
        </Disclosure>
        <Disclosure summary="CLI commands">
          <TerminalLines lines={terminal} />
        </Disclosure>
      </div>
      <RadioCards
        label={`What happened to ${name}?`}
        options={answers.map(({ answer: value, label, effect }) => ({ value, title: label, description: effect }))}
        value={answer}
        onChange={onAnswer}
      />
    </div>
  )
}
