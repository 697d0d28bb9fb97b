import type { Deps } from '#server/deps.ts'
import { createOrganization, organizationNames } from '#server/core/stacks/organizations.ts'

/** Creates an organization, as an administrator does, unless it exists. */
export const haveOrganization = ({ store }: Pick<Deps, 'store'>, name: string): Promise<void> =>
  store.write(async (writer) => {
    if ((await organizationNames(writer)).includes(name)) return
    await createOrganization(writer, { name, createdAt: await store.now(), createdBy: 'admin' })
  })
