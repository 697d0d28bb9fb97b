// The kinds of property values. Tagged objects carry a signature (docs/state.md, Property values).
import { counted } from '#words/counts.ts'

const SIGNATURE_KEY = '4dabf18193072939515e22adb298388d'
const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

const signatures: ReadonlyMap<unknown, 'secret' | 'asset' | 'archive' | 'reference' | 'output'> = new Map([
  ['1b47061264138c4ac30d75fd1eb44270', 'secret'],
  ['c44067f5952c0a294b673a41bacd8c17', 'asset'],
  ['0def7320c3a5731c473e5ecbe6d01bc7', 'archive'],
  ['5cf8f73096256a8f31e491e813e4eb8e', 'reference'],
  ['d0e6a833031e9bbcd3f4e8bde6ca49a4', 'output'],
] as const)

/** The engine's placeholder for a secret in logs and events. */
const BLINDED = '[secret]'

export type JsonObject = { readonly [key: string]: unknown }

/** A value by how it is shown. A secret carries nothing: no ciphertext reaches the page. */
export type Shown =
  | { kind: 'secret' | 'computed' | 'null' }
  | { kind: 'string'; text: string }
  | { kind: 'number' | 'boolean'; text: string }
  | { kind: 'asset' | 'archive' | 'reference'; name: string; hash?: string }
  | { kind: 'array'; items: readonly unknown[] }
  | { kind: 'object'; entries: readonly (readonly [string, unknown])[] }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (object: JsonObject, key: string): string | undefined => {
  const value = object[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function tagged(object: JsonObject): Shown | undefined {
  if (!(SIGNATURE_KEY in object)) return undefined
  const signature = signatures.get(object[SIGNATURE_KEY])
  const hash = textOf(object, 'hash')
  const withHash = hash === undefined ? {} : { hash }
  switch (signature) {
    case 'asset':
      return { kind: 'asset', name: textOf(object, 'path') ?? textOf(object, 'uri') ?? 'text', ...withHash }
    case 'archive':
      return {
        kind: 'archive',
        name: textOf(object, 'path') ?? textOf(object, 'uri') ?? archiveSize(object),
        ...withHash,
      }
    case 'reference':
      return { kind: 'reference', name: textOf(object, 'urn') ?? '' }
    case 'output':
      return object['secret'] === true
        ? { kind: 'secret' }
        : 'value' in object
          ? shownAs(object['value'])
          : { kind: 'computed' }
    case 'secret':
    case undefined: // an unknown signature could contain anything: it stays masked
      return { kind: 'secret' }
  }
}

function archiveSize(object: JsonObject): string {
  const assets = object['assets']
  const count = isObject(assets) ? Object.keys(assets).length : 0
  return counted(count, 'file')
}

/** Classifies a value of a checkpoint or an event by how it is shown. */
export function shownAs(value: unknown): Shown {
  if (value === null || value === undefined) return { kind: 'null' }
  if (value === UNKNOWN) return { kind: 'computed' }
  if (value === BLINDED) return { kind: 'secret' }
  if (typeof value === 'string') return { kind: 'string', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  if (Array.isArray(value)) return { kind: 'array', items: value }
  if (isObject(value)) return tagged(value) ?? { kind: 'object', entries: Object.entries(value) }
  return { kind: 'null' }
}
