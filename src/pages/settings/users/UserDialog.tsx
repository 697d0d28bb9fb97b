import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OrganizationRole, Role } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { backendQueries } from '#src/api/backends.ts'
import { changeUser, createUser, userQueries } from '#src/api/users.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { roleLabel, roleWords } from '#src/features/access/accessWords.ts'

type Props = {
  /** The user to change; undefined for a new one. */
  user?: User
  isLastAdmin?: boolean
  organizations: readonly string[]
  onClose: () => void
}

const SAME = ''

/** Creates or changes a user: name, role, and roles in single organizations. */
export function UserDialog({ user, isLastAdmin = false, organizations, onClose }: Props) {
  const [login, setLogin] = useState('')
  const [name, setName] = useState(user?.name ?? '')
  const [role, setRole] = useState<Role>(user?.role ?? 'operator')
  const [roles, setRoles] = useState<Record<string, OrganizationRole>>(user?.roles ?? {})
  const save = useSaveUser(user, { login, name, role, roles }, onClose)
  const isIncomplete = name.trim() === '' || (!user && login.trim() === '')
  return (
    <ConfirmDialog
      title={user ? `Edit ${user.name}` : 'New user'}
      verb={user ? 'Save' : 'Create user'}
      blocked={isIncomplete ? 'A login and a name are needed.' : undefined}
      action={save}
      failed="It was not saved"
      onClose={onClose}
      sticky
      isForm
    >
      <div className="flex flex-col gap-4">
        {!user && (
          <TextField
            label="Login"
            hint="a-z, 0-9, dot, dash, underscore. Can’t be changed later."
            autoComplete="off"
            autoCapitalize="none"
            maxLength={60}
            value={login}
            onChange={setLogin}
          />
        )}
        <TextField label="Name" autoComplete="off" maxLength={200} value={name} onChange={setName} />
        <RadioCards
          label="Role"
          value={role}
          onChange={setRole}
          options={Role.options.map((value) => ({
            value,
            title: roleWords[value].label,
            description: roleWords[value].text,
            ...(isLastAdmin && value !== 'admin' && { blocked: 'This is the last administrator.' }),
          }))}
        />
        <OrganizationRoles {...{ organizations, role, roles }} onChange={setRoles} />
        {user && mayRunLess(user, { role, roles }) && (
          <p className="text-muted">
            Running updates of {user.name} that the new role does not allow take no more reports: what was reported so
            far is saved, later reports are kept as evidence.
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

type Input = { login: string; name: string; role: Role; roles: Record<string, OrganizationRole> }

function useSaveUser(user: User | undefined, { login, name, role, roles }: Input, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const facts = { name: name.trim(), role, roles }
      return user ? changeUser(user.id, facts) : createUser({ login: login.trim(), ...facts })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: userQueries.all() })
      onSaved()
    },
  })
}

type RolesProps = Pick<Props, 'organizations'> &
  Pick<Input, 'role' | 'roles'> & { onChange: (roles: Input['roles']) => void }

/** Roles in single organizations, in place of the role that the user has elsewhere. */
function OrganizationRoles({ organizations, role, roles, onChange }: RolesProps) {
  const { data: connected } = useQuery({ ...backendQueries.list(), refetchInterval: false })
  /** What a user without a role of their own in that organization may do there. */
  const without = (org: string): string =>
    role !== 'admin' && connected?.backends.some(({ name: of, seenBy }) => of === org && seenBy === 'administrators')
      ? 'No access: administrators only'
      : `The same (${roleWords[role].label.toLowerCase()})`
  const known = [...new Set([...organizations, ...Object.keys(roles)])]
  return (
    <details open={Object.keys(roles).length > 0}>
      <DisclosureSummary>Per-organization roles</DisclosureSummary>
      <div className="mt-2 flex flex-col gap-2">
        {known.map((org) => (
          <SelectField
            key={org}
            label={org}
            options={[
              { value: SAME, label: without(org) },
              ...OrganizationRole.options.map((value) => ({ value, label: roleLabel(value) })),
            ]}
            value={roles[org] ?? SAME}
            onChange={(value) => {
              const { [org]: _, ...others } = roles
              onChange(value === SAME ? others : { ...others, [org]: value })
            }}
          />
        ))}
      </div>
    </details>
  )
}

/** Whether the user would no longer be able to run updates in some organization: readers run none. */
function mayRunLess(before: Pick<User, 'role' | 'roles'>, after: Pick<User, 'role' | 'roles'>): boolean {
  const orgs = [...new Set([...Object.keys(before.roles), ...Object.keys(after.roles)])]
  const roleIn = ({ role, roles }: typeof before, org: string) => roles[org] ?? role
  const runs = (role: OrganizationRole) => role === 'operator' || role === 'admin'
  const isLess = (was: OrganizationRole, is: OrganizationRole) => runs(was) && !runs(is)
  return isLess(before.role, after.role) || orgs.some((org) => isLess(roleIn(before, org), roleIn(after, org)))
}
