import type { SharedRun } from '#domain/diff/sharedRuns.ts'
import { utcDate } from '#words/time.ts'

// States and their texts, byte for byte; the working text of an update that saves without a journal.

/** A state that was current after some version. Its facts are stored with it, so that lists need not parse it. */
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
  /** First finding of the verifier, or null. */
  finding: string | null
  /** When its text was removed, by the retention of versions; everything else about it stays. Null: the text is there. */
  textRemovedAt: number | null
  /** Names of the stacks that it reads outputs of; null for states that were stored before this was kept. */
  stackReferences: string[] | null
}

/** A text part by part; may be read after the transaction. Throws at the latest before the last part if it is damaged. */
export type TextParts = { bytes: number; parts: AsyncIterable<Uint8Array> }

/** The texts of two states without resources that both have, and which those are. */
export type StatesApart = { before: Uint8Array; after: Uint8Array; shared: SharedRun[] }

/** Text of an update that checkpoints without a journal: what the next delta applies to. */
export type Working = {
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  bytes: Uint8Array
  features: string[] | null
  version: number
}

/** A delta save: byte edits (JSON), and the lower-case hex SHA-256 of the text that they lead to. */
export type Patch = { hash: string; edits: Uint8Array }

/** The text that was put, and in order what was patched onto it since. */
export type PatchedWorking = Working & { patches: Patch[] }

/** The state is known, and its text was removed. The message is for a person. */
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
  /** Byte for byte what was put. Throws when the id is unknown, and `TextRemovedError` when the text was removed. */
  stateText(id: string): Promise<Uint8Array>
  /** The same, without having all of it at once. */
  stateParts(id: string): Promise<TextParts>
  /**
   * Two states of one stack without resources that both have, where the store knows them without reading them; undefined where
   * it does not, or where that would save little.
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
   * Removes the text of a state permanently, unless it is gone already; other states with the same text keep it. To be
   * called while the state's stack is held.
   */
  dropStateText(id: string, at: number): Promise<void>
  putWorking(updateId: string, working: Working): Promise<void>
  /** Adds a delta save to the working text, which must be there. */
  patchWorking(updateId: string, facts: Pick<Working, 'sequenceNumber' | 'version'>, patch: Patch): Promise<void>
  dropWorking(updateId: string): Promise<void>
}
