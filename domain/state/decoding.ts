import { isObject, type JsonObject } from '../json/jsonObject.ts'
import { parseJsonText } from '../json/jsonText.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { DEPLOYMENT, OPERATION, RESOURCE } from './fieldTypes.ts'
import { fits, isBase64, type Place, typeFaults } from './typing.ts'
import {
  ARCHIVE_SIGNATURE,
  ASSET_SIGNATURE,
  BYTE_STRING_SIGNATURE,
  FLOAT_SIGNATURE,
  RESOURCE_REFERENCE_SIGNATURE,
  SECRET_SIGNATURE,
  SIGNATURE,
  signatureOf,
  UNKNOWN_VALUE,
} from './secrets.ts'

/**
 * A reason for which the CLI cannot decode a state, in its words (docs/state.md, Decoding). Such a state cannot be
 * forced or repaired by the CLI either.
 */
export type DecodingFault = {
  /** The entry, or that of the pending operation; '' for what is beside the entries. */
  urn: string
  message: string
  /** Where: a field of the wrong type, or the entry with an unreadable value. */
  place: Place
}

/**
 * Everything that keeps the CLI from decoding a state, before any integrity rule is checked (docs/state.md, Decoding):
 * first the fields of a wrong type, then what is wrong in entries. Does not detect faults that only show after
 * decryption.
 */
export function decodingFaults(deployment: Deployment): DecodingFault[] {
  const faults: DecodingFault[] = []
  const { resources, pending_operations: operations } = deployment
  for (const [key, type] of DEPLOYMENT.fields) {
    if (key !== 'resources' && key !== 'pending_operations' && !fits(deployment[key], type))
      faults.push(...besideFaults(deployment, key))
  }
  // In one pass over the entries, which are too large for the processor's cache.
  const ofValues: DecodingFault[] = []
  const addEntry = (resource: Resource, list: string, at: number) => {
    for (const message of entryFaults(resource)) ofValues.push({ urn: resource.urn, message, place: [list, at] })
  }
  for (const [at, resource] of (resources ?? []).entries()) {
    if (!fits(resource, RESOURCE)) faults.push(...fieldFaults(resource, resource.urn, ['resources', at]))
    addEntry(resource, 'resources', at)
  }
  for (const [at, operation] of (operations ?? []).entries()) {
    const { urn } = operation.resource
    if (!fits(operation, OPERATION)) faults.push(...fieldFaults(operation, urn, ['pending_operations', at]))
    addEntry(operation.resource, 'pending_operations', at)
  }
  return [...faults, ...ofValues]
}

const besideFaults = (deployment: Deployment, key: string): DecodingFault[] =>
  typeFaults({ [key]: deployment[key] }, DEPLOYMENT, []).map(({ place, message }) => ({ urn: '', message, place }))

const fieldFaults = (entry: unknown, urn: string, place: Place): DecodingFault[] =>
  typeFaults(entry, place[0] === 'resources' ? RESOURCE : OPERATION, place).map((fault) => ({
    urn,
    message: fault.message,
    place: fault.place,
  }))

/** What keeps the CLI from decoding an entry, besides the types of its fields. */
function entryFaults(resource: Resource): string[] {
  const { urn, type, custom, id } = resource
  const faults: string[] = []
  for (const value of [resource.inputs, resource.outputs, resource.replacementTrigger])
    collectValueFaults(value, faults)
  if (!urn) faults.push("resource missing required 'urn' field")
  if (!type) faults.push(`resource '${urn}' missing required 'type' field`)
  if (!custom && id) faults.push(`resource '${urn}' has 'custom' false but non-empty ID`)
  return faults
}

/** Whether the CLI can decode a property value (docs/state.md, Property values). */
export function isReadable(value: unknown): boolean {
  const faults: string[] = []
  collectValueFaults(value, faults)
  return faults.length === 0
}

/**
 * `isOpened`: inside a secret in plain text, where the ciphertext of another secret is plain text as well
 * (docs/state.md, Secrets).
 */
function collectValueFaults(value: unknown, faults: string[], isOpened = false): void {
  if (typeof value !== 'object' || value === null) {
    if (value === Infinity || value === -Infinity)
      faults.push('json: cannot unmarshal number into Go value of type float64')
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) collectValueFaults(item, faults, isOpened)
    return
  }
  let isMarked = false
  // Without a list of the keys, and without a search for the mark in each object.
  for (const key in value) {
    if (key === SIGNATURE) isMarked = true
    collectValueFaults((value as JsonObject)[key], faults, isOpened)
  }
  const signature = isMarked ? signatureOf(value) : undefined
  if (signature === undefined) return
  if (signature === SECRET_SIGNATURE) collectSecretFaults(value as JsonObject, faults, isOpened)
  else {
    const fault = markedFault(value as JsonObject, signature)
    if (fault !== undefined) faults.push(fault)
  }
}

/** Why the CLI cannot decode a marked object, as it would after decoding what is in it. */
function markedFault(marked: JsonObject, signature: unknown): string | undefined {
  switch (signature) {
    case ASSET_SIGNATURE:
      return textFault(marked, 'asset', ['hash', 'text', 'path', 'uri'])
    case ARCHIVE_SIGNATURE:
      return archiveFault(marked)
    case RESOURCE_REFERENCE_SIGNATURE:
      return referenceFault(marked)
    case BYTE_STRING_SIGNATURE:
      return encodedFault(marked, 'byte string', isBase64)
    case FLOAT_SIGNATURE:
      return encodedFault(marked, 'float value', (text) => /^0*[\dA-Fa-f]{1,16}$/.test(text))
    default: {
      const shown = typeof signature === 'string' ? signature : signature === null ? '<nil>' : JSON.stringify(signature)
      return `unrecognized signature '${shown}' in property map`
    }
  }
}

