import CircleDot from 'lucide-react/icons/circle-dot'
import CircleHelp from 'lucide-react/icons/circle-help'
import CircleX from 'lucide-react/icons/circle-x'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { cx } from '#src/lib/cx.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { counted, plural } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { ChangesView } from '../effect/ChangesView.tsx'
import { UndoButton } from './UndoButton.tsx'

type Props = {
  record: RecoveryRecord
  /** What was done, and how it ended. */
  heading?: ReactNode
  /** The current user has just carried it out. */
  isFresh?: boolean
  /** Nothing else is wrong with the stack. */
  isDone?: boolean
  /** What is to be done next; by default the list of what is wrong. */
  next?: { label: string; to: string; operations: number } | undefined
}

/** A recovery that was carried out: the proof, what is left to do, and the undo. The same for every reader. */
export function RecordView({ record, heading, isFresh = false, isDone = false, next }: Props) {
  const {
    kind,
    stack,
    status,
    by,
    at,
    reason,
    statements,
    basis,
    version,
    steps,
    effect,
    proof,
    leftToDo,
    commands,
    toRefresh,
  } = record
  const name = usePersonName(by)
  // Just now those that it kept; later those that are left.
  const open = isFresh && effect ? effect.operationsKept.length : (next?.operations ?? 0)
  const checks = [...steps, ...proof]
  const results = checks.filter(({ isLeft }) => !isLeft).map(({ ok }) => ok)
  return (
    <>
      {/* Without the steps above it, the link to the overview is beside it. */}
      <div className={cx('flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2', !isFresh && 'lg:pr-44')}>
        {heading}
        <p role="status">
          {status === 'undone' ? (
            <Status tone="attention">Undone: the version before it is current again.</Status>
          ) : results.includes(false) ? (
            <Status tone="danger">Complete, but a check below failed.</Status>
          ) : results.includes(null) ? (
            <Status tone="attention">Complete. Some checks below can no longer be made.</Status>
          ) : results.length < checks.length ? (
            <Status tone="attention">Saved. The state is still invalid.</Status>
          ) : kind === 'release' ? (
            <Released operations={next?.operations ?? 0} />
          ) : open > 0 && kind === 'change' ? (
            <Status tone="attention">{`Saved and verified · ${needAnswer(open)}`}</Status>
          ) : toRefresh > 0 ? (
            <Status tone="attention">{`Saved and verified · ${counted(toRefresh, 'resource')} to refresh`}</Status>
          ) : (
            <Status tone="ok">Recovery complete and verified.</Status>
          )}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={commands.length > 0 ? 'Run this next' : 'What is left'} level={3}>
          <div className="flex flex-col gap-3">
            {leftToDo.length === 1 ? (
              <p>{leftToDo[0]}</p>
            ) : (
              <ul className="list-disc pl-4">
                {leftToDo.map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
            )}
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
        <Card title="Checks" level={3}>
          {proof.length === 0 ? (
            <p className="text-muted">Nothing is kept to check it against.</p>
          ) : (
            <Checks items={proof} />
          )}
        </Card>
      </div>
      <Disclosure summary="Record" open={!isFresh || steps.some(({ ok }) => ok !== true)}>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <div className="min-w-0">
            <KeyValue
              items={[
                { label: 'By', value: name },
                { label: 'When', value: <Time at={at} /> },
                { label: 'Reason', value: reason },
                { label: 'Read', value: `version ${basis.version}` },
                {
                  label: 'Wrote',
                  value:
                    version === null ? (
                      'no state'
                    ) : (
                      <TextLink to={paths.update(stack, version)}>version {version}</TextLink>
                    ),
                },
              ]}
            />
            {statements.length > 0 && (
              <Part title="Notes">
                <ul className="flex flex-col gap-2">
                  {statements.map(({ item, statement, covers }) => (
                    <li key={item + statement}>
                      <Stated item={item} />
                      {statement !== reason && <p className="whitespace-pre-wrap">{statement}</p>}
                      {covers && <Covered problems={covers} />}
                    </li>
                  ))}
                </ul>
              </Part>
            )}
          </div>
          <section className="min-w-0">
            <h3 className="mb-1 font-semibold">What was done</h3>
            <Checks items={steps} />
          </section>
          {effect !== null && (
            <section className="min-w-0 lg:col-span-2">
              <h3 className="mb-1 font-semibold">What it changed</h3>
              <ChangesView effect={effect} />
            </section>
          )}
        </div>
      </Disclosure>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line pt-2">
        <div className="mr-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          <UndoButton record={record} />
          {record.canUndo && (
            <p className="text-sm text-muted">
              Restores version {basis.version}. Available until the state changes again.
            </p>
          )}
        </div>
        {isDone ? (
          <LinkButton look="primary" to={paths.stack(stack)}>
            Done
          </LinkButton>
        ) : (
          <>
            <LinkButton to={paths.stack(stack)}>Go to stack</LinkButton>
            <LinkButton look="primary" to={next?.to ?? paths.recover(stack)}>
              {next?.label ?? 'View remaining issues'}
            </LinkButton>
          </>
        )}
      </div>
    </>
  )
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

/** `creating urn:…` by name; anything else as it is. */
function Stated({ item }: { item: string }) {
  const [, type, urn] = /^(\S+) (urn:.+)$/.exec(item) ?? []
  return (
    <p className="text-sm wrap-anywhere text-muted" title={item}>
      {urn === undefined ? item : `${type} ${urnName(urn)} (${urnType(urn)})`}
    </p>
  )
}

/** What a written confirmation was given for. */
const Covered = ({ problems }: { problems: readonly string[] }) => (
  <Disclosure summary={`What it covers: ${counted(problems.length, 'problem')}`}>
    <ul className="list-disc pl-4">
      {problems.map((title, index) => (
        <li key={`${index} ${title}`}>{title}</li>
      ))}
    </ul>
  </Disclosure>
)

const LOOKS = {
  passed: { Icon: Check, tone: 'text-ok', label: '' },
  failed: { Icon: CircleX, tone: 'text-danger', label: 'Failed: ' },
  left: { Icon: CircleDot, tone: 'text-attention', label: '' },
  unknown: { Icon: CircleHelp, tone: 'text-muted', label: 'Not checked: ' },
}
const lookOf = (ok: boolean | null) => LOOKS[ok === null ? 'unknown' : ok ? 'passed' : 'failed']

const Checks = ({ items }: { items: RecoveryRecord['proof'] }) => (
  <ul className="flex flex-col gap-1">
    {items.map(({ what, ok, isLeft = false }) => {
      const { Icon, tone, label } = isLeft ? LOOKS.left : lookOf(ok)
      return (
        <li key={what} className="flex items-start gap-2">
          <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {label !== '' && <span className={`font-medium ${tone}`}>{label}</span>}
            {what}
          </span>
        </li>
      )
    })}
  </ul>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4">
    <h4 className="mb-1 font-semibold">{title}</h4>
    {children}
  </section>
)
