import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { ImportPlan, ImportPlanRequest, ImportRunRequest } from '#contract/edits.ts'
import type { Deps } from '../../deps.ts'
import { basisOf, checkBasis } from '../stacks/basis.ts'
import { createImported } from '../stacks/importNew.ts'
import { namedStack, nameOf } from '../stacks/names.ts'
import { checkOrganization } from '../stacks/organizations.ts'
import { checkNames, newStackRow } from '../stacks/stacks.ts'
import { writeRecovery } from '../stacks/writes.ts'
import { encrypt, toBase64 } from '../secrets/vault.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { checkPlan, leastLevel, noteOfPlan, planEditOf, type PlannedEdit } from './edit.ts'
import { currentState } from './currentState.ts'

type Request = z.output<typeof ImportPlanRequest>

/** The stack of an import: one that exists, or the row of one to create. */
export type Destination = { stack: StackRow; isNew: boolean }

/** Finds the stack of an import, or prepares one. Throws if its names are not valid. */
export async function destinationOf(deps: Deps, { org, project, stack: name }: StackRef): Promise<Destination> {
  const stack = await deps.store.read((reader) => reader.stack({ org, project, name }))
  if (stack) return { stack, isNew: false }
  checkNames({ org, project, name })
  await deps.store.read((reader) => checkOrganization(reader, org))
  const row = await newStackRow(deps, { org, project, name }, { 'pulumi:project': project })
  return { stack: row, isNew: true }
}

/** What importing a state would do; nothing is written, and nothing encrypted. */
export async function planImportOn(deps: Deps, destination: Destination, request: Request): Promise<ImportPlan> {
  const { plan, imported } = await planned(deps, destination, request, null)
  return { ...plan, isNew: destination.isNew, ...(imported ?? { from: null, entries: 0, pending: 0, loss: [] }) }
}

async function planned(
  deps: Deps,
  { stack, isNew }: Destination,
  { text, rename }: Request,
  made: [string, string][] | null,
): Promise<PlannedEdit> {
  const { row, basis, least } = await deps.store.read(async (reader) => ({
    ...(await currentState(reader, stack)),
    least: isNew ? (0 as const) : await leastLevel(reader, stack),
  }))
  const { project, org: owner, name } = stack
  const provider = { type: 'service', state: { url: deps.settings.publicUrl, owner, project, stack: name } }
  const operation = { do: 'importState', text, rename, provider, made } as const
  const facts = { stack: namedStack(stack), basis, tags: stack.tags, least }
  return planEditOf(deps, stack, { row, operation, facts, isWritten: made !== null })
}

/**
 * Imports a state: plans it again, checks the confirmation, encrypts what is in plain text with the stack's key, and
 * writes a version; of a new stack together with the stack.
 */
export async function runImport(
  deps: Deps,
  destination: Destination,
  request: z.output<typeof ImportRunRequest>,
  who: Who,
): Promise<UpdateRow> {
  const { stack, isNew } = destination
  const first = await planned(deps, destination, request, null)
  const { basis } = first.plan
  // Without a basis the caller saw no state; a first state may have version 0, too.
  checkBasis(basis, request.basis ?? basisOf(null))
  checkPlan(stack, first.plan, request)
  const made: [string, string][] = []
  for (const plaintext of first.plain)
    made.push([plaintext, await encrypt(deps, stack, toBase64(new TextEncoder().encode(plaintext)))])
  const { plan, effect, prepared } = await planned(deps, destination, request, made)
  if (prepared === null) throw new Error('what is possible was prepared')
  const written = {
    document: prepared,
    ...who,
    message: `${plan.title}: ${request.reason}`,
    recovery: noteOfPlan(plan, effect, request),
  }
  return isNew
    ? createImported(deps, stack, written)
    : writeRecovery(deps, { stackId: stack.id, name: nameOf(stack), basis: plan.basis, ...written })
}
