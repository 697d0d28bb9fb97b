import type { Approval } from '#contract/approvals.ts'
import { agentOf, ciFacts, commitUrl, gitFacts } from '#domain/lease/client.ts'
import { urnName } from '#domain/state/urn.ts'
import { type Decider, whyNot } from '../../core/approvals/decide.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** Approvals as shown to a user, each with its run; those of runs that are gone are left out. */
export async function toApprovals(
  reader: Reader,
  rows: readonly ApprovalRow[],
  decider: Decider,
  now: number,
): Promise<Approval[]> {
  const stacks = new Map<string, StackRow | undefined>()
  const updates = new Map<string, UpdateRow | undefined>()
  const shown: Approval[] = []
  for (const row of rows) {
    if (!stacks.has(row.stackId)) stacks.set(row.stackId, await reader.stackById(row.stackId))
    if (!updates.has(row.updateId)) updates.set(row.updateId, await reader.update(row.updateId))
    const [stack, update] = [stacks.get(row.stackId), updates.get(row.updateId)]
    if (stack !== undefined && update !== undefined && stack.deletedAt === null)
      shown.push(toApproval(row, stack, update, decider, now))
  }
  return shown
}

function toApproval(row: ApprovalRow, stack: StackRow, update: UpdateRow, decider: Decider, now: number): Approval {
  const { id, updateId, of, step, urn, type, rules, why, isRefusal, status, since, until, decidedAt, keptUntil } = row
  const { environment } = update.request
  const git = gitFacts(environment)
  return {
    id,
    stack: refOf(stack),
    updateId,
    version: update.version,
    runKind: update.kind,
    startedBy: { login: update.requestedBy, tokenName: update.tokenName },
    ci: ciFacts(environment),
    agent: agentOf({ environment, userAgent: update.userAgent }),
    message: update.request.message,
    commit: git && { head: git.head, branch: git.branch, url: commitUrl(environment, git.head) ?? null },
    of,
    step,
    urn,
    name: urnName(urn),
    type,
    rules,
    why,
    isRefusal,
    status,
    since,
    until,
    decidedAt,
    keptUntil,
    persons: row.persons,
    role: row.role,
    decisions: row.decisions,
    whyNotAllow: whyNot(decider, row, update, { org: stack.org, now, allow: true }),
    whyNotRefuse: whyNot(decider, row, update, { org: stack.org, now, allow: false }),
  }
}
