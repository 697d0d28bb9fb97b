/** The CLI saves the whole state before and after each step. */
const SAVES = 2
/** Of one save in a bucket: a listing, a look at the object, its copy to `.bak`, the write. */
const REQUESTS = 4

/** What a run wrote, roughly. */
export type RunCost = {
  saves: number
  requests: number
  /** The whole state each time. */
  bytes: number
}

type Run = {
  /** By operation, `same` included. */
  changes: Readonly<Record<string, number>>
  /** After the run. */
  resourceCount: number
}

/**
 * What a run wrote to a self-managed backend, by the number of its steps and the mean size of an entry in the present
 * state (docs/state.md, Layout). Undefined if it changed nothing, or nothing is known of the sizes.
 */
export function runCost(
  { changes, resourceCount }: Run,
  state: { resourceCount: number; bytes: number },
): RunCost | undefined {
  const steps = Object.entries(changes).reduce((sum, [op, count]) => (op === 'same' ? sum : sum + count), 0)
  if (steps === 0 || resourceCount === 0 || state.resourceCount === 0) return undefined
  const entry = state.bytes / state.resourceCount
  const saves = SAVES * steps
  return {
    saves,
    requests: REQUESTS * saves,
    bytes: Math.round(saves * resourceCount * entry),
  }
}
