import { isObject } from '#domain/json/jsonObject.ts'
import { emptyDocument, readState as readContainer, type StateDocument } from '#domain/state/checkpoint.ts'
import { decodingFaults } from '#domain/state/decoding.ts'
import { verify } from '#domain/state/integrity.ts'
import { stackReferences } from '#domain/state/stackReferences.ts'
import type { StateRow } from '../store/port/states.ts'
import { textOf } from './documentText.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What the CLI is given where there is no state yet (docs/protocol.md, Export). */
export const EMPTY_TEXT: Uint8Array = encoder.encode(JSON.stringify(emptyDocument()))

/**
 * A stored text as a document, and why it cannot be read by the rules, if so (a feature of a newer engine, an entry that
 * is no object). It is then passed on as far as it has the outer shape: an update on top of it must not lose it.
 */
function read(json: unknown): { document: StateDocument; problem: string | null } {
  const found = readContainer(json)
  // Unknown keys of the wrapper stay: a write of the console must not lose them.
  if (found.ok)
    return {
      document: found.shape === 'deployment' && isObject(json) ? { ...json, ...found.document } : found.document,
      problem: null,
    }
  if (!isObject(json)) return { document: emptyDocument(), problem: found.problem }
  const { version, features, deployment } = json
  const document = {
    ...json,
    version: typeof version === 'number' ? version : 3,
    ...(Array.isArray(features) ? { features: features.filter((feature) => typeof feature === 'string') } : {}),
    deployment: isObject(deployment) ? deployment : {},
  } as StateDocument // the inside is opaque here
  return { document, problem: found.problem }
}

const parse = (text: Uint8Array): unknown => JSON.parse(decoder.decode(text))

export const parseDocument = (text: Uint8Array): StateDocument => read(parse(text)).document

/** Lower-case hex SHA-256 of a text. */
export type HashOf = (text: Uint8Array) => Promise<string>

export async function hashOf(text: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text as Uint8Array<ArrayBuffer>) // never shared memory here
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A text with everything that lists want to know of it. */
export type PreparedState = {
  text: Uint8Array
  /** The same, parsed; absent where it is no JSON. */
  document?: StateDocument
  /** The document is an outline already: it came from the thread for texts. */
  isOutline?: true
  facts: Omit<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt' | 'textRemovedAt'>
}

/** Keys of a document are whatever its text has. */
export const isPrepared = (state: StateDocument | PreparedState): state is PreparedState =>
  'text' in state && state.text instanceof Uint8Array

/** Computes the facts of a text; a text that cannot be read is a finding, not an error: it is stored as given. */
export async function prepareText(text: Uint8Array, hash = hashOf): Promise<PreparedState> {
  try {
    return await prepareJson(text, parse(text), hash)
  } catch {
    const facts = { resourceCount: 0, pendingCount: 0, pendingCreates: 0, stackReferences: [] }
    return {
      text,
      facts: {
        bytes: text.byteLength,
        hash: await hash(text),
        ...facts,
        finding: 'The state cannot be read as JSON.',
      },
    }
  }
}

/** The same of a text that was parsed already. */
export function prepareJson(text: Uint8Array, json: unknown, hash = hashOf): Promise<PreparedState> {
  const { document, problem } = read(json)
  return prepared(text, document, { problem, hash })
}

/** `about`: how many bytes its text is going to have, if someone knows. */
export const prepareDocument = (
  document: StateDocument,
  { about = 0, hash = hashOf }: { about?: number; hash?: HashOf } = {},
): Promise<PreparedState> => prepared(textOf(document, about), document, { problem: null, hash })

const prepared = async (
  text: Uint8Array,
  document: StateDocument,
  { problem, hash }: { problem: string | null; hash: HashOf },
): Promise<PreparedState> => ({
  text,
  document,
  facts: { bytes: text.byteLength, hash: await hash(text), ...factsOf(document, problem) },
})

function factsOf(document: StateDocument, problem: string | null) {
  const { resources, pending_operations: pending } = document.deployment
  return {
    resourceCount: resources?.length ?? 0,
    pendingCount: pending?.length ?? 0,
    pendingCreates: pending?.filter((operation) => operation?.type === 'creating').length ?? 0,
    finding: problem ?? firstFinding(document),
    stackReferences: referencesIn(document),
  }
}

function firstFinding({ deployment }: StateDocument): string | null {
  try {
    return decodingFaults(deployment)[0]?.message ?? verify(deployment)[0]?.message ?? null
  } catch {
    return 'The state has entries that cannot be read.'
  }
}

function referencesIn({ deployment }: StateDocument): string[] {
  try {
    return stackReferences(deployment)
  } catch {
    return [] // entries that cannot be read, which is a finding
  }
}

/** The row of a state to be put. */
export const stateRow = (
  prepared: PreparedState,
  rest: Pick<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt'>,
): StateRow => ({ ...prepared.facts, ...rest, textRemovedAt: null })
