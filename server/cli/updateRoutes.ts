import { z } from 'zod'
import { maskValue } from '#domain/state/secrets.ts'
import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { leasedStore } from '../store/port.ts'
import { STACK, UPDATE } from '../http/addresses.ts'
import type { CliContext, ServiceApp } from './cliContext.ts'
import { type Body, releaseBody } from '../http/body.ts'
import * as checkpoints from '../core/updates/checkpoints.ts'
import { forecastWarning, keptTagsWarning, waitingWarning } from './warnings/approvalWarning.ts'
import { expiryMessages } from './warnings/expiryWarning.ts'
import { heldMessages } from './warnings/heldWarning.ts'
import { cancelByClient, completeByClient } from '../core/updates/clientEnds.ts'
import { closeExpired } from '../core/updates/ends.ts'
import { saveDelta } from '../core/updates/deltas.ts'
import { appendEvents } from '../core/events/events.ts'
import { followEvents } from './lists/events.ts'
import { appendGuarded } from '../core/approvals/gate.ts'
import { renewLease } from '../core/leases/leases.ts'
import { parseBody, parseWith } from '../http/parse.ts'
import { sayThatItWaits } from '../http/requestShares.ts'
import { scopeToRun } from '../core/access/revocation.ts'
import { startUpdate } from '../core/updates/start.ts'
import { createUpdate } from '../core/updates/updates.ts'
import { CreateRequest, DeltaRequest, RenewRequest, StartRequest } from './api/requests.ts'
import { seconds } from './stackViews.ts'

const CompleteRequest = z.object({ status: z.enum(['succeeded', 'failed']) })

/** Routes about the life of an update: create, start, renew, save, report, end (docs/protocol.md, Updates). */
export function mountUpdates(app: ServiceApp, deps: Deps, cli: CliContext): void {
  /** For calls with a lease: no other reader makes them wait. */
  const leased: Deps = { ...deps, store: leasedStore(deps.store) }
  mountStarts(app, deps, cli)
  mountSaves(app, leased, cli)
  mountEvents(app, deps, leased, cli)
  mountEnds(app, deps, leased, cli)
}

/** How the body of a call with a lease is read. */
const parsedAs =
  <Schema extends z.ZodType>(leased: Deps, schema: Schema) =>
  (sent: Body) =>
    parseBody(leased, sent, schema)

function mountStarts(app: ServiceApp, deps: Deps, { onStack, findUpdate, body }: CliContext): void {
  for (const kind of ['update', 'preview', 'refresh', 'destroy'] as const) {
    app.post(
      `${STACK}/${kind}`,
      onStack(async (context, stack, by, need, { token }) => {
        const { metadata, ...request } = await body(context, CreateRequest)
        // The flag decides, not the route; only `pulumi preview` uses that of previews (docs/protocol.md, Updates).
        const dryRun = kind === 'preview' || request.options['dryRun'] === true
        need(scopeToRun({ dryRun }))
        const update = await createUpdate(deps, stack, { kind, dryRun, request: { ...request, ...metadata } }, by)
        const messages = [
          ...(await expiryMessages(deps, token)),
          ...(update.dryRun ? await heldMessages(deps, stack) : []),
        ]
        return context.json({ updateID: update.id, requiredPolicies: [], messages })
      }),
    )
  }
  app.post(
    UPDATE,
    onStack(async (context, stack, by, need, { token }) => {
      const update = await findUpdate(context, stack)
      need(scopeToRun(update))
      const { tags, journalVersion } = await body(context, StartRequest)
      const started = await startUpdate(
        deps,
        { stackId: stack.id, updateId: update.id, tags: tags ?? undefined, isJournal: (journalVersion ?? 0) >= 1 },
        { by, requestId: requestIdOf(deps, context), accessToken: token },
      )
      const lease = {
        version: started.version,
        token: started.token,
        tokenExpiration: seconds(started.expiresAt),
        ...(started.isJournal && { journalVersion: 1 }),
      }
      return context.json(lease, 200, keptTagsWarning(started.tags))
    }),
  )
  app.get(
    UPDATE,
    onStack(async (context, stack) => {
      await closeExpired(deps, stack.id)
      const update = await findUpdate(context, stack)
      return context.json({ status: update.status, events: [], continuationToken: null })
    }),
  )
}