/** A text is one also if it is stored as a string that is not UTF-8; the text for an unknown value is none. */
const isText = (value: unknown): boolean =>
  typeof value === 'string' ? value !== UNKNOWN_VALUE : signatureOf(value) === BYTE_STRING_SIGNATURE

const LABELS: Record<string, string> = { uri: 'URI' }

function textFault(marked: JsonObject, kind: string, keys: readonly string[]): string | undefined {
  const wrong = keys.find((key) => Object.hasOwn(marked, key) && !isText(marked[key]))
  return wrong === undefined
    ? undefined
    : `unexpected ${kind} ${LABELS[wrong] ?? wrong} of type ${goType(marked[wrong])}`
}

/** The first of path, URI and assets that is not empty decides; the others are not examined. */
function archiveFault(archive: JsonObject): string | undefined {
  const hash = textFault(archive, 'archive', ['hash'])
  if (hash !== undefined) return hash
  for (const key of ['path', 'uri']) {
    const fault = textFault(archive, 'archive', [key])
    if (fault !== undefined) return fault
    if (Object.hasOwn(archive, key) && archive[key] !== '' && !isEmptyByteString(archive[key])) return undefined
  }
  if (!Object.hasOwn(archive, 'assets')) return undefined
  const { assets } = archive
  if (!isObject(assets) || signatureOf(assets) !== undefined)
    return `unexpected archive contents of type ${goType(assets)}`
  const stray = Object.keys(assets).find((key) => !isAssetOrArchive(assets[key]))
  return stray === undefined ? undefined : `archive member '${stray}' is not an asset or archive`
}

/** The content of a text; of one that is not UTF-8 a placeholder, which is neither base64 nor hexadecimal nor JSON. */
const contentOf = (text: unknown): string =>
  typeof text === 'string' ? text : isEmptyByteString(text) ? '' : '\u{FFFD}'

const isEmptyByteString = (value: unknown): boolean => isObject(value) && value['value'] === ''

const isAssetOrArchive = (value: unknown): boolean =>
  [ASSET_SIGNATURE, ARCHIVE_SIGNATURE].some((signature) => signatureOf(value) === signature)

function referenceFault(reference: JsonObject): string | undefined {
  const says = (what: string) => `malformed resource reference: ${what}`
  const has = (key: string) => Object.hasOwn(reference, key)
  if (has('packageVersion') && !isText(reference['packageVersion'])) return says('packageVersion must be a string')
  if (!isText(reference['urn'])) return says('missing urn')
  return has('id') && !isReferenceId(reference['id']) ? says('id must be a string') : undefined
}

/** A text, or an object with the ID in `V`, as a faulty version of the CLI wrote it. */
function isReferenceId(id: unknown): boolean {
  if (!isObject(id) || signatureOf(id) !== undefined) return isText(id)
  const inner = id['V']
  return inner === undefined || inner === null || isText(inner) || (isObject(inner) && signatureOf(inner) === undefined)
}

function encodedFault(marked: JsonObject, kind: string, isEncoded: (text: string) => boolean): string | undefined {
  const { value } = marked
  if (!isText(value)) return `malformed ${kind}: missing or non-string 'value' field`
  return isEncoded(contentOf(value)) ? undefined : `malformed ${kind}: unable to parse 'value' field`
}

/** The Go type of a decoded value, in messages. */
function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string' && value !== UNKNOWN_VALUE) return 'string'
  if (typeof value === 'number' || signatureOf(value) === FLOAT_SIGNATURE) return 'float64'
  switch (signatureOf(value)) {
    case SECRET_SIGNATURE:
      return '*resource.Secret'
    case ASSET_SIGNATURE:
      return '*asset.Asset'
    case ARCHIVE_SIGNATURE:
      return '*archive.Archive'
    case RESOURCE_REFERENCE_SIGNATURE:
      return 'resource.ResourceReference'
    default:
      return value === UNKNOWN_VALUE ? 'resource.Computed' : 'map[string]interface {}'
  }
}

const MALFORMED_SECRET = 'malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied'

/** A value that is not a text counts as absent; an empty text counts as given, but is no content. */
function collectSecretFaults(secret: JsonObject, faults: string[], isOpened: boolean): void {
  const { ciphertext, plaintext } = secret
  const isEncrypted = isText(ciphertext)
  const content = isEncrypted ? ciphertext : plaintext
  if (isEncrypted === isText(plaintext) || content === '' || isEmptyByteString(content)) faults.push(MALFORMED_SECRET)
  else if (isOpened || !isEncrypted) collectTextFaults(contentOf(content), faults)
}

function collectTextFaults(text: string, faults: string[]): void {
  const parsed = parseJsonText(text)
  if ('value' in parsed) collectValueFaults(parsed.value, faults, true)
  // Elsewhere the CLI quotes a character, which here would be part of a secret.
  else
    faults.push(
      parsed.fault.isCutShort ? 'unexpected end of JSON input' : 'malformed secret value: `plaintext` must be JSON',
    )
}
