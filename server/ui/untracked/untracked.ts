import type { StackRef } from '#contract/common.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import { untrackedWords } from '#domain/health/untrackedWords.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import { audit } from '../../core/access/audit.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { UntrackedRow } from '../../store/port/untracked.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { actorOf, type Handlers } from '../handlers.ts'
import { nameOf } from '../../core/access/displayNames.ts'
import { findStack, PAGE_SIZE, pageRange } from '../lookup.ts'

/** Handles untracked resources: resources with an unknown outcome, on all stacks, deleted ones included. */
export function untrackedHandlers(deps: Deps): Pick<Handlers, 'untrackedList' | 'untrackedCount' | 'untrackedAnswer'> {
  return {
    untrackedList: ({ query: { stack, state, search = '', page } }) =>
      deps.store.read(async (reader) => {
        const of = stack ? { stackId: (await findStack(reader, refIn(stack))).id } : {}
        const filter = { ...of, isOpen: state === 'open', ...(search.trim() && { search: search.trim() }) }
        const rows = await reader.untracked({ ...filter, ...pageRange(page) })
        const [open, resolved] = await Promise.all(
          [true, false].map((isOpen) => reader.untrackedCount({ ...of, isOpen })),
        )
        const total = filter.search ? await reader.untrackedCount(filter) : state === 'open' ? open : resolved
        return {
          resources: await toUntrackedResources(reader, rows),
          total: total ?? 0,
          page,
          pageSize: PAGE_SIZE,
          open: open ?? 0,
          resolved: resolved ?? 0,
        }
      }),

    untrackedCount: ({ query: { stack } }) =>
      deps.store.read(async (reader) => {
        const of = stack ? { stackId: (await findStack(reader, refIn(stack))).id } : {}
        return { open: await reader.untrackedCount({ ...of, isOpen: true }) }
      }),

    async untrackedAnswer({ params, body: { ids, answer, statement } }, call) {
      const by = actorOf(call)
      const at = await deps.store.now()
      const stack = await deps.store.write(async (writer) => {
        const first = await writer.untrackedById(ids[0] ?? '')
        const held = first && (await writer.lockStack(first.stackId))
        if (!held || !isSame(refOf(held), params))
          throw new ApiError('not_found', 'This stack has no such untracked resource.')
        const names: string[] = []
        for (const id of new Set(ids)) {
          const row = await writer.untrackedById(id)
          if (row?.stackId !== held.id) throw new ApiError('not_found', 'This stack has no such untracked resource.')
          const refusal = whyNotAnswered(row, held, await nameOf(writer, row.resolvedBy))
          if (refusal !== undefined) throw new ApiError('conflict', refusal)
          await writer.patchUntracked(id, { resolvedAt: at, resolvedBy: by.login, outcome: answer, statement })
          names.push(`${row.resourceType} ${urnName(row.urn)}${row.resourceId === null ? '' : ` (${row.resourceId})`}`)
        }
        const detail = `${answer}: ${statement} [${names.join(', ')}]`
        await audit(writer, { at, by, action: 'orphan.answer', stack: held, detail, requestId: call.requestId })
        return held
      })
      deps.bus.publish({ type: 'untracked', stack: refOf(stack) })
      return { answered: new Set(ids).size }
    },
  }
}

/**
 * Pending operations are answered in the recovery that also removes them from the state, or the two would contradict
 * each other.
 */
function whyNotAnswered(row: UntrackedRow, stack: StackRow, resolvedBy: string): string | undefined {
  const name = urnName(row.urn)
  if (row.resolvedAt !== null) return `${resolvedBy} has already resolved ${name}.`
  if (row.isPending && stack.deletedAt === null)
    return `The create of ${name} is still pending in the state: answer it on the stack’s recover page.`
  return undefined
}

const isSame = (a: StackRef, b: StackRef): boolean => a.org === b.org && a.project === b.project && a.stack === b.stack

/** Parses `org/project/stack`; an invalid name matches nothing. */
export function refIn(text: string): StackRef {
  const [org = '', project = '', stack = ''] = text.split('/')
  return { org, project, stack }
}

async function toUntrackedResources(reader: Reader, rows: readonly UntrackedRow[]): Promise<UntrackedResource[]> {
  const stacks = new Map<string, StackRow | undefined>()
  for (const { stackId } of rows) if (!stacks.has(stackId)) stacks.set(stackId, await reader.stackById(stackId))
  return rows.flatMap((row) => {
    const stack = stacks.get(row.stackId)
    return stack ? [toUntrackedResource(row, stack)] : []
  })
}

function toUntrackedResource(row: UntrackedRow, stack: StackRow): UntrackedResource {
  const { id, urn, resourceType, resourceId, source, since, updateId, version, isPending, intended } = row
  const ref = refOf(stack)
  const left = row.left && { at: row.left.at, version: row.left.version, kind: row.left.kind }
  return {
    id,
    urn,
    resourceType,
    resourceId,
    source,
    since,
    updateId,
    version,
    isPending,
    left,
    stack: ref,
    isStackDeleted: stack.deletedAt !== null,
    name: urnName(urn),
    clues: intended.clues,
    ...untrackedWords({ ...row, stack: ref }),
    resolved:
      row.resolvedAt === null
        ? null
        : {
            at: row.resolvedAt,
            by: row.resolvedBy ?? '',
            outcome: row.outcome ?? 'other',
            statement: row.statement ?? '',
          },
  }
}
