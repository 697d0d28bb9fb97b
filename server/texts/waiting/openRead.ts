/** Work that a read transaction needs, and that is done outside of it. */
export type Needed = { key: string; work: () => Promise<unknown> }
export type Outcome = { value: unknown } | { error: unknown }

/** A read transaction that is open, and what was done outside for the ones that the same call had open before. */
export type OpenRead = {
  done: ReadonlyMap<string, Outcome>
  /** Ends the transaction, so that the work can be done. */
  need(needed: Needed): void
  /** The time of the call: the same however often its transaction is opened. */
  now: Promise<number> | undefined
}
