import type { KeptElsewhere } from '#contract/backends.ts'
import { importFile, placeOf, removeFile } from './diy/commands.ts'

/**
 * The commands that write a planned state to a backend, in order: those that remove exactly the locks that are left, if
 * any, and the import with the preview that checks it. Lines that begin with `#` explain the next one. `sum`: of the
 * state that the plan was made on (`exportSum`), without which the import compares nothing.
 */
export function importLines(
  { address, cliName, holder }: Pick<KeptElsewhere, 'address' | 'cliName' | 'holder'>,
  file: string,
  sum?: string | null,
): { unlock: string[]; write: string[] } {
  const place = placeOf(address)
  return {
    unlock: (holder?.locks ?? []).flatMap((lock) => removeFile(lock, lock.key, place)),
    write: importFile(file, { cliName, address, sum }),
  }
}
