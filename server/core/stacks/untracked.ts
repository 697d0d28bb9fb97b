import { z } from 'zod'
import { type Deployment, readState as parseState } from '#domain/state/checkpoint.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import { createsIn, type ReportedCreate, reconcile } from '#domain/health/untracked.ts'
import type { Deps } from '../../deps.ts'
import type { UntrackedPatch } from '../../store/port/untracked.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { SERVER } from '../access/audit.ts'
import { eventSteps } from '../events/eventSteps.ts'
import { readOutline } from '../../texts/states.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { named } from '#domain/recoveries/named.ts'

/** All open items of a stack: none may be missed. */
const ALL = { isOpen: true, limit: 1_000_000, offset: 0 } as const

type Recorded = Pick<Deps, 'newId' | 'jobs' | 'caches'>
type Because = {
  stack: StackRow
  /** Null for a stack's initial state. */
  update: Pick<UpdateRow, 'id' | 'kind' | 'startedAt' | 'recovery' | 'requestedBy'> | null
  version: number
  at: number
}

/**
 * Updates the list of untracked resources to a new state, in the transaction that stores it: resources with an unknown
 * outcome are added; an item is closed only by a user's statement or by an entry that accounts for it. `deployment` is
 * undefined if the state cannot be read: then nothing is concluded from it. Returns whether anything changed.
 */
export async function recordState(
  { newId }: Recorded,
  writer: Writer,
  { stack, update, version, at }: Because,
  {
    deployment,
    creates,
    source,
  }: { deployment: Deployment | undefined; creates: readonly ReportedCreate[]; source: 'late' | 'unrecorded' },
): Promise<boolean> {
  const open = await writer.untracked({ ...ALL, stackId: stack.id })
  const { found, changes } = reconcile(deployment ? open : open.map((row) => ({ ...row, isPending: false })), {
    deployment: deployment ?? {},
    version,
    answers: answersIn(update, version),
    creates,
    update: update?.id ?? null,
    source,
  })
  await writer.insertUntracked(
    found.map(({ since, ...item }) => ({
      ...item,
      id: newId(),
      stackId: stack.id,
      since: since ?? update?.startedAt ?? at,
      updateId: update?.id ?? null,
      version,
      left: null,
      resolvedAt: null,
      resolvedBy: null,
      outcome: null,
      statement: null,
    })),
  )
  for (const { id, resourceId, hasLeft, resolved } of changes) {
    const patch: UntrackedPatch = {
      ...(resourceId !== undefined && { resourceId }),
      ...(hasLeft && update && { isPending: false, left: { at, version, updateId: update.id, kind: update.kind } }),
      ...(resolved && {
        isPending: false,
        resolvedAt: at,
        resolvedBy: resolved.outcome === 'recovery' && update ? update.requestedBy : SERVER.login,
        outcome: resolved.outcome,
        statement: resolved.statement,
      }),
    }
    await writer.patchUntracked(id, patch)
  }
  return found.length + changes.length > 0
}

/** A user's statements in a recovery of pending operations, as stored with the update that it wrote. */
const Note = z.looseObject({
  recovery: RecoveryId,
  reason: z.string(),
  undoes: z.number().nullable(),
  statements: z.array(z.object({ item: z.string(), statement: z.string() })),
  changes: z
    .looseObject({ operationsRemoved: z.array(z.object({ type: z.string(), urn: z.string() })) })
    .nullish()
    .catch(null),
})

function answersIn(update: Because['update'], version: number): Map<string, string> {
  const note = update?.kind === 'recovery' ? Note.safeParse(update.recovery).data : undefined
  // In recoveries of this phase, each removed operation was answered; any other may only have removed it along with the
  // rest.
  if (!note || note.undoes !== null || catalogue[note.recovery].phase !== 'pending') return new Map()
  const statements = new Map(note.statements.map(({ item, statement }) => [item, statement]))
  return new Map(
    (note.changes?.operationsRemoved ?? []).map(({ type, urn }) => {
      const statement = statements.get(`${type} ${urn}`) ?? note.reason
      return [urn, `${named(note.recovery)}, version ${version}: ${statement}`]
    }),
  )
}

