import { agentOf } from '#domain/lease/client.ts'
import { NOT_STARTED } from '../../store/blankUpdate.ts'
import { z } from 'zod'
import { missingRight } from '../access/rights.ts'
import { hashSecret, newSecret } from '../../secretValue.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { TokenRow } from '../../store/port/access.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { closeExpired } from './ends.ts'
import { isExpired } from '../leases/leaseState.ts'
import { DomainError } from '../../errors.ts'
import { LEASE_S } from '../leases/leases.ts'
import { heldStack, refusalWhileHeld } from '../stacks/held.ts'
import { checkTags, refOf } from '../stacks/names.ts'
import { scopeToRun } from '../access/revocation.ts'
import { replacedTags } from '../stacks/tags.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const map = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
const Config = z
  .record(z.string(), z.object({ string: text, secret: z.boolean().nullish(), object: z.boolean().nullish() }))
  .nullish()
  .transform((config) =>
    Object.fromEntries(
      Object.entries(config ?? {}).map(([key, { string, secret, object }]) => [
        key,
        { string, secret: secret ?? false, object: object ?? false },
      ]),
    ),
  )

export const CreateRequest = z.object({
  name: text,
  runtime: text,
  description: text,
  config: Config,
  options: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((options) => options ?? {}),
  metadata: z
    .object({ message: text, environment: map })
    .nullish()
    .transform((metadata) => metadata ?? { message: '', environment: {} }),
})

type Kind = 'update' | 'preview' | 'refresh' | 'destroy'

/**
 * Whether an update is a dry run. The flag decides, not the route; only `pulumi preview` uses the preview route
 * (docs/protocol.md, Updates).
 */
export const isDryRun = (kind: Kind, { options }: Pick<z.output<typeof CreateRequest>, 'options'>): boolean =>
  kind === 'preview' || options['dryRun'] === true

/** Registers an update. Takes no lock and is never refused because of one (docs/protocol.md, Create and start). */
export async function createUpdate(
  deps: Deps,
  stack: StackRow,
  kind: Kind,
  request: z.output<typeof CreateRequest>,
  by: Actor,
): Promise<UpdateRow> {
  const now = await deps.store.now()
  const row: UpdateRow = {
    ...blankUpdate(deps, stack, by, now),
    kind,
    dryRun: isDryRun(kind, request),
    request: {
      name: request.name,
      runtime: request.runtime,
      description: request.description,
      message: request.metadata.message,
      environment: request.metadata.environment,
      config: request.config,
      options: request.options,
    },
  }
  await deps.store.write((writer) => writer.insertUpdate(row))
  deps.bus.publish({ type: 'update', stack: refOf(stack), updateId: row.id, what: 'created' })
  return row
}

/** A new update without any facts; also for those that the server makes itself (import, rename, recovery). */
export const blankUpdate = (deps: Deps, stack: StackRow, by: Actor, now: number): UpdateRow => ({
  ...NOT_STARTED,
  id: deps.newId(),
  stackId: stack.id,
  kind: 'update',
  dryRun: false,
  baseVersion: stack.version,
  request: { message: '', environment: {}, config: {}, options: {} },
  requestedBy: by.login,
  tokenName: by.tokenName,
  userAgent: by.userAgent,
  address: by.address,
  createdAt: now,
})

/** An update that the server created and finished at once. */
export const ended = (update: UpdateRow, now: number, version: number): UpdateRow => ({
  ...update,
  status: 'succeeded',
  endReason: 'complete',
  version,
  startedAt: now,
  endedAt: now,
})

export const StartRequest = z.object({
  tags: z.record(z.string(), z.string()).nullish(),
  journalVersion: z.number().int().nullish(),
})

export type Started = { version: number; token: string; tokenExpiration: number; journalVersion?: number }

/**
 * Starts an update: unless it is a dry run, it takes the stack's lease, its next version and the base, in one
 * transaction. Refused if the lease is held, or the stack is locked for maintenance; a holder with an expired lease is
 * closed first (docs/protocol.md, Create and start).
 */
