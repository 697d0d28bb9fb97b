import type { Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { z } from 'zod'
import { addressOf } from '../http/address.ts'
import { noteWrongToken, waitWords } from '../http/attempts.ts'
import { authenticate } from '../http/auth.ts'
import { type Identity } from '../core/access/credentials.ts'
import { noteCaller } from '../http/refusedRequests.ts'
import { inNameOf } from '../http/inNameOf.ts'
import { requestIdOf, type RequestVariables } from '../http/requestId.ts'
import { missingToChangeRules } from '../core/approvals/leaving.ts'
import { checkRight, checkScope, missingRight, refuseHidden } from '../core/access/rights.ts'
import { connectionOf } from '../connection.ts'
import { createConnectionWatch } from '../core/leases/connections.ts'
import type { Deps } from '../deps.ts'
import { hashSecret } from '../secretValue.ts'
import { type Reader, leasedStore } from '../store/port.ts'
import type { TokenScope } from '../store/port/access.ts'
import type { StackName, StackRow } from '../store/port/stacks.ts'
import type { TextParts } from '../store/port/states.ts'
import type { UpdateRow } from '../store/port/updates.ts'
import type { Actor } from '../core/access/actor.ts'
import { bodyOf } from '../texts/exports.ts'
import { type Body, readBody, releaseBody } from '../http/body.ts'
import { budgetNamed, budgetOfRoute } from '../http/budgets.ts'
import { DomainError, type MissingRight } from '../errors.ts'
import { CliError, forbidden, unauthorized } from './cliError.ts'
import { bodyRoomOf, type Sender } from '../http/bodyRoom.ts'
import { countRequest } from '../http/requestShares.ts'
import { senderOf } from '../http/sender.ts'
import { createAdmission } from './admission.ts'
import type { LeaseCall } from '../core/leases/leaseCall.ts'
import { isName } from '../core/stacks/names.ts'
import { TO_DECRYPT } from '../core/secrets/readableSecrets.ts'
import { parseBody } from '../http/parse.ts'
import { ROUTES } from './api/table.ts'
import { NEEDS } from './scopes.ts'
import { waitForStore } from './waiting.ts'

/** The app of the API that the CLI calls, and a call of it. */
export type ServiceApp = Hono<{ Variables: RequestVariables }>
export type Ctx = Context<{ Variables: RequestVariables }>

/**
 * The caller. `need` throws if the caller lacks the scope: in the organization of the address, in another one, or, with
 * null, by the general role, regardless of the rights in the organization of the address.
 */
export type Caller = Pick<Identity, 'user' | 'token'> & {
  by: Actor
  need: (scope: TokenScope, org?: string | null) => void
  /** The missing right if the caller may not decrypt in the organization of the address; undefined otherwise. */
  sealed: MissingRight | undefined
  /** The missing right if the caller may not change rules of approvals; undefined otherwise. */
  toChangeRules: MissingRight | undefined
  /** In whose share the body counts. */
  sender: Sender
}

export type CliContext = ReturnType<typeof createCliContext>

/** Wraps the routes of the CLI's API: resolves the caller, the stack, the update and the body. */
export function createCliContext(deps: Deps) {
  const { caller, rawBody, body } = createCallers(deps)
  const findStack = (context: Ctx) => deps.store.read((reader) => stackOf(reader, context))
  const findUpdate = (context: Ctx, stack: StackRow) => deps.store.read((reader) => updateOf(reader, context, stack))

  const answered = (handler: Handler) => async (context: Ctx) => {
    try {
      const who = await caller(context)
      return await inNameOf(deps, who, context.req.raw, () => handler(context, who))
    } finally {
      releaseBody(context.req.raw)
    }
  }
  const signedIn = (handler: Handler) =>
    answered(async (context, who) => {
      refuseHidden(who.user, context.req.param())
      return handler(context, who)
    })
  /** The same answer at every address, so also at those of what the caller may not see. */
  const fixed = (answer: object) => answered(async (context) => context.json(answer))
  const onStack = (handler: StackHandler) =>
    signedIn(async (context, caller) => handler(context, await findStack(context), caller.by, caller.need, caller))

  return { signedIn, fixed, onStack, inUpdate: createLeaseCalls(deps, rawBody), findUpdate, body, rawBody, document }
}

type Handler = (context: Ctx, who: Caller) => Promise<Response>
type StackHandler = (
  context: Ctx,
  stack: StackRow,
  by: Actor,
  need: Caller['need'],
  caller: Caller,
) => Promise<Response>

const document = async (text: TextParts): Promise<Response> =>
  new Response(await bodyOf(text), {
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(text.bytes) },
  })

