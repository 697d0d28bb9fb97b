import { DomainError } from '../../errors.ts'
import type { StateRow } from '../../store/port/states.ts'

/** The state on which a user decides a write. */
export type Basis = { version: number; hash: string }

export const basisOf = (state: StateRow | null | undefined): Basis => ({
  version: state?.version ?? 0,
  hash: state?.hash ?? '',
})

/** Throws `staleBasis` unless the current state is the one that the user saw. */
export function checkBasis(current: Basis, seen: Basis): void {
  if (current.version !== seen.version || current.hash !== seen.hash)
    throw new DomainError({ kind: 'staleBasis', current })
}
