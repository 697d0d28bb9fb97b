import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { authenticate } from '../http/auth.ts'
import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { hashSecret } from '../secretValue.ts'
import type { StackRow, UpdateRow, UserRow } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { parseJson, readBytes } from './body.ts'
import * as checkpoints from './checkpoints.ts'
import { cancelUpdate, closeExpired, completeUpdate } from './ends.ts'
import * as errors from './errors.ts'
import { CliError, notFound } from './errors.ts'
import * as events from './events.ts'
import * as histories from './history.ts'
import * as journal from './journal.ts'
import { ownUpdate, type LeaseCall } from './lateCalls.ts'
import { mountMinimal } from './minimal.ts'
import { isName } from './names.ts'
import * as secrets from './secrets.ts'
import * as stacks from './stacks.ts'
import * as updates from './updates.ts'
import { orUnavailable, waitForStore } from './waiting.ts'
import { decrypt, encrypt } from './vault.ts'

/** The organisation that every user belongs to: the name that self-managed backends use. */
export const ORGANIZATION = 'organization'

const S = '/api/stacks/:org/:project/:stack'
/** The kind in the path says nothing: the id alone names the update (service-api 1.7). */
const U = `${S}/:kind{update|preview|refresh|destroy}/:updateID`
const CANCEL_REPEAT_MS = 10 * 60_000

