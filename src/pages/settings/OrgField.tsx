import { SelectField } from '#src/ui/SelectField.tsx'

type Props = { organizations: readonly string[]; value: string; onChange: (org: string) => void }

/** Chooses the organization; nothing if there is only one. */
export const OrgField = ({ organizations, value, onChange }: Props) =>
  organizations.length < 2 && organizations[0] === value ? null : (
    <div className="w-56 max-sm:w-full">
      <SelectField
        label="Organization"
        options={[...new Set([...organizations, value])].map((org) => ({ value: org, label: org }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
