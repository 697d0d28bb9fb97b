import type { RecoveryRecord } from '#contract/recoveries.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'
import { ChangesView } from '../effect/ChangesView.tsx'
import { Checks } from './Checks.tsx'

type Props = {
  record: RecoveryRecord
  /** What it changed is shown elsewhere. */
  withoutChanges?: boolean
}

/** Everything that is recorded: who and why, with which notes, what was done, and what it changed. */
export function RecordDetails({ record, withoutChanges = false }: Props) {
  const { steps, effect, statements } = record
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <div className="min-w-0">
        <Facts record={record} />
        {statements.length > 0 && <Notes record={record} />}
      </div>
      <section className="min-w-0">
        <h3 className="mb-1 font-semibold">What was done</h3>
        <Checks items={steps} />
      </section>
      {effect !== null && !withoutChanges && (
        <section className="min-w-0 lg:col-span-2">
          <h3 className="mb-1 font-semibold">What it changed</h3>
          <ChangesView effect={effect} isWritten />
        </section>
      )}
    </div>
  )
}

function Facts({ record: { stack, by, at, reason, basis, version } }: { record: RecoveryRecord }) {
  const name = usePersonName(by)
  return (
    <KeyValue
      items={[
        { label: 'By', value: name },
        { label: 'When', value: <Time at={at} /> },
        { label: 'Reason', value: reason },
        { label: 'Read', value: `version ${basis.version}` },
        {
          label: 'Wrote',
          value:
            version === null ? 'no state' : <TextLink to={paths.update(stack, version)}>version {version}</TextLink>,
        },
      ]}
    />
  )
}

/** The notes on single items. One that repeats the reason is not shown again. */
const Notes = ({ record: { statements, reason } }: { record: RecoveryRecord }) => (
  <section className="mt-4">
    <h4 className="mb-1 font-semibold">Planned and confirmed</h4>
    <ul className="flex flex-col gap-2">
      {statements.map(({ item, statement, covers }) => (
        <li key={item + statement}>
          <Stated item={item} />
          {statement !== reason && <p className="whitespace-pre-wrap">{statement}</p>}
          {covers && <Covered problems={covers} />}
        </li>
      ))}
    </ul>
  </section>
)

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
