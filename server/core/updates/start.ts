import { slowFrom } from '#domain/health/runTrouble.ts'
import { agentOf } from '#domain/lease/client.ts'
import { runName } from '#domain/runName.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { hashSecret, newSecret } from '../../secretValue.ts'
import type { Writer } from '../../store/port.ts'
import type { TokenRow } from '../../store/port/access.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { scopeToRun } from '../access/revocation.ts'
import { missingRight } from '../access/rights.ts'
import { refuseWithoutJournal } from '../approvals/atStart.ts'
import { isExpired } from '../leases/leaseState.ts'
import { LEASE_S } from '../leases/leases.ts'
import { heldStack, refusalWhileHeld } from '../stacks/held.ts'
import { checkTags, refOf } from '../stacks/names.ts'
import { setTagsAtStart, type Tags } from '../stacks/tags.ts'
import { closeExpired } from './ends.ts'
import { usualMsOf } from './usualRuns.ts'

/** `isJournal`: the client sends a journal instead of checkpoints. */
type Wanted = { stackId: string; updateId: string; tags?: Tags | undefined; isJournal?: boolean | undefined }

/** `accessToken`: the one used, to which the lease is bound. */
type Starter = Who & { accessToken: Pick<TokenRow, 'id' | 'expiresAt'> | null }

/** `expiresAt`: when the token expires, in epoch milliseconds. */
export type Started = Granted & { token: string; expiresAt: number; isJournal: boolean }

/** `tags`: which of the sent ones the stack did not take, and the rule of approvals that goes by them. */
type Granted = { version: number; tags: Awaited<ReturnType<typeof setTagsAtStart>> }

/**
 * Starts an update: unless it is a dry run, it takes the stack's lease, its next version and the base, in one
 * transaction. Refused if the lease is held, or the stack is locked for maintenance; a holder with an expired lease is
 * closed first (docs/protocol.md, Create and start).
 */
export async function startUpdate(
  deps: Deps,
  { stackId, updateId, ...wanted }: Wanted,
  { by, requestId, accessToken }: Starter,
): Promise<Started> {
  if (wanted.tags) checkTags(wanted.tags)
  if (wanted.isJournal !== true) await refuseWithoutJournal(deps, stackId, updateId, accessToken?.id ?? null)
  const token = newSecret(deps, 'hfl_')
  for (let isRepeated = false; ; isRepeated = true) {
    await closeExpired(deps, stackId)
    const usualMs = await usualMsOf(deps, updateId) // before the lock, under which others wait
    const now = await deps.store.now()
    const outcome = await deps.store.write(async (writer) => {
      // Locked before the stack, in the same order as a revocation of the token or a reduction of the role: either
      // finds the update and revokes its lease.
      const used = accessToken && (await writer.tokenById(accessToken.id))
      if (used && used.revokedAt !== null) throw new DomainError({ kind: 'notSignedIn' })
      const stack = await heldStack(writer, stackId)
      const update = await writer.update(updateId)
      // Rules, and who may allow its steps, go by the user who created it.
      if (!update || update.stackId !== stackId || update.requestedBy !== by.login)
        throw new DomainError({ kind: 'noSuchUpdate', id: null })
      const owner = used && (await writer.userById(used.userId))
      const right = owner && missingRight({ user: owner, bound: used }, scopeToRun(update), stack.org)
      if (right) throw new DomainError({ kind: 'missingRight', right })
      if (update.status !== 'not started') throw new DomainError({ kind: 'updateAlreadyStarted' })
      const holder = update.dryRun || stack.holderId === null ? undefined : await writer.update(stack.holderId)
      // It expired just now. One that is still there could not be closed: it holds the stack.
      if (holder !== undefined && isExpired(holder, now) && !isRepeated) return 'again' as const
      const refusal = update.dryRun ? undefined : await refusalWhileHeld(writer, stack, { by, what: 'start' }, now)
      if (refusal) return { refusal, stack }
      return {
        started: await grant(writer, {
          stack,
          update,
          ...wanted,
          by,
          now,
          usualMs,
          requestId,
          accessToken,
          tokenHash: hashSecret(token),
        }),
        stack,
      }
    })
    if (outcome === 'again') continue
    if (outcome.refusal) {
      const { holderId } = outcome.stack
      const stack = refOf(outcome.stack)
      deps.bus.publish(holderId === null ? { type: 'lock', stack } : { type: 'lease', stack, updateId: holderId })
      throw outcome.refusal
    }
    const { update, version, tags } = outcome.started
    deps.bus.publish({ type: 'update', stack: refOf(outcome.stack), updateId, what: 'started' })
    if (!update.dryRun) deps.bus.publish({ type: 'lease', stack: refOf(outcome.stack), updateId })
    return { version, tags, token, expiresAt: now + LEASE_S * 1000, isJournal: update.isJournal }
  }
}

async function grant(
  writer: Writer,
  input: Pick<Wanted, 'tags' | 'isJournal'> &
    Starter & { stack: StackRow; update: UpdateRow; now: number; usualMs: number | null; tokenHash: string },
): Promise<Granted & { update: UpdateRow }> {
  const { stack, update, tags: sent, isJournal = false, by, now, usualMs, requestId, accessToken, tokenHash } = input
  const version = update.dryRun ? stack.version : stack.version + 1
  const patch: Partial<UpdateRow> = {
    status: 'running',
    startedAt: now,
    slowFrom: slowFrom(now, usualMs),
    version: update.dryRun ? null : version,
    baseVersion: stack.version,
    baseStateId: update.dryRun ? null : stack.stateId,
    isJournal: !update.dryRun && isJournal,
    lease: {
      tokenHash,
      grantedAt: now,
      renewedAt: now,
      expiresAt: now + LEASE_S * 1000,
      durationS: LEASE_S,
      accessTokenId: accessToken?.id ?? null,
      accessTokenExpiresAt: accessToken?.expiresAt ?? null,
      revokedAt: null,
    },
  }
  await writer.patchUpdate(update.id, patch)
  let tags: Granted['tags'] = { kept: [], rule: undefined }
  if (!update.dryRun) {
    await writer.patchStack(stack.id, { version, holderId: update.id, latestUpdateId: update.id })
    const run = runName({ kind: update.kind, version })
    if (sent) tags = await setTagsAtStart({ writer, stack, now, run, by, requestId }, sent)
    await writer.appendLeaseLog({ stackId: stack.id, updateId: update.id, at: now, what: 'granted', ...by, detail: '' })
    const { environment } = update.request
    const agent = agentOf({ environment, userAgent: update.userAgent })
    const detail = `${update.kind} ${version}${agent === null ? '' : `, agent ${agent}`}`
    await audit(writer, { at: now, by, action: 'update.start', stack, detail, requestId })
  }
  return { update: { ...update, ...patch }, version, tags }
}
