import { LIFETIMES, type OrganizationRole, type Role, type Scope } from '#contract/session.ts'

/** The meaning of each scope, least powerful first. */
export const scopeWords = {
  metrics: { label: 'Metrics', text: 'Only /metrics: for Prometheus.' },
  read: { label: 'Read', text: 'View everything except secrets.' },
  preview: { label: 'Preview', text: 'Also previews, with the secrets they need: for pull requests.' },
  operate: { label: 'Operate', text: 'Full access to stacks: up, destroy, import, recoveries, tags.' },
  admin: { label: 'Admin', text: 'Also users, their tokens, and the audit log.' },
} as const satisfies Record<Scope, { label: string; text: string }>

const SCOPES = Object.keys(scopeWords) as Scope[] // `satisfies` above guarantees exactly these keys

/** Scopes that a user with the scope `most` may give. */
export const scopesUpTo = (most: Scope): Scope[] => SCOPES.slice(0, SCOPES.indexOf(most) + 1)
export const lesserScope = (a: Scope, b: Scope): Scope => (SCOPES.indexOf(a) < SCOPES.indexOf(b) ? a : b)

export const roleWords = {
  reader: { label: 'Reader', text: 'Views stacks, never secrets. Can’t change anything.' },
  operator: { label: 'Operator', text: 'Full access to stacks.' },
  admin: { label: 'Administrator', text: 'Also manages users and reads the audit log.' },
} as const satisfies Record<Role, { label: string; text: string }>

/** The label of a role in one organization. */
export const roleLabel = (role: OrganizationRole): string => (role === 'none' ? 'No access' : roleWords[role].label)

const REACH = { reader: 'read', operator: 'operate', admin: 'admin' } as const satisfies Record<Role, Scope>
/** The highest scope of tokens of a user with these roles. */
export const reachOf = (roles: readonly OrganizationRole[]): Scope =>
  roles
    .map((role) => (role === 'none' ? 'read' : REACH[role]))
    .reduce((most, each) => (lesserScope(most, each) === most ? each : most), 'read')

export const lifetimes = [
  { value: '', label: 'Never' },
  ...LIFETIMES.map((days) => ({ value: String(days), label: days === 365 ? 'In a year' : `In ${days} days` })),
]
export const lifetimeOf = (value: string) => LIFETIMES.find((days) => String(days) === value) ?? null
