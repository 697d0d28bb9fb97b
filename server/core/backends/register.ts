import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { isOwner } from '../stacks/names.ts'
import { organizationNames } from '../stacks/organizations.ts'

/** Whether a name is that of an organization, or of stacks that were deleted and may be restored. */
export async function isTaken(reader: Reader, name: string): Promise<boolean> {
  const [stack] = await reader.stacks({ org: name, includeDeleted: true })
  return stack !== undefined || (await organizationNames(reader)).includes(name)
}

/** The stacks of a backend are an organization of their own, so no name can clash. Throws for one that cannot be new. */
export async function checkNewName(reader: Reader, name: string): Promise<void> {
  if (!isOwner(name)) throw new DomainError({ kind: 'illegalName', of: 'organization', name })
  if (await isTaken(reader, name)) throw new DomainError({ kind: 'organizationExists', org: name })
}

/** Stores a backend that is new, or changed from what it was `before`, in a transaction of the caller. */
export async function saveBackend(
  writer: Writer,
  { id, ...row }: BackendRow,
  { before, at, by, requestId }: Who & { before?: BackendRow; at: number },
): Promise<void> {
  if (before === undefined) await writer.insertBackend({ id, ...row })
  else await writer.patchBackend(id, row)
  const { org, address, seenBy, keepsCopies } = row
  const place = `${org}: ${address}`
  const what = before
    ? ({
        action: 'backend.change',
        detail: `${place}, seen by ${seenBy}, copies ${keepsCopies ? '' : 'not '}kept`,
      } as const)
    : ({ action: 'backend.connect', detail: place } as const)
  await audit(writer, { at, by, requestId, ...what })
}
