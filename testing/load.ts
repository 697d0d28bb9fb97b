import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** One exchange of the recorded CLI traffic. Requests are what a real CLI sent; responses came from a server with known faults. */
export type Exchange = {
  atMs: number
  method: string
  url: string
  requestHeaders: Record<string, string>
  request?: unknown
  status: number
  responseHeaders: Record<string, string>
  response?: unknown
}

const read = (path: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/${path}`, import.meta.url))).toString('utf8')
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

/** The exchanges of one recorded command, for example `06-up-create` or `41-up.before`. */
export const recording = (name: string): Exchange[] =>
  lines(read(`wire/${name}.jsonl.gz`)).map((line) => JSON.parse(line) as Exchange)

/** Names of all recordings, in the order in which they were made. */
export const recordings = (): string[] =>
  readdirSync(new URL('../fixtures/wire/', import.meta.url))
    .filter((name) => name.endsWith('.jsonl.gz'))
    .map((name) => name.replace('.jsonl.gz', ''))
    .toSorted()

/**
 * The state of the engine's own file backend after the same command, with secrets in plain text: the expected state.
 */
export const expectedState = (name: string): unknown => JSON.parse(read(`wire/expected/${name}.json.gz`))

/** The names of recordings with an expected state. */
export const expectedStates = (): string[] =>
  readdirSync(new URL('../fixtures/wire/expected/', import.meta.url))
    .map((name) => name.replace('.json.gz', ''))
    .toSorted()

/**
 * What the engine's decoder answers to a value in each field of a deployment, and to a part of each kind of marked
 * value: + if it reads it, - if not, in the order of `values` and `parts`.
 */
export type DecodingVerdicts = {
  base: unknown
  values: unknown[]
  fields: Record<string, string>
  kinds: Record<string, object>
  parts: unknown[]
  marked: Record<string, string>
}

export const decodingVerdicts = (): DecodingVerdicts => JSON.parse(read('decoding.json.gz')) as DecodingVerdicts

/** One broken state, with the engine's message and the result of its own repair. */
export type IntegrityCase = {
  set: 'single' | 'failed-update'
  name: string
  mutations: unknown
  state: unknown
  import: { code: number; text: string }
  importForced?: unknown
  repair?: { code: number; text: string }
  after?: unknown
  afterImports?: unknown
}

export const integrityCases = (): IntegrityCase[] =>
  lines(read('integrity.jsonl.gz')).map((line) => JSON.parse(line) as IntegrityCase)
