import { useId } from 'react'
import type { RunBy, RunKind } from '#contract/approvals.ts'
import type { Role } from '#contract/session.ts'
import { roleWords } from '#src/features/access/accessWords.ts'
import { capital } from '#words/capital.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CheckGroup } from './CheckGroup.tsx'
import { PatternsField } from './PatternsField.tsx'
import type { FieldsProps } from './ruleDraft.ts'

const RUNS: readonly { value: RunKind; label: string }[] = [
  { value: 'update', label: 'Update' },
  { value: 'destroy', label: 'Destroy' },
]

/** The commands whose steps can be stopped, and those that the rule names nevertheless, to be taken out. */
const runOptions = (chosen: readonly RunKind[]) => [
  ...RUNS,
  ...chosen
    .filter((run) => !RUNS.some(({ value }) => value === run))
    .map((value) => ({ value, label: `${capital(value)} (never stopped)` })),
]

const BY: readonly { value: RunBy; label: string }[] = [
  { value: 'person', label: 'A person' },
  { value: 'ci', label: 'A CI job' },
  { value: 'agent', label: 'An agent' },
]
const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'operator', label: roleWords.operator.label },
  { value: 'admin', label: roleWords.admin.label },
]
const NAMES = 'One a line; * matches anything.'
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, at) => ({ value: at + 1, label }))
const OF = [
  { value: 'steps', label: 'such steps in one run' },
  { value: 'percent', label: 'percent of the stack’s resources' },
] as const

/** The conditions that few rules have. Each that is left empty is met. */
export const MoreConditions = (props: FieldsProps) => (
  <div className="flex min-w-0 flex-col gap-4">
    <p className="text-sm text-muted">What is left empty does not count.</p>
    <Where {...props} />
    <What {...props} />
    <Who {...props} />
    <HowMany {...props} />
    <When {...props} />
  </div>
)

const Where = ({ draft, errors, onChange }: FieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <PatternsField
      label="Organizations"
      hint={NAMES}
      value={draft.orgs}
      onChange={(orgs) => onChange({ orgs })}
      error={errors['where.orgs']}
    />
    <PatternsField
      label="Projects"
      hint={NAMES}
      value={draft.projects}
      onChange={(projects) => onChange({ projects })}
      error={errors['where.projects']}
    />
  </div>
)

const What = ({ draft, errors, onChange }: FieldsProps) => (
  <>
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PatternsField
        label="Types"
        hint="Such as aws:rds/*, or aws:rds/instance:Instance."
        value={draft.types}
        onChange={(types) => onChange({ types })}
        error={errors['what.types']}
      />
      <PatternsField
        label="URNs"
        hint="Such as *::orders-db."
        value={draft.urns}
        onChange={(urns) => onChange({ urns })}
        error={errors['what.urns']}
      />
    </div>
    <Checkbox
      label="Only protected resources"
      checked={draft.isProtected}
      onChange={(isProtected) => onChange({ isProtected })}
    />
    <CheckGroup
      label="Commands"
      options={runOptions(draft.runs)}
      values={draft.runs}
      onChange={(runs) => onChange({ runs })}
    />
  </>
)

const Who = ({ draft, errors, onChange }: FieldsProps) => (
  <>
    <CheckGroup
      label="Run by"
      hint="The client says this itself; it can be wrong."
      options={BY}
      values={draft.by}
      onChange={(by) => onChange({ by })}
    />
    <CheckGroup
      label="Role of the user"
      options={ROLES}
      values={draft.roles}
      onChange={(roles) => onChange({ roles })}
    />
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PatternsField
        label="Users"
        hint={NAMES}
        value={draft.users}
        onChange={(users) => onChange({ users })}
        error={errors['who.users']}
      />
      <PatternsField
        label="Names of access tokens"
        hint={NAMES}
        value={draft.tokens}
        onChange={(tokens) => onChange({ tokens })}
        error={errors['who.tokens']}
      />
    </div>
  </>
)

/** One sentence in two fields: `Hold only after 20 such steps in one run`. */
function HowMany({ draft, errors, onChange }: FieldsProps) {
  const isHold = draft.kind === 'hold'
  const hint = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-2">
        <TextField
          label={isHold ? 'Hold only after' : 'Refuse only after'}
          inputMode="numeric"
          autoComplete="off"
          placeholder="for example 20"
          value={draft.count}
          onChange={(count) => onChange({ count })}
          error={errors['moreThan.count']}
          aria-describedby={hint}
        />
        <SelectField label="Unit" value={draft.of} onChange={(of) => onChange({ of })} options={OF} />
      </div>
      <p id={hint} className="text-sm text-muted">
        {isHold
          ? 'Then it asks once for the rest of the run. Empty: it asks for each step.'
          : 'Then it refuses the rest of them. Empty: it refuses each step.'}
      </p>
    </div>
  )
}

const When = ({ draft, errors, onChange }: FieldsProps) => (
  <>
    <CheckGroup
      label="Days"
      hint="None: at any time."
      options={DAYS}
      values={draft.days}
      onChange={(days) => onChange({ days })}
      error={errors['when.days']}
    />
    {draft.days.length > 0 && (
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label="From"
          value={draft.from}
          onChange={(from) => onChange({ from })}
          error={errors['when.from']}
        />
        <TextField
          label="To"
          hint="If To is not after From, it means the next day."
          value={draft.to}
          onChange={(to) => onChange({ to })}
          error={errors['when.to']}
        />
        <TextField
          label="Time zone"
          autoCapitalize="none"
          value={draft.zone}
          onChange={(zone) => onChange({ zone })}
          error={errors['when.zone']}
        />
      </div>
    )}
  </>
)
