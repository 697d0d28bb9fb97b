import type { Check, Effect, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import { cx } from '#src/lib/cx.ts'
import { unchangedLine } from '#domain/plan/effect.ts'
import { paths } from '#src/lib/paths.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { Card } from '#src/ui/Card.tsx'
import { counted, plural } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ChangesView } from '../effect/ChangesView.tsx'
import { Checks } from './Checks.tsx'
import { LeftErrors } from './LeftErrors.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import { UndoButton } from './UndoButton.tsx'
import { recordTitle } from '../words.ts'

type Props = {
  record: RecoveryRecord
  /** The id of its heading, which names the page. */
  headingId?: string
  /** The current user has just carried it out. */
  isFresh?: boolean
  /** Nothing else is wrong with the stack. */
  isDone?: boolean
  /** What is to be done next; by default the list of what is wrong. */
  next?: { label: string; to: string; operations: number } | undefined
  /** What can be done about the errors that are left; undefined if there are none, or as long as it is not known. */
  rest?: RecoveryOptions | undefined
}

/** A recovery that was carried out: the proof, what is left to do, and the undo. The same for every reader. */
export function RecordView({ record, headingId, isFresh = false, isDone = false, next, rest }: Props) {
  const { steps, proof, effect } = record
  const left = leftIn(record)
  const checks = left ? proof.filter(({ isLeft }) => !isLeft) : proof
  // With errors left, which one this was is not clear from the checks.
  const isPartial = proof.some(({ isLeft }) => isLeft)
  // By the state as it is now: a later recovery may have repaired the rest.
  const isInvalid = left !== undefined && record.stillInvalid !== null
  const changed = isPartial && effect && (
    <Card title="What was changed" level={3}>
      <ChangesView effect={withoutRest(effect)} isWritten />
    </Card>
  )
  return (
    <>
      {/* Without the steps above it, the link to the overview is beside it. */}
      <div
        className={cx(
          'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2',
          left && 'flex-col',
          !isFresh && 'lg:pr-44',
        )}
      >
        <h2 id={headingId} data-page-focus tabIndex={-1} className="text-xl font-semibold wrap-anywhere">
          {left ? partialTitle(left, isInvalid) : recordTitle(record)}
        </h2>
        <p role="status">
          <Outcome record={record} isFresh={isFresh} operations={next?.operations ?? 0} />
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {isInvalid && rest ? (
            <LeftErrors stack={record.stack} rest={rest}>
              <Sentences record={record} />
            </LeftErrors>
          ) : (
            <LeftToDo record={record} isInvalid={isInvalid} />
          )}
          {!rest && changed}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {rest && changed}
          {/* What passed is not what counts while the state is invalid. */}
          <Card title="Checks" level={3} look={isInvalid ? 'section' : 'card'}>
            {proof.length === 0 ? (
              <p className="text-muted">Nothing is kept to check it against.</p>
            ) : (
              <Checks items={checks} isQuiet={isInvalid} />
            )}
          </Card>
        </div>
      </div>
      <Disclosure summary="Record" open={!isFresh || steps.some(({ ok }) => ok !== true)}>
        <RecordDetails record={record} withoutChanges={isPartial} />
      </Disclosure>
      <Actions {...{ record, isDone, next, isPartial }} hasWayOn={isInvalid && rest !== undefined} />
    </>
  )
}

/** After a repair that left errors: how many it fixed, and whether the state is still invalid, or else what it left then. */
function partialTitle({ what }: Check, isInvalid: boolean): string {
  const done = what.replace(/\.$/, '')
  return isInvalid ? `${done}: the state is still invalid` : done
}

/** What it changed, without the sentence about the rest, which the checks are about. */
const withoutRest = ({ written, sentences, ...effect }: Effect): Effect => ({
  ...effect,
  sentences: (written ?? sentences).filter((sentence) => sentence !== unchangedLine(written ? 'record' : 'plan')),
})

type OutcomeProps = Pick<Props, 'record'> & { isFresh: boolean; operations: number }

