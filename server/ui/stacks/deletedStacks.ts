import { type DeletedStack, KEPT_FOR_CERTAIN_MS } from '#contract/deletedStacks.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../../core/stacks/names.ts'
import { requireOrganization } from '../../core/stacks/organizations.ts'
import { restoreStack } from '../../core/stacks/restore.ts'
import type { Reader } from '../../store/port.ts'
import type { StackListing } from '../../store/port/stacks.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { PAGE_SIZE, pageRange } from '../lookup.ts'

/** Handles deleted stacks and their restoration. */
export const deletedStackHandlers = (deps: Deps): Pick<Handlers, 'deletedStackList' | 'deletedStackRestore'> => ({
  async deletedStackList({ params: { org }, query: { search = '', page } }) {
    const now = await deps.store.now()
    return deps.store.read(async (reader) => {
      await requireOrganization(reader, org)
      const found = (await reader.stacks({ org, includeDeleted: true }))
        .filter(({ backendId }) => backendId === null)
        .filter(isDeleted)
        .filter(({ project, name }) => `${project}/${name}`.toLowerCase().includes(search.trim().toLowerCase()))
        .toSorted((a, b) => b.deletedAt - a.deletedAt)
      const { limit, offset } = pageRange(page)
      const stacks = await Promise.all(found.slice(offset, offset + limit).map((stack) => toDeleted(reader, stack)))
      return { stacks, total: found.length, page, pageSize: PAGE_SIZE, now }
    })
  },

  async deletedStackRestore({ params: { org, id }, body: { name } }, call) {
    await deps.store.read((reader) => requireOrganization(reader, org))
    return { ref: await restoreStack(deps, { org, id, name }, whoOf(call)) }
  },
})

type Deleted = StackListing & { deletedAt: number }
const isDeleted = (stack: StackListing): stack is Deleted => stack.deletedAt !== null

async function toDeleted(reader: Reader, stack: Deleted): Promise<DeletedStack> {
  const [deletion] = await reader.audit({ stackId: stack.id, action: 'stack.delete', limit: 1 })
  const { id, deletedAt, version, state, latest } = stack
  return {
    id,
    ref: refOf(stack),
    deletedAt,
    deletedBy: deletion?.login ?? '',
    keptUntil: deletedAt + KEPT_FOR_CERTAIN_MS,
    resourceCount: state?.resourceCount ?? 0,
    pendingCount: state?.pendingCount ?? 0,
    version,
    lastUpdateAt: latest?.endedAt ?? latest?.startedAt ?? null,
    isNameTaken: (await reader.stack(stack)) !== undefined,
  }
}
