import { AuditAction } from '#contract/audit.ts'
import { auditWords } from '#domain/auditWords.ts'
import { timeFilters } from '#src/features/views/timeFilters.tsx'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import type { ListFilters } from '#src/ui/ListFilters.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { type NamesByLogin, personName, SERVER_LOGIN } from '#words/personName.ts'
import { COLUMNS } from './AuditTable.tsx'
import type { AddressValues } from './filter.ts'

type Extra = {
  /** Logins of people in the log. */
  people: readonly string[]
  names: NamesByLogin
  hidden: ReadonlySet<string>
}

/** Search (shortcut `/`), stack, person, action and time, and columns. */
export const FILTERS: ListFilters<AddressValues, Extra> = {
  q: {
    words: (text) => `with “${text}”`,
    control: ({ values, onChange }) => (
      <ListSearch label="Search events" value={values.q} onChange={(q) => onChange({ q })} />
    ),
  },
  stack: {
    words: (stack) => `on ${stack}`,
    control: ({ values, onChange }) => (
      <AppliedField
        key={values.stack}
        label="Stack"
        hideLabel
        placeholder="Filter by organization/project/stack"
        spellCheck={false}
        value={values.stack ?? ''}
        onApply={(stack) => onChange({ stack })}
      />
    ),
  },
  login: {
    words: (login) => `by ${login}`,
    control: ({ values, people, names, onChange }) => (
      <FilterSelect
        width="w-44"
        label="Person"
        any="Anyone"
        values={[...people, SERVER_LOGIN]}
        nameOf={(login) => (login === SERVER_LOGIN ? 'Holdfast' : personName(login, names))}
        value={values.login}
        onChange={(login) => onChange({ login })}
      />
    ),
  },
  action: {
    words: (action) => (Object.hasOwn(auditWords, action) ? auditWords[action as AuditAction] : action),
    control: ({ values, onChange }) => (
      <FilterSelect
        width="w-56"
        label="Action"
        any="Any action"
        values={AuditAction.options}
        nameOf={(action) => auditWords[action]}
        value={AuditAction.safeParse(values.action).data}
        onChange={(action) => onChange({ action })}
      />
    ),
  },
  ...timeFilters,
  hide: {
    control: ({ hidden, onChange }) => (
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={(hide) => onChange({ hide })} />
    ),
  },
}
