import type { Deps } from '../../deps.ts'
import { closeOrganization, openOrganization } from '../../core/stacks/organizationChanges.ts'
import { createdOrganizations, organizationNames } from '../../core/stacks/organizations.ts'
import { type Handlers, whoOf } from '../handlers.ts'

/** Handles the organizations of this server: stacks are created only in one that exists. */
export const organizationHandlers = (
  deps: Deps,
): Pick<Handlers, 'organizationList' | 'organizationCreate' | 'organizationRemove'> => ({
  organizationList: () =>
    deps.store.read(async (reader) => {
      const created = new Map((await createdOrganizations(reader)).map((each) => [each.name, each]))
      const counts = new Map<string, { live: number; deleted: number }>()
      for (const { org, deletedAt } of await reader.stacks({ includeDeleted: true })) {
        const { live, deleted } = counts.get(org) ?? { live: 0, deleted: 0 }
        counts.set(org, deletedAt === null ? { live: live + 1, deleted } : { live, deleted: deleted + 1 })
      }
      const names = new Set([...(await organizationNames(reader)), ...counts.keys()])
      return {
        organizations: [...names].map((name) => {
          const made = created.get(name)
          const { live, deleted } = counts.get(name) ?? { live: 0, deleted: 0 }
          return {
            name,
            stackCount: live,
            deletedCount: deleted,
            createdAt: made?.createdAt ?? null,
            createdBy: made?.createdBy ?? null,
            isRemovable: made !== undefined && live + deleted === 0,
          }
        }),
      }
    }),

  async organizationCreate({ body: { name } }, call) {
    await openOrganization(deps, name, whoOf(call))
    return { ok: true }
  },

  async organizationRemove({ params: { name } }, call) {
    await closeOrganization(deps, name, whoOf(call))
    return { ok: true }
  },
})
