import type { UpdateBrief, UpdateStatus } from '#contract/updates.ts'
import { firstLine } from '#domain/events/failureLine.ts'
import { leaseVerdict } from '#domain/lease/lease.ts'
import { agentOf, ciFacts, gitFacts } from '#domain/lease/client.ts'
import { messageText } from './messageText.ts'
import type { Reader } from '../../store/port.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

/** The status as shown to users; the CLI sees an expired update as failed. */
export const statusOf = (update: UpdateRow): UpdateStatus => (update.endReason === 'expiry' ? 'expired' : update.status)

/** When a lease is judged, and by which limit. */
export type JudgedAt = { now: number; notProgressingAfterS: number }

/** Returns a row of the history; `state` is the state that the update left. With `at`, a running one has its verdict. */
export function toBrief(update: UpdateRow, state?: StateRow | null, at?: JudgedAt): UpdateBrief {
  const { environment, message } = update.request
  const judged = at && update.status === 'running' && leaseVerdict(update, at.now, at.notProgressingAfterS)
  return {
    id: update.id,
    kind: update.kind,
    dryRun: update.dryRun,
    version: update.version,
    status: statusOf(update),
    message: messageText(message),
    by: { login: update.requestedBy, tokenName: update.tokenName },
    createdAt: update.createdAt,
    startedAt: update.startedAt,
    endedAt: update.endedAt,
    // A replaced state has no steps that could be counted, whatever it changed.
    resourceChanges: update.kind === 'import' || update.kind === 'recovery' ? null : update.resourceChanges,
    failure: update.failure && {
      urn: update.failure.urn,
      line: firstLine(messageText(update.failure.text)),
      text: messageText(update.failure.text),
    },
    resourceCount: state?.resourceCount ?? null,
    ci: ciFacts(environment),
    agent: agentOf({ environment, userAgent: update.userAgent }),
    git: gitFacts(environment),
    pendingLeft: state?.pendingCount ?? 0,
    approvals: approvalsOf(update),
    ...(judged && { verdict: judged.verdict }),
  }
}

const approvalsOf = ({ awaiting, approvalTally }: UpdateRow): UpdateBrief['approvals'] =>
  awaiting === null && approvalTally === null
    ? null
    : { waitingSince: awaiting?.since ?? null, ...(approvalTally ?? { refused: 0, waitedMs: 0 }) }

/** The same; looks up the state. */
export const briefOf = async (reader: Reader, update: UpdateRow, at?: JudgedAt): Promise<UpdateBrief> =>
  toBrief(update, update.stateId === null ? null : await reader.state(update.stateId), at)
