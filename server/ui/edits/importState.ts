import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { ImportPlan, ImportPlanRequest, ImportRunRequest } from '#contract/edits.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { createImported } from '../../core/stacks/importNew.ts'
import { refOf } from '../../core/stacks/names.ts'
import { checkOrganization } from '../../core/stacks/organizations.ts'
import { checkNames, newStackRow } from '../../core/stacks/stacks.ts'
import { writeRecovery } from '../../core/stacks/writes.ts'
import { encrypt, toBase64 } from '../../core/secrets/vault.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { EditOutcome } from '../../texts/editJob.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import type { Who } from '../recoveries/change.ts'
import { checkPlan, isLargeEdit, leastLevel, noteOfPlan } from './change.ts'
import { opened } from './ciphertexts.ts'
import { notEditable } from './currentState.ts'

type Request = z.output<typeof ImportPlanRequest>
type Planned = Extract<EditOutcome, { plan: unknown }>

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
export async function planImportOn(
  deps: Deps,
  reader: Reader,
  destination: Destination,
  request: Request,
): Promise<ImportPlan> {
  const { plan, imported } = await planned(deps, reader, destination, request, null)
  return { ...plan, isNew: destination.isNew, ...(imported ?? { from: null, entries: 0, pending: 0 }) }
}

async function planned(
  deps: Deps,
  reader: Reader,
  { stack, isNew }: Destination,
  { text, rename }: Request,
  made: [string, string][] | null,
): Promise<Planned> {
  const row = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  const basis = { version: row?.version ?? 0, hash: row?.hash ?? '' }
  const { project, org: owner, name } = stack
  const provider = { type: 'service', state: { url: deps.settings.publicUrl, owner, project, stack: name } }
  const operation = { do: 'importState', text, rename, provider, made } as const
  const facts = { stack: refOf(stack), basis, tags: stack.tags, least: isNew ? 0 : await leastLevel(reader, stack) }
  const jobs = isLargeEdit(row?.bytes ?? 0, operation) ? (deps.jobs ?? textJobsHere) : textJobsHere
  const plan = async (known: string[] | null) => {
    const base = row ? { bytes: row.bytes, text: () => reader.stateText(row.id) } : null
    const outcome = await jobs.edit({ base, operation, facts, known, isWritten: made !== null })
    if ('plan' in outcome) return outcome
    throw notEditable(outcome.unsupported)
  }
  const first = await plan(null)
  return first.asked.length === 0 ? first : plan([...(await opened(deps, stack, first.asked))])
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
  const first = await deps.store.read((reader) => planned(deps, reader, destination, request, null))
  const { basis } = first.plan
  const seen = request.basis ?? { version: 0, hash: '' }
  // Without a basis the caller saw no state; a first state may have version 0, too.
  if (seen.hash !== basis.hash || seen.version !== basis.version)
    throw new DomainError({ kind: 'staleBasis', current: basis })
  checkPlan(stack, first.plan, request)
  const made: [string, string][] = []
  for (const plaintext of first.plain)
    made.push([plaintext, await encrypt(deps, stack, toBase64(new TextEncoder().encode(plaintext)))])
  const { plan, effect, prepared } = await deps.store.read((reader) =>
    planned(deps, reader, destination, request, made),
  )
  if (prepared === null) throw new Error('what is possible was prepared')
  const written = {
    document: prepared,
    ...who,
    message: `${plan.title}: ${request.reason}`,
    recovery: noteOfPlan(plan, effect, request),
  }
  return isNew
    ? createImported(deps, stack, written)
    : writeRecovery(deps, { stackId: stack.id, basis: plan.basis, ...written })
}
