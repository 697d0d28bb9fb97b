import { mayAllow } from '#domain/approvals/rights.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import { roleIn } from '../access/rights.ts'

/** The decisions about a step, without approvals of users who have lost the role since. */
export async function stillValid(
  reader: Reader,
  { decisions, role }: Pick<ApprovalRow, 'decisions' | 'role'>,
  org: string,
): Promise<ApprovalRow['decisions']> {
  const valid: ApprovalRow['decisions'] = []
  for (const decision of decisions) {
    const user = decision.allow ? await reader.userByLogin(decision.by.login) : undefined
    if (!decision.allow || (user !== undefined && mayAllow(roleIn(user, org), role))) valid.push(decision)
  }
  return valid
}
