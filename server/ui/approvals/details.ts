import type { ApprovalDetail } from '#contract/approvals.ts'
import { dependentsOf } from '#domain/approvals/dependents.ts'
import { protectedUrnsOf } from '#domain/approvals/steps.ts'
import { heldBy } from '#domain/graphQueries/stateful.ts'
import type { JournalEntry } from '#domain/journal/journalEntry.ts'
import { isObject, type JsonObject } from '#domain/json/jsonObject.ts'
import type { Resource } from '#domain/state/checkpoint.ts'
import { maskResource } from '#domain/state/secrets.ts'
import { urnType } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow } from '../../store/port/approvals.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { ask, storedState } from '../../texts/askStates.ts'
import { readOutline } from '../../texts/states.ts'
import { refOf } from '../../core/stacks/names.ts'
import { readersOf } from '../stacks/readersOf.ts'

/** Most dependents and readers that are named. */
const MAX_NAMED = 100

/** Most steps of a run whose resources are read for one answer. */
const MAX_DETAILS = 50

/** The steps of a run whose resources are shown: the first that wait, as listed, and then the last of the others. */
export function detailedRows(rows: readonly ApprovalRow[]): ApprovalRow[] {
  const { waiting = [], others = [] } = Object.groupBy(rows, ({ status }) =>
    status === 'waiting' ? 'waiting' : 'others',
  )
  const shown = waiting.slice(0, MAX_DETAILS)
  return [...shown, ...others.toReversed().slice(0, MAX_DETAILS - shown.length)]
}

/** The resources of held steps: what they are now and will be, and what depends on them. */
export async function detailsOf(
  deps: Deps,
  reader: Reader,
  { stack, update, rows }: { stack: StackRow; update: UpdateRow; rows: readonly ApprovalRow[] },
): Promise<ApprovalDetail[]> {
  const base = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  const resources = base && base.textRemovedAt === null ? await outline(deps, reader, base.id) : []
  const guarded = protectedUrnsOf(resources)
  const readers = (await readersOf(reader, stack)).slice(0, MAX_NAMED).map(({ line }) => refOf(line))
  const details: ApprovalDetail[] = []
  for (const row of rows) {
    const entry = (await reader.approvalEntry(row.id)) ?? '{}'
    const { operation } = JSON.parse(entry) as JournalEntry // validated on receipt
    const planned = operation && maskResource(operation.resource)
    const known =
      base && base.textRemovedAt === null
        ? await ask(deps, [storedState(reader, base)], 'resourceDetail', { urn: row.urn })
        : null
    const dependents = dependentsOf(resources, row.urn)
    const created = Date.parse(known?.created ?? operation?.resource.created ?? '')
    details.push({
      id: row.id,
      before: asProperties(known?.inputs),
      after: operation?.type === 'deleting' ? null : asProperties(planned?.inputs),
      resourceId: known?.row.id ?? operation?.resource.id ?? null,
      created: Number.isNaN(created) ? null : created,
      holds: heldBy(row.type) ?? null,
      isProtected: operation?.resource.protect === true || guarded.has(row.urn),
      dependents: dependents.slice(0, MAX_NAMED).map((urn) => ({ urn, holds: heldBy(urnType(urn)) ?? null })),
      dependentCount: dependents.length,
      readers,
    })
  }
  return details
}

const outline = async (deps: Deps, reader: Reader, stateId: string): Promise<readonly Resource[]> =>
  (await readOutline(deps, reader, stateId)).deployment.resources ?? []

const asProperties = (value: unknown): JsonObject | null => (isObject(value) ? value : null)
