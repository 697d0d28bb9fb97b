import type { Deps } from '../deps.ts'
import { STACK } from '../http/addresses.ts'
import type { Caller, CliContext, Ctx, ServiceApp } from './cliContext.ts'
import type { StackRow } from '../store/port/stacks.ts'
import { closeExpired } from '../core/updates/ends.ts'
import { badRequest, notFound } from './cliError.ts'
import { driftRuns, driftStatus } from './lists/drift.ts'
import * as histories from './lists/history.ts'

/** Routes about the history of a stack (docs/protocol.md, History). */
export function mountHistory(app: ServiceApp, deps: Deps, cli: CliContext): void {
  mountUpdateRecords(app, deps, cli)
  mountDrift(app, deps, cli)
  mountPreviewRecords(app, deps, cli)
}

const isSealed = ({ sealed }: Caller): boolean => sealed !== undefined

/** The version in an address. */
function versionOf(context: Ctx, stack: StackRow): number {
  const text = context.req.param('version') ?? ''
  if (text === 'latest') return stack.version
  if (!/^\d{1,15}$/.test(text)) throw badRequest('a version is a whole number, or latest.')
  return Number(text)
}

function mountUpdateRecords(app: ServiceApp, deps: Deps, { onStack }: CliContext): void {
  const recordOf = (context: Ctx, stack: StackRow, who: Caller) =>
    deps.store.read(async (reader) => {
      const update =
        context.req.param('version') === 'latest'
          ? stack.latestUpdateId === null
            ? undefined
            : await reader.update(stack.latestUpdateId)
          : await reader.updateByVersion(stack.id, versionOf(context, stack))
      if (update === undefined) throw notFound('there is no such update')
      return histories.updateRecord(reader, stack, update, isSealed(who))
    })
  app.get(
    `${STACK}/updates`,
    onStack(async (context, stack, _by, _need, who) => {
      await closeExpired(deps, stack.id)
      return context.json(await histories.history(deps, stack, context.req.query(), isSealed(who)))
    }),
  )
  app.get(
    `${STACK}/updates/:version`,
    onStack(async (context, stack, _by, _need, who) => context.json(await recordOf(context, stack, who))),
  )
  app.get(
    `${STACK}/updates/:version/previews`,
    onStack(async (context, stack, _by, _need, who) =>
      context.json(
        await histories.previews(deps, stack, versionOf(context, stack), context.req.query(), isSealed(who)),
      ),
    ),
  )
  app.get(
    `${STACK}/updates/:version/summary`,
    onStack(async (context, stack, _by, _need, who) =>
      context.json(histories.summaryOf(await recordOf(context, stack, who))),
    ),
  )
  app.get(
    `${STACK}/updates/:version/timeline`,
    onStack(async (context, stack, _by, _need, who) => {
      const update = await recordOf(context, stack, who)
      // The previews made before this update: those on top of the version before it.
      const { updates } = await histories.previews(deps, stack, update.version - 1, {}, isSealed(who))
      return context.json({ update, previews: updates, collatedUpdateEvents: [] })
    }),
  )
}

function mountDrift(app: ServiceApp, deps: Deps, { onStack }: CliContext): void {
  app.get(
    `${STACK}/drift/status`,
    onStack(async (context, stack) => {
      const { answer, warning } = await driftStatus(deps, stack)
      if (warning !== undefined) context.header('X-Pulumi-Warning', warning)
      return context.json(answer)
    }),
  )
  app.get(
    `${STACK}/drift/runs`,
    onStack(async (context, stack) => context.json(await driftRuns(deps, stack, context.req.query()))),
  )
}

function mountPreviewRecords(app: ServiceApp, deps: Deps, { onStack, findUpdate }: CliContext): void {
  const previewOf = async (context: Ctx, stack: StackRow, who: Caller) => {
    const update = await findUpdate(context, stack)
    if (!update.dryRun) throw notFound('there is no such preview')
    return deps.store.read((reader) => histories.updateRecord(reader, stack, update, isSealed(who)))
  }
  app.get(
    `${STACK}/previews/:updateID`,
    onStack(async (context, stack, _by, _need, who) => context.json(await previewOf(context, stack, who))),
  )
  app.get(
    `${STACK}/previews/:updateID/summary`,
    onStack(async (context, stack, _by, _need, who) =>
      context.json(histories.summaryOf(await previewOf(context, stack, who))),
    ),
  )
}
