import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import { utcDate } from '#words/time.ts'

// States and their texts, byte for byte; the working text of an update that saves without a journal.

/**
 * A state that was current after some version. Facts derived from it are stored with it, so that lists need not parse
 * it.
 */
export type StateRow = {
  id: string
  stackId: string
  version: number
  updateId: string | null
  createdAt: number
  bytes: number
  /** Lower-case hex SHA-256 of the text. */
  hash: string
  resourceCount: number
  pendingCount: number
  pendingCreates: number
  /** Entries whose outputs are unknown until a refresh (docs/state.md, Unknown outputs). */
  unknownOutputs: number
  /** Live entries that report errors of their provider. */
  unhealthy: number
  /** First finding of the verifier, or null. */
  finding: string | null
  /** When its text was removed by the retention of versions; everything else about it stays. Null: the text exists. */
  textRemovedAt: number | null
  /** Names of the stacks of which it reads outputs. */
  stackReferences: string[]
}

/** The facts of a state in which there is nothing: a new fact is added here once for all that know theirs. */
export const NO_FACTS = {
  resourceCount: 0,
  pendingCount: 0,
  pendingCreates: 0,
  unknownOutputs: 0,
  unhealthy: 0,
  finding: null,
  stackReferences: [],
} satisfies Partial<StateRow>

/** A text in parts; may be read after the transaction. If it is damaged, throws before the last part at the latest. */
export type TextParts = { bytes: number; parts: AsyncIterable<Uint8Array> }

/** The text of an update that saves checkpoints without a journal: the next delta applies to it. */
export type Working = {
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  bytes: Uint8Array
  features: string[] | null
  version: number
}

/** A delta save: byte edits (JSON), and the lower-case hex SHA-256 of the resulting text. */
export type Patch = { hash: string; edits: Uint8Array }

/** A stored text, and the patches applied to it since, in order. */
export type PatchedWorking = Working & { patches: Patch[] }

/** The state is known, but its text was removed. The message is shown to the user. */
export class TextRemovedError extends Error {
  readonly version: number
  constructor({ version, textRemovedAt }: Pick<StateRow, 'version' | 'textRemovedAt'>) {
    const day = utcDate(textRemovedAt ?? 0)
    super(`The state of version ${version} was removed on ${day} by the retention of versions; its history is kept.`)
    this.version = version
  }
}

export interface StateReader {
  state(id: string): Promise<StateRow | undefined>
  stateByVersion(stackId: string, version: number): Promise<StateRow | undefined>
  /**
   * Returns the text as stored, byte for byte. Throws if the id is unknown, and `TextRemovedError` if the text was
   * removed.
   */
  stateText(id: string): Promise<Uint8Array>
  /** The same in parts, without loading all of it at once. */
  stateParts(id: string): Promise<TextParts>
  /**
   * Two states of one stack without the resources that they share. Undefined if the store cannot tell which these are
   * without reading both, or if they are few.
   */
  statesApart(before: string, after: string): Promise<StatesApart | undefined>
  states(stackId: string, options: { limit: number; offset: number }): Promise<StateRow[]>
  stateCount(stackId: string): Promise<number>
  working(updateId: string): Promise<PatchedWorking | undefined>
  /** The sequence number of `working`, without its text. */
  workingSequence(updateId: string): Promise<number | undefined>
}

export interface StateWriter {
  putState(row: StateRow, text: Uint8Array): Promise<void>
  /**
   * Permanently removes the text of a state, if it exists; other states with the same text keep it. Call it with the
   * state's stack locked.
   */
  dropStateText(id: string, at: number): Promise<void>
  putWorking(updateId: string, working: Working): Promise<void>
  /** Adds a delta save to the working text, which must exist. */
  patchWorking(updateId: string, facts: Pick<Working, 'sequenceNumber' | 'version'>, patch: Patch): Promise<void>
  dropWorking(updateId: string): Promise<void>
}
