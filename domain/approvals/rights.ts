import type { ApprovalRule, ApprovalStatus } from '#contract/approvals.ts'
import type { OrganizationRole } from '#contract/session.ts'
import { anyOf } from './pattern.ts'

type Role = 'operator' | 'admin'

/** What a user with that role is called: `operator`, `administrator`. */
export const roleName = (role: Role): string => (role === 'admin' ? 'administrator' : 'operator')

/** Whether a role suffices to allow a held step. */
export const mayAllow = (role: OrganizationRole, needed: Role): boolean =>
  role === 'admin' || (role === 'operator' && needed === 'operator')

/** A user, with their role in each organization that rules can name, and in all others. */
export type Approver = { login: string; roles: Readonly<Record<string, OrganizationRole>>; role: OrganizationRole }

/** The users who have a role in one of the organizations concerned. */
const approversIn = (users: readonly Approver[], needed: Role, concerned: (org: string) => boolean): Approver[] =>
  users.filter(({ role, roles }) =>
    [role, ...Object.entries(roles).flatMap(([org, own]) => (concerned(org) ? [own] : []))].some((one) =>
      mayAllow(one, needed),
    ),
  )

/** Whether there is only one user who could allow anything: nobody else can allow that user's runs. */
export const isAlone = (users: readonly Approver[]): boolean => approversIn(users, 'operator', () => true).length <= 1

/**
 * How many users there are for a rule to ask, and whether they suffice: for runs of one of them, and of others.
 * Undefined if the rule asks nobody.
 */
export function approversOf(
  { where, action }: ApprovalRule,
  users: readonly Approver[],
): { eligible: number; isPossible: boolean; isPossibleForOwn: boolean } | undefined {
  if (action.kind !== 'hold') return undefined
  const { role: needed, persons, ownRuns } = action
  const concerned = anyOf(where.orgs)
  const eligible = approversIn(users, needed, concerned)
  const others = ownRuns ? eligible.length : eligible.length - 1
  const isPossibleForOwn = others >= persons
  // Someone who may run updates, but not allow this: only they can be helped if the others are too few.
  const hasOtherRunners = approversIn(users, 'operator', concerned).length > eligible.length
  return {
    eligible: eligible.length,
    isPossible: eligible.length >= persons && (isPossibleForOwn || hasOtherRunners),
    isPossibleForOwn,
  }
}

/** What decides whether a user may allow or refuse a held step. */
export type DeciderFacts = {
  /** Whether the user would allow it, or refuse it. */
  allow: boolean
  status: ApprovalStatus
  /** Refused by a rule that asks nobody. */
  isRefusal: boolean
  /** Decided, or its run ended, too long ago. */
  isTooLate: boolean
  isMissingRight: boolean
  role: Role
  /** The user runs the update. */
  isOwn: boolean
  ownRuns: boolean
  isByToken: boolean
  /** With the access token that runs the update or one of the same root, or in a session that was started with one. */
  isTokenOfRun: boolean
  hasAllowed: boolean
}

const TOKEN_OF_RUN =
  'The access token that runs the update may not decide it, nor may one that comes from the same token: sign in with a link, or another token.'

/** Why a user cannot decide about a step, in a sentence; null if they can. */
export function whyNotDecide(facts: DeciderFacts): string | null {
  const { allow, status, isRefusal, isTooLate, isMissingRight, role, isOwn, ownRuns, isByToken, isTokenOfRun } = facts
  if (isRefusal) return 'A rule refused it: nobody can allow it.'
  if (status === 'withdrawn') return 'No rule asks for it any more.'
  if (status === 'allowed' || status === 'refused') return 'It has been decided.'
  if (isTooLate) return 'It is too late: run the update again, and it is asked again.'
  if (isMissingRight) return `Only ${roleName(role)}s of the organization may decide it.`
  if (isTokenOfRun) return TOKEN_OF_RUN
  if (isOwn && !ownRuns) return 'It is your own run: someone else has to decide it.'
  if (isOwn && isByToken) return 'It is your own run: decide it in a browser, not with an access token.'
  if (!allow) return status === 'waiting' ? null : 'Its run does not wait for it any more: nothing is left to refuse.'
  return facts.hasAllowed ? 'You have allowed it, and may still refuse it; others have to allow it, too.' : null
}