/** The lease, and what is stored of the work under it. */
function mountSaves(app: ServiceApp, leased: Deps, { inUpdate }: CliContext): void {
  app.post(
    `${UPDATE}/renew_lease`,
    inUpdate(parsedAs(leased, RenewRequest), async (context, call, { duration }) => {
      const { expiresAt, update } = await renewLease(leased, call, duration ?? undefined)
      const headers = await waitingWarning(leased, call, update)
      return context.json({ token: call.token, tokenExpiration: seconds(expiresAt) }, 200, headers)
    }),
  )
  app.patch(
    `${UPDATE}/checkpoint`,
    inUpdate(
      (sent) => parseWith(leased, 'fullSave', sent),
      async (context, call, full) => {
        await checkpoints.saveFull(leased, call, full)
        return context.body(null, 204)
      },
    ),
  )
  app.patch(
    `${UPDATE}/checkpointverbatim`,
    inUpdate(
      ({ bytes }) => checkpoints.cutOrRefuse(leased, bytes),
      async (context, call, verbatim) => {
        await checkpoints.saveVerbatim(leased, call, verbatim)
        return context.body(null, 204)
      },
    ),
  )
  app.patch(
    `${UPDATE}/checkpointdelta`,
    inUpdate(parsedAs(leased, DeltaRequest), async (context, call, delta) => {
      await saveDelta(leased, call, delta)
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${UPDATE}/journalentries`,
    inUpdate(
      async (sent) => ({ bytes: sent.bytes.byteLength, rows: await parseWith(leased, 'journal', sent) }),
      async (context, call, { rows, bytes }) => {
        const request = context.req.raw
        const onWait = () => {
          releaseBody(request)
          sayThatItWaits(context.env)
        }
        const waiting = { signal: request.signal, onWait }
        await appendGuarded(leased, call, { rows, bytes }, waiting)
        return context.body(null, 204)
      },
    ),
  )
}

function mountEvents(app: ServiceApp, deps: Deps, leased: Deps, { onStack, inUpdate, findUpdate }: CliContext): void {
  for (const [path, job] of [
    [`${UPDATE}/events/batch`, 'events'],
    [`${UPDATE}/events`, 'event'],
  ] as const) {
    app.post(
      path,
      inUpdate(
        (sent) => parseWith(leased, job, sent),
        async (context, call, batch) => {
          const update = await appendEvents(leased, call, batch)
          return context.body(null, 204, await waitingWarning(leased, call, update))
        },
      ),
    )
  }
  app.get(
    `${UPDATE}/events`,
    onStack(async (context, stack, _by, _need, { sealed }) => {
      const update = await findUpdate(context, stack)
      const token = context.req.query('continuationToken')
      const page = await followEvents(deps, update.id, token, context.req.raw.signal)
      return context.json(sealed === undefined ? page : { ...page, events: page.events.map(maskValue) })
    }),
  )
}

function mountEnds(app: ServiceApp, deps: Deps, leased: Deps, { onStack, inUpdate, findUpdate }: CliContext): void {
  app.post(
    `${UPDATE}/complete`,
    inUpdate(parsedAs(leased, CompleteRequest), async (context, call, { status }) => {
      await completeByClient(leased, call, status, requestIdOf(deps, context))
      return context.body(null, 204, await forecastWarning(deps, call))
    }),
  )
  app.post(
    `${UPDATE}/cancel`,
    onStack(async (context, stack, by, need) => {
      await closeExpired(deps, stack.id)
      const update = await findUpdate(context, stack)
      need(scopeToRun(update))
      await cancelByClient(deps, update, by, requestIdOf(deps, context))
      return context.body(null, 204)
    }),
  )
}
