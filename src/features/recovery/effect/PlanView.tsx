import type { ReactNode } from 'react'
import type { Plan } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { ChangesView } from './ChangesView.tsx'
import { OperationList } from './OperationList.tsx'
import { Sentences } from './Sentences.tsx'

type Props = {
  plan: Plan
  /** Lines to add to the program, by the former URN. */
  aliases?: ReadonlyMap<string, string> | undefined
  /** The decisions, repeated. */
  decided?: readonly { key: string; what: ReactNode }[]
}

/** Nothing but operations goes, comes or changes. */
const isAll = ({ entriesAdded, entriesRemoved, entriesChanged, entriesMoved }: Plan['effect']): boolean =>
  entriesAdded.length + entriesRemoved.length + entriesChanged.length + entriesMoved === 0

/** More decisions than this are collapsed. */
const FEW = 8

/** Exactly what would be written, before anything is. */
export function PlanView({ plan, aliases, decided = [] }: Props) {
  const { effect, integrityBefore, integrityAfter, stopAndAsk, terminal, basis } = plan
  // Only the end of an update has them, and it writes no state of its own.
  const { operationsInFlight: inFlight } = effect
  // Every removed operation was answered just now, and is in the list of answers.
  const clears =
    effect.operationsRemoved.length > 0 && effect.operationsRemoved.length <= decided.length && isAll(effect)
  return (
    <>
      <NoticeList title="Double-check" items={stopAndAsk} />
      <Card title="What will change" level={3}>
        <div className="flex min-w-0 flex-col gap-3">
          <Decided rows={decided} />
          <ChangesView effect={effect} {...(aliases && { aliases })} withoutCleared={clears} />
          {inFlight !== undefined && inFlight.length > 0 && (
            <section>
              <h4 className="mb-1 font-semibold">Operations left with an unknown outcome</h4>
              <OperationList
                label="Operations left with an unknown outcome"
                operations={inFlight.map(({ type, urn }) => ({ op: type, urn }))}
                none="Nothing."
              />
            </section>
          )}
          <div className="flex flex-wrap items-start gap-x-8 gap-y-1">
            {inFlight === undefined && (
              <>
                <Verdict title={`Before (version ${basis.version})`} findings={integrityBefore} />
                <Verdict title="After" findings={integrityAfter} />
              </>
            )}
            <div className="min-w-0 has-[details[open]]:basis-full">
              <Disclosure summary="CLI commands">
                {terminal.length === 0 ? (
                  <p className="text-muted">No command of the CLI does this.</p>
                ) : (
                  <TerminalLines lines={terminal} />
                )}
              </Disclosure>
            </div>
          </div>
        </div>
      </Card>
    </>
  )
}

function Decided({ rows }: { rows: NonNullable<Props['decided']> }) {
  if (rows.length === 0) return null
  const list = (
    <ul aria-label="Your answers" className="flex flex-col divide-y divide-line">
      {rows.map(({ key, what }) => (
        // On a phone the answer is below the operation in every row, however short its name is.
        <li key={key} className="flex justify-between gap-x-6 py-1 wrap-anywhere max-sm:flex-col sm:flex-wrap">
          {what}
        </li>
      ))}
    </ul>
  )
  return rows.length <= FEW ? list : <Disclosure summary={`Your answers (${rows.length})`}>{list}</Disclosure>
}

/** The result of both verifiers for one side: the CLI's rules, and Holdfast's stricter ones. */
const Verdict = ({ title, findings }: { title: string; findings: readonly string[] }) => (
  <div className="min-w-0">
    <p
      className="flex flex-wrap items-center gap-x-2"
      title="Checked against the CLI’s rules and Holdfast’s stricter ones."
    >
      <span className="text-sm text-muted">{title}</span>
      <Status tone={findings.length === 0 ? 'ok' : 'danger'}>{findings.length === 0 ? 'Valid' : 'Invalid'}</Status>
    </p>
    {findings.length > 0 && <Sentences sentences={findings} />}
  </div>
)
