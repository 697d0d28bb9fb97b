import { useNamedStack } from '#src/api/stacks.ts'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Effect } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { exportTo } from '#domain/commands.ts'
import { asProblem } from '#domain/recoveries/pending/asProblem.ts'
import { isCreateInCloud } from '#domain/recoveries/pending/createInCloud.ts'
import { isByArn, placeWords } from '#domain/recoveries/pending/places.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { decided, type Decidable, optionOf, type Read } from '../change/choices.ts'
import { DecideStep } from '../wizard/DecideStep.tsx'
import { NothingToDecide } from '../wizard/NothingToDecide.tsx'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { type Decisions, useDecisions } from '../wizard/useDecisions.ts'
import { useHasBegun } from '../wizard/useHasBegun.ts'
import { AnswerAll } from './AnswerAll.tsx'
import { FoundIds } from './FoundIds.tsx'
import { Operation, OperationRow } from './OperationRow.tsx'

type Props = { stack: StackRef; recovery: RecoveryId; diagnosis: Diagnosis }

const NOTHING = { title: 'Nothing to resolve', of: 'none is pending in this stack' }

/** A recovery that depends on the outcome of pending operations. There are none while their update is running. */
export function AnswerOperations(props: Props) {
  const { stack, recovery, diagnosis } = props
  const now = readOf(diagnosis, recovery)
  const hasBegun = useHasBegun(now.problems.length)
  return hasBegun ? (
    <AnswerWizard {...props} now={now} />
  ) : (
    <NothingToDecide stack={stack} recovery={recovery} words={NOTHING} />
  )
}

function AnswerWizard({ stack, recovery, diagnosis, now }: Props & { now: Read }) {
  const decisions = useDecisions({
    stack,
    recovery,
    now,
    refresh: async (client) =>
      readOf(await client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }), recovery),
  })
  const { problems, choices } = decisions
  // “Not sure yet” clears nothing.
  const cleared = problems.filter((problem) => (optionOf(problem, choices)?.level ?? 0) > 0).length
  const needsAll = isOfAll(recovery)
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      decisions={decisions}
      nothing={NOTHING}
      question={plural(problems.length, 'What happened to the resource?', 'What happened to each resource?')}
      answer={<AnswerStep stack={stack} decisions={decisions} needsAll={needsAll} />}
      asking={{ needsAll, none: 'Resolve at least one operation.' }}
      decision={({ item }, answer) => (
        <>
          {item && <Operation item={item} />}
          <p className="font-medium">{answer}</p>
        </>
      )}
      example="For example: S3 console, account 1234, eu-central-1: no such bucket."
      confirms={`clear ${counted(cleared, 'operation')} on ${stack.project}/${stack.stack}`}
      verb={verbOf}
    />
  )
}

type StepProps = {
  stack: StackRef
  decisions: Decisions
  /** Every operation must be answered; else unanswered ones stay pending. */
  needsAll: boolean
}

const ExportLine = ({ stack }: { stack: StackRef }) => <CodeLine code={exportTo(useNamedStack(stack), 'state.json')} />

/** A row for each operation. */
function AnswerStep({ stack, decisions: { problems, choices, dispatch }, needsAll }: StepProps) {
  const places = new Set(problems.map(({ item }) => placeWords(item?.clues ?? [])))
  const [place = ''] = places.size === 1 ? places : []
  return (
    <DecideStep
      problems={problems}
      words={{ list: 'Operations to answer', item: 'operation', filter: 'name, type or what was done' }}
      many={8}
      page={25}
      isDense
      intro={<WhereToLook problems={problems} place={place} />}
      tools={(shown, filter) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <AnswerAll problems={shown} choices={choices} dispatch={dispatch} />
            <p role="status" className="text-sm text-muted">
              {progress(decided(problems, choices).length, problems.length, needsAll)}
            </p>
          </div>
          {filter}
        </>
      )}
      row={({ id, item }) =>
        item && (
          <OperationRow stack={stack} item={item} hasOwnPlace={place === ''} choice={choices[id]} dispatch={dispatch} />
        )
      }
    >
      {/* In one line, so that all is read on two screens. */}
      <div className="flex flex-wrap gap-x-6 gap-y-2 *:min-w-0 *:has-[details[open]]:basis-full">
        <div>
          <Disclosure summary="What each answer does">
            <Effects problems={problems} />
          </Disclosure>
        </div>
        <div>
          <Disclosure summary="Advanced">
            <p className="text-muted">Holdfast keeps the current version anyway. To keep your own copy, run:</p>
            <ExportLine stack={stack} />
            <FoundIds items={problems.flatMap(({ item }) => item ?? [])} />
          </Disclosure>
        </div>
      </div>
    </DecideStep>
  )
}

/** What is asked, and in which account and region the answer is found, if it is one for all. */
function WhereToLook({ problems, place }: { problems: readonly Decidable[]; place: string }) {
  const isInferred = problems.some(({ item }) => isByArn(item?.clues ?? []))
  return (
    <p className="text-muted">
      The cloud may have carried out {plural(problems.length, 'this operation', 'these operations')}, or not. Look for{' '}
      {plural(problems.length, 'the resource', 'each resource')} in{' '}
      {place === '' ? (
        'its account and region'
      ) : (
        <>
          <strong className="font-medium text-ink">{place}</strong>
          {isInferred && ' (by the ARNs of other resources: make sure that the update used it)'}
        </>
      )}
      , then say what you found. Nothing is written until you confirm.
      {problems.some(({ item }) => item !== undefined && isCreateInCloud(item)) && (
        <strong className="block font-medium text-ink">
          If you say “It doesn’t exist” of one that does, the next pulumi up creates a second one, and nothing tracks
          the first.
        </strong>
      )}
    </p>
  )
}

/** What each answer does to the state, and what the next update does then; each once. */
function Effects({ problems }: { problems: readonly Decidable[] }) {
  const effects = new Map(
    problems
      .flatMap(({ item }) => item?.answers ?? [])
      .map(({ label, effect }) => [`${label} ${effect}`, { label, effect }]),
  )
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {[...effects].map(([key, { label, effect }]) => (
        <div key={key} className="sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt>{label}</dt>
          <dd className="text-muted">{effect}</dd>
        </div>
      ))}
    </dl>
  )
}

function progress(done: number, of: number, needsAll: boolean): string {
  if (done === of) return 'All answered.'
  const rest = needsAll ? 'Choose “Not sure yet” for what you could not check.' : 'What you don’t answer stays pending.'
  // Before the first answer the button says that all are needed.
  return done === 0 && needsAll ? rest : `${number(done)} of ${number(of)} answered. ${rest}`
}

const verbOf = ({ operationsRemoved, entriesRemoved }: Effect): string =>
  `Clear ${counted(operationsRemoved.length, 'operation')}${
    entriesRemoved.length > 0 ? ` and remove ${counted(entriesRemoved.length, 'resource')}` : ''
  }`

/** Whether it takes all pending operations, and needs an answer for each. */
const isOfAll = (recovery: RecoveryId): boolean => recovery === 'resolve-operations'

/** The questions of a recovery. */
function readOf({ basis, pending }: Diagnosis, recovery: RecoveryId): Read {
  const items = isOfAll(recovery) ? pending : pending.filter((item) => item.recovery === recovery)
  return {
    basis: basis ?? { version: 0, hash: '' },
    onlyOne: false,
    problems: items.map((item): Decidable => ({ ...asProblem(item), title: `${item.name} (${item.type})`, item })),
  }
}