/** Who calls, with which rights, and the bodies that they may send. */
function createCallers(deps: Deps) {
  const callers = new WeakMap<Request, Caller>()
  const caller = async (context: Ctx): Promise<Caller> => {
    const identity = await authenticate(deps, context.req.raw)
    noteCaller(context.req.raw, identity)
    if (identity === undefined) await slowDown(context)
    if (identity === undefined || identity.via !== 'token') throw unauthorized()
    countRequest(deps, context.env, identity)
    const by = { login: identity.user.login, tokenName: identity.token?.name ?? null, ...origin(context) }
    const need: Caller['need'] = (scope, org) =>
      checkRight(identity, scope, org === undefined ? context.req.param() : { org: org ?? undefined })
    const needed = NEEDS[routeOf(context)]
    if (needed === undefined) throw forbidden('no one may use this route.')
    checkScope(identity, needed, context.req.param())
    const sealed = missingRight(identity, TO_DECRYPT, context.req.param('org'))
    const sender = senderOf(identity, { org: context.req.param('org'), address: by.address })
    const toChangeRules = missingToChangeRules(identity)
    const who = { user: identity.user, token: identity.token, by, need, sealed, toChangeRules, sender }
    callers.set(context.req.raw, who)
    return who
  }
  /** Throws 429 for an address that has sent too many wrong tokens. */
  const slowDown = async (context: Ctx): Promise<void> => {
    if (context.req.header('authorization') === undefined) return
    const from = { address: addressOf(context.env), requestId: requestIdOf(deps, context) }
    const waitS = await noteWrongToken(deps, context.req.raw, from)
    if (waitS === undefined) return
    throw new CliError(429, `Too Many Requests: ${waitWords(waitS)}`, { 'Retry-After': String(waitS) })
  }

  /** Reads the body; call it only after the caller has been authenticated. */
  const rawBody = (context: Ctx, sender = callers.get(context.req.raw)?.sender): Promise<Body> => {
    if (sender === undefined) throw unauthorized()
    const budget = budgetNamed(budgetOfRoute(methodOf(context), routePath(context)), deps.settings)
    return readBody(context.req.raw, budget, sender, { gunzip: deps.gunzip, room: bodyRoomOf(deps) })
  }
  /** A parsed body, of a caller who has the right to the second stack that it names, if it names one. */
  const body = async <Schema extends z.ZodType>(context: Ctx, schema: Schema) => {
    const parsed = await parseBody(deps, await rawBody(context), schema)
    const second = ROUTES[routeOf(context)]?.second
    if (second !== undefined) {
      const who = callers.get(context.req.raw)
      if (who === undefined) throw unauthorized()
      who.need(second.needs, second.org(parsed))
    }
    return parsed
  }
  return { caller, rawBody, body }
}

/** Calls of running updates. */
function createLeaseCalls(deps: Deps, rawBody: (context: Ctx, sender: Sender) => Promise<Body>) {
  const admit = createAdmission({ ...deps, store: leasedStore(deps.store) })
  const connections = createConnectionWatch(deps)
  /**
   * Wraps a call of a running update, authorised by its lease token and nothing else: the token must be that of the
   * addressed update, which is checked before a byte of the body is read. The body is parsed once; `handler` is
   * repeated if the store was away.
   */
  return <T>(
    parse: (body: Body) => Promise<T>,
    handler: (context: Ctx, call: LeaseCall, parsed: T) => Promise<Response>,
  ) =>
    async (context: Ctx): Promise<Response> => {
      const [scheme = '', token = ''] = (context.req.header('authorization') ?? '').split(' ')
      if (scheme === '') throw unauthorized()
      if (scheme !== 'update-token' || token === '') throw new DomainError({ kind: 'leaseTokenInvalid' })
      const call: LeaseCall = {
        name: nameOf(context),
        updateId: context.req.param('updateID') ?? '',
        tokenHash: hashSecret(token),
        token,
        from: origin(context),
        arrivedAt: await waitForStore(() => deps.store.now()),
      }
      await waitForStore(() => admit(call))
      const connection = connectionOf(context.env)
      if (connection !== undefined) {
        connection.claim = { of: 'lease' }
        connections.note(call.updateId, connection)
      }
      try {
        const parsed = await parse(await rawBody(context, { of: 'lease' }))
        return await waitForStore(() => handler(context, call, parsed))
      } finally {
        releaseBody(context.req.raw)
      }
    }
}

/** Hono routes HEAD to the handler of GET. */
const methodOf = ({ req: { method } }: Ctx): string => (method === 'HEAD' ? 'GET' : method)

/** As the table of routes names it. */
const routeOf = (context: Ctx): string => `${methodOf(context)} ${routePath(context)}`

const origin = (context: Ctx): Pick<Actor, 'userAgent' | 'address'> => ({
  userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
  address: addressOf(context.env),
})

function nameOf(context: Ctx): StackName {
  const [org = '', project = '', name = ''] = ['org', 'project', 'stack'].map((key) => context.req.param(key))
  return { org, project, name }
}

async function stackOf(reader: Reader, context: Ctx): Promise<StackRow> {
  const name = nameOf(context)
  const isPossible = isName(name.project) && isName(name.name)
  const stack = isPossible ? await reader.stack(name) : undefined
  // A mirror is not a stack for the CLI, which would write to it: it logs in to the backend itself.
  if (stack !== undefined && stack.backendId === null) return stack
  throw new DomainError({ kind: 'noSuchStack', name })
}

async function updateOf(reader: Reader, context: Ctx, stack: StackRow): Promise<UpdateRow> {
  const id = context.req.param('updateID') ?? ''
  const update = await reader.update(id)
  if (update === undefined || update.stackId !== stack.id) throw new DomainError({ kind: 'noSuchUpdate', id })
  return update
}