/** What the CLI speaks. Lenient where it is; errors always in its own shape. */
export function createServiceApp(deps: Deps): Hono {
  const app = new Hono()

  app.onError((error, context) => {
    const requestId = requestIdOf(context.req.raw)
    if (error instanceof CliError) {
      return context.json({ code: error.status, message: error.message }, error.status as 400, error.headers)
    }
    deps.log.error({ requestId, path: context.req.path, error: String(error), stack: error.stack }, 'a call failed')
    return context.json(
      { code: 500, message: 'Internal Server Error: something went wrong here; nothing was changed half way.' },
      500,
    )
  })
  app.notFound((context) => context.json({ code: 404, message: 'Not Found: there is nothing at this address' }, 404))

  // ---- who asks -----------------------------------------------------------------------------------------------

  const addressOf = (context: Context): string | null =>
    (context.env as { address?: string } | undefined)?.address ?? null

  const caller = async (context: Context): Promise<{ user: UserRow; by: Actor }> => {
    const found = await authenticate(deps, context.req.raw)
    if (found === undefined || found.via !== 'token') throw new CliError(401, errors.UNAUTHORIZED)
    return { user: found.user, by: actor(context, found.user.login, found.token?.name ?? null) }
  }
  const actor = (context: Context, login: string, tokenName: string | null): Actor => ({
    login,
    tokenName,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
    address: addressOf(context),
  })

  const findStack = async (context: Context): Promise<StackRow> => {
    const [org = '', project = '', name = ''] = ['org', 'project', 'stack'].map((key) => context.req.param(key))
    const stack =
      isName(project) && isName(name)
        ? await deps.store.read((reader) => reader.stack({ org, project, name }))
        : undefined
    if (stack === undefined) throw notFound(`stack '${org}/${project}/${name}' not found`.slice(0, 400))
    return stack
  }
  const findUpdate = async (context: Context, stack: StackRow): Promise<UpdateRow> => {
    const id = context.req.param('updateID') ?? ''
    const update = await deps.store.read((reader) => reader.update(id))
    if (update === undefined || update.stackId !== stack.id) throw notFound(`Update '${id.slice(0, 80)}' not found`)
    return update
  }

  const bytes = (context: Context) => readBytes(context.req.raw, deps.settings.maxBodyBytes)
  const body = async <Schema extends z.ZodType>(context: Context, schema: Schema) =>
    parseJson(await bytes(context), schema)
  const document = (text: Uint8Array) =>
    new Response(text as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': 'application/json' } })

  type Handler = (context: Context, who: { user: UserRow; by: Actor }) => Promise<Response>
  const signedIn = (handler: Handler) => (context: Context) =>
    orUnavailable(async () => handler(context, await caller(context)))
  type StackHandler = (context: Context, stack: StackRow, by: Actor) => Promise<Response>
  const onStack = (handler: StackHandler) =>
    signedIn(async (context, { by }) => handler(context, await findStack(context), by))

  /** A call made inside a running update, authorised by its lease token and nothing else. */
  const inUpdate =
    (handler: (context: Context, stack: StackRow, call: LeaseCall, body: Uint8Array) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      const [scheme = '', token = ''] = (context.req.header('authorization') ?? '').split(' ')
      if (scheme !== 'update-token' || token === '') throw new CliError(403, errors.TOKEN_EXPIRED)
      const whole = await bytes(context)
      return waitForStore(async () => {
        const stack = await findStack(context)
        const update = await findUpdate(context, stack)
        const by = actor(context, update.requestedBy, update.tokenName)
        const call = { stackId: stack.id, updateId: update.id, tokenHash: hashSecret(token), token, by }
        return handler(context, stack, call, whole)
      })
    }

  // ---- login --------------------------------------------------------------------------------------------------

  app.get(
    '/api/user',
    signedIn(async (context, { user }) =>
      context.json({
        id: user.id,
        githubLogin: user.login,
        name: user.name,
        email: '',
        avatarUrl: '',
        organizations: [{ githubLogin: ORGANIZATION, name: ORGANIZATION, avatarUrl: '' }],
        identities: [],
        siteAdmin: user.role === 'admin',
      }),
    ),
  )
  app.get(
    '/api/user/organizations/default',
    signedIn(async (context) => context.json({ GitHubLogin: ORGANIZATION, Messages: [] })),
  )
  app.get('/api/capabilities', (context) => context.json({ capabilities: capabilities(deps) }))
  app.get('/api/cli/version', (context) =>
    context.json({ latestVersion: 'v3.0.0', oldestWithoutWarning: 'v3.0.0', latestDevVersion: '' }),
  )

  // ---- stacks -------------------------------------------------------------------------------------------------

  app.get(
    '/api/user/stacks',
    signedIn(async (context) => {
      await closeExpired(deps)
      return context.json(await listStacks(deps, context.req.query()))
    }),
  )
  app.on(
    'HEAD',
    '/api/stacks/:org/:project',
    signedIn(async (context) => {
      const { org, project } = context.req.param() as { org: string; project: string }
      const found = await deps.store.read((reader) => reader.stacks({ org, project }))
      return new Response(null, { status: found.length > 0 ? 200 : 404 })
    }),
  )
  // Hono answers HEAD by GET handlers; the CLI asks with HEAD only.
  app.get(
    '/api/stacks/:org/:project',
    signedIn(async (context) => {
      const { org, project } = context.req.param() as { org: string; project: string }
      const found = await deps.store.read((reader) => reader.stacks({ org, project }))
      if (found.length === 0) throw notFound('no such project')
      return context.json({})
    }),
  )
  app.post(
    '/api/stacks/:org/:project',
    signedIn(async (context) => {
      const { org, project } = context.req.param() as { org: string; project: string }
      await stacks.createStack(deps, org, project, await body(context, stacks.CreateStackRequest))
      return context.json({})
    }),
  )
  app.get(
    S,
    onStack(async (context, stack) => {
      await closeExpired(deps, stack.id)
      const view = await deps.store.read(async (reader) => {
        const fresh = (await reader.stackById(stack.id)) ?? stack
        return stacks.stackView(fresh, fresh.holderId === null ? undefined : await reader.update(fresh.holderId))
      })
      return context.json(view)
    }),
  )
  app.delete(
    S,
    onStack(async (context, stack, by) => {
      await stacks.deleteStack(deps, stack.id, context.req.query('force') === 'true', by, requestIdOf(context.req.raw))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${S}/rename`,
    onStack(async (context, stack, by) =>
      context.json(await stacks.renameStack(deps, stack.id, await body(context, stacks.RenameRequest), by)),
    ),
  )
  app.patch(
    `${S}/tags`,
    onStack(async (context, stack) => {
      await stacks.replaceTags(deps, stack.id, await body(context, z.record(z.string(), z.string())))
      return context.body(null, 204)
    }),
  )
  app.get(
    `${S}/config`,
    onStack(async () => {
      throw notFound('this stack keeps its configuration in its own file')
    }),
  )
  app.put(
    `${S}/config`,
    onStack(async () => {
      throw errors.badRequest('stack configuration by the service is not supported.')
    }),
  )

  app.get(
    `${S}/export`,
    onStack(async (_context, stack) => {
      await closeExpired(deps, stack.id)
      return document(await stacks.exportCurrent(deps, stack))
    }),
  )
  app.get(
    `${S}/export/:version`,
    onStack(async (context, stack) =>
      document(await stacks.exportVersion(deps, stack, context.req.param('version') ?? '')),
    ),
  )
  app.post(
    `${S}/import`,
    onStack(async (context, stack, by) => {
      const text = await bytes(context)
      parseJson(
        text,
        z.looseObject({ version: z.number().int(), deployment: z.record(z.string(), z.unknown()).nullish() }),
      )
      return context.json(await stacks.importState(deps, stack.id, text, by))
    }),
  )

  // ---- secrets ------------------------------------------------------------------------------------------------

  app.post(
    `${S}/encrypt`,
    onStack(async (context, stack) => {
      const { plaintext } = await body(context, secrets.EncryptRequest)
      return context.json({ ciphertext: await encrypt(deps, stack, plaintext) })
    }),
  )
  app.post(
    `${S}/decrypt`,
    onStack(async (context, stack, by) => {
      const { ciphertext } = await body(context, secrets.DecryptRequest)
      const plaintext = await decrypt(deps, stack, ciphertext)
      await secrets.auditDecryption(deps, stack, by, 1, requestIdOf(context.req.raw))
      return context.json({ plaintext })
    }),
  )
  app.post(
    `${S}/batch-encrypt`,
    onStack(async (context, stack) =>
      context.json(await secrets.batchEncrypt(deps, stack, await body(context, secrets.BatchEncryptRequest))),
    ),
  )
  app.post(
    `${S}/batch-decrypt`,
    onStack(async (context, stack, by) => {
      const request = await body(context, secrets.BatchDecryptRequest)
      const answer = await secrets.batchDecrypt(deps, stack, request)
      await secrets.auditDecryption(deps, stack, by, request.ciphertexts?.length ?? 0, requestIdOf(context.req.raw))
      return context.json(answer)
    }),
  )
  app.post(
    `${S}/decrypt/log-decryption`,
    onStack(async (context) => context.body(null, 204)),
  )
  app.post(
    `${S}/decrypt/log-batch-decryption`,
    onStack(async (context) => context.body(null, 204)),
  )

  // ---- history ------------------------------------------------------------------------------------------------

  app.get(
    `${S}/updates`,
    onStack(async (context, stack) => {
      await closeExpired(deps, stack.id)
      return context.json(await histories.history(deps, stack, context.req.query()))
    }),
  )
  const versionOf = (context: Context, stack: StackRow): number => {
    const text = context.req.param('version') ?? ''
    if (text === 'latest') return stack.version
    if (!/^\d{1,15}$/.test(text)) throw errors.badRequest('a version is a whole number, or latest.')
    return Number(text)
  }
  const recordOf = (context: Context, stack: StackRow) =>
    deps.store.read(async (reader) => {
      const update =
        context.req.param('version') === 'latest'
          ? stack.latestUpdateId === null
            ? undefined
            : await reader.update(stack.latestUpdateId)
          : await reader.updateByVersion(stack.id, versionOf(context, stack))
      if (update === undefined) throw notFound('there is no such update')
      return histories.updateRecord(reader, stack, update)
    })
  app.get(
    `${S}/updates/:version`,
    onStack(async (context, stack) => context.json(await recordOf(context, stack))),
  )
  app.get(
    `${S}/updates/:version/previews`,
    onStack(async (context, stack) =>
      context.json(await histories.previews(deps, stack, versionOf(context, stack), context.req.query())),
    ),
  )
  app.get(
    `${S}/updates/:version/summary`,
    onStack(async (context, stack) => {
      const { info } = await recordOf(context, stack)
      const { startTime, endTime, result, resourceCount } = info
      return context.json({ startTime, endTime, result, resourceCount: resourceCount ?? 0 })
    }),
  )
  app.get(
    `${S}/previews/:updateID`,
    onStack(async (context, stack) => {
      const update = await findUpdate(context, stack)
      if (!update.dryRun) throw notFound('there is no such preview')
      return context.json(await deps.store.read((reader) => histories.updateRecord(reader, stack, update)))
    }),
  )

  // ---- updates ------------------------------------------------------------------------------------------------

  for (const kind of ['update', 'preview', 'refresh', 'destroy'] as const) {
    app.post(
      `${S}/${kind}`,
      onStack(async (context, stack, by) => {
        const update = await updates.createUpdate(deps, stack, kind, await body(context, updates.CreateRequest), by)
        return context.json({ updateID: update.id, requiredPolicies: [], messages: [] })
      }),
    )
  }
  app.post(
    U,
    onStack(async (context, stack, by) => {
      const update = await findUpdate(context, stack)
      const request = await body(context, updates.StartRequest)
      return context.json(await updates.startUpdate(deps, stack.id, update.id, request, by))
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
  app.post(
    `${U}/renew_lease`,
    inUpdate(async (context, _stack, call, whole) =>
      context.json(await updates.renewLease(deps, call, parseJson(whole, updates.RenewRequest), call.by)),
    ),
  )
  app.patch(
    `${U}/checkpoint`,
    inUpdate(async (context, stack, call, whole) => {
      await checkpoints.saveFull(deps, stack, call, parseJson(whole, checkpoints.FullRequest))
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${U}/checkpointverbatim`,
    inUpdate(async (context, stack, call, whole) => {
      await checkpoints.saveVerbatim(deps, stack, call, whole)
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${U}/checkpointdelta`,
    inUpdate(async (context, stack, call, whole) => {
      await checkpoints.saveDelta(deps, stack, call, parseJson(whole, checkpoints.DeltaRequest))
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${U}/journalentries`,
    inUpdate(async (context, stack, call, whole) => {
      await journal.appendJournal(deps, stack, call, parseJson(whole, journal.JournalRequest))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${U}/events/batch`,
    inUpdate(async (context, stack, call, whole) => {
      await events.appendEvents(deps, stack, call, parseJson(whole, events.EventsRequest))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${U}/events`,
    inUpdate(async (context, stack, call, whole) => {
      const event = parseJson(whole, z.looseObject({ sequence: z.number().int() }))
      await events.appendEvents(deps, stack, call, events.EventsRequest.parse({ events: [event] }))
      return context.body(null, 204)
    }),
  )
  app.get(
    `${U}/events`,
    onStack(async (context, stack) => {
      const update = await findUpdate(context, stack)
      const token = context.req.query('continuationToken')
      return context.json(await deps.store.read((reader) => events.eventPage(reader, update.id, token)))
    }),
  )
  app.post(
    `${U}/complete`,
    inUpdate(async (context, _stack, call, whole) => {
      const { status } = parseJson(whole, z.object({ status: z.enum(['succeeded', 'failed']) }))
      await complete(deps, call, status, requestIdOf(context.req.raw))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${U}/cancel`,
    onStack(async (context, stack, by) => {
      await closeExpired(deps, stack.id)
      const update = await findUpdate(context, stack)
      await cancel(deps, update, by, requestIdOf(context.req.raw))
      return context.body(null, 204)
    }),
  )

  mountMinimal(app, async (request) => {
    if ((await authenticate(deps, request)) === undefined) throw new CliError(401, errors.UNAUTHORIZED)
  })
  return app
}

/** What the CLI may use here. Delta uploads work but carry no pending operations, so they are not offered (service-api 2.2). */
const capabilities = (deps: Deps) => [
  { capability: 'batch-encrypt' },
  { capability: 'deployment-schema-version', version: 1, configuration: { version: 4 } },
  ...(deps.settings.advertiseDelta
    ? [
        {
          capability: 'delta-checkpoint-uploads-v2',
          version: 2,
          configuration: { checkpointCutoffSizeBytes: 1_048_576 },
        },
      ]
    : []),
]

const LIST_PAGE = 500

/** `pulumi stack ls`: filters, and pages by an offset that is safe in an address (service-api 3.1). */
async function listStacks(deps: Deps, query: Record<string, string>) {
  const { project, organization, tagName, tagValue, continuationToken } = query
  const offset = Number(continuationToken ?? 0)
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw errors.badRequest('the continuation token is not one of this server')
  const rows = await deps.store.read((reader) =>
    reader.stacks({ ...(project ? { project } : {}), ...(organization ? { org: organization } : {}) }),
  )
  const matching = rows.filter(
    (row) =>
      !tagName || (Object.hasOwn(row.tags, tagName) && (tagValue === undefined || row.tags[tagName] === tagValue)),
  )
  const page = matching.slice(offset, offset + LIST_PAGE)
  const next = offset + page.length < matching.length ? String(offset + page.length) : null
  return { stacks: page.map(stacks.listView), continuationToken: next }
}

/** The client's own end; repeated by its retries, or too late (the table of service-api 10). */
async function complete(deps: Deps, call: LeaseCall, status: 'succeeded' | 'failed', requestId: string): Promise<void> {
  await closeExpired(deps, call.stackId)
  const before = await deps.store.read((reader) => ownUpdate(reader, call))
  if (before.status === 'running') {
    if (await completeUpdate(deps, { updateId: call.updateId, status, by: call.by, requestId })) return
  }
  const update = await deps.store.read((reader) => ownUpdate(reader, call))
  if (update.endReason === 'complete') {
    if (update.status === status) return
    throw new CliError(409, errors.COMPLETED)
  }
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    await writer.appendLate(update.id, { receivedAt: now, what: 'complete', text: JSON.stringify({ status }) })
    await writer.appendLeaseLog({
      stackId: call.stackId,
      updateId: update.id,
      at: now,
      what: 'came-back',
      ...call.by,
      detail: `complete ${status}`,
    })
    if (update.cameBackAt === null) await writer.patchUpdate(update.id, { cameBackAt: now })
  })
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
