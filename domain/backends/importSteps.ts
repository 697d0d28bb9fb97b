import type { KeptElsewhere } from '#contract/backends.ts'
import type { CommandStep } from '../commandSteps.ts'
import { importFile, placeOf, removeFile } from './diy/commands.ts'

/**
 * The steps that write a planned state to a backend, in order: those that remove exactly the locks that are left, if
 * any, and the import with the preview that checks it. `sum`: of the state that the plan was made on (`exportSum`),
 * without which the import compares nothing.
 */
export function importSteps(
  { address, cliName, holder }: Pick<KeptElsewhere, 'address' | 'cliName' | 'holder'>,
  file: string,
  sum?: string | null,
): { unlock: CommandStep[]; write: CommandStep[] } {
  const place = placeOf(address)
  return {
    unlock: (holder?.locks ?? []).flatMap((lock) => removeFile(lock, lock.key, place)),
    write: importFile(file, { cliName, address, sum }),
  }
}
