import { mayAllow, whyNotDecide } from '#domain/approvals/rights.ts'
import { stepText } from '#domain/approvals/words.ts'
import { runName } from '#domain/runName.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { KnownUser, TokenRow } from '../../store/port/access.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Bounded, missingRight, roleIn } from '../access/rights.ts'
import { rootOf } from '../access/tokenOrigin.ts'
import { heldStack } from '../stacks/held.ts'
import { refOf } from '../stacks/names.ts'
import { isSatisfied, readDeciders } from './deciders.ts'
import { allowedAt, closeTimedOut, ofApprovals } from './settle.ts'

/** Who decides: the user, the token that limits them, and the access token that they call with, if it is one. */
export type Decider = Bounded & {
  user: KnownUser
  token: TokenRow | null
  /** The root of the token that limits them (`rootOf`); undefined without one. */
  root: string | undefined
}

/** The caller as one who decides. */
export const deciderOf = async (reader: Reader, { user, token, bound }: Omit<Decider, 'root'>): Promise<Decider> => ({
  user,
  token,
  bound,
  root: await rootOf(reader, bound?.id, user.id),
})

/**
 * Whether the user decides with the token that runs an update, or with one of the same root: a user who has the root can
 * make both, so the run would allow itself.
 */
export async function isTokenOfRun(reader: Reader, { user, root }: Decider, { lease }: UpdateRow): Promise<boolean> {
  return root !== undefined && root === (await rootOf(reader, lease?.accessTokenId, user.id))
}

/** For so long after nobody decided in time, or the run ended, a step can still be allowed for the next run. */
export const LATE_MS = 24 * 3_600_000

/**
 * Where and when a step is decided, whether with a token of its run, and whether it is allowed: one who allowed it may
 * still refuse it.
 */
type DecisionPlace = { org: string; now: number; allow: boolean; isTokenOfRun: boolean }

/** Why a user cannot decide about a step now, in a sentence; null if they can. */
export function whyNot(decider: Decider, row: ApprovalRow, update: UpdateRow, at: DecisionPlace): string | null {
  const { user, token, bound } = decider
  const { org, now, allow } = at
  return whyNotDecide({
    allow,
    status: row.status,
    isRefusal: row.isRefusal,
    isTooLate: row.decidedAt !== null && now >= row.decidedAt + LATE_MS,
    isMissingRight:
      !mayAllow(roleIn(user, org), row.role) ||
      missingRight({ user, bound }, row.role === 'admin' ? 'admin' : 'operate', org) !== undefined,
    role: row.role,
    isOwn: update.requestedBy === user.login,
    ownRuns: row.ownRuns,
    isByToken: token !== null,
    isTokenOfRun: at.isTokenOfRun,
    hasAllowed: row.decisions.some((one) => one.allow && one.by.login === user.login),
  })
}

/**
 * Records a decision about held steps of a stack: about all or none. A refusal counts at once, an approval as soon as
 * enough users with the right gave it; who lost the right meanwhile does not count. A repetition changes nothing.
 * Throws `noSuchApproval`, `approvalDecided`, `mayNotDecide`.
 */
export async function decideApprovals(
  deps: Deps,
  stackId: string,
  { ids, allow, reason }: { ids: readonly string[]; allow: boolean; reason: string },
  caller: Omit<Decider, 'root'>,
  { by, requestId }: Who,
): Promise<void> {
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const stack = await heldStack(writer, stackId)
    const decider = await deciderOf(writer, caller)
    const updates = new Set<string>()
    for (const id of new Set(ids)) {
      const found = await writer.approvalById(id)
      if (found === undefined || found.stackId !== stackId) throw new DomainError({ kind: 'noSuchApproval' })
      const update = await writer.update(found.updateId)
      if (update === undefined) throw new DomainError({ kind: 'noSuchApproval' })
      const isOver = found.status === 'waiting' && now >= found.until
      if (isOver) await closeTimedOut({ writer, stack, update, now })
      const row: typeof found = isOver ? { ...found, status: 'timedOut', decidedAt: now } : found
      if (isRepetition(row, { login: by.login, allow })) continue
      if (isDecided(row, allow)) throw decided(row)
      const isOfRun = await isTokenOfRun(writer, decider, update)
      const problem = whyNot(decider, row, update, { org: stack.org, now, allow, isTokenOfRun: isOfRun })
      if (problem !== null) throw new DomainError({ kind: 'mayNotDecide', why: problem })
      const decision = { by: { login: by.login, tokenName: by.tokenName }, at: now, allow, reason }
      await writer.patchApproval(
        row.id,
        await decidedPatch(writer, row, decision, { org: stack.org, runner: update.requestedBy }),
      )
      const action = allow ? 'approval.allow' : 'approval.refuse'
      const detail = [runName(update), stepText(row), ...(reason === '' ? [] : [`“${reason}”`])].join(': ')
      await audit(writer, { at: now, by, action, stack, detail, requestId })
      updates.add(row.updateId)
    }
    for (const updateId of updates) await keepAwaiting(writer, updateId)
    return { stack, updates }
  })
  for (const updateId of outcome.updates) deps.bus.publish({ type: 'approval', stack: refOf(outcome.stack), updateId })
}

/** Whether it is what the user decided last: one who allowed a step may have refused it since. */
const isRepetition = ({ decisions }: ApprovalRow, { login, allow }: { login: string; allow: boolean }): boolean =>
  decisions.findLast(({ by }) => by.login === login)?.allow === allow

/** Of a step that nobody waits for any more, only an approval counts: for the next run. */
const isDecided = ({ status, isRefusal }: ApprovalRow, allow: boolean): boolean =>
  status === 'allowed' ||
  (status === 'refused' && !isRefusal) ||
  (!allow && (status === 'timedOut' || status === 'ended'))

const decided = ({ urn, status, decisions }: ApprovalRow) =>
  new DomainError({ kind: 'approvalDecided', name: urnName(urn), status, login: decisions.at(-1)?.by.login ?? null })

async function decidedPatch(
  reader: Reader,
  row: ApprovalRow,
  decision: ApprovalRow['decisions'][number],
  run: { org: string; runner: string },
): Promise<Partial<ApprovalRow>> {
  const decisions = [...row.decisions, decision]
  if (!decision.allow) return { decisions, status: 'refused', decidedAt: decision.at }
  if (!isSatisfied({ decisions }, row, await readDeciders(reader, [{ decisions }], run))) return { decisions }
  return { decisions, ...allowedAt(row, decision.at) }
}

/** What the running update waits for now. */
async function keepAwaiting(writer: Writer, updateId: string): Promise<void> {
  const update = await writer.update(updateId)
  if (update === undefined || update.status !== 'running') return
  await writer.patchUpdate(updateId, ofApprovals(await writer.approvalsOfUpdate(updateId), update))
}
