import { isObject } from '#domain/json/jsonObject.ts'
import { emptyDocument, readState as readContainer, type StateDocument } from '#domain/state/checkpoint.ts'
import { decodingFaults } from '#domain/state/decoding.ts'
import { firstIntegrityError } from '#domain/state/firstIntegrityError.ts'
import { missingExtensions } from '#domain/state/missingExtensions.ts'
import { stackReferences } from '#domain/state/stackReferences.ts'
import { unhealthyEntries } from '#domain/state/unhealthy.ts'
import { withUnknownOutputs } from '#domain/state/unknownOutputs.ts'
import { NO_FACTS, type StateRow } from '../store/port/states.ts'
import { textOf } from './documentText.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The CLI's answer if there is no state yet (docs/protocol.md, Export). */
export const EMPTY_TEXT: Uint8Array = encoder.encode(JSON.stringify(emptyDocument()))

/**
 * Parses a stored text as a document, and reports why the rules cannot read it, if so (a feature of a newer engine, an
 * entry that is not an object). Such a document is passed on if it has the outer shape: an update on top of it must not
 * lose it.
 */
function read(json: unknown): { document: StateDocument; problem: string | null } {
  const found = readContainer(json)
  // Unknown keys of the wrapper are kept: a write of the console must not lose them.
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
  } as StateDocument // the content is opaque here
  return { document, problem: found.problem }
}

const parse = (text: Uint8Array): unknown => JSON.parse(decoder.decode(text))

export const parseDocument = (text: Uint8Array): StateDocument => read(parse(text)).document

/** Lower-case hex SHA-256 of a text. */
export type HashOf = (text: Uint8Array) => Promise<string>

export async function hashOf(text: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text as Uint8Array<ArrayBuffer>) // this process has no shared memory
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A text with all facts that lists need. */
export type PreparedState = {
  text: Uint8Array
  /** The parsed text; undefined if it is not JSON. */
  document?: StateDocument
  /** The document is an outline, because it came from the text thread. */
  isOutline?: true
  facts: Omit<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt' | 'textRemovedAt'>
}

/** Tells a prepared state from a document, whose keys may be anything that its text has. */
export const isPrepared = (state: StateDocument | PreparedState): state is PreparedState =>
  'text' in state && state.text instanceof Uint8Array

/** Computes the facts of a text; an unreadable text is a finding, not an error: it is stored as given. */
export async function prepareText(text: Uint8Array, hash = hashOf): Promise<PreparedState> {
  try {
    return await prepareJson(text, parse(text), hash)
  } catch {
    return {
      text,
      facts: {
        bytes: text.byteLength,
        hash: await hash(text),
        ...NO_FACTS,
        finding: 'The state cannot be read as JSON.',
      },
    }
  }
}

/** The same for a text that is already parsed. */
export function prepareJson(text: Uint8Array, json: unknown, hash = hashOf): Promise<PreparedState> {
  const { document, problem } = read(json)
  return prepared(text, document, { problem, hash })
}

/** The same for a text whose document the rules have read. */
export const prepareRead = (text: Uint8Array, document: StateDocument, hash = hashOf): Promise<PreparedState> =>
  prepared(text, document, { problem: null, hash })

/** `about`: the expected size of its text in bytes, if known. */
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
  const { resources } = document.deployment
  const pending = listIn(document.deployment.pending_operations)
  return {
    resourceCount: listIn(resources).length,
    pendingCount: pending.length,
    pendingCreates: pending.filter((operation) => operation?.type === 'creating').length,
    unknownOutputs: withUnknownOutputs(resources).length,
    unhealthy: unhealthyEntries(resources).length,
    finding: problem ?? firstFinding(document),
    stackReferences: referencesIn(document),
  }
}

/** A list of an uploaded state, which may be of any type: what cannot be read is counted as nothing. */
const listIn = <Item>(list: readonly Item[] | null | undefined): readonly Item[] => (Array.isArray(list) ? list : [])

function firstFinding({ deployment }: StateDocument): string | null {
  try {
    const [first] = decodingFaults(deployment)
    return first?.message ?? firstIntegrityError(deployment) ?? missingExtensions(deployment)[0]?.message ?? null
  } catch {
    return 'The state has entries that cannot be read.'
  }
}

function referencesIn({ deployment }: StateDocument): string[] {
  try {
    return stackReferences(deployment)
  } catch {
    return [] // unreadable entries, which are a finding
  }
}

/** Returns the row to insert for a state. */
export const stateRow = (
  prepared: PreparedState,
  rest: Pick<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt'>,
): StateRow => ({ ...prepared.facts, ...rest, textRemovedAt: null })
