import type { ReactNode } from 'react'
import type { SettingChange } from '#contract/runCourse.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'

type Row = { name: string; value: ReactNode; change: SettingChange | undefined }

type Props = {
  label: string
  /** The settings of the run, in their order. */
  values: readonly (readonly [name: string, value: ReactNode])[]
  /** What differs from the run before. */
  changes: readonly SettingChange[]
  /** Instead of a table without rows. */
  nothing: string
}

const signs = { added: '+ added', removed: '− removed', changed: '~ changed' } as const satisfies Record<
  SettingChange['change'],
  string
>

const none = <span className="text-faint">–</span>

const columns: readonly Column<Row, { hasChanges: boolean }>[] = [
  {
    head: 'Name',
    className: 'w-1/4 min-w-40 max-sm:w-auto',
    cell: ({ name, change }) => (
      <>
        <Mono>{name}</Mono>
        {change && <span className="block text-xs text-attention">{signs[change.change]}</span>}
      </>
    ),
  },
  {
    head: 'Before',
    className: ({ change }) => (change ? 'wrap-anywhere sm:w-3/8' : 'max-sm:hidden sm:w-3/8'),
    phone: { label: 'Before:' },
    isShown: ({ hasChanges }) => hasChanges,
    cell: ({ change }) => (change ? beforeOf(change) : <span className="text-muted">same</span>),
  },
  {
    head: ({ hasChanges }) => (hasChanges ? 'Now' : 'Value'),
    className: 'wrap-anywhere sm:w-3/8',
    cell: ({ value, change }, { hasChanges }) =>
      change ? (
        <>
          <span className="text-muted sm:hidden">Now: </span>
          {value}
        </>
      ) : (
        <>
          {value}
          {hasChanges && <span className="text-muted sm:hidden"> · same as before</span>}
        </>
      ),
  },
]

const beforeOf = ({ change, before, secret }: SettingChange): ReactNode => {
  if (change === 'added') return none
  return before === null && secret ? <span className="text-muted">[secret]</span> : before
}

/** Settings of a run: those that differ from the run before come first, with the value that they had. */
export function SettingsTable({ label, values, changes, nothing }: Props) {
  const changed = new Map(changes.map((change) => [change.name, change]))
  const removed = changes.filter(({ change }) => change === 'removed')
  const rows: Row[] = [
    ...values.map(([name, value]) => ({ name, value, change: changed.get(name) })),
    ...removed.map((change) => ({ name: change.name, value: none, change })),
  ].toSorted((a, b) => Number(a.change === undefined) - Number(b.change === undefined))
  if (rows.length === 0) return <p className="pb-2 text-muted">{nothing}</p>
  return (
    <Table
      isInLines
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      context={{ hasChanges: changes.length > 0 }}
    />
  )
}
