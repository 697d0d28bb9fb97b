import type { Access } from '#contract/endpoint.ts'
import { DomainError, type MissingRight } from '../../errors.ts'
import type { KnownUser, OrganizationRole, TokenRow, TokenScope, UserRole } from '../../store/port/access.ts'

const RANK = { metrics: 0, read: 1, preview: 2, operate: 3, admin: 4 } as const satisfies Record<TokenScope, number>
const SCOPE_OF = { reader: 'read', operator: 'operate', admin: 'admin' } as const satisfies Record<UserRole, TokenScope>
const ROLE_FOR = {
  metrics: 'reader',
  read: 'reader',
  preview: 'operator',
  operate: 'operator',
  admin: 'admin',
} as const satisfies Record<TokenScope, UserRole>

/** A user, and the token that limits their rights: the one used, or the one that their session was started with. */
export type Bounded = { user: KnownUser; bound: TokenRow | null }

/** What the rights of a user depend on. */
export type Roles = Pick<KnownUser, 'role' | 'roles' | 'closedOrgs'>

export const includes = (scope: TokenScope, needed: TokenScope): boolean => RANK[scope] >= RANK[needed]
export const lesser = (a: TokenScope, b: TokenScope): TokenScope => (includes(a, b) ? b : a)

/** The scope that an endpoint of the console requires. */
export const scopeFor = (access: Exclude<Access, 'public'>): TokenScope => SCOPE_OF[access]

/**
 * A user's role in an organization: the one assigned there, else the general one, which in those that only
 * administrators see is none for all others.
 */
export function roleIn({ role, roles, closedOrgs }: Roles, org: string): OrganizationRole {
  const own = Object.hasOwn(roles, org) ? roles[org] : undefined
  return own ?? (role !== 'admin' && closedOrgs.includes(org) ? 'none' : role)
}

/** The organizations of which a user may see nothing. */
export const hiddenOrgsOf = (user: Roles): string[] =>
  [...new Set([...Object.keys(user.roles), ...user.closedOrgs])].filter((org) => roleIn(user, org) === 'none')

/** The highest scope of a user in any organization: what their tokens may be created for. */
export const mostOf = ({ role, roles }: Pick<Roles, 'role' | 'roles'>): TokenScope =>
  Object.values(roles)
    .flatMap((each) => (each === 'none' ? [] : SCOPE_OF[each]))
    .reduce((most, each) => (includes(each, most) ? each : most), SCOPE_OF[role])

/** The highest scope of a caller in any organization, limited by the role and the token. */
export const mostRight = ({ user, bound }: Bounded): TokenScope => lesser(mostOf(user), bound?.scope ?? 'admin')

/**
 * The missing right for a scope, in an organization or, without `org`, in any; undefined if the caller has it. Both the
 * user's role and the token must allow it.
 */
export function missingRight({ user, bound }: Bounded, needed: TokenScope, org?: string): MissingRight | undefined {
  const role = org === undefined ? user.role : roleIn(user, org)
  const own = org !== undefined && (Object.hasOwn(user.roles, org) || role === 'none') ? org : undefined
  if (role === 'none' || !includes(SCOPE_OF[role], needed)) {
    const { login } = user
    return { by: 'role', needs: ROLE_FOR[needed], has: role, login, org: own ?? null, scope: needed }
  }
  if (bound !== null && !includes(bound.scope, needed)) {
    return { by: 'token', needs: needed, has: bound.scope, token: bound.name }
  }
  return undefined
}

/**
 * Throws if the caller lacks the right for a scope at an address, or if they may see nothing of its organization. For
 * them it does not exist: they get the refusal that they would get for one that was never created.
 */
export function checkRight(who: Bounded, needed: TokenScope, address: Address): void {
  checkScope(who, needed, address)
  refuseHidden(who.user, address)
}

/** The organization, or the stack, that a call is about, if any. */
export type Address = { org?: string | undefined; project?: string | undefined; stack?: string | undefined }

/** Only the right: the caller of this has to call `refuseHidden`, too. */
export function checkScope(who: Bounded, needed: TokenScope, { org }: Address): void {
  const isHidden = org !== undefined && roleIn(who.user, org) === 'none'
  const right = missingRight(who, needed, isHidden ? undefined : org)
  if (right !== undefined) throw new DomainError({ kind: 'missingRight', right })
}

/** Throws, as if it did not exist, if the user may see nothing of the organization of an address. */
export function refuseHidden(user: Roles, { org, project, stack }: Address): void {
  if (org === undefined || roleIn(user, org) !== 'none') return
  if (project === undefined || stack === undefined) throw new DomainError({ kind: 'noSuchOrganization', org })
  throw new DomainError({ kind: 'noSuchStack', name: { org, project, name: stack } })
}

/** What a token needs to end sessions of its user, and to read their addresses: it then does more than read stacks. */
const TO_MANAGE_SESSIONS = 'preview'

/** The missing right for sessions of the caller; the role does not matter, everyone manages their own. */
export const missingForSessions = ({ bound }: Pick<Bounded, 'bound'>): MissingRight | undefined =>
  bound === null || includes(bound.scope, TO_MANAGE_SESSIONS)
    ? undefined
    : { by: 'token', needs: TO_MANAGE_SESSIONS, has: bound.scope, token: bound.name }

/** Throws if the caller may not end sessions. */
export function checkSessions(caller: Pick<Bounded, 'bound'>): void {
  const right = missingForSessions(caller)
  if (right !== undefined) throw new DomainError({ kind: 'missingRight', right })
}