export async function startUpdate(
  deps: Deps,
  stackId: string,
  updateId: string,
  request: z.output<typeof StartRequest>,
  by: Actor,
  requestId = '',
  accessToken: Pick<TokenRow, 'id' | 'expiresAt'> | null = null,
): Promise<Started> {
  if (request.tags) checkTags(request.tags)
  const token = newSecret(deps, 'hfl_')
  for (;;) {
    await closeExpired(deps, stackId)
    const now = await deps.store.now()
    const outcome = await deps.store.write(async (writer) => {
      // Locked before the stack, in the same order as a revocation of the token or a reduction of the role: either
      // finds the update and revokes its lease.
      const used = accessToken && (await writer.tokenById(accessToken.id))
      if (used && used.revokedAt !== null) throw new DomainError({ kind: 'notSignedIn' })
      const stack = await heldStack(writer, stackId)
      const update = await writer.update(updateId)
      if (!update || update.stackId !== stackId) throw new DomainError({ kind: 'noSuchUpdate', id: null })
      const owner = used && (await writer.userById(used.userId))
      const right = owner && missingRight({ user: owner, bound: used }, scopeToRun(update), stack.org)
      if (right) throw new DomainError({ kind: 'missingRight', right })
      if (update.status !== 'not started') throw new DomainError({ kind: 'updateAlreadyStarted' })
      const holder = update.dryRun || stack.holderId === null ? undefined : await writer.update(stack.holderId)
      if (holder !== undefined && isExpired(holder, now)) return 'again' as const
      const refusal = update.dryRun ? undefined : await refusalWhileHeld(writer, stack, { by, what: 'start' }, now)
      if (refusal) return { refusal, stack }
      return {
        started: await grant(writer, {
          stack,
          update,
          request,
          by,
          now,
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
    const { update, version } = outcome.started
    deps.bus.publish({ type: 'update', stack: refOf(outcome.stack), updateId, what: 'started' })
    if (!update.dryRun) deps.bus.publish({ type: 'lease', stack: refOf(outcome.stack), updateId })
    return {
      version,
      token,
      tokenExpiration: Math.floor((now + LEASE_S * 1000) / 1000),
      ...(update.isJournal ? { journalVersion: 1 } : {}),
    }
  }
}

async function grant(
  writer: Writer,
  input: {
    stack: StackRow
    update: UpdateRow
    request: z.output<typeof StartRequest>
    by: Actor
    now: number
    requestId: string
    accessToken: Pick<TokenRow, 'id' | 'expiresAt'> | null
    tokenHash: string
  },
): Promise<{ update: UpdateRow; version: number }> {
  const { stack, update, request, by, now, requestId, accessToken, tokenHash } = input
  const version = update.dryRun ? stack.version : stack.version + 1
  const patch: Partial<UpdateRow> = {
    status: 'running',
    startedAt: now,
    version: update.dryRun ? null : version,
    baseVersion: stack.version,
    baseStateId: update.dryRun ? null : stack.stateId,
    isJournal: !update.dryRun && (request.journalVersion ?? 0) >= 1,
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
  if (!update.dryRun) {
    await writer.patchStack(stack.id, {
      version,
      holderId: update.id,
      latestUpdateId: update.id,
      ...(request.tags ? { tags: replacedTags(stack, request.tags) } : {}),
    })
    await writer.appendLeaseLog({ stackId: stack.id, updateId: update.id, at: now, what: 'granted', ...by, detail: '' })
    const { environment } = update.request
    const agent = agentOf({ environment, userAgent: update.userAgent })
    const detail = `${update.kind} ${version}${agent === null ? '' : `, agent ${agent}`}`
    await audit(writer, { at: now, by, action: 'update.start', stack, detail, requestId })
  }
  return { update: { ...update, ...patch }, version }
}
