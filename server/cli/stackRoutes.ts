import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { STACK } from '../http/addresses.ts'
import type { CliContext, ServiceApp } from './cliContext.ts'
import { hiddenFromCli } from '../core/access/visible.ts'
import { closeExpired } from '../core/updates/ends.ts'
import { DomainError } from '../errors.ts'
import { badRequest, notFound } from './cliError.ts'
import { exportFor } from '../core/secrets/readableSecrets.ts'
import { renameStack, transferStack } from '../core/stacks/rename.ts'
import { CreateStackRequest, RenameRequest, TransferRequest } from './api/requests.ts'
import { createMessages, stackView } from './stackViews.ts'
import { listStacks } from './lists/stackList.ts'
import * as stacks from '../core/stacks/stacks.ts'
import { exportCurrent, exportVersion, importState } from '../core/stacks/transfer.ts'

/** Routes about stacks: list, create, show, delete, rename, tags, export, import (docs/protocol.md, Stacks). */
export function mountStacks(app: ServiceApp, deps: Deps, cli: CliContext): void {
  mountLists(app, deps, cli)
  mountStack(app, deps, cli)
  mountConfig(app, cli)
  mountStates(app, deps, cli)
}

function mountLists(app: ServiceApp, deps: Deps, { signedIn, body }: CliContext): void {
  app.get(
    '/api/user/stacks',
    signedIn(async (context, { user }) => {
      await closeExpired(deps)
      return context.json(await listStacks(deps, context.req.query(), user))
    }),
  )
  // Called with HEAD, which Hono routes to the handler of GET, dropping the body.
  app.get(
    '/api/stacks/:org/:project',
    signedIn(async (context, { user }) => {
      const { org, project } = context.req.param() as { org: string; project: string }
      const found = await deps.store.read(async (reader) =>
        reader.stackLines({ org, project, hiddenOrgs: await hiddenFromCli(reader, user), limit: 1 }),
      )
      if (found.length === 0) throw notFound('no such project')
      return context.json({})
    }),
  )
  app.post(
    '/api/stacks/:org/:project',
    signedIn(async (context, { by }) => {
      const { org, project } = context.req.param() as { org: string; project: string }
      const request = await body(context, CreateStackRequest)
      if (request.config != null) throw new DomainError({ kind: 'noServiceConfig' })
      const given = { tags: request.tags ?? undefined, state: request.state ?? undefined }
      const who = { by, requestId: requestIdOf(deps, context) }
      await stacks.createStack(deps, { org, project, name: request.stackName }, given, who)
      return context.json(createMessages(request))
    }),
  )
}

function mountStack(app: ServiceApp, deps: Deps, { onStack, body }: CliContext): void {
  app.get(
    STACK,
    onStack(async (context, stack) => {
      await closeExpired(deps, stack.id)
      const view = await deps.store.read(async (reader) => {
        const fresh = (await reader.stackById(stack.id)) ?? stack
        return stackView(fresh, fresh.holderId === null ? undefined : await reader.update(fresh.holderId))
      })
      return context.json(view)
    }),
  )
  app.delete(
    STACK,
    onStack(async (context, stack, by) => {
      await stacks.deleteStack(deps, stack.id, context.req.query('force') === 'true', by, requestIdOf(deps, context))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${STACK}/transfer`,
    onStack(async (context, stack, by, _need, { toChangeRules }) => {
      const { toOrg } = await body(context, TransferRequest)
      await transferStack(deps, stack.id, toOrg, { by, requestId: requestIdOf(deps, context), toChangeRules })
      return context.body(null, 204)
    }),
  )
  app.post(
    `${STACK}/rename`,
    onStack(async (context, stack, by, _need, { toChangeRules }) => {
      const changer = { by, requestId: requestIdOf(deps, context), toChangeRules }
      return context.json(await renameStack(deps, stack.id, await body(context, RenameRequest), changer))
    }),
  )
}

/** The configuration of a stack is in a file of its program. */
function mountConfig(app: ServiceApp, { onStack }: CliContext): void {
  app.get(
    `${STACK}/config`,
    onStack(async () => {
      throw notFound('this stack keeps its configuration in its own file')
    }),
  )
  app.delete(
    `${STACK}/config`,
    onStack(async (context) => context.body(null, 204)),
  )
  app.put(
    `${STACK}/config`,
    onStack(async () => {
      throw new DomainError({ kind: 'noServiceConfig' })
    }),
  )
}

function mountStates(app: ServiceApp, deps: Deps, { onStack, rawBody, document }: CliContext): void {
  app.get(
    `${STACK}/export`,
    onStack(async (_context, stack, _by, _need, { sealed }) => {
      await closeExpired(deps, stack.id)
      return document(await exportFor(deps, sealed, (reader) => exportCurrent(deps, reader, stack)))
    }),
  )
  app.get(
    `${STACK}/export/:version`,
    onStack(async (context, stack, _by, _need, { sealed }) => {
      const text = context.req.param('version') ?? ''
      const version = Number(text)
      if (!/^\d{1,15}$/.test(text) || version < 1) throw badRequest('a stack version is a positive whole number.')
      return document(await exportFor(deps, sealed, (reader) => exportVersion(reader, stack, version)))
    }),
  )
  app.post(
    `${STACK}/import`,
    onStack(async (context, stack, by) => {
      const { bytes: text } = await rawBody(context)
      return context.json(await importState(deps, stack, text, by, requestIdOf(deps, context)))
    }),
  )
}
