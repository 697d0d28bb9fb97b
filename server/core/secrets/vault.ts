import type { CryptoKey } from '../../caches.ts'
import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { fingerprint } from './masterKey.ts'
import { DomainError } from '../../errors.ts'
import { formatRing, parseRing } from './keyRing.ts'

/**
 * Encryption of a stack's secrets: AES-256-GCM, data keys per stack, wrapped by the master key. Everything is bound to
 * the stack's id, never to its name: a rename must not lose secrets.
 *
 * Ciphertext: version (1 byte, 1), nonce (12), sealed text with tag; it is of the stack's first data key. Those of later
 * keys: version (1 byte, 2), which key (1 byte), nonce, sealed text. Wrapped key: as the first.
 */
const FIRST_KEY = 1
const NAMES_KEY = 2
const NONCE = 12

type Bytes = Uint8Array<ArrayBuffer>
const own = (bytes: Uint8Array): Bytes => bytes as Bytes // this process has no shared memory

const importKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', own(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
const bound = (purpose: string, stackId: string): Bytes => own(new TextEncoder().encode(`${purpose}:${stackId}`))
/** The context that a secret is bound to: its stack, and the version of its key if the ciphertext has one. */
const secretOf = (stackId: string, version: number) => bound(version > 1 ? `secret ${version}` : 'secret', stackId)

async function seal(
  deps: Pick<Deps, 'randomBytes'>,
  key: CryptoKey,
  text: Uint8Array,
  additionalData: Bytes,
  header: readonly number[] = [FIRST_KEY],
): Promise<Uint8Array> {
  const iv = own(deps.randomBytes(NONCE))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, own(text)))
  const whole = new Uint8Array(header.length + NONCE + sealed.byteLength)
  whole.set(header)
  whole.set(iv, header.length)
  whole.set(sealed, header.length + NONCE)
  return whole
}

async function open(key: CryptoKey, whole: Uint8Array, additionalData: Bytes): Promise<Uint8Array> {
  const start = whole[0] === FIRST_KEY ? 1 : 2
  const iv = own(whole.slice(start, start + NONCE))
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, own(whole.slice(start + NONCE))),
  )
}

/** The version of the data key of a ciphertext; undefined if it is not a ciphertext. */
function versionOf(whole: Uint8Array): number | undefined {
  if (whole[0] === FIRST_KEY) return 1
  return whole[0] === NAMES_KEY ? whole[1] : undefined
}

/** Standard base64 with padding, for any bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.byteLength; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** Decodes base64; throws if it is invalid. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    throw new DomainError({ kind: 'notBase64' })
  }
}

/** Creates a stack's first data key, wrapped. */
export async function newStackKey(deps: Pick<Deps, 'masterKey' | 'randomBytes'>, stackId: string): Promise<string> {
  const newKey = await stackKeys(deps)
  return newKey(stackId)
}

/** Creates the first data keys of many stacks; the master key is imported once. */
export async function stackKeys(
  deps: Pick<Deps, 'masterKey' | 'randomBytes'>,
): Promise<(stackId: string) => Promise<string>> {
  const masterKey = fingerprint(deps.masterKey)
  const master = await importKey(deps.masterKey)
  return async (stackId) => {
    const sealed = await seal(deps, master, deps.randomBytes(32), bound('key', stackId))
    return formatRing({ masterKey, wrapped: [toBase64(sealed)] })
  }
}

/** Adds a new key, which encrypts from now on; the older keys still decrypt. */
export async function withNewKey(
  deps: Pick<Deps, 'masterKey' | 'randomBytes'>,
  stack: Pick<StackRow, 'id' | 'wrappedKey'>,
): Promise<string> {
  const { wrapped } = parseRing(stack.wrappedKey)
  const added = await wrap(deps, deps.masterKey, stack.id, deps.randomBytes(32))
  return formatRing({ masterKey: fingerprint(deps.masterKey), wrapped: [...wrapped, added] })
}

/**
 * Returns the same data keys, wrapped by another master key. Throws `UnopenedKeyError` if `from` does not open them.
 */
export async function rewrap(
  deps: Pick<Deps, 'randomBytes'>,
  stack: Pick<StackRow, 'id' | 'wrappedKey'>,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<string> {
  const keys = await openRing(from, stack)
  const wrapped = await Promise.all(keys.map((key) => wrap(deps, to, stack.id, key)))
  return formatRing({ masterKey: fingerprint(to), wrapped })
}

/** A master key does not open a stack's data keys: it is the wrong one, or the row is damaged. */
export class UnopenedKeyError extends Error {}

/** Unwraps every data key of a stack. Throws `UnopenedKeyError`. */
export async function openRing(
  masterKey: Uint8Array,
  stack: Pick<StackRow, 'id' | 'wrappedKey'>,
): Promise<Uint8Array[]> {
  try {
    const master = await importKey(masterKey)
    return await Promise.all(parseRing(stack.wrappedKey).wrapped.map((one) => unwrap(master, stack.id, one)))
  } catch (error) {
    throw new UnopenedKeyError(`The master key does not open the data key of stack ${stack.id}.`, { cause: error })
  }
}

const wrap = async (
  deps: Pick<Deps, 'randomBytes'>,
  masterKey: Uint8Array,
  stackId: string,
  key: Uint8Array,
): Promise<string> => toBase64(await seal(deps, await importKey(masterKey), key, bound('key', stackId)))

const unwrap = (master: CryptoKey, stackId: string, wrapped: string): Promise<Uint8Array> =>
  open(master, fromBase64(wrapped), bound('key', stackId))

function unwrapped({ caches, masterKey }: Deps, stackId: string, wrapped: string): Promise<CryptoKey> {
  const { dataKeys } = caches
  const found = dataKeys.get(wrapped)
  if (found !== undefined) return found
  const key = importKey(masterKey)
    .then((master) => unwrap(master, stackId, wrapped))
    .then(async (bytes) => {
      const imported = await importKey(bytes)
      bytes.fill(0) // the platform has its own copy, which cannot be exported
      return imported
    })
  dataKeys.set(wrapped, key)
  key.catch(() => dataKeys.delete(wrapped))
  return key
}

/** Encrypts base64 plaintext (any bytes) into base64 ciphertext. */
export async function encrypt(deps: Deps, stack: StackRow, plaintext: string): Promise<string> {
  const { wrapped } = parseRing(stack.wrappedKey)
  const version = wrapped.length
  const key = await unwrapped(deps, stack.id, wrapped.at(-1) ?? '')
  const header = version === 1 ? [FIRST_KEY] : [NAMES_KEY, version]
  return toBase64(await seal(deps, key, fromBase64(plaintext), secretOf(stack.id, version), header))
}

/** Decrypts base64 ciphertext into base64 plaintext. Throws if it is damaged or of another stack. */
export async function decrypt(deps: Deps, stack: StackRow, ciphertext: string): Promise<string> {
  const whole = fromBase64(ciphertext)
  const version = versionOf(whole)
  const wrapped = version === undefined ? undefined : parseRing(stack.wrappedKey).wrapped[version - 1]
  if (version === undefined || wrapped === undefined) throw notOurs()
  const key = await unwrapped(deps, stack.id, wrapped)
  try {
    return toBase64(await open(key, whole, secretOf(stack.id, version)))
  } catch {
    throw notOurs()
  }
}

const notOurs = () => new DomainError({ kind: 'foreignCiphertext' })
