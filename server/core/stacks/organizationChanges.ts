import type { Deps } from '../../deps.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { createOrganization, removeOrganization } from './organizations.ts'

/** Creates an organization for an administrator. Throws if it exists, or its name is not valid. */
export async function openOrganization({ store }: Deps, name: string, { by, requestId }: Who): Promise<void> {
  const at = await store.now()
  await store.write(async (writer) => {
    await createOrganization(writer, { name, createdAt: at, createdBy: by.login })
    await audit(writer, { at, by, action: 'organization.create', detail: name, requestId })
  })
}

/** Removes an organization that was created and has no stacks. */
export async function closeOrganization({ store }: Deps, name: string, { by, requestId }: Who): Promise<void> {
  const at = await store.now()
  await store.write(async (writer) => {
    await removeOrganization(writer, name)
    await audit(writer, { at, by, action: 'organization.remove', detail: name, requestId })
  })
}
