import { z } from 'zod'
import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import { isOwner } from './names.ts'

/**
 * The organization that self-managed backends have too, so that references between stacks remain valid after a
 * migration. It always exists.
 */
export const FIRST_ORGANIZATION = 'organization'

/** Key in the store's `meta`: the organizations that an administrator created, as JSON. */
const CREATED = 'organizations'
const Created = z.array(z.object({ name: z.string(), createdAt: z.number(), createdBy: z.string() }))
export type CreatedOrganization = z.infer<typeof Created>[number]

/** The organizations that an administrator created, in that order. */
export async function createdOrganizations(reader: Reader): Promise<CreatedOrganization[]> {
  const text = await reader.meta(CREATED)
  return text === undefined ? [] : Created.parse(JSON.parse(text))
}

/**
 * All organizations, the first one first: those that an administrator created, or in which they gave someone a role,
 * those with a stack (the role that made one may have been taken away since), and connected backends.
 */
export async function organizationNames(reader: Reader): Promise<string[]> {
  return namesWith(reader, await mirrors(reader))
}

/** The organizations of connected backends. */
export const mirrors = async (reader: Reader): Promise<string[]> => (await reader.backends()).map(({ org }) => org)

/** Those in which stacks can be created: a connected backend's is only mirrored. */
export async function ownOrganizations(reader: Reader): Promise<string[]> {
  const mirrored = await mirrors(reader)
  return (await namesWith(reader, [])).filter((name) => !mirrored.includes(name))
}

async function namesWith(reader: Reader, mirrored: readonly string[]): Promise<string[]> {
  const created = await createdOrganizations(reader)
  const users = await reader.users()
  const names = new Set([...created.map(({ name }) => name), ...mirrored, ...(await reader.organizations())])
  for (const { roles, removedAt } of users) if (removedAt === null) Object.keys(roles).forEach((org) => names.add(org))
  names.delete(FIRST_ORGANIZATION)
  return [FIRST_ORGANIZATION, ...[...names].toSorted()]
}

/**
 * Throws if a stack may not be created in, or moved to, this organization because it does not exist: a typing mistake
 * must not create one. Restoring a deleted stack needs no check, as its organization had a stack.
 */
export async function checkOrganization(reader: Reader, org: string): Promise<void> {
  if (org === FIRST_ORGANIZATION) return
  if ((await ownOrganizations(reader)).includes(org)) return
  const [known] = await reader.stacks({ org, includeDeleted: true })
  if (known === undefined || known.backendId !== null) throw new DomainError({ kind: 'noSuchOrganization', org })
}

/**
 * Throws if there is no organization of this name, as for one that the caller may not see: an empty answer would tell
 * the two apart.
 */
export async function requireOrganization(reader: Reader, org: string): Promise<void> {
  if ((await organizationNames(reader)).includes(org)) return
  const [known] = await reader.stacks({ org, includeDeleted: true })
  if (known === undefined) throw new DomainError({ kind: 'noSuchOrganization', org })
}

/** Creates an organization, in a transaction of the caller. Throws if it exists, or its name is not valid. */
export async function createOrganization(writer: Writer, created: CreatedOrganization): Promise<void> {
  const { name } = created
  if (!isOwner(name)) throw new DomainError({ kind: 'illegalName', of: 'organization', name })
  const others = await createdOrganizations(writer)
  if ((await organizationNames(writer)).includes(name)) throw new DomainError({ kind: 'organizationExists', org: name })
  await writer.setMeta(CREATED, JSON.stringify([...others, created]))
}

/** Removes an organization that was created and has no stacks, in a transaction of the caller. */
export async function removeOrganization(writer: Writer, name: string): Promise<void> {
  const created = await createdOrganizations(writer)
  const [stack] = await writer.stacks({ org: name, includeDeleted: true })
  if (stack !== undefined) throw new DomainError({ kind: 'organizationHasStacks', org: name })
  if (!created.some((each) => each.name === name)) throw new DomainError({ kind: 'noSuchOrganization', org: name })
  await writer.setMeta(CREATED, JSON.stringify(created.filter((each) => each.name !== name)))
}
