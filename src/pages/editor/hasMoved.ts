import type { Basis } from '#contract/common.ts'

/** Whether a write that names `base` would be refused: an update that changed nothing makes a new version, too. */
export const hasMoved = (base: Basis | null, now: Basis | null): boolean =>
  base?.version !== now?.version || base?.hash !== now?.hash
