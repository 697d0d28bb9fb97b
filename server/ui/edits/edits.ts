import type { StackRef } from '#contract/common.ts'
import { stateText } from '#domain/edits/replace.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import { DomainError, type MissingRight } from '../../errors.ts'
import { ask, askForReply } from '../../texts/askStates.ts'
import { bodyOf } from '../../texts/exports.ts'
import { refuseHeld } from '../../core/stacks/held.ts'
import { refOf } from '../../core/stacks/names.ts'
import { exportFor } from '../../core/secrets/readableSecrets.ts'
import { Rendered } from '../../texts/rendered.ts'
import type { Reader } from '../../store/port.ts'
import { TextRemovedError } from '../../store/port/states.ts'
import { checkPossible, planEditOn, runEdit } from '../../core/edits/edit.ts'
import { editable, currentState, notEditable } from '../../core/edits/currentState.ts'
import { plannedFile } from '../../core/recoveries/plannedFile.ts'
import { destinationOf, planImportOn, runImport } from '../../core/edits/importState.ts'
import { planMoveOn, runMove } from '../../core/edits/move.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { recordOf } from '../recoveries/record.ts'

/** Maximum size of a text to edit on a page, in bytes; larger states are downloaded, edited, and chosen as a file. */
const MAX_EDITED_BYTES = 2 * 1024 * 1024

type Names = 'entrySource' | 'stateSource' | 'editFile' | `${'edit' | 'import' | 'move'}${'Plan' | 'Run'}`

/**
 * Handles manual edits of a state: what can be edited, what an edit would change, and writing it (docs/recovery.md,
 * Rules of a write).
 */
export function editHandlers(deps: Deps): Pick<Handlers, Names> {
  const find = (ref: StackRef) => deps.store.read((reader) => findStack(reader, ref))
  const view = (ref: StackRef, id: string) =>
    deps.store.read(async (reader) => {
      const record = await recordOf(deps, reader, await findStack(reader, ref), id)
      if (!record) throw new DomainError({ kind: 'noSuchRecord', of: 'edit' })
      return record
    })

  return {
    ...sourceHandlers(deps),
    editPlan: async ({ params, body }) => {
      const free = async (reader: Reader) => {
        const stack = await findStack(reader, params)
        refuseHeld(stack)
        return stack
      }
      return (await planEditOn(deps, free, body, { isWritten: false })).plan
    },
    editFile: async ({ params, body }) => {
      const stack = await find(params)
      const { plan, prepared } = await planEditOn(deps, async () => stack, body, { isWritten: true })
      checkPossible(plan)
      if (prepared === null) throw new Error('an edit that is possible leaves a state')
      return plannedFile(deps, stack, body.basis, prepared)
    },
    editRun: async ({ params, body }, call) => {
      const update = await runEdit(deps, await find(params), body, whoOf(call))
      return view(params, update.id)
    },
    importPlan: async ({ params, body }) => {
      const destination = await destinationOf(deps, params)
      refuseHeld(destination.stack)
      return planImportOn(deps, destination, body)
    },
    importRun: async ({ params, body }, call) => {
      const update = await runImport(deps, await destinationOf(deps, params), body, whoOf(call))
      return view(params, update.id)
    },
    movePlan: ({ params, body }) =>
      deps.store.read(async (reader) => {
        const stacks = { from: await findStack(reader, params), to: await findStack(reader, body.destination) }
        refuseHeld(stacks.from)
        refuseHeld(stacks.to)
        const { answer } = await planMoveOn(deps, reader, stacks, body, { isWritten: false })
        return { source: answer.source.plan, destination: answer.destination.plan }
      }),
    moveRun: async ({ params, body }, call) => {
      const stacks = { from: await find(params), to: await find(body.destination) }
      const update = await runMove(deps, stacks, body, whoOf(call))
      return view(params, update.id)
    },
  }
}

const sourceHandlers = (deps: Deps): Pick<Handlers, 'entrySource' | 'stateSource'> => ({
  entrySource: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source, basis } = await currentState(reader, stack)
      const entry = await ask(deps, [source], 'entrySource', query)
      if (entry.problem !== undefined) throw notEditable(entry.problem)
      const { index, urn, text, salt } = entry
      if (text === undefined) throw new DomainError({ kind: 'noSuchResource', urn: query.urn })
      return { stack: refOf(stack), basis, index, urn, text, salt: stack.backendId === null ? null : salt }
    }),
  stateSource: ({ params }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source, row, basis } = await editable(deps, reader, stack)
      const bytes = row?.bytes ?? 0
      return {
        stack: refOf(stack),
        basis: row && basis,
        bytes,
        resourceCount: row?.resourceCount ?? 0,
        text: row && bytes <= MAX_EDITED_BYTES ? stateText(await source.document(deps), basis) : null,
      }
    }),
})

/**
 * Returns the whole state as a file, to edit and restore; a named version byte for byte as stored. `sealed`: why the
 * caller may not decrypt, if so.
 */
export async function stateFile(
  deps: Deps,
  sealed: MissingRight | undefined,
  ref: StackRef,
  { version, request }: { version: string | undefined; request: Request },
): Promise<Response> {
  if (version !== undefined)
    return new Response(await versionText(deps, sealed, ref, version), { headers: attachment(ref, version) })
  const { text, version: present } = await deps.store.read(async (reader) => {
    const { source, basis } = await editable(deps, reader, await findStack(reader, ref))
    return { text: await askForReply(deps, [source], 'stateText', basis), version: basis.version }
  })
  const headers = attachment(ref, present)
  return text instanceof Rendered ? text.response(request, headers) : new Response(text, { headers })
}

const versionText = async (deps: Deps, sealed: MissingRight | undefined, ref: StackRef, version: string) => {
  if (!/^\d{1,15}$/.test(version)) throw new ApiError('bad_request', 'version: must be a positive whole number.')
  const parts = await exportFor(deps, sealed, async (reader) => {
    const stack = await findStack(reader, ref)
    const row = await reader.stateByVersion(stack.id, Number(version))
    if (row === undefined) throw new DomainError({ kind: 'noSuchVersion', of: 'state', version })
    if (row.textRemovedAt !== null) throw new TextRemovedError(row)
    return row
  })
  return bodyOf(parts)
}

function attachment(ref: StackRef, version: string | number): Record<string, string> {
  const name = `${ref.project}-${ref.stack}-v${version}.json`.replaceAll(/[^A-Za-z0-9._-]+/g, '_')
  return { 'content-type': 'application/json', 'content-disposition': `attachment; filename="${name}"` }
}