/**
 * Adds resources that a client reports after its end and the current state does not contain (GR-30). Returns the stack
 * if anything changed.
 */
export async function recordLate(
  deps: Recorded,
  writer: Writer,
  { update, at, creates }: { update: UpdateRow; at: number; creates: readonly ReportedCreate[] },
): Promise<StackRow | undefined> {
  if (creates.length === 0 || update.dryRun) return undefined
  const stack = await writer.lockStack(update.stackId)
  if (!stack) return undefined
  const deployment = stack.stateId === null ? {} : await readableDeployment(deps, writer, stack.stateId)
  const because = { stack, update: { ...update, recovery: null }, version: update.version ?? stack.version, at }
  return (await recordState(deps, writer, because, { deployment, creates, source: 'late' })) ? stack : undefined
}

/** Undefined if the rules cannot read the state: a damaged one may have been imported, and a report is kept all the same. */
async function readableDeployment(deps: Recorded, reader: Reader, stateId: string): Promise<Deployment | undefined> {
  const document = await readOutline(deps, reader, stateId)
  return parseState(document).ok ? document.deployment : undefined
}

/** The resources that late events name. */
export const createsInEvents = (events: readonly unknown[], at: number): ReportedCreate[] =>
  createsIn(events.flatMap((event) => eventSteps(event, at)))

const Success = z.object({
  kind: z.literal(ENTRY_KIND.success),
  state: z.looseObject({
    urn: z.string(),
    type: z.string(),
    id: z.string().min(1),
    custom: z.literal(true),
    parent: z.string().nullish(),
    provider: z.string().nullish(),
    inputs: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** The resources that late journal entries name: those of successful steps. The state decides whether they are new. */
export function createsInJournal(text: string, at: number): ReportedCreate[] {
  const entries: unknown = JSON.parse(text)
  return (Array.isArray(entries) ? entries : []).flatMap((entry): ReportedCreate[] => {
    const parsed = Success.safeParse(entry)
    if (!parsed.success) return []
    const { urn, type, id, parent, provider, inputs } = parsed.data.state
    return [{ urn, type, id, at, parent: parent ?? '', provider: provider ?? '', inputs: inputs ?? {} }]
  })
}

/** Changes the URNs of open items to a stack's new name, in the transaction of its rename. */
export async function renameUntracked(writer: Writer, stackId: string, rename: (urn: string) => string): Promise<void> {
  for (const { id, urn, intended } of await writer.untracked({ ...ALL, stackId })) {
    const { parent, provider, clues } = intended
    const at = provider?.lastIndexOf('::') ?? -1
    await writer.patchUntracked(id, {
      urn: rename(urn),
      intended: {
        clues,
        ...(parent && { parent: rename(parent) }),
        ...(provider && { provider: at < 0 ? provider : rename(provider.slice(0, at)) + provider.slice(at) }),
      },
    })
  }
}

/** The key keeps its first name: it is in the databases. */
const FILLED = 'ledger.filled'

/** Adds, once, the operations that were pending before untracked resources were listed. */
export async function addFormerPending(deps: Pick<Deps, 'newId' | 'store' | 'log' | 'jobs' | 'caches'>): Promise<void> {
  const stacks = await deps.store.read(async (reader) =>
    (await reader.meta(FILLED)) === undefined ? reader.stacks({}) : undefined,
  )
  if (stacks === undefined) return
  const at = await deps.store.now()
  for (const { id, state } of stacks) {
    if (!state || state.pendingCount === 0) continue
    await deps.store.write(async (writer) => {
      const stack = await writer.lockStack(id)
      const row = stack?.stateId ? await writer.state(stack.stateId) : undefined
      const update = row?.updateId ? await writer.update(row.updateId) : undefined
      if (!stack || !row || !update) return
      const deployment = await readableDeployment(deps, writer, row.id)
      const because = { stack, update: { ...update, recovery: null }, version: row.version, at }
      await recordState(deps, writer, because, { deployment, creates: [], source: 'unrecorded' })
    })
  }
  await deps.store.write((writer) => writer.setMeta(FILLED, '1'))
}
