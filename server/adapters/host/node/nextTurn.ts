import { setImmediate } from 'node:timers/promises'

/** Lets other calls go first. */
export const nextTurn = (): Promise<void> => setImmediate()
