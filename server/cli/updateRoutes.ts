import { z } from 'zod'
import { maskValue } from '#domain/state/secrets.ts'
import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { S, U } from '../http/addresses.ts'
import type { Kit } from './cliContext.ts'
import type { ServiceApp } from './routes.ts'
import type { UpdateRow } from '../store/port.ts'
import type { Actor } from '../core/access/actor.ts'
import type { Body } from '../http/body.ts'
import * as checkpoints from '../core/updates/checkpoints.ts'
import { heldMessages } from '../core/updates/conflict.ts'
import { cancelUpdate, closeExpired, completeUpdate } from '../core/updates/ends.ts'
import { DeltaRequest, saveDelta } from '../core/updates/deltas.ts'
import * as errors from '../core/errors.ts'
import { CliError } from '../core/errors.ts'
import * as events from '../core/updates/events.ts'
import * as journal from '../core/updates/journal.ts'
import { addressed, callerOf, isRevoked, noteReturn, ownUpdate, type LeaseCall } from '../core/updates/lateCalls.ts'
import { keepLate } from '../core/updates/lateEvidence.ts'
import { RenewRequest, renewLease } from '../core/updates/leases.ts'
import { parseBody, parseWith } from '../http/parse.ts'
import { scopeToRun } from '../core/access/revocation.ts'
import * as updates from '../core/updates/updates.ts'

const CompleteRequest = z.object({ status: z.enum(['succeeded', 'failed']) })

const CANCEL_REPEAT_MS = 10 * 60_000

/** The life of an update: create, start, renew, save, tell, end (docs/protocol.md, Updates). */
export function mountUpdates(app: ServiceApp, deps: Deps, { onStack, inUpdate, findUpdate, body }: Kit): void {
  for (const kind of ['update', 'preview', 'refresh', 'destroy'] as const) {
    app.post(
      `${S}/${kind}`,
      onStack(async (context, stack, by, need) => {
        const request = await body(context, updates.CreateRequest)
        need(scopeToRun({ dryRun: updates.isDryRun(kind, request) }))
        const update = await updates.createUpdate(deps, stack, kind, request, by)
        const messages = update.dryRun ? await heldMessages(deps, stack) : []
        return context.json({ updateID: update.id, requiredPolicies: [], messages })
      }),
    )
  }
  app.post(
    U,
    onStack(async (context, stack, by, need, { token }) => {
      const update = await findUpdate(context, stack)
      need(scopeToRun(update))
      const request = await body(context, updates.StartRequest)
      const requestId = requestIdOf(deps, context)
      return context.json(await updates.startUpdate(deps, stack.id, update.id, request, by, requestId, token))
    }),
  )
  app.get(
    U,
    onStack(async (context, stack) => {
      await closeExpired(deps, stack.id)
      const update = await findUpdate(context, stack)
      return context.json({ status: update.status, events: [], continuationToken: null })
    }),
  )
  const parsedAs =
    <Schema extends z.ZodType>(schema: Schema) =>
    (sent: Body) =>
      parseBody(deps, sent, schema)
  app.post(
    `${U}/renew_lease`,
    inUpdate(parsedAs(RenewRequest), async (context, call, request) =>
      context.json(await renewLease(deps, call, request)),
    ),
  )
  app.patch(
    `${U}/checkpoint`,
    inUpdate(
      (sent) => parseWith(deps, 'fullSave', sent),
      async (context, call, full) => {
        await checkpoints.saveFull(deps, call, full)
        return context.body(null, 204)
      },
    ),
  )
  app.patch(
    `${U}/checkpointverbatim`,
    inUpdate(
      ({ bytes }) => checkpoints.cutOrRefuse(deps, bytes),
      async (context, call, verbatim) => {
        await checkpoints.saveVerbatim(deps, call, verbatim)
        return context.body(null, 204)
      },
    ),
  )
  app.patch(
    `${U}/checkpointdelta`,
    inUpdate(parsedAs(DeltaRequest), async (context, call, delta) => {
      await saveDelta(deps, call, delta)
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${U}/journalentries`,
    inUpdate(
      async (sent) => ({ bytes: sent.bytes.byteLength, rows: await parseWith(deps, 'journal', sent) }),
      async (context, call, { rows, bytes }) => {
        await journal.appendJournal(deps, call, rows, bytes)
        return context.body(null, 204)
      },
    ),
  )
  for (const [path, job] of [
    [`${U}/events/batch`, 'events'],
    [`${U}/events`, 'event'],
  ] as const) {
    app.post(
      path,
      inUpdate(
        (sent) => parseWith(deps, job, sent),
        async (context, call, batch) => {
          await events.appendEvents(deps, call, batch)
          return context.body(null, 204)
        },
      ),
    )
  }
  app.get(
    `${U}/events`,
    onStack(async (context, stack, _by, _need, { sealed }) => {
      const update = await findUpdate(context, stack)
      const token = context.req.query('continuationToken')
      const page = await events.followEvents(deps, update.id, token, context.req.raw.signal)
      return context.json(sealed === undefined ? page : { ...page, events: page.events.map(maskValue) })
    }),
  )
  app.post(
    `${U}/complete`,
    inUpdate(parsedAs(CompleteRequest), async (context, call, { status }) => {
      await complete(deps, call, status, requestIdOf(deps, context))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${U}/cancel`,
    onStack(async (context, stack, by, need) => {
      await closeExpired(deps, stack.id)
      const update = await findUpdate(context, stack)
      need(scopeToRun(update))
      await cancel(deps, update, by, requestIdOf(deps, context))
      return context.body(null, 204)
    }),
  )
}

/** The client's own end; repeated by its retries, or too late (docs/protocol.md, Late calls). */
async function complete(deps: Deps, call: LeaseCall, status: 'succeeded' | 'failed', requestId: string): Promise<void> {
  const known = await deps.store.read((reader) => addressed(reader, call))
  const by = callerOf(call, known.update)
  await closeExpired(deps, known.stack.id)
  const look = async () => ownUpdate((await deps.store.read((reader) => addressed(reader, call))).update, call)
  const before = await look()
  const isCut = before.status === 'running' && isRevoked(before, await deps.store.now())
  if (before.status === 'running' && !isCut) {
    if (await completeUpdate(deps, { updateId: call.updateId, status, by, requestId })) return
  }
  const update = await look()
  if (update.endReason === 'complete') {
    if (update.status === status) return
    throw new CliError(409, errors.COMPLETED)
  }
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    await keepLate(writer, update.id, { receivedAt: now, what: 'complete', text: JSON.stringify({ status }) })
    await noteReturn(writer, call, update, { at: now, detail: `complete ${status}` })
  })
  if (isCut) throw errors.revoked(before.tokenName)
  throw update.endReason === 'cancel' ? new CliError(409, errors.CANCELLED) : new CliError(403, errors.TOKEN_EXPIRED)
}

async function cancel(deps: Deps, update: UpdateRow, by: Actor, requestId: string): Promise<void> {
  if (update.status === 'not started') throw new CliError(409, errors.NOT_STARTED)
  try {
    await cancelUpdate(deps, { updateId: update.id, by, requestId, detail: 'pulumi cancel' })
  } catch (error) {
    if (!(error instanceof errors.AlreadyEndedError)) throw error
    const now = await deps.store.now()
    const ended = await deps.store.read((reader) => reader.update(update.id))
    const isRepeat = ended?.status === 'cancelled' && now - (ended.endedAt ?? 0) <= CANCEL_REPEAT_MS
    if (!isRepeat) throw new CliError(409, errors.CANCEL_COMPLETED)
  }
}
