import type { Basis } from '#contract/common.ts'

/** Whether a write based on `base` would be refused: an update without changes makes a new version, too. */
export const hasMoved = (base: Basis | null, now: Basis | null): boolean =>
  base?.version !== now?.version || base?.hash !== now?.hash
