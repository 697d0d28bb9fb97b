/** Decrypts a ciphertext of the passphrase's stack. Rejects if the ciphertext is damaged, or another stack's. */
export type Decrypt = (ciphertext: string) => Promise<string>

/** The key is derived in so many rounds, and the salt ends with this word, encrypted (docs/state.md, Secrets). */
const ROUNDS = 1_000_000
const CHECK_WORD = 'pulumi'

/** Whether this page may decrypt: browsers have WebCrypto only over HTTPS and on localhost. */
export const canDecrypt = (): boolean => (crypto as Partial<Crypto>).subtle !== undefined

/**
 * Derives the key of a stack from its passphrase, in this page: neither leaves it. `salt`: `v1:SALT:v1:NONCE:CIPHERTEXT`,
 * each in base64. Null if the passphrase is not the stack's, or the salt is damaged.
 */
export async function decrypterOf(salt: string, passphrase: string): Promise<Decrypt | null> {
  const [, version, bytes, check] = /^(v1):([^:]+):(.+)$/.exec(salt) ?? []
  if (version === undefined || bytes === undefined || check === undefined) return null
  try {
    const decrypt = decrypter(await derivedKey(fromBase64(bytes), passphrase))
    return (await decrypt(check)) === CHECK_WORD ? decrypt : null
  } catch {
    return null
  }
}

async function derivedKey(salt: Uint8Array<ArrayBuffer>, passphrase: string): Promise<CryptoKey> {
  const text = new TextEncoder().encode(passphrase)
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
}

const decrypter =
  (key: CryptoKey): Decrypt =>
  async (ciphertext) => {
    const [version, nonce = '', content = ''] = ciphertext.split(':')
    if (version !== 'v1') throw new Error('not encrypted with a passphrase')
    const algorithm = { name: 'AES-GCM', iv: fromBase64(nonce) }
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, fromBase64(content)))
  }

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))
