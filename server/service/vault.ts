import type { Deps } from '../deps.ts'
import type { StackRow } from '../store/port.ts'
import { badRequest } from './errors.ts'

/**
 * Encryption of a stack's secrets: AES-256-GCM, one data key per stack, wrapped by the master key. Everything is bound
 * to the stack's id, never to its name: a rename must not lose secrets.
 *
 * Ciphertext: version (1 byte, 1), nonce (12), sealed text with tag. Wrapped key: the same layout.
 */
const LAYOUT = 1
const NONCE = 12

type Bytes = Uint8Array<ArrayBuffer>
const own = (bytes: Uint8Array): Bytes => bytes as Bytes // never shared memory in this process

const importKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', own(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
const bound = (purpose: 'key' | 'secret', stackId: string): Bytes =>
  own(new TextEncoder().encode(`${purpose}:${stackId}`))

async function seal(
  deps: Pick<Deps, 'randomBytes'>,
  key: CryptoKey,
  text: Uint8Array,
  additionalData: Bytes,
): Promise<Uint8Array> {
  const iv = own(deps.randomBytes(NONCE))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, own(text)))
  const whole = new Uint8Array(1 + NONCE + sealed.byteLength)
  whole[0] = LAYOUT
  whole.set(iv, 1)
  whole.set(sealed, 1 + NONCE)
  return whole
}

async function open(key: CryptoKey, whole: Uint8Array, additionalData: Bytes): Promise<Uint8Array> {
  if (whole[0] !== LAYOUT || whole.byteLength <= 1 + NONCE) throw new Error('not a ciphertext of this server')
  const iv = own(whole.slice(1, 1 + NONCE))
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, own(whole.slice(1 + NONCE))),
  )
}

/** Standard base64 with padding, for any bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.byteLength; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** Throws `CliError` 400 for what is no base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    throw badRequest('a value is not base64.')
  }
}

/** A new data key for a stack, wrapped. */
export async function newStackKey(deps: Deps, stackId: string): Promise<string> {
  const master = await importKey(deps.masterKey)
  return toBase64(await seal(deps, master, deps.randomBytes(32), bound('key', stackId)))
}

/** Unwrapped keys by their wrapped text: a command decrypts many values, and unwrapping each time would double its cost. */
const keys = new WeakMap<Uint8Array, Map<string, Promise<CryptoKey>>>()
const MOST_KEYS = 500

function stackKey(deps: Deps, stack: Pick<StackRow, 'id' | 'wrappedKey'>): Promise<CryptoKey> {
  const known = keys.get(deps.masterKey) ?? new Map<string, Promise<CryptoKey>>()
  keys.set(deps.masterKey, known)
  const found = known.get(stack.wrappedKey)
  if (found !== undefined) return found
  if (known.size >= MOST_KEYS) known.clear()
  const key = importKey(deps.masterKey)
    .then((master) => open(master, fromBase64(stack.wrappedKey), bound('key', stack.id)))
    .then(importKey)
  known.set(stack.wrappedKey, key)
  key.catch(() => known.delete(stack.wrappedKey))
  return key
}

/** Encrypts base64 plaintext (any bytes) into base64 ciphertext. */
export async function encrypt(deps: Deps, stack: StackRow, plaintext: string): Promise<string> {
  return toBase64(await seal(deps, await stackKey(deps, stack), fromBase64(plaintext), bound('secret', stack.id)))
}

/** The reverse. Throws `CliError` 400 for a ciphertext that is damaged or of another stack. */
export async function decrypt(deps: Deps, stack: StackRow, ciphertext: string): Promise<string> {
  const key = await stackKey(deps, stack)
  try {
    return toBase64(await open(key, fromBase64(ciphertext), bound('secret', stack.id)))
  } catch {
    throw badRequest('the ciphertext is damaged or belongs to another stack.')
  }
}
