import type { Demand } from '#domain/approvals/judge.ts'
import { mayAllow } from '#domain/approvals/rights.ts'
import type { OrganizationRole } from '#contract/session.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import { roleIn } from '../access/rights.ts'

/** Those who allowed steps of a run, with their roles as they are now, and the user who runs it. */
export type Deciders = { roles: ReadonlyMap<string, OrganizationRole>; runner: string }

type Decided = Pick<ApprovalRow, 'decisions'>

/** Reads the roles that everyone who allowed these steps has now in an organization; nobody who was removed has one. */
export async function readDeciders(
  reader: Reader,
  rows: readonly Decided[],
  { org, runner }: { org: string; runner: string },
): Promise<Deciders> {
  const logins = new Set(rows.flatMap(({ decisions }) => decisions.flatMap(({ by, allow }) => (allow ? by.login : []))))
  const roles = new Map<string, OrganizationRole>()
  for (const login of logins) {
    const user = await reader.userByLogin(login)
    if (user !== undefined) roles.set(login, roleIn(user, org))
  }
  return { roles, runner }
}

/** Whether enough users allowed what is asked for now, each of whom still may. */
export function isSatisfied(
  { decisions }: Decided,
  { persons, role, ownRuns }: Pick<Demand, 'persons' | 'role' | 'ownRuns'>,
  { roles, runner }: Deciders,
): boolean {
  const counted = decisions.filter(
    ({ allow, by: { login } }) => allow && mayAllow(roles.get(login) ?? 'none', role) && (ownRuns || login !== runner),
  )
  return new Set(counted.map(({ by }) => by.login)).size >= persons
}
