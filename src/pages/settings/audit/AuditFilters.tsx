import { AuditAction } from '#contract/audit.ts'
import { auditWords } from '#domain/auditWords.ts'
import { PeriodSelect } from '#src/features/views/PeriodSelect.tsx'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { personName, SERVER_LOGIN } from '#words/personName.ts'
import { COLUMNS } from './AuditTable.tsx'
import type { Change, AddressValues } from './filter.ts'

type Props = {
  choice: AddressValues
  /** Logins of people in the log. */
  people: readonly string[]
  onChange: (change: Change) => void
  hidden: ReadonlySet<string>
}

/** Search (shortcut `/`), stack, person, action and time, and columns. */
export function AuditFilters({ choice, people, onChange, hidden }: Props) {
  const names = { ...useNamesByLogin(), [SERVER_LOGIN]: 'Holdfast' }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ListSearch label="Search events" value={choice.q} onChange={(q) => onChange({ q })} />
      <AppliedField
        key={choice.stack}
        label="Stack"
        hideLabel
        placeholder="Filter by organization/project/stack"
        spellCheck={false}
        value={choice.stack ?? ''}
        onApply={(stack) => onChange({ stack })}
      />
      <FilterSelect
        width="w-44"
        label="Person"
        any="Anyone"
        values={[...people, SERVER_LOGIN]}
        nameOf={(login) => personName(login, names)}
        value={choice.login}
        onChange={(login) => onChange({ login })}
      />
      <FilterSelect
        width="w-56"
        label="Action"
        any="Any action"
        values={AuditAction.options}
        nameOf={(action) => auditWords[action]}
        value={AuditAction.safeParse(choice.action).data}
        onChange={(action) => onChange({ action })}
      />
      <PeriodSelect time={choice} onChange={onChange} />
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={(hide) => onChange({ hide })} />
    </div>
  )
}
