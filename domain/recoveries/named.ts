import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from './catalogue.ts'

/** A recovery's title in quotes, for use in a sentence; screens turn it into a link. */
export const named = (id: RecoveryId): string => `“${catalogue[id].title}”`
