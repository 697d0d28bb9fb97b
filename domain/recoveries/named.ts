import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from './catalogue.ts'

/** A recovery as a sentence names it, by its title in quotes; screens make a link of it. */
export const named = (id: RecoveryId): string => `“${catalogue[id].title}”`
