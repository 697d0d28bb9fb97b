import type { StepKind } from '#contract/approvals.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CheckGroup } from './CheckGroup.tsx'
import { MoreConditions } from './MoreConditions.tsx'
import { PatternsField } from './PatternsField.tsx'
import { type FieldsProps, hasMore, type RuleDraft } from './ruleDraft.ts'

const STEPS: readonly { value: StepKind; label: string }[] = [
  { value: 'delete', label: 'Delete' },
  { value: 'replace', label: 'Replace' },
  { value: 'update', label: 'Update' },
  { value: 'create', label: 'Create' },
  { value: 'import', label: 'Import' },
  { value: 'read', label: 'Read' },
]

/** What most rules need: which steps, of which stacks, and what happens then. */
export function RuleFields(props: FieldsProps & { startedWith: RuleDraft }) {
  const { draft, errors, onChange, startedWith } = props
  return (
    <>
      <TextField
        label="Name"
        hint="The CLI quotes it when a step is refused or waits."
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
      />
      <CheckGroup
        label="Steps"
        options={STEPS}
        values={draft.steps}
        onChange={(steps) => onChange({ steps })}
        error={errors['what.steps']}
      />
      <Checkbox
        label="Only resources that hold data"
        hint="Databases, buckets, disks, keys, DNS zones, secrets and the like."
        checked={draft.holdsData}
        onChange={(holdsData) => onChange({ holdsData })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PatternsField
          label="Stacks"
          hint="Their own names, without the project, one a line, such as prod or prod-*. Empty: all stacks."
          value={draft.stacks}
          onChange={(stacks) => onChange({ stacks })}
          error={errors['where.stacks']}
        />
        <PatternsField
          label="Tags of the stack"
          hint="One a line, such as environment=prod*. Empty: with any tags."
          value={draft.tags}
          onChange={(tags) => onChange({ tags })}
          error={errors['where.tags']}
        />
      </div>
      <Disclosure summary="More conditions" open={hasMore(startedWith)}>
        <MoreConditions draft={draft} errors={errors} onChange={onChange} />
      </Disclosure>
      <Then draft={draft} errors={errors} onChange={onChange} />
      <Checkbox
        label="Refuse updates of clients that keep no journal"
        hint="No rule can stop their single steps: CLIs before 3.204, or with PULUMI_DISABLE_JOURNALING."
        checked={draft.needsJournal}
        onChange={(needsJournal) => onChange({ needsJournal })}
      />
    </>
  )
}

const ROLES = [
  { value: 'operator', label: 'Operators and administrators' },
  { value: 'admin', label: 'Administrators' },
] as const

function Then({ draft, errors, onChange }: FieldsProps) {
  return (
    <>
      <RadioCards
        label="Then"
        isGrid
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: 'hold', title: 'Hold the step', description: 'It waits until somebody allows it in the console.' },
          { value: 'refuse', title: 'Refuse the step', description: 'It fails at once, and nobody can allow it.' },
        ]}
      />
      {draft.kind === 'hold' && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              label="Allowed by"
              value={draft.role}
              onChange={(role) => onChange({ role })}
              options={ROLES}
            />
            <NumberField
              label="Number of persons"
              value={draft.persons}
              onChange={(persons) => onChange({ persons })}
              error={errors['action.persons']}
            />
            <NumberField
              label="Minutes to wait"
              hint="Then the step is refused."
              value={draft.minutes}
              onChange={(minutes) => onChange({ minutes })}
              error={errors['action.minutes']}
            />
            <NumberField
              label="Minutes an approval is valid"
              hint="The same step of a later run needs no new approval."
              value={draft.keptMinutes}
              onChange={(keptMinutes) => onChange({ keptMinutes })}
              error={errors['action.keptMinutes']}
            />
          </div>
          <Checkbox
            label="Users may allow their own runs"
            hint="Only in a browser, never with the access token that runs the update."
            checked={draft.ownRuns}
            onChange={(ownRuns) => onChange({ ownRuns })}
          />
        </>
      )}
    </>
  )
}

type NumberProps = {
  label: string
  hint?: string
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

const NumberField = (props: NumberProps) => <TextField inputMode="numeric" autoComplete="off" {...props} />
