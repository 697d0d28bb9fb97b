import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { type StackRow, TakenError } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { nameOf, refOf } from './names.ts'
import { checkOrganization } from './organizations.ts'
import { putVersion } from './transfer.ts'

/**
 * Creates a stack with its first state, as version 1, in one transaction: an import either leaves a stack with all of
 * its state, or none. Throws `nameTaken`, `noSuchOrganization`.
 */
export async function createImported(
  deps: Deps,
  row: StackRow,
  {
    document,
    message,
    recovery,
    by,
    requestId,
  }: { document: PreparedState; message: string; recovery: unknown; by: Actor; requestId: string },
): Promise<UpdateRow> {
  const prepared = { ...document, text: await deps.store.ready(document.text, { stackId: row.id }) }
  const now = await deps.store.now()
  try {
    const update = await deps.store.write(async (writer) => {
      await checkOrganization(writer, row.org)
      await writer.insertStack(row)
      await audit(writer, { at: now, by, action: 'stack.create', stack: row, requestId })
      const written = await putVersion(deps, writer, row, { prepared, by, now, kind: 'recovery', message, recovery })
      await audit(writer, { at: now, by, action: 'state.recovery', stack: row, detail: message, requestId })
      return written.update
    })
    deps.bus.publish({ type: 'stack', stack: refOf(row), what: 'created' })
    return update
  } catch (error) {
    if (!(error instanceof TakenError)) throw error
    throw new DomainError({ kind: 'nameTaken', name: nameOf(row), by: 'create' })
  }
}
