import type { KeptElsewhere } from '#contract/backends.ts'
import { can } from '#domain/backends/capabilities.ts'

/** Where a stack is kept that is written by a file and a command; undefined if it is written here. */
export const writtenByFile = (elsewhere: KeptElsewhere | null | undefined): KeptElsewhere | undefined =>
  elsewhere && can(elsewhere.kind, 'write') === 'byFile' ? elsewhere : undefined
