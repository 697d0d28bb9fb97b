import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'

/** One `pulumi state …` command on the base state, and the result of the CLI (3.260). */
export type StateCommand = {
  /** Arguments, without `pulumi`. */
  command: string[]
  code: number
  text: string
  /** URNs of removed entries. */
  removed: string[]
  added: Resource[]
  changed: Resource[]
  /** All URNs in list order afterwards; null if nothing was written. */
  order: string[] | null
}

/** The base state and 98 recorded commands on it. */
export function stateCommands(): { base: StateDocument; commands: StateCommand[] } {
  const text = gunzipSync(readFileSync(new URL('../../fixtures/stateCommands.jsonl.gz', import.meta.url))).toString(
    'utf8',
  )
  const [first = '{}', ...rest] = text.split('\n').filter((line) => line !== '')
  return {
    base: (JSON.parse(first) as { base: StateDocument }).base,
    commands: rest.map((line) => JSON.parse(line) as StateCommand),
  }
}
