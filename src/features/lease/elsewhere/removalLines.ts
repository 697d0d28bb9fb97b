import type { ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import { placeOf, removeLock } from '#domain/backends/diy/commands.ts'

/** The check whether the holder of a lock still runs, a copy of the state, and the command that removes exactly this lock. */
export const removalLines = (
  { address, cliName }: Pick<KeptElsewhere, 'address' | 'cliName'>,
  lock: ForeignLock,
): string[] => removeLock(lock, lock.key, { place: placeOf(address), address, cliName })