/** How it ended: by its worst check, else by what still needs an answer. */
function Outcome({ record, isFresh, operations }: OutcomeProps) {
  const { kind, status, steps, effect, proof, toRefresh, version } = record
  const checks = [...steps, ...proof]
  const results = checks.filter(({ isLeft }) => !isLeft).map(({ ok }) => ok)
  // Just now those that it kept; later those that are left.
  const open = isFresh && effect ? effect.operationsKept.length : operations
  if (status === 'undone') return <Status tone="attention">Undone: the version before it is current again.</Status>
  if (results.includes(false)) return <Status tone="danger">Complete, but a check below failed.</Status>
  if (results.includes(null))
    return <Status tone="attention">Complete. Some checks below can no longer be made.</Status>
  if (leftIn(record))
    return (
      <Status tone="ok" className="whitespace-normal!">
        {`Saved as version ${version ?? '?'}`}
      </Status>
    )
  if (kind === 'release') return <Released operations={operations} />
  if (kind === 'change' && open > 0)
    return <Status tone="attention">{`Saved and verified · ${needAnswer(open)}`}</Status>
  if (toRefresh > 0)
    return <Status tone="attention">{`Saved and verified · ${counted(toRefresh, 'resource')} to refresh`}</Status>
  return <Status tone="ok">Recovery complete and verified.</Status>
}

/** The errors that are left after a repair that succeeded otherwise: the outcome says how many. */
const leftIn = ({ steps, proof, status }: RecoveryRecord): Check | undefined => {
  const [left, ...others] = [...steps, ...proof].toSorted(
    (a, b) => Number(b.isLeft ?? false) - Number(a.isLeft ?? false),
  )
  return status !== 'undone' && left?.isLeft && others.every(({ ok }) => ok === true) ? left : undefined
}

/** A release is complete, but what the update left may still wait for an answer. */
const Released = ({ operations }: { operations: number }) =>
  operations === 0 ? (
    <Status tone="ok">Lease released.</Status>
  ) : (
    <Status tone="attention">{`Lease released · ${needAnswer(operations)}`}</Status>
  )

const needAnswer = (operations: number): string =>
  `${counted(operations, 'operation')} ${plural(operations, 'needs', 'need')} an answer`

/** What is left to do, and the commands for it. In an invalid state it says what is wrong, and that nothing may run. */
const LeftToDo = ({
  record: { stillInvalid, bans, leftToDo, commands },
  isInvalid,
}: Pick<Props, 'record'> & { isInvalid: boolean }) => (
  <Card title={commands.length > 0 ? 'Run this next' : 'What is left'} level={3}>
    <div className="flex flex-col gap-3">
      {isInvalid && stillInvalid !== null && <p className="wrap-anywhere">{stillInvalid}</p>}
      <Sentences record={{ bans, leftToDo }} />
      <ol className="flex flex-col gap-2 empty:hidden">
        {commands.map(({ label, command }) => (
          <li key={command} className="flex min-w-0 flex-col gap-0.5">
            <span className="text-sm text-muted">{label}</span>
            <CodeLine code={command} label={`Copy: ${label}`} />
          </li>
        ))}
      </ol>
    </div>
  </Card>
)

/** What must not be run, then what is left to do. */
const Sentences = ({ record: { bans, leftToDo } }: { record: Pick<RecoveryRecord, 'bans' | 'leftToDo'> }) => (
  <>
    {bans.map((ban) => (
      <Ban key={ban}>{ban}</Ban>
    ))}
    {leftToDo.length === 1 ? (
      <p className="wrap-anywhere">{leftToDo[0]}</p>
    ) : (
      <ul className="list-disc pl-4 empty:hidden">
        {leftToDo.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    )}
  </>
)

/** `hasWayOn`: a part above leads on. */
type ActionProps = Pick<Props, 'record' | 'isDone' | 'next'> & { isPartial: boolean; hasWayOn: boolean }

/** The undo, and the way on. */
const Actions = ({ record, isDone, next, isPartial, hasWayOn }: ActionProps) => (
  <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line pt-2">
    <div className="mr-auto flex flex-wrap items-center gap-x-3 gap-y-1">
      <UndoButton record={record} />
      {record.canUndo && (
        <p className="text-sm text-muted">
          Restores version {record.basis.version}. Available until the state changes again.
        </p>
      )}
    </div>
    {hasWayOn ? null : isDone ? (
      <LinkButton look="primary" to={paths.stack(record.stack)}>
        Done
      </LinkButton>
    ) : (
      <>
        {!isPartial && <LinkButton to={paths.stack(record.stack)}>Go to stack</LinkButton>}
        <LinkButton look="primary" to={next?.to ?? paths.recover(record.stack)}>
          {next?.label ?? (isPartial ? 'Repair the rest' : 'View remaining issues')}
        </LinkButton>
      </>
    )}
  </div>
)
