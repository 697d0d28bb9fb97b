import type { Approval } from '#contract/approvals.ts'
import { agentOf, ciFacts, commitUrl, gitFacts } from '#domain/lease/client.ts'
import { urnName } from '#domain/state/urn.ts'
import { type Decider, isTokenOfRun, whyNot } from '../../core/approvals/decide.ts'
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
  const runs = new Map<string, Run | undefined>()
  const shown: Approval[] = []
  for (const row of rows) {
    if (!stacks.has(row.stackId)) stacks.set(row.stackId, await reader.stackById(row.stackId))
    if (!runs.has(row.updateId)) runs.set(row.updateId, await runOf(reader, row, decider))
    const [stack, run] = [stacks.get(row.stackId), runs.get(row.updateId)]
    if (stack !== undefined && run !== undefined && stack.deletedAt === null)
      shown.push(toApproval(row, stack, run, decider, now))
  }
  return shown
}

/** A run, and whether the user would decide about it with its own token. */
type Run = { update: UpdateRow; isOwnToken: boolean }

async function runOf(reader: Reader, { updateId }: ApprovalRow, decider: Decider): Promise<Run | undefined> {
  const update = await reader.update(updateId)
  return update && { update, isOwnToken: await isTokenOfRun(reader, decider, update) }
}

function toApproval(row: ApprovalRow, stack: StackRow, run: Run, decider: Decider, now: number): Approval {
  const { update, isOwnToken } = run
  const { id, updateId, of, step, urn, type, rules, why, isRefusal, status, since, until, decidedAt, keptUntil } = row
  const { environment } = update.request
  const git = gitFacts(environment)
  const at = { org: stack.org, now, isTokenOfRun: isOwnToken }
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
    whyNotAllow: whyNot(decider, row, update, { ...at, allow: true }),
    whyNotRefuse: whyNot(decider, row, update, { ...at, allow: false }),
  }
}
