import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'

/** One `pulumi state …` command on the base state, and what the CLI (3.260) said and did. */
export type SurgeryCommand = {
  /** Without `pulumi`. */
  command: string[]
  code: number
  text: string
  /** URNs of entries that were gone afterwards. */
  removed: string[]
  added: Resource[]
  changed: Resource[]
  /** All URNs in the order of the list afterwards; null when nothing was written. */
  order: string[] | null
}

/** The base state and the 98 recorded commands, each of which was run on that base. */
export function surgeryCommands(): { base: StateDocument; commands: SurgeryCommand[] } {
  const text = gunzipSync(readFileSync(new URL('../../fixtures/surgery.jsonl.gz', import.meta.url))).toString('utf8')
  const [first = '{}', ...rest] = text.split('\n').filter((line) => line !== '')
  return {
    base: (JSON.parse(first) as { base: StateDocument }).base,
    commands: rest.map((line) => JSON.parse(line) as SurgeryCommand),
  }
}
