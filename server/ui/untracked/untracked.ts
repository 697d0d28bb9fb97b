import type { StackRef } from '#contract/common.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import { untrackedWords } from '#domain/health/untrackedWords.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { namedStack, refOf } from '../../core/stacks/names.ts'
import { answerUntracked } from '../../core/untracked/answer.ts'
import type { UntrackedRow } from '../../store/port/untracked.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { findStack, PAGE_SIZE, pageRange } from '../lookup.ts'

/** Handles untracked resources: resources with an unknown outcome, on all stacks, deleted ones included. */
export function untrackedHandlers(deps: Deps): Pick<Handlers, 'untrackedList' | 'untrackedCount' | 'untrackedAnswer'> {
  return {
    untrackedList: ({ query: { stack, state, search = '', page } }, { user }) =>
      readVisible(deps, user, async (reader) => {
        const of = await inStack(reader, stack)
        const filter = { ...of, isOpen: state === 'open', ...(search.trim() && { search: search.trim() }) }
        const rows = await reader.untracked({ ...filter, ...pageRange(page) })
        const [open, resolved] = await Promise.all(
          [true, false].map((isOpen) => reader.untrackedCount({ ...of, isOpen })),
        )
        const total = filter.search ? await reader.untrackedCount(filter) : state === 'open' ? open : resolved
        return {
          resources: (await withStacks(reader, rows)).map(toUntrackedResource),
          total: total ?? 0,
          page,
          pageSize: PAGE_SIZE,
          open: open ?? 0,
          resolved: resolved ?? 0,
          openStacks: state === 'open' ? (await reader.untrackedStacks(filter)).map(refOf) : [],
        }
      }),

    untrackedCount: ({ query: { stack } }, { user }) =>
      readVisible(deps, user, async (reader) => {
        return { open: await reader.untrackedCount({ ...(await inStack(reader, stack)), isOpen: true }) }
      }),

    untrackedAnswer: async ({ params, body }, call) => ({
      answered: await answerUntracked(deps, params, body, whoOf(call)),
    }),
  }
}

/** Parses `org/project/stack`; an invalid name matches nothing. */
export function refIn(text: string): StackRef {
  const [org = '', project = '', stack = ''] = text.split('/')
  return { org, project, stack }
}

/** The part of a filter that names a stack. */
export const inStack = async (reader: Reader, name: string | undefined): Promise<{ stackId?: string }> =>
  name ? { stackId: (await findStack(reader, refIn(name))).id } : {}

/** Rows with their stacks, each stack read once. */
export async function withStacks<Row extends { stackId: string }>(
  reader: Reader,
  rows: readonly Row[],
): Promise<{ row: Row; stack: StackRow }[]> {
  const stacks = new Map<string, StackRow | undefined>()
  for (const { stackId } of rows) if (!stacks.has(stackId)) stacks.set(stackId, await reader.stackById(stackId))
  return rows.flatMap((row) => {
    const stack = stacks.get(row.stackId)
    return stack ? [{ row, stack }] : []
  })
}

function toUntrackedResource({ row, stack }: { row: UntrackedRow; stack: StackRow }): UntrackedResource {
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
    ...untrackedWords({ ...row, stack: namedStack(stack) }),
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
